//! The outbox: what is due is claimed, said in one message, sent, and settled.

use std::{collections::BTreeMap, sync::Arc};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use futures_util::future::join_all;

use super::{
    Kind, Notice,
    mail::NotMailed,
    post::NotPosted,
    push,
    say::{self, Said},
    wishes,
};
use crate::{
    House,
    people::Guest,
    protocol::NoticeWishes,
    store::{
        StoreError, UnixMillis,
        notices::{Fate, Waiting, Which},
        ways::{Browser, Mailbox},
    },
};

/// How much is looked at at once.
const LOOKED_AT: u32 = 500;
/// Whoever sends has so long, in milliseconds; then it is taken for dead.
const CLAIM: i64 = 60_000;
/// So often is it tried, at first after so long, and each time four times as long after.
const TRIES: i64 = 5;
const AGAIN: i64 = 30_000;
/// Whoever is at the table is not told; it is looked again then.
const WHILE_THERE: i64 = 30_000;
/// A table that only another node has open is left to it for so long: it knows who is there.
const ELSEWHERE: i64 = 15_000;
/// So much mail goes to one person in a day.
const MAILS_IN_DAY: i64 = 20;

/// What came of one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Done,
    /// Perhaps later.
    Failed,
    /// There is none, or none any more.
    None,
}

/// Sends what is due, each person's by itself.
pub(super) async fn send_what_is_due(house: &Arc<House>) -> Result<(), StoreError> {
    let now = house.store.now();
    let mut people: BTreeMap<Guest, Vec<Waiting>> = BTreeMap::new();
    for waiting in house.store.due_notices(now, LOOKED_AT).await? {
        people.entry(waiting.guest).or_default().push(waiting);
    }
    for (guest, waiting) in people {
        // The rest with the next look.
        let Ok(room) = Arc::clone(&house.outgoing.room).try_acquire_owned() else { break };
        let house = Arc::clone(house);
        tokio::spawn(async move {
            let _room = room;
            if let Err(error) = deliver(&house, guest, waiting).await {
                tracing::warn!(%error, "somebody is not told something now");
            }
        });
    }
    Ok(())
}

/// The ways to one person.
struct Ways {
    browsers: Vec<Browser>,
    mailbox: Option<Mailbox>,
}

async fn deliver(house: &Arc<House>, guest: Guest, waiting: Vec<Waiting>) -> Result<(), StoreError> {
    let now = house.store.now();
    let (wishes, _) = wishes::of(house, guest).await?;
    let told = house.store.told(guest, now).await?;
    let ways = Ways {
        browsers: house.store.browsers(guest).await?,
        mailbox: house.store.mailbox(guest).await?.filter(|mailbox| {
            let some = house.outgoing.mailer.is_some() && told.mails_in_day < MAILS_IN_DAY;
            some && wishes.mail && mailbox.confirmed > 0
        }),
    };
    let (mut ready, mut not_now) = (Vec::new(), Vec::new());
    for waiting in &waiting {
        let which = Which::from(waiting);
        let Some(kind) = Kind::named(&waiting.kind) else {
            not_now.push((which, Fate::Dropped));
            continue;
        };
        match look(house, &wishes, &ways, kind, waiting, now).await? {
            Look::Not(fate) => not_now.push((which, fate)),
            Look::Elsewhere => {}
            Look::Tell => {
                // What is tried again was not held any more.
                let due = if waiting.tries > 0 { UnixMillis(0) } else { UnixMillis(waiting.due) };
                match wishes.held_until(kind, due, up(waiting), told, now) {
                    Some(then) => not_now.push((which, Fate::Later(then))),
                    None => ready.push(which),
                }
            }
        }
    }
    if !not_now.is_empty() {
        house.store.settle_notices(not_now).await?;
    }
    let claimed = house.store.claim_notices(ready, UnixMillis(now.0 + CLAIM)).await?;
    let (alone, together): (Vec<Waiting>, Vec<Waiting>) =
        claimed.into_iter().partition(|waiting| matches!(waiting.kind.as_str(), "gone" | "confirm"));
    // All at once: what is claimed is not claimed for as long as one after the other may take.
    let (to, of) = (&ways, &wishes);
    let settled = join_all(alone.iter().map(|waiting| async move {
        let fate = if waiting.kind == "gone" {
            close(house, to, waiting).await?;
            Fate::Dropped
        } else {
            ask_to_confirm(house, guest, of, waiting).await?
        };
        house.store.settle_notices(vec![(Which::from(waiting), fate)]).await
    }));
    settled.await.into_iter().collect::<Result<(), StoreError>>()?;
    if together.is_empty() {
        return Ok(());
    }
    let fates = tell(house, &wishes, &ways, &together).await?;
    house.store.settle_notices(fates).await
}

/// When it is too late for it.
fn up(waiting: &Waiting) -> Option<UnixMillis> {
    matches!(waiting.kind.as_str(), "turn" | "reminder").then_some(UnixMillis(waiting.number))
}

/// What is found before something is sent.
enum Look {
    Tell,
    /// It is not wanted, too late, or they know.
    Not(Fate),
    /// Another node knows better, and does it.
    Elsewhere,
}

async fn look(
    house: &House,
    wishes: &NoticeWishes,
    ways: &Ways,
    kind: Kind,
    waiting: &Waiting,
    now: UnixMillis,
) -> Result<Look, StoreError> {
    let dropped = || Ok(Look::Not(Fate::Dropped));
    if kind == Kind::Confirm {
        return if house.outgoing.mailer.is_some() { Ok(Look::Tell) } else { dropped() };
    }
    let reached = !ways.browsers.is_empty() || ways.mailbox.is_some();
    if !wishes.wants(kind) || !reached || up(waiting).is_some_and(|up| up <= now) {
        return dropped();
    }
    if kind == Kind::Invited {
        let stands = house.store.invitations(waiting.guest).await?;
        let stands = stands.iter().any(|invited| invited.id == waiting.topic);
        return if stands { Ok(Look::Tell) } else { dropped() };
    }
    if !matches!(kind, Kind::Turn | Kind::Reminder | Kind::Ended | Kind::Called) {
        return Ok(Look::Tell);
    }
    if matches!(kind, Kind::Turn | Kind::Reminder)
        && let Some(back) = house.store.away_until(waiting.guest, now).await?
        && let Some((_, table)) = house.store.table(&waiting.topic).await?
        && !table.is_of_a_tournament()
    {
        // Their clock stands. If they are back before, their table says so, and it is looked at anew.
        return Ok(Look::Not(Fate::Later(back)));
    }
    match house.rooms.is_at(&waiting.topic, waiting.guest).await {
        Some(true) if matches!(kind, Kind::Ended | Kind::Called) => dropped(),
        Some(true) => Ok(Look::Not(Fate::Later(UnixMillis(now.0 + WHILE_THERE)))),
        None if house.town.is_some() && now.0 - waiting.due < ELSEWHERE => {
            let key = house.store.table(&waiting.topic).await?.map(|(key, _)| key);
            let open = key.is_some_and(|key| house.lobby.open_elsewhere().contains(&key));
            Ok(if open { Look::Elsewhere } else { Look::Tell })
        }
        _ => Ok(Look::Tell),
    }
}

/// Says all of this in one message, in every way they have.
async fn tell(
    house: &House,
    wishes: &NoticeWishes,
    ways: &Ways,
    all: &[Waiting],
) -> Result<Vec<(Which, Fate)>, StoreError> {
    let now = house.store.now();
    let (mut said, mut fates) = (Vec::new(), Vec::new());
    for waiting in all {
        match serde_json::from_str::<Notice>(&waiting.text) {
            Ok(notice) => said.push(say::say(house, &notice, wishes.lang, now).await?),
            Err(_) => fates.push((Which::from(waiting), Fate::Dropped)),
        }
    }
    let Some(said) = say::together(said, wishes.lang) else { return Ok(fates) };
    // What went out one way before the other failed goes out that way no more.
    let to_push = all.iter().any(|waiting| waiting.pushed.is_none());
    let to_mail = all.iter().any(|waiting| waiting.mailed.is_none());
    let pushing =
        async { if to_push { push_all(house, &ways.browsers, &said).await } else { Ok(Way::None) } };
    let mailing = async {
        match (&ways.mailbox, &house.outgoing.mailer) {
            (Some(to), Some(mailer)) if to_mail => {
                match mailer.mail(&to.address, &to.token, &said, wishes.lang).await {
                    Ok(()) => Way::Done,
                    Err(NotMailed::Now) => Way::Failed,
                    Err(NotMailed::Ever) => Way::None,
                }
            }
            _ => Way::None,
        }
    };
    let (pushed, mailed) = tokio::join!(pushing, mailing);
    let (pushed, mailed) = (pushed?, mailed);
    for waiting in all {
        let which = Which::from(waiting);
        if fates.iter().any(|(known, _)| *known == which) {
            continue;
        }
        fates.push((which, after(waiting, pushed, mailed, now)));
    }
    Ok(fates)
}

/// What becomes of something after it was sent, or not.
fn after(waiting: &Waiting, pushed: Way, mailed: Way, now: UnixMillis) -> Fate {
    let any =
        pushed == Way::Done || mailed == Way::Done || waiting.pushed.is_some() || waiting.mailed.is_some();
    let failed = pushed == Way::Failed || mailed == Way::Failed;
    let (done_push, done_mail) = (pushed == Way::Done, mailed == Way::Done);
    if failed && waiting.tries < TRIES {
        let again = UnixMillis(now.0 + AGAIN * (1 << (2 * (waiting.tries - 1).clamp(0, 8))));
        return Fate::Half { pushed: done_push, mailed: done_mail, again };
    }
    if any { Fate::Sent { pushed: done_push, mailed: done_mail } } else { Fate::Dropped }
}

/// A message to each browser. One that there is no more is forgotten.
async fn push_all(house: &House, browsers: &[Browser], said: &Said) -> Result<Way, StoreError> {
    let lasts = (said.until.0 - house.store.now().0).max(60_000) / 1_000;
    let urgency = if said.urgent { "high" } else { "normal" };
    let text = said.json();
    let sent = browsers.iter().map(|browser| push_one(house, browser, &text, &said.tag, lasts, urgency));
    let sent = join_all(sent).await.into_iter().collect::<Result<Vec<Way>, StoreError>>()?;
    Ok(if sent.contains(&Way::Done) {
        Way::Done
    } else if sent.contains(&Way::Failed) {
        Way::Failed
    } else {
        Way::None
    })
}

async fn push_one(
    house: &House,
    browser: &Browser,
    text: &[u8],
    tag: &str,
    lasts: i64,
    urgency: &'static str,
) -> Result<Way, StoreError> {
    let Some(key) = &house.outgoing.key else { return Ok(Way::None) };
    let forget = || house.store.remove_browser(browser.endpoint.clone());
    let post = &house.outgoing.post;
    let (to, sealed) = match (post.endpoint(&browser.endpoint), push::seal(browser, text)) {
        (Ok(to), Ok(sealed)) => (to, sealed),
        (to, _) => {
            tracing::warn!(trouble = ?to.err(), "a browser whose address or keys are no good is forgotten");
            forget().await?;
            return Ok(Way::None);
        }
    };
    let Some(signature) = key.signs(&to.origin, &house.outgoing.contact, house.store.now()) else {
        return Ok(Way::Failed);
    };
    let Ok(signature) = HeaderValue::from_str(&signature) else { return Ok(Way::None) };
    let mut headers = HeaderMap::new();
    headers.insert(header::AUTHORIZATION, signature);
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("aes128gcm"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    headers.insert(HeaderName::from_static("ttl"), HeaderValue::from(lasts));
    headers.insert(HeaderName::from_static("urgency"), HeaderValue::from_static(urgency));
    if let Ok(topic) = HeaderValue::from_str(&say::topic(tag)) {
        headers.insert(HeaderName::from_static("topic"), topic);
    }
    match post.post(&to, headers, sealed).await {
        Ok(status) if status.is_success() => Ok(Way::Done),
        // There is no such browser any more.
        Ok(status) if matches!(status.as_u16(), 404 | 410) => {
            forget().await?;
            Ok(Way::None)
        }
        Ok(status) if status.is_server_error() || matches!(status.as_u16(), 408 | 425 | 429) => {
            tracing::info!(%status, service = to.origin, "a push service takes nothing now");
            Ok(Way::Failed)
        }
        Ok(status) => {
            tracing::warn!(%status, service = to.origin, "a push service does not take a message");
            Ok(Way::None)
        }
        Err(trouble @ (NotPosted::Private(_) | NotPosted::Address)) => {
            tracing::warn!(%trouble, "nothing is sent to the house's own network: such a browser is forgotten");
            forget().await?;
            Ok(Way::None)
        }
        Err(trouble) => {
            tracing::info!(%trouble, service = to.origin, "a push service cannot be reached");
            Ok(Way::Failed)
        }
    }
}

/// What their devices show of a table is closed: once, and if it fails it stands there until they look. Apple's browsers
/// count messages that show nothing against whoever sends them.
async fn close(house: &House, ways: &Ways, waiting: &Waiting) -> Result<(), StoreError> {
    let tag = say::tag(&waiting.topic);
    // One message may have said several things: it is done with when the last of them is.
    let more = house.store.is_shown_turns(waiting.guest).await?;
    let text = if more { say::gone(&[&tag]) } else { say::gone(&[&tag, say::TOGETHER]) };
    let others = ways.browsers.iter().filter(|browser| !browser.endpoint.contains(".push.apple.com/"));
    // With no time to live it also takes the place of one that still waits for a device that is off.
    join_all(others.map(|browser| push_one(house, browser, &text, &tag, 0, "normal"))).await;
    Ok(())
}

/// The code for an address that is not confirmed yet.
async fn ask_to_confirm(
    house: &House,
    guest: Guest,
    wishes: &NoticeWishes,
    waiting: &Waiting,
) -> Result<Fate, StoreError> {
    let now = house.store.now();
    let notice = serde_json::from_str::<Notice>(&waiting.text).ok();
    let (Some(notice @ Notice::Confirm { .. }), Some(mailer), Some(mailbox)) =
        (notice, &house.outgoing.mailer, house.store.mailbox(guest).await?)
    else {
        return Ok(Fate::Dropped);
    };
    // They have given another address since.
    if mailbox.address != waiting.topic {
        return Ok(Fate::Dropped);
    }
    let said = say::say(house, &notice, wishes.lang, now).await?;
    let mailed = match mailer.mail(&mailbox.address, &mailbox.token, &said, wishes.lang).await {
        Ok(()) => Way::Done,
        Err(NotMailed::Now) => Way::Failed,
        Err(NotMailed::Ever) => Way::None,
    };
    Ok(after(waiting, Way::None, mailed, now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(tries: i64, pushed: bool) -> Waiting {
        Waiting {
            guest: Guest(1),
            kind: "turn".to_owned(),
            topic: "t".to_owned(),
            number: 1,
            text: String::new(),
            due: 0,
            tries,
            pushed: pushed.then_some(1),
            mailed: None,
        }
    }

    #[test]
    fn what_fails_is_tried_again_later_and_later_and_then_given_up() {
        let now = UnixMillis(1_000_000);
        let again = |tries| match after(&waiting(tries, false), Way::Failed, Way::None, now) {
            Fate::Half { again, pushed: false, mailed: false } => Some((again.0 - now.0) / 1_000),
            _ => None,
        };
        let waits: Vec<_> = (1..=TRIES).map(again).collect();
        assert_eq!(waits, [Some(30), Some(120), Some(480), Some(1_920), None]);
        assert_eq!(after(&waiting(TRIES, false), Way::Failed, Way::None, now), Fate::Dropped);
        let sent = Fate::Sent { pushed: false, mailed: false };
        assert_eq!(after(&waiting(TRIES, true), Way::None, Way::Failed, now), sent, "one way was enough");
    }

    #[test]
    fn what_went_one_way_is_not_sent_that_way_again() {
        let now = UnixMillis(0);
        let half = Fate::Half { pushed: true, mailed: false, again: UnixMillis(AGAIN) };
        assert_eq!(after(&waiting(1, false), Way::Done, Way::Failed, now), half);
        let sent = Fate::Sent { pushed: true, mailed: false };
        assert_eq!(after(&waiting(1, false), Way::Done, Way::None, now), sent);
        assert_eq!(after(&waiting(1, false), Way::None, Way::None, now), Fate::Dropped);
    }
}
