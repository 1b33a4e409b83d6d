//! The keeper's page: what was reported, who is who, what to do about it, and the log of what was done.

use std::time::Duration;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{
    Granted, House_, NotGranted,
    identity::{Identity, same_origin},
    read,
};
use crate::{
    House,
    address::Address,
    entry::TableEntry,
    limits, messages, names,
    people::Guest,
    protocol::{KeeperAct, KeeperPage, KeptDeed, KeptPerson, KeptTournament, Report, ReportedLine, Settle},
    store::{
        StoreError, UnixMillis,
        accounts::Claimed,
        company::Reported,
        keeping::{Act, By, Deed, Known, KnownCup},
    },
};

/// How many people, reports and deeds are shown.
const SHOWN: i64 = 50;
/// How many lines are shown around one that was reported.
const AROUND: usize = 6;
/// Nobody is silenced for longer at once.
const LONGEST: Duration = Duration::from_hours(24 * 366);

/// A keeper: by their passkey, in this browser.
async fn keeper(house: &House, headers: &HeaderMap, from: Address) -> Granted<Identity> {
    let identity = Identity::of(house, headers, from).await?;
    if identity.device.is_none() || !house.store.is_keeper(identity.guest).await? {
        return Err(NotGranted::new(StatusCode::FORBIDDEN, messages::KEEPERS_ONLY));
    }
    Ok(identity)
}

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    #[serde(default)]
    name: String,
}

fn person(known: Known, now: UnixMillis) -> KeptPerson {
    KeptPerson {
        id: known.guest.to_string(),
        name: known.name,
        account: known.account > 0,
        keeper: known.keeper > 0,
        silenced: (known.silenced > now.0).then_some(known.silenced),
    }
}

/// `GET /api/keeper?name=…`
pub(super) async fn page(
    State(house): House_,
    Query(Wanted { name }): Query<Wanted>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = keeper(&house, &headers, from).await?;
    let page = look(&house, &limits::name(&name).unwrap_or_default()).await?;
    Ok((identity.jar, Json(page)).into_response())
}

async fn look(house: &House, name: &str) -> Result<KeeperPage, StoreError> {
    let now = house.store.now();
    let people = house.store.people_like(name, SHOWN).await?;
    let mut reports = Vec::new();
    for reported in house.store.reports(SHOWN).await? {
        if let Some(report) = report(house, reported, now).await? {
            reports.push(report);
        }
    }
    let deed = |deed: Deed| KeptDeed {
        at: deed.at,
        by: deed.by_whom,
        what: deed.what,
        whom: deed.whom,
        detail: deed.detail,
    };
    let log = house.store.deeds(SHOWN).await?.into_iter().map(deed).collect();
    let tournament = |cup: KnownCup| {
        let KnownCup { id, name, game, people, changed, holder, .. } = cup;
        KeptTournament { id, name, game, holder, people, changed }
    };
    let tournaments = house.store.cups_like(name, SHOWN).await?.into_iter().map(tournament).collect();
    let people = people.into_iter().map(|known| person(known, now)).collect();
    Ok(KeeperPage { people, tournaments, reports, log })
}

/// What was said, with what was said around it, as the log has it; nothing if whoever said it is forgotten.
async fn report(house: &House, reported: Reported, now: UnixMillis) -> Result<Option<Report>, StoreError> {
    let Some((key, _)) = house.store.table(&reported.id).await? else { return Ok(None) };
    let mut lines = Vec::new();
    for row in house.store.log(key, 0).await? {
        if let Some(TableEntry::Say { guest, text, .. }) = TableEntry::read(&row.entry) {
            lines.push((row.n, guest, text));
        }
    }
    let n = reported.n as u64;
    let Some(at) = lines.iter().position(|(line, guest, _)| *line == n && *guest == reported.guest) else {
        return Ok(None);
    };
    let whom = house.store.known(reported.guest).await?;
    let mut around = Vec::new();
    for (line, guest, text) in lines.drain(at.saturating_sub(AROUND)..(at + AROUND / 2 + 1).min(lines.len()))
    {
        let name = house.store.name_of(guest).await?;
        around.push(ReportedLine { n: line, name, text, reported: line == n });
    }
    let (table, game, times) = (reported.id, reported.game, reported.times as u32);
    Ok(Some(Report { table, game, n, times, at: reported.at, whom: person(whom, now), lines: around }))
}

async fn by(house: &House, guest: Guest) -> Granted<By> {
    Ok(By { name: house.store.name_of(guest).await?, guest: Some(guest) })
}

/// `POST /api/keeper/people/{id}`: does something about somebody.
pub(super) async fn act(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    same_origin(&headers)?;
    let identity = keeper(&house, &headers, from).await?;
    let nobody = || NotGranted::new(StatusCode::NOT_FOUND, messages::NOBODY_THERE);
    let whom: Guest = id.parse().map_err(|_| nobody())?;
    let whom = house.store.known(whom).await?;
    let act = match read(&body)? {
        KeeperAct::Rename { name } => Act::Rename(limits::name(&name).map_err(NotGranted::not_so)?),
        KeeperAct::Silence { minutes } => {
            let time = Duration::from_mins(u64::from(minutes)).min(LONGEST);
            Act::Silence(UnixMillis(house.store.now().0 + time.as_millis() as i64))
        }
        KeeperAct::Lift => Act::Lift,
        KeeperAct::Remove => Act::Remove,
    };
    if act == Act::Remove && whom.keeper > 0 {
        // Keepers are made, and unmade, on the machine.
        return Err(NotGranted::not_so(messages::KEEPERS_STAY));
    }
    let by = by(&house, identity.guest).await?;
    if house.store.keeper_does(by, whom, act).await? == Claimed::Taken {
        return Err(NotGranted::new(StatusCode::CONFLICT, messages::NAME_TAKEN));
    }
    let page = look(&house, "").await?;
    Ok((identity.jar, Json(page)).into_response())
}

/// `DELETE /api/keeper/tournaments/{id}`: nobody finds it any more.
pub(super) async fn remove_tournament(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    same_origin(&headers)?;
    let identity = keeper(&house, &headers, from).await?;
    let by = by(&house, identity.guest).await?;
    if !house.store.keeper_removes_cup(by, id, names::table_name()?).await? {
        return Err(NotGranted::new(StatusCode::NOT_FOUND, messages::cups::NO_TOURNAMENT));
    }
    let page = look(&house, "").await?;
    Ok((identity.jar, Json(page)).into_response())
}

/// `POST /api/keeper/reports`: somebody has looked at it.
pub(super) async fn settle(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    same_origin(&headers)?;
    let identity = keeper(&house, &headers, from).await?;
    let Settle { table, n } = read(&body)?;
    house.store.settle_report(table, n).await?;
    let page = look(&house, "").await?;
    Ok((identity.jar, Json(page)).into_response())
}
