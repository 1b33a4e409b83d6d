//! Who may talk at all; and what somebody takes along when they want to have it: everything that is known of them.

use serde_json::{Value, json};
use table::Words;

use crate::{
    House,
    address::Address,
    entry::TableEntry,
    messages,
    notices::wishes,
    people::Guest,
    ratings, records,
    store::{StoreError, company::Tie},
};

/// Whether a keeper has silenced somebody, in words. It is looked up each time: what a keeper decides counts at once.
pub(crate) async fn silenced(house: &House, guest: Guest) -> Result<Option<Words>, StoreError> {
    let left = house.store.silenced(guest).await?.0 - house.store.now().0;
    Ok((left > 0).then(|| messages::silenced((left as u64).div_ceil(60_000))))
}

/// Why somebody may not talk here now, at whichever table.
pub(crate) async fn why_silent(house: &House, guest: Guest) -> Result<Option<Words>, StoreError> {
    if let Some(silenced) = silenced(house, guest).await? {
        return Ok(Some(silenced));
    }
    let stranger = house.config.accounts_for.talk && !house.store.has_account(guest).await?;
    Ok(stranger.then_some(messages::TALK_WITH_ACCOUNT))
}

/// All that is known of a guest, as one JSON text: no secrets, and of others only what they are called.
pub(crate) async fn export(house: &House, guest: Guest, from: Address) -> Result<Value, StoreError> {
    let person = house.store.person(guest).await?;
    let devices: Vec<Value> = (house.store.passkeys(guest).await?.into_iter())
        .map(|key| json!({ "name": key.name, "address": key.host, "made": key.made, "used": key.used }))
        .collect();
    let (mut games, mut before, mut running) = (Vec::new(), None, Vec::new());
    loop {
        let page = records::history(house, (guest, from), before.as_deref()).await?;
        running.extend(page.running);
        games.extend(page.games);
        before = page.before;
        if before.is_none() {
            break;
        }
    }
    let mut talk = Vec::new();
    for id in house.store.tables_that_name(guest).await? {
        let Some((key, _)) = house.store.table(&id).await? else { continue };
        for row in house.store.log(key, 0).await? {
            if let Some(TableEntry::Say { guest: said_by, text, .. }) = TableEntry::read(&row.entry)
                && said_by == guest
            {
                talk.push(json!({ "table": id, "n": row.n, "at": row.wall.0, "text": text }));
            }
        }
    }
    let played = house.store.cups_of(guest).await?.into_iter();
    let tournaments: Vec<Value> = played
        .map(|cup| json!({ "id": cup.id, "name": cup.name, "game": cup.game, "held": cup.holder == guest, "at": cup.made }))
        .collect();
    let called =
        |people: Vec<(Guest, String)>| -> Vec<String> { people.into_iter().map(|(_, name)| name).collect() };
    let (wishes, _) = wishes::of(house, guest).await?;
    let browsers = house.store.browsers(guest).await?;
    let notices = json!({
        "wishes": wishes,
        "browsers": browsers.iter().map(|browser| &browser.endpoint).collect::<Vec<_>>(),
        "mail": house.store.mailbox(guest).await?.map(|mailbox| mailbox.address),
    });
    let vacations: Vec<Value> = (house.store.vacations_of(&[guest]).await?.into_iter())
        .map(|vacation| json!({ "from": vacation.from, "until": vacation.until }))
        .collect();
    let plans = house.store.plans_of(guest).await?.into_iter();
    let plans: Vec<Value> = plans
        .map(|(table, lines)| json!({ "table": table, "lines": serde_json::from_str::<Value>(&lines).unwrap_or_default() }))
        .collect();
    let since = (person.account > 0).then_some(person.account);
    Ok(json!({
        "name": person.name,
        "account": since,
        "devices": devices,
        "recovery_code_made": house.store.code_made(guest).await?.map(|made| made.0),
        "records": records::records(house, (guest, from)).await?,
        "ratings": ratings::of_guest(house, guest, u32::MAX).await?,
        "running": running,
        "games": games,
        "talk": talk,
        "plans": plans,
        "tournaments": tournaments,
        "following": called(house.store.ties(guest, Tie::Follows).await?),
        "notices": notices,
        "vacations": vacations,
        "blocked": called(house.store.ties(guest, Tie::Blocks).await?),
    }))
}
