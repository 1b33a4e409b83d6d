//! Random play of any game: for measuring, for tests, and as the last resort of search.

use crate::{Chance, Game, GameEntry, Millis, Mute, Seat};

/// How long a random player thinks at most, where time matters.
const HESITATION: u32 = 2_000;

/// What happens next when everybody plays at random: an action, or time. `None` after the end.
///
/// `buffer` is overwritten; it spares an allocation per move.
#[inline]
pub fn next<G: Game>(
    game: &G,
    now: Millis,
    chance: &mut Chance,
    buffer: &mut Vec<G::Action>,
) -> Option<GameEntry<G::Action>> {
    next_by(game, now, chance, |seat, chance| game.draw(seat, chance, buffer))
}

/// The same, with whatever draws one of a seat's choices.
#[inline]
pub(crate) fn next_by<G: Game>(
    game: &G,
    now: Millis,
    chance: &mut Chance,
    mut draw: impl FnMut(Seat, &mut Chance) -> Option<G::Action>,
) -> Option<GameEntry<G::Action>> {
    if game.outcome().is_some() {
        return None;
    }
    let awaited = game.awaited();
    let mut at = now;
    if let Some(due) = game.deadline() {
        at = now + Millis(u64::from(chance.below(HESITATION)));
        if awaited.is_empty() || at > due {
            return Some(GameEntry::tick(due));
        }
    }
    if G::OUT_OF_TURN && chance.one_in(4) {
        let seat = Seat(chance.below(u32::from(game.seats())) as u8);
        if let Some(action) = draw(seat, chance) {
            return Some(GameEntry::act(seat, action, at));
        }
    }
    let seat = match awaited.len() {
        1 => awaited.first(),
        n => awaited.iter().nth(chance.below(n.max(1) as u32) as usize),
    }?;
    draw(seat, chance).map(|action| GameEntry::act(seat, action, at))
}

/// Plays a game on to its end at random, or for `limit` entries; says how many actions that took.
pub fn play_out<G: Game>(
    game: &mut G,
    now: Millis,
    chance: &mut Chance,
    buffer: &mut Vec<G::Action>,
    limit: u64,
) -> u64 {
    let mut actions = 0;
    let mut now = now;
    for _ in 0..limit {
        let Some(entry) = next(game, now, chance, buffer) else { break };
        now = entry.at;
        match entry.by {
            crate::By::Seat(seat, action) => {
                game.run_before(now, &mut Mute);
                game.apply(seat, action, now, &mut Mute);
                actions += 1;
            }
            crate::By::Clock => game.tick(now, &mut Mute),
        }
    }
    actions
}
