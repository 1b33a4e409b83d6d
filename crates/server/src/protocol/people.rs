//! Other people over plain HTTP: profiles, company, and what keepers see.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{GameRecord, RatingOf};

/// Somebody with an account, as everybody may see them (`GET /api/people/{name}`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Profile {
    pub name: String,
    /// Since when they have an account: milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// What their picture is drawn from.
    pub picture: u32,
    /// How games ended for them, those they like most first.
    pub games: Vec<GameRecord>,
    pub ratings: Vec<RatingOf>,
    /// Whether they are in the house now.
    pub here: bool,
    /// Whether that is me.
    pub me: bool,
    pub following: bool,
    pub blocked: bool,
}

/// I follow somebody or block them, or no more (`POST /api/people/{name}`).
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum Tied {
    Follow { on: bool },
    Block { on: bool },
}

/// Somebody whom I follow.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Followed {
    pub name: String,
    pub picture: u32,
    pub here: bool,
}

/// Somebody whom I have blocked.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Blocked {
    pub id: String,
    pub name: String,
}

/// A table that somebody asks me to.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Invitation {
    pub table: String,
    pub game: String,
    /// The table's.
    pub name: String,
    pub by: String,
    #[ts(type = "number")]
    pub at: i64,
}

/// My company (`GET /api/me/company`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Company {
    pub following: Vec<Followed>,
    pub blocked: Vec<Blocked>,
    pub invitations: Vec<Invitation>,
}

/// Whom I ask to a table (`POST /api/tables/{id}/invite`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Invite {
    pub name: String,
}

/// A line of talk, by its number in the table's log (`POST /api/tables/{id}/report`, `…/block`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct SaidLine {
    #[ts(type = "number")]
    pub n: u64,
}

/// Somebody as keepers see them.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct KeptPerson {
    pub id: String,
    pub name: String,
    pub account: bool,
    pub keeper: bool,
    /// Until when they are to be silent.
    #[ts(type = "number | null")]
    pub silenced: Option<i64>,
}

/// A line around one that was reported, or that one.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct ReportedLine {
    #[ts(type = "number")]
    pub n: u64,
    pub name: String,
    pub text: String,
    pub reported: bool,
}

/// Something that was said and reported.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct Report {
    pub table: String,
    pub game: String,
    #[ts(type = "number")]
    pub n: u64,
    /// How many people have reported it, and when the first did.
    pub times: u32,
    #[ts(type = "number")]
    pub at: i64,
    pub whom: KeptPerson,
    pub lines: Vec<ReportedLine>,
}

/// A tournament as keepers see it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct KeptTournament {
    pub id: String,
    pub name: String,
    pub game: String,
    /// What whoever holds it is called.
    pub holder: String,
    #[ts(type = "number")]
    pub people: i64,
    /// When something last happened there.
    #[ts(type = "number")]
    pub changed: i64,
}

/// Something that a keeper did. `what`: rename, silence (`detail`: until when), lift, remove, keeper, no-keeper,
/// remove-tournament (`whom`: who held it; `detail`: its title).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct KeptDeed {
    #[ts(type = "number")]
    pub at: i64,
    pub by: String,
    pub what: String,
    pub whom: String,
    pub detail: String,
}

/// What keepers see (`GET /api/keeper`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct KeeperPage {
    pub people: Vec<KeptPerson>,
    pub tournaments: Vec<KeptTournament>,
    pub reports: Vec<Report>,
    pub log: Vec<KeptDeed>,
}

/// What a keeper does about somebody (`POST /api/keeper/people/{id}`).
#[derive(Debug, Deserialize, TS)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub enum KeeperAct {
    Rename { name: String },
    Silence { minutes: u32 },
    Lift,
    Remove,
}

/// A report that was looked at (`POST /api/keeper/reports`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Settle {
    pub table: String,
    #[ts(type = "number")]
    pub n: u64,
}
