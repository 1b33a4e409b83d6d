//! Worlds that a seat cannot tell from this one.

use table::{Chance, Seat};

use crate::{action::Place, data::Card, state::Quicksand};

impl Quicksand {
    /// As [`imagine`](table::Game::imagine), but with what free talk tells: where seats see their cards and may speak (S-13), a
    /// team that talks knows all its hands. In silence (S-27), and of one's own cards turned outward (S-30), nothing is told.
    pub fn imagine_with_talk(&self, seat: Seat, chance: &mut Chance) -> Self {
        let told = !self.silence() && !self.outward();
        self.imagine_unseen(|owner| told || self.sees(seat, owner), chance)
    }

    /// Draws anew the pile, until it has been turned over once, and the hands that are not seen, but for the cards that
    /// everybody saw on their way there.
    pub(crate) fn imagine_unseen(&self, seen: impl Fn(Seat) -> bool, chance: &mut Chance) -> Self {
        let mut world = self.clone();
        let hidden: Vec<(Seat, Place)> = Seat::all(self.seats)
            .filter(|&owner| !seen(owner))
            .flat_map(|owner| self.hand(owner).held().map(move |(place, _)| (owner, place)))
            .filter(|&(owner, place)| !self.hand(owner).known[place.index()])
            .collect();
        let mut unknown: Vec<Card> =
            hidden.iter().filter_map(|&(owner, place)| self.hand(owner).at(place)).collect();
        if !self.turned_over {
            unknown.extend(self.stock.pile());
        }
        // Sorted first: what is drawn follows from what is known, and from chance, alone.
        unknown.sort_unstable();
        chance.shuffle(&mut unknown);
        for (&(owner, place), &card) in hidden.iter().zip(&unknown) {
            world.hands[owner.index()].put(place, card, false);
        }
        if !self.turned_over {
            world.stock.redraw_pile(&unknown[hidden.len()..]);
        }
        world
    }
}
