//! A player that looks one action ahead: whatever looks best right after it.

use table::{Chance, Millis, Mute, Seat};

use crate::Teach;

/// What is hidden may turn out in so many ways.
const WORLDS: usize = 4;

/// The action after which `seat` stands best; equally good ones by chance.
pub(crate) fn choose<G: Teach>(game: &G, seat: Seat, now: Millis, chance: &mut Chance) -> Option<G::Action> {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    chance.shuffle(&mut choices);
    let worlds: Vec<G> = (0..WORLDS).map(|_| game.imagine(seat, chance)).collect();
    let after = |action: &G::Action| -> f32 {
        let worth = |world: &G| {
            let mut world = world.clone();
            // What this world does not allow says nothing for it.
            if world.check(seat, action).is_err() {
                return 0.0;
            }
            world.apply(seat, action.clone(), now, &mut Mute);
            match world.outcome() {
                Some(outcome) => world.reward(outcome, seat),
                None => world.worth(seat),
            }
        };
        worlds.iter().map(worth).sum()
    };
    choices
        .into_iter()
        .map(|action| (after(&action), action))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, a)| a)
}
