//! Whether somebody learned something: only what taught nobody anything can be taken back.

use crate::{Chance, Game, GameEntry, Seat, Seats, Told};

/// In how many worlds that a seat holds for possible the same is tried.
const WORLDS: u32 = 32;

/// The seats that learn something when these entries happen to `before`: that see or hear what they would not in every
/// world they could not tell from this one. A die that is rolled teaches all of them, a card that is drawn the one who
/// draws, a hidden card that is played the others.
pub fn learned<G: Game>(before: &G, entries: &[GameEntry<G::Action>], chance: &mut Chance) -> Seats {
    let seats = Seat::all(before.seats());
    seats
        .filter(|&seat| {
            let real = seen(before.clone(), entries, seat);
            (0..WORLDS).any(|_| seen(before.imagine(seat, chance), entries, seat) != real)
        })
        .collect()
}

/// What `seat` sees and hears while these entries happen; it ends where one of them cannot.
fn seen<G: Game>(mut game: G, entries: &[GameEntry<G::Action>], seat: Seat) -> Vec<(G::View, Vec<String>)> {
    let mut seen = Vec::with_capacity(entries.len());
    for entry in entries {
        let mut told = Told::new();
        if entry.clone().happen(&mut game, &mut told).is_err() {
            break;
        }
        let heard = told.heard_by(Some(seat)).map(|event| format!("{event:?}")).collect();
        seen.push((game.view(Some(seat)), heard));
    }
    seen
}
