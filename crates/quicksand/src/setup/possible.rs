//! What must hold before a written position is a game.

use table::{Millis, Refusal, Seat, Seats, refuse_unless};

use super::Setup;
use crate::{
    action::Place,
    clause::{
        S_1, S_2, S_5, S_6, S_7, S_8, S_9, S_10, S_17, S_18, S_19, S_22, S_23, S_24, S_26, S_28, S_29, S_30,
    },
    data::{Card, GEARS, MOST_TIMERS},
    state::{HAND, Quicksand, deck, starting_timers},
    timer::Timer,
};

/// The largest time that every reader of JSON takes exactly.
const LATEST: Millis = Millis(1 << 53);

impl Setup {
    /// S-1, S-29.
    pub(super) fn cards_are_a_deck(&self, discard: Option<crate::data::Sort>) -> Result<(), Refusal> {
        let fits = match (discard, self.removed) {
            (None, None) => true,
            (Some(sort), Some(card)) => sort.cards().contains(&card),
            _ => false,
        };
        refuse_unless(
            fits,
            S_29,
            "`removed` is a kind of the sort that the level discards, and nothing in other levels.",
            "«\u{202f}removed\u{202f}» est une sorte que le niveau défausse, et rien dans les autres niveaux.",
        )?;
        let mut here: Vec<Card> = self.hands.iter().flatten().copied().flatten().collect();
        here.extend(&self.pile);
        here.extend(&self.discard);
        here.sort_unstable();
        refuse_unless(
            here.into_iter().eq(deck(self.removed)),
            S_1,
            "Hands, pile and discard together are not the deck: 7 of each shape and colour and 6 jokers.",
            "Mains, pioche et défausse ne font pas le paquet\u{202f}: 7 de chaque forme et couleur et 6 jokers.",
        )
    }

    /// S-2, S-6.
    pub(super) fn tiles_are_a_track(&self, tiles: u8) -> Result<(), Refusal> {
        refuse_unless(
            self.tiles.len() == usize::from(tiles),
            S_6,
            "The track has not the level's number of tiles, danger zone included.",
            "La piste n’a pas le nombre de cases du niveau, zone de danger comprise.",
        )?;
        let mut box_of_gears = GEARS.to_vec();
        for tile in &self.tiles {
            let found = box_of_gears.iter().position(|gear| gear == tile);
            refuse_unless(
                found.is_some(),
                S_2,
                "The track has more gears of one shape and colour than the box.",
                "La piste a plus d’engrenages d’une forme et couleur que la boîte.",
            )?;
            if let Some(index) = found {
                box_of_gears.swap_remove(index);
            }
        }
        Ok(())
    }

    /// S-5.
    pub(super) fn standing_timers(
        &self,
        level: &crate::data::Level,
    ) -> Result<[Timer; MOST_TIMERS], Refusal> {
        refuse_unless(
            self.timers.len() == level.timers.len(),
            S_9,
            "There are not as many timers as the level has.",
            "Il n’y a pas autant de sabliers que le niveau en a.",
        )?;
        let mut timers = starting_timers(level, self.pace);
        for (timer, written) in timers.iter_mut().zip(&self.timers) {
            refuse_unless(
                written.left <= timer.duration && written.turned <= self.now && self.now <= LATEST,
                S_5,
                "A timer was turned after the last instant, or holds more sand than it has.",
                "Un sablier a été retourné après le dernier instant, ou tient plus de sable qu’il n’en a.",
            )?;
            timer.tile = written.tile;
            timer.lost = written.lost;
            timer.turned = written.turned;
            timer.held = written.left;
        }
        Ok(timers)
    }
}

impl Quicksand {
    /// S-7, S-17, S-18, S-28.
    pub(super) fn timers_can_stand_so(&self) -> Result<(), Refusal> {
        for (index, timer) in self.timers().iter().enumerate() {
            refuse_unless(
                (1..=self.level.tiles()).contains(&timer.tile),
                S_17,
                "A timer stands off the track's tiles.",
                "Un sablier est hors des cases de la piste.",
            )?;
            // S-7: it started on the tile of its place in the row, and no timer ever goes back.
            refuse_unless(
                usize::from(timer.tile) > index,
                S_7,
                "A timer stands before the tile that it started on.",
                "Un sablier est avant la case d’où il est parti.",
            )?;
            let alone = self.timers()[..index].iter().all(|other| other.lost || other.tile != timer.tile);
            refuse_unless(
                timer.lost || alone,
                S_17,
                "Two timers stand on one tile.",
                "Deux sabliers sont sur une même case.",
            )?;
            refuse_unless(
                !timer.lost || !self.is_danger(timer.tile),
                S_18,
                "A lost timer stands beside a tile before the disarm marker.",
                "Un sablier perdu est à côté d’une case avant le marqueur de désarmement.",
            )?;
            refuse_unless(
                !self.blocks.contains(timer.tile),
                S_28,
                "A timer stands on a blocked tile.",
                "Un sablier est sur une case bloquée.",
            )?;
        }
        let tiles = || self.timers().iter().map(|timer| timer.tile);
        let passed = |block: u8| tiles().any(|tile| tile > block);
        let reached = |block: u8| tiles().any(|tile| tile + 1 >= block);
        refuse_unless(
            self.level.blocks().all(|b| if self.blocks.contains(b) { !passed(b) } else { reached(b) }),
            S_28,
            "A block marker was passed before it came off, or came off before a timer was right before it.",
            "Un marqueur de blocage a été dépassé sans être enlevé, ou enlevé sans qu’un sablier soit juste avant.",
        )
    }

    /// S-8, S-10, S-26, S-30.
    pub(super) fn turn_can_be_so(&self) -> Result<(), Refusal> {
        refuse_unless(
            self.turn.is_none_or(|seat| seat.0 < self.seats),
            S_10,
            "It is the turn of a seat that is not at the table.",
            "C’est le tour d’une place qui n’est pas à la table.",
        )?;
        let unplayed = self.stock.discard().next().is_none() && !self.turned_over;
        refuse_unless(
            self.turn.is_none() == unplayed,
            S_10,
            "`turn` is null before the first card is played, and a seat after it.",
            "«\u{202f}turn\u{202f}» est null avant la première carte, et une place ensuite.",
        )?;
        refuse_unless(
            self.choosing.is_none()
                || self.outward()
                    && self.outcome.is_none()
                    && self.stock.discard().last() == Some(Card::Joker),
            S_30,
            "`choosing` needs cards outward and a joker on top of the discard.",
            "«\u{202f}choosing\u{202f}» demande des cartes vers l’extérieur et un joker au sommet de la défausse.",
        )?;
        for seat in Seat::all(self.seats) {
            let hand = self.hand(seat);
            let mine = self.turn == Some(seat);
            if self.seats == 1 {
                let may_lack = mine && (self.outcome.is_some() || !hand.is_empty());
                refuse_unless(
                    may_lack || hand.held().count() == HAND,
                    S_26,
                    "Alone, the hand is refilled when it is empty, and full before the first card.",
                    "Seul, la main se refait quand elle est vide, et est pleine avant la première carte.",
                )?;
                continue;
            }
            let gaps = Place::ALL.into_iter().filter(|&place| hand.at(place).is_none());
            let over = mine && self.outcome.is_some();
            let fits = if over { gaps.count() <= 1 } else { gaps.eq(self.choosing.filter(|_| mine)) };
            refuse_unless(
                fits,
                S_8,
                "A hand has three cards, but for the place of a joker being chosen or of the card that ended the game.",
                "Une main a trois cartes, sauf l’emplacement d’un joker en cours ou de la carte qui a fini la partie.",
            )?;
        }
        Ok(())
    }

    /// S-19, S-22 to S-24.
    pub(super) fn end_can_be_so(&self) -> Result<(), Refusal> {
        let all_in_danger = self.timers().iter().all(|t| !t.lost && self.is_danger(t.tile));
        let out = |t: &&Timer| t.runs_out() <= self.now;
        let lost_out = self.timers().iter().filter(out).any(|t| t.lost);
        let standing_out = self.timers().iter().filter(out).any(|t| !t.lost);
        let danger_out = self.timers().iter().filter(out).all(|t| t.lost || self.is_danger(t.tile));
        let Some(outcome) = &self.outcome else {
            let past = if self.practice {
                // The sand may stand still with a timer that has just nothing left: the next card acts first.
                self.timers().iter().any(|t| t.runs_out() < self.now)
            } else {
                lost_out || standing_out
            };
            refuse_unless(
                !past,
                S_19,
                "A timer has run out, which must have happened already.",
                "Un sablier s’est écoulé, ce qui doit déjà avoir eu lieu.",
            )?;
            return refuse_unless(
                !all_in_danger,
                S_24,
                "All timers are in the danger zone: the game is won, and outcome must say so.",
                "Tous les sabliers sont dans la zone de danger\u{202f}: la partie est gagnée, outcome doit le dire.",
            );
        };
        let won = outcome.clause == S_24
            && all_in_danger
            && !standing_out
            && outcome.winners == Seats::all(self.seats);
        let nobody = outcome.winners.is_empty() && danger_out;
        let lost = outcome.clause == S_22 && lost_out && nobody
            || outcome.clause == S_23 && standing_out && !lost_out && nobody;
        refuse_unless(
            outcome.scores.is_empty() && (won || lost),
            outcome.clause,
            "The outcome does not follow from the timers.",
            "L’issue ne découle pas des sabliers.",
        )
    }
}
