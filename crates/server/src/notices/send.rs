//! The outbox: what is due is claimed, said in one message, sent, and settled.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use futures_util::future::join_all;

use super::{
    Kind, Notice,
    mail::NotMailed,
    post::NotPosted,
    push::{self, NotSealed},
    say::{self, Said},
    wishes,
};
use crate::{
    House,
    people::Guest,
    protocol::NoticeWishes,
    store::{
        StoreError, UnixMillis,
        notices::{Fate, Told, Waiting, Which},
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
/// A browser that did not take something is left alone for as long, but not longer than this: the tries of one notice go on a
/// little longer, so that one that can be reached again is.
const LONGEST_REST: i64 = 30 * 60_000;
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

/// Sends what is due, each person's by itself. What somebody's browsers are slow to take holds up nobody but them.
pub(super) async fn send_what_is_due(house: &Arc<House>) -> Result<(), StoreError> {
    let now = house.store.now();
    for (guest, waiting) in by_person(house.store.due_notices(now, LOOKED_AT).await?) {
        let Some(turn) = house.outgoing.turns.of(guest) else { continue };
        // The rest with the next look.
        let Ok(room) = Arc::clone(&house.outgoing.room).try_acquire_owned() else { break };
        let house = Arc::clone(house);
        tokio::spawn(async move {
            let (_room, _turn) = (room, turn);
            if let Err(error) = deliver(&house, guest, waiting).await {
                tracing::warn!(%error, "somebody is not told something now");
            }
        });
    }
    Ok(())
}

/// Whose is due the longest comes first.
fn by_person(due: Vec<Waiting>) -> Vec<(Guest, Vec<Waiting>)> {
    let mut people: Vec<(Guest, Vec<Waiting>)> = Vec::new();
    let mut places = HashMap::new();
    for waiting in due {
        let place = *places.entry(waiting.guest).or_insert_with(|| {
            people.push((waiting.guest, Vec::new()));
            people.len() - 1
        });
        people[place].1.push(waiting);
    }
    people
}

/// Whom something is being sent to: one at a time for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns(Arc<Mutex<HashSet<Guest>>>);

/// It is somebody's turn until this is dropped.
struct Turn(Turns, Guest);

impl Turns {
    fn with<T>(&self, work: impl FnOnce(&mut HashSet<Guest>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Nothing if something is being sent to them.
    fn of(&self, guest: Guest) -> Option<Turn> {
        self.with(|busy| busy.insert(guest)).then(|| Turn(self.clone(), guest))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.with(|busy| busy.remove(&self.1));
    }
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
                // What is tried again was not held any more, whoever has taken it meanwhile.
                let again = waiting.tries > 0;
                let due = if again { UnixMillis(0) } else { UnixMillis(waiting.due) };
                let told = if again { Told { last: None, ..told } } else { told };
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
    // What goes the same ways is said together: what somebody took already is not said to them again.
    let mut groups: BTreeMap<_, Vec<Waiting>> = BTreeMap::new();
    for waiting in together {
        let way = (owed(&waiting), waiting.mailed.is_some());
        groups.entry(way).or_default().push(waiting);
    }
    let told = join_all(groups.iter().map(|((owed, mailed), all)| async move {
        let fates = tell(house, of, to, (owed.as_deref(), *mailed), all).await?;
        house.store.settle_notices(fates).await
    }));
    told.await.into_iter().collect()
}

/// Which browsers are still to take it; nothing: it was tried at none.
fn owed(waiting: &Waiting) -> Option<Vec<String>> {
    let listed = waiting.owed.as_ref().and_then(|owed| serde_json::from_str(owed).ok());
    // From before it was written down which.
    listed.or_else(|| waiting.pushed.map(|_| Vec::new()))
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

/// Says all of this in one message, in every way they have that has not taken it yet: to those browsers that are `owed` it, if
/// it was tried before, and by mail unless it was `mailed`.
async fn tell(
    house: &House,
    wishes: &NoticeWishes,
    ways: &Ways,
    (owed, was_mailed): (Option<&[String]>, bool),
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
    let still = |browser: &&Browser| owed.is_none_or(|owed| owed.contains(&browser.endpoint));
    let pushing = push_all(house, ways.browsers.iter().filter(still), &said);
    let mailing = async {
        match (&ways.mailbox, &house.outgoing.mailer) {
            (Some(to), Some(mailer)) if !was_mailed => {
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
        fates.push((which, after(waiting, &pushed, mailed, now)));
    }
    Ok(fates)
}

/// What came of pushing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pushed {
    /// Whether a browser has taken it.
    any: bool,
    /// Those that have not, and perhaps will.
    owed: Vec<String>,
}

/// How long after so many tries in vain it is tried again, in milliseconds.
fn wait_after(tries: i64) -> i64 {
    AGAIN << (2 * (tries - 1).clamp(0, 8))
}

/// What becomes of something after it was sent, or not.
fn after(waiting: &Waiting, pushed: &Pushed, mailed: Way, now: UnixMillis) -> Fate {
    let any = pushed.any || mailed == Way::Done || waiting.pushed.is_some() || waiting.mailed.is_some();
    let failed = !pushed.owed.is_empty() || mailed == Way::Failed;
    let (pushed, mailed, owed) = (pushed.any, mailed == Way::Done, pushed.owed.clone());
    if failed && waiting.tries < TRIES {
        let again = UnixMillis(now.0 + wait_after(waiting.tries));
        return Fate::Half { pushed, mailed, owed, again };
    }
    if any { Fate::Sent { pushed, mailed } } else { Fate::Dropped }
}

/// A message to each of these browsers.
async fn push_all(
    house: &House,
    browsers: impl Iterator<Item = &Browser>,
    said: &Said,
) -> Result<Pushed, StoreError> {
    let lasts = (said.until.0 - house.store.now().0).max(60_000) / 1_000;
    let urgency = if said.urgent { "high" } else { "normal" };
    let (text, tag) = (&said.json(), &said.tag);
    let sent = browsers
        .map(|browser| async move { (browser, push_to(house, browser, text, tag, lasts, urgency).await) });
    let mut pushed = Pushed::default();
    for (browser, way) in join_all(sent).await {
        match way? {
            Way::Done => pushed.any = true,
            Way::Failed => pushed.owed.push(browser.endpoint.clone()),
            Way::None => {}
        }
    }
    Ok(pushed)
}

/// A message to a browser, unless it rests. Whoever takes none, however it says so, is left alone longer and longer: nobody can
/// keep the house busy by giving it an address that does not answer.
async fn push_to(
    house: &House,
    browser: &Browser,
    text: &[u8],
    tag: &str,
    lasts: i64,
    urgency: &'static str,
) -> Result<Way, StoreError> {
    if browser.rests > house.store.now().0 {
        return Ok(Way::Failed);
    }
    let way = push_one(house, browser, text, tag, lasts, urgency).await?;
    let endpoint = browser.endpoint.clone();
    match way {
        Way::Done if browser.failed == 0 => {}
        Way::Done => house.store.browser_failed(endpoint, 0, UnixMillis(0)).await?,
        Way::Failed | Way::None => {
            let failed = browser.failed + 1;
            let rests = UnixMillis(house.store.now().0 + wait_after(failed).min(LONGEST_REST));
            house.store.browser_failed(endpoint, failed, rests).await?;
        }
    }
    Ok(way)
}

/// The same, once. A browser that there is no more is forgotten.
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
        (Ok(_), Err(NotSealed::This)) => {
            tracing::warn!(length = text.len(), "a message cannot be sealed");
            return Ok(Way::None);
        }
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
        Err(trouble @ NotPosted::Blind(_)) => {
            tracing::warn!(%trouble, "nothing is posted");
            Ok(Way::Failed)
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
    join_all(others.map(|browser| push_to(house, browser, &text, &tag, 0, "normal"))).await;
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
    Ok(after(waiting, &Pushed::default(), mailed, now))
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
            owed: None,
        }
    }

    fn pushed(any: bool, owed: &[&str]) -> Pushed {
        Pushed { any, owed: owed.iter().map(|&endpoint| endpoint.to_owned()).collect() }
    }

    #[test]
    fn what_fails_is_tried_again_later_and_later_and_then_given_up() {
        let now = UnixMillis(1_000_000);
        let in_vain = pushed(false, &["a"]);
        let again = |tries| match after(&waiting(tries, false), &in_vain, Way::None, now) {
            Fate::Half { again, pushed: false, mailed: false, .. } => Some((again.0 - now.0) / 1_000),
            _ => None,
        };
        let waits: Vec<_> = (1..=TRIES).map(again).collect();
        assert_eq!(waits, [Some(30), Some(120), Some(480), Some(1_920), None]);
        assert_eq!(after(&waiting(TRIES, false), &in_vain, Way::None, now), Fate::Dropped);
        let sent = Fate::Sent { pushed: false, mailed: false };
        let nowhere = Pushed::default();
        assert_eq!(after(&waiting(TRIES, true), &nowhere, Way::Failed, now), sent, "one way was enough");
    }

    #[test]
    fn what_went_one_way_is_not_sent_that_way_again() {
        let now = UnixMillis(0);
        let half = |owed: &[&str]| Fate::Half {
            pushed: true,
            mailed: false,
            owed: pushed(true, owed).owed,
            again: UnixMillis(AGAIN),
        };
        let (all, some) = (pushed(true, &[]), pushed(true, &["b"]));
        assert_eq!(after(&waiting(1, false), &all, Way::Failed, now), half(&[]));
        assert_eq!(after(&waiting(1, false), &some, Way::None, now), half(&["b"]), "one of two devices");
        let sent = Fate::Sent { pushed: true, mailed: false };
        assert_eq!(after(&waiting(1, false), &all, Way::None, now), sent);
        assert_eq!(after(&waiting(1, false), &Pushed::default(), Way::None, now), Fate::Dropped);
    }

    #[test]
    fn a_notice_knows_who_is_owed_it() {
        assert_eq!(owed(&waiting(0, false)), None, "everybody");
        assert_eq!(owed(&waiting(1, true)), Some(Vec::new()), "as it was written before there was a list");
        let listed = Waiting { owed: Some(r#"["b"]"#.to_owned()), ..waiting(1, true) };
        assert_eq!(owed(&listed), Some(vec!["b".to_owned()]));
    }

    #[test]
    fn whose_is_due_the_longest_comes_first_and_one_at_a_time() {
        let due = [9, 2, 9, 5].map(|guest| Waiting { guest: Guest(guest), ..waiting(0, false) });
        let people = by_person(due.into());
        let order: Vec<_> = people.iter().map(|(guest, waiting)| (guest.0, waiting.len())).collect();
        assert_eq!(order, [(9, 2), (2, 1), (5, 1)]);
        let turns = Turns::default();
        let turn = turns.of(Guest(9)).expect("nothing is being sent to them");
        assert!(turns.of(Guest(9)).is_none() && turns.of(Guest(2)).is_some());
        drop(turn);
        assert!(turns.of(Guest(9)).is_some());
    }

    #[test]
    fn a_browser_rests_no_longer_than_a_notice_is_tried() {
        let tried: i64 = (1..TRIES).map(wait_after).sum();
        assert!(LONGEST_REST < tried, "{tried}");
    }
}
