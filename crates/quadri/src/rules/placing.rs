//! Placing, in all modes.

use table::{Audience, Lots, Millis, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    card::{Lying, Place, Turn},
    clause::{Q_4, Q_5, Q_10},
    event::Event,
    options::Mode,
    state::Quadri,
    view::{CardView, lying},
};

impl Quadri {
    pub(crate) fn placements(&self, into: &mut Vec<Action>) {
        self.sheet.spots(|spot| {
            into.extend(Turn::ALL.map(|turn| Action::Place(Place { spot, turn })));
        });
    }

    /// One of these claims and the [placements](Self::placements), each as likely. Wherever a card would touch the box has a lot
    /// for each way to turn it, which is blank where the card may not lie.
    #[inline]
    pub(crate) fn draw_placement(&self, claims: &[Action], lots: &mut impl Lots) -> Action {
        let turns = Turn::ALL.len() as u32;
        let listed = claims.len() as u32;
        let all = listed + self.sheet.count_around() * turns;
        loop {
            let lot = lots.below(all);
            if lot < listed {
                return claims[lot as usize];
            }
            let (spot, turn) = ((lot - listed) / turns, (lot - listed) % turns);
            if let Some(spot) = self.sheet.spot_around(spot) {
                return Action::Place(Place { spot, turn: Turn::ALL[turn as usize] });
            }
        }
    }

    pub(crate) fn check_place(&self, seat: Seat, place: Place) -> Result<(), Refusal> {
        match self.on_turn() {
            None => {
                return refuse(
                    Q_10,
                    "The last card is placed: claim what you see, or say done.",
                    "La dernière carte est posée : annoncez ce que vous voyez, ou terminez.",
                );
            }
            Some(turn) if turn != seat => {
                return refuse(
                    Q_4,
                    "It is another seat’s turn to place: wait for yours.",
                    "C’est à quelqu’un d’autre de poser : attendez votre tour.",
                );
            }
            Some(_) => {}
        }
        match self.sheet.covered(place.spot) {
            0 => refuse(
                Q_5,
                "The card would cover no square: lay it over 1 to 3 squares of the table.",
                "La carte ne couvrirait aucun carré : posez-la sur 1 à 3 carrés de la table.",
            ),
            4 => refuse(
                Q_5,
                "The card would cover 4 squares: lay it over 3 at most.",
                "La carte couvrirait 4 carrés : posez-la sur 3 carrés au plus.",
            ),
            _ => Ok(()),
        }
    }

    /// placing ends the turn.
    pub(crate) fn place(&mut self, seat: Seat, place: Place, at: Millis, tell: &mut impl Sink<Event>) {
        // A seat on turn has a card turned up: the game ends or closes with the last one.
        let Some(card) = self.pile.pop() else { return };
        self.before = self.there();
        self.tried = Default::default();
        let laid = Lying { card, place };
        let covered = self.sheet.put(laid);
        tell.tell(Audience::All, || Event::Placed {
            seat,
            lying: lying(self, self.cards_laid() - 1, laid),
            covered: covered.iter().flatten().count() as u8,
        });
        match self.options.mode {
            Mode::Competitive => self.after_placing_competitive(seat, at, tell),
            Mode::Cooperative => self.after_placing_cooperative(seat, tell),
            Mode::BallTrap => self.after_placing_ball_trap(seat, covered, tell),
        }
    }

    /// a turn begins, and its card is turned up for all.
    pub(crate) fn turn_up(&self, tell: &mut impl Sink<Event>) {
        if let (Some(seat), Some(card)) = (self.on_turn(), self.next_card()) {
            let pile = self.pile_left() as u8;
            tell.tell(Audience::All, || Event::TurnedUp { seat, card: CardView::from(card), pile });
        }
    }
}
