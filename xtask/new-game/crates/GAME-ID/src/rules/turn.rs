//! A turn (LETTER-2 to LETTER-5).

use table::{Audience, Outcome, Refusal, Seat, Seats, Sink, refuse_unless};

use crate::{
    clause::{LETTER_2, LETTER_3, LETTER_4, LETTER_5},
    event::Event,
    refusals,
    state::{AT_ONCE, GameId, SEATS},
};

impl GameId {
    /// The most that can be taken now.
    pub(crate) fn most(&self) -> u8 {
        AT_ONCE.min(self.stones)
    }

    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(refusals::over());
        }
        refuse_unless(
            seat == self.turn,
            LETTER_2,
            "It is not your turn: wait until the other seat has taken.",
            "Ce n’est pas votre tour\u{202f}: attendez que l’autre place ait pris.",
        )
    }

    pub(crate) fn check_take(&self, stones: u8) -> Result<(), Refusal> {
        refuse_unless(
            (1..=AT_ONCE).contains(&stones),
            LETTER_3,
            "Take one, two or three stones.",
            "Prenez une, deux ou trois pierres.",
        )?;
        refuse_unless(
            stones <= self.stones,
            LETTER_4,
            "There are not so many stones left.",
            "Il ne reste pas autant de pierres.",
        )
    }

    pub(crate) fn take(&mut self, seat: Seat, stones: u8, tell: &mut impl Sink<Event>) {
        self.stones -= stones;
        let left = self.stones;
        tell.tell(Audience::All, || Event::Took { seat, stones, left });
        // LETTER-5: whoever takes the last one wins.
        if left == 0 {
            let outcome = Outcome::new(Seats::one(seat), LETTER_5);
            self.outcome = Some(outcome.clone());
            tell.tell(Audience::All, || Event::Ended { outcome });
        }
        self.turn = seat.next(SEATS);
    }
}
