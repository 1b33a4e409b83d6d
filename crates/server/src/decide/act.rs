//! Actions and time: when an action counts, and what has to wait.
//!
//! A real-time game allows for slow networks: an action counts from when it was made, at most its measured journey and
//! the game's grace before it arrives. So what is due by itself becomes final only after the grace, and an action made
//! after such a moment is held until then.

use table::{GameEntry, Millis, Seat};

use super::{Decision, Declined, Scene, Who};
use crate::{entry::TableEntry, messages, protocol::Phase};

/// So much of a line's measured delay is on nobody's clock. What was made in time may arrive so much later.
pub(crate) const LINE: Millis = Millis(500);

/// An action: done now, or held until what was due before it has become final.
pub(super) fn play(
    scene: &Scene<'_>,
    who: Who,
    seat: Seat,
    action: &str,
    announced: Option<Millis>,
    lag: Millis,
) -> Result<Decision, Declined> {
    if who == Who::Bot
        && scene.table.chairs.person(seat).is_some()
        && !scene.table.help_is_said.contains(seat)
    {
        // Before it plays for somebody the log says so; then it is asked anew.
        return scene.game_of(who, seat).map(|_| Decision::Append(TableEntry::Helped { seat }));
    }
    let at = if scene.table.clocks.is_some() {
        // Nobody pays for their line, up to a bound: neither for what they did nor for what they had to see first.
        scene.now - lag.min(LINE)
    } else {
        made_at(announced, scene.now, lag.min(scene.table.grace()))
    };
    if has_to_wait(scene, seat, action, at) {
        return Ok(Decision::Hold(at));
    }
    act(scene, who, seat, action, at).map(Decision::Append)
}

/// A move that came twice, because its line broke, counts once: whichever copy is first, the other is told at which number it
/// stands. Where its seat has done something else since, nothing is done.
pub(crate) fn once(
    scene: &Scene<'_>,
    who: Who,
    seat: Seat,
    action: &str,
    expect: Option<u64>,
) -> Result<Option<u64>, Declined> {
    let played = &scene.table.played;
    let Some(expect) = expect.filter(|&expect| played.has_acted_after(seat, expect)) else { return Ok(None) };
    // What a seat did may be a secret.
    scene.game_of(who, seat)?;
    match played.first_after(seat, expect) {
        Some((n, done)) if done == action.trim() => Ok(Some(n)),
        _ => Err(messages::MOVED_ON.into()),
    }
}

/// The entry of an action that counts as made at `at`.
pub(crate) fn act(
    scene: &Scene<'_>,
    who: Who,
    seat: Seat,
    action: &str,
    at: Millis,
) -> Result<TableEntry, Declined> {
    let game = scene.game_of(who, seat)?;
    if !scene.runs && game.outcome().is_none() {
        return Err(messages::WAITING_FOR_PEOPLE.into());
    }
    let at = at.max(scene.table.last_at);
    let up = scene.table.clocks.as_ref().and_then(|clocks| clocks.due_of(seat)).is_some_and(|due| due < at);
    if up || (scene.table.phase() == Phase::Over && game.outcome().is_none()) {
        return Err(messages::TIME_UP.into());
    }
    let checked = game.check(seat, action, at)?;
    Ok(TableEntry::Game(GameEntry::act(seat, checked.notation, at)))
}

/// When an action counts as made: as announced, but no earlier than its journey allows, and never after it arrived.
fn made_at(announced: Option<Millis>, arrived: Millis, journey: Millis) -> Millis {
    announced.map_or(arrived, |announced| announced.clamp(arrived - journey, arrived))
}

/// Whether an action, made at `at`, has to wait until what is due has become final. At the very moment when it is due, only
/// what comes first by the game's rules acts at once: anything else would make it final too early, while a card of that
/// moment may still be on its way (S-19).
pub(crate) fn has_to_wait(scene: &Scene<'_>, seat: Seat, action: &str, at: Millis) -> bool {
    let game = scene.table.game.as_ref();
    let comes_first =
        || game.and_then(|game| game.check(seat, action, at).ok()).is_some_and(|checked| checked.comes_first);
    scene.table.deadline().is_some_and(|due| due < at || (due == at && !comes_first()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Millis = Millis(250);

    fn arrives_at_ten_seconds(announced: Option<u64>, lag: u64) -> Millis {
        made_at(announced.map(Millis), Millis(10_000), Millis(lag).min(GRACE))
    }

    #[test]
    fn an_announcement_counts_from_when_it_was_made() {
        assert_eq!(arrives_at_ten_seconds(Some(9_900), 180), Millis(9_900));
        assert_eq!(arrives_at_ten_seconds(None, 180), Millis(10_000));
    }

    #[test]
    fn nobody_can_claim_an_earlier_time_than_their_connection_explains() {
        assert_eq!(arrives_at_ten_seconds(Some(9_000), 180), Millis(9_820));
        assert_eq!(arrives_at_ten_seconds(Some(9_000), 5_000), Millis(9_750));
        assert_eq!(arrives_at_ten_seconds(Some(0), 0), Millis(10_000));
    }

    #[test]
    fn nobody_can_claim_the_future() {
        assert_eq!(arrives_at_ten_seconds(Some(99_000), 180), Millis(10_000));
    }
}
