//! What somebody wants to be told when they are not there, and where, over plain HTTP.

use serde::{Deserialize, Serialize};
use table::Lang;
use ts_rs::TS;

/// What somebody wants to be told, in which language, when, and how often (`POST /api/me/notices`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NoticeWishes {
    #[ts(type = "\"en\" | \"fr\"")]
    pub lang: Lang,
    /// That it is their turn at a table of hours or days, …
    pub turn: bool,
    /// … and again before the time for it runs out.
    pub reminder: bool,
    /// That somebody asks them to a table.
    pub invited: bool,
    /// That a game of theirs has ended.
    pub ended: bool,
    /// That a table waits for them which they asked for.
    pub called: bool,
    /// Whether mail is sent, once an address is confirmed.
    pub mail: bool,
    /// Their time zone: `Europe/Paris`.
    pub zone: String,
    /// Nothing is sent in these hours; `null`: it may be at any time.
    pub quiet: Option<Quiet>,
    pub often: Often,
}

/// From one hour of the day to another, by their time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct Quiet {
    pub from: u8,
    pub to: u8,
}

/// How often something is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum Often {
    /// Each by itself.
    Each,
    /// At most once an hour, all together.
    Hourly,
    /// Once a day, all together, when the quiet hours end.
    Daily,
}

/// What somebody has chosen, and what can be chosen (`GET /api/me/notices`).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct NoticeSettings {
    pub wishes: NoticeWishes,
    /// Whether they have ever chosen.
    pub chosen: bool,
    /// The house's key, for which a browser takes push messages.
    pub key: String,
    /// How many of their browsers do.
    pub browsers: u32,
    /// Whether this house can send mail.
    pub mails: bool,
    pub mail: Option<MailState>,
}

/// Where mail goes.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export_to = "protocol.ts")]
pub struct MailState {
    pub address: String,
    /// Not before then is anything sent but the code.
    pub confirmed: bool,
}

/// A browser takes push messages (`POST /api/me/notices/browser`), as it says itself.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewBrowser {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

/// It takes no more (`POST /api/me/notices/browser/off`); or whether the house knows that it does (`…/browser/known`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct OldBrowser {
    pub endpoint: String,
}

/// An address for mail (`POST /api/me/notices/mail`): a code is sent there.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct NewMail {
    pub address: String,
}

/// The code that was sent there (`POST /api/me/notices/mail/confirm`).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "protocol.ts")]
pub struct MailCode {
    pub code: String,
}
