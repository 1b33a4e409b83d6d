//! A turn (Z-7 to Z-9).

use table::{Audience, Lots, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    clause::{Z_7, Z_9, Z_16},
    event::Event,
    state::{CardStep, Quintazone},
};

impl Quintazone {
    /// What the seat may do now; `pyramids` lists its pyramids.
    pub(crate) fn steps(
        &self,
        seat: Seat,
        into: &mut Vec<Action>,
        pyramids: impl FnOnce(&Self, &mut Vec<Action>),
    ) {
        if self.turn() != Some(seat) {
            return;
        }
        if self.card_step == CardStep::Open {
            if self.can_lay(seat) {
                self.list_cards(seat, into);
            } else {
                into.push(Action::Pass);
            }
        } else {
            into.push(Action::End);
        }
        if !self.pyramid_placed {
            pyramids(self, into);
        }
    }

    /// One of the choices without listing them: cards, or what is said instead, then pyramids.
    pub(crate) fn draw_step(&self, seat: Seat, lots: &mut dyn Lots) -> Option<Action> {
        if self.turn() != Some(seat) {
            return None;
        }
        let fits = (self.card_step == CardStep::Open).then(|| self.count_cards(seat));
        let cards = fits.as_ref().map_or(0, |fits| fits.count);
        let steps = cards.max(1);
        let sizes = if self.pyramid_placed { 0 } else { self.sizes(seat).count() as u32 };
        let drawn = lots.below(steps + sizes * self.layout.zones.count_free());
        match (drawn.checked_sub(steps), fits) {
            (Some(pyramid), _) => self.nth_pyramid(seat, pyramid / sizes, pyramid % sizes),
            (None, None) => Some(Action::End),
            (None, Some(_)) if cards == 0 => Some(Action::Pass),
            (None, Some(fits)) => self.nth_card(&fits, drawn),
        }
    }

    pub(crate) fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if seat == self.turn {
            return Ok(());
        }
        refuse(
            Z_7,
            "It is another seat’s turn: wait for yours.",
            "C’est le tour d’une autre place\u{202f}: attendez le vôtre.",
        )
    }

    pub(crate) fn check_card_step(&self) -> Result<(), Refusal> {
        if self.card_step == CardStep::Open {
            return Ok(());
        }
        refuse(
            Z_7,
            "Your card step is done: place a pyramid, or end your turn.",
            "Votre carte est jouée\u{202f}: placez une pyramide ou finissez votre tour.",
        )
    }

    pub(crate) fn check_pass(&self) -> Result<(), Refusal> {
        self.check_card_step()?;
        if self.can_lay(self.turn) {
            return refuse(
                Z_9,
                "You have a card that fits: lay one. You pass only when none fits.",
                "Une de vos cartes peut se poser\u{202f}: posez-en une. On ne passe que si aucune ne convient.",
            );
        }
        Ok(())
    }

    pub(crate) fn check_end(&self) -> Result<(), Refusal> {
        if self.card_step != CardStep::Open {
            return Ok(());
        }
        Err(if self.can_lay(self.turn) {
            Refusal::fixed(
                Z_7,
                "Lay a card of your hand before you end your turn.",
                "Posez une carte de votre main avant de finir votre tour.",
            )
        } else {
            Refusal::fixed(
                Z_7,
                "None of your cards fits: say pass before you end your turn.",
                "Aucune de vos cartes ne convient\u{202f}: passez avant de finir votre tour.",
            )
        })
    }

    /// Z-9: no card fits, and everybody knows it now.
    pub(crate) fn pass(&mut self, seat: Seat, tell: &mut impl Sink<Event>) {
        self.card_step = CardStep::Passed;
        if !self.hands[seat.index()].is_empty() {
            let fitting = self.fitting();
            self.known[seat.index()].pass(fitting);
        }
        tell.tell(Audience::All, || Event::Passed { seat });
    }

    /// Z-8, Z-9, Z-16: draw, then the end or the next seat.
    pub(crate) fn end_turn(&mut self, seat: Seat, tell: &mut impl Sink<Event>) {
        if self.card_step == CardStep::Laid {
            self.draw(seat, tell);
        }
        self.card_step = CardStep::Open;
        self.pyramid_placed = false;
        if self.all_laid() {
            self.finish_and_tell(Z_16, tell);
        } else if !self.anybody_can_lay() {
            self.finish_and_tell(Z_9, tell);
        } else {
            self.turn = seat.next(self.seats);
            let to = self.turn;
            tell.tell(Audience::All, || Event::TurnPassed { to });
        }
    }

    fn draw(&mut self, seat: Seat, tell: &mut impl Sink<Event>) {
        let Some(card) = self.pile.pop() else { return };
        self.hands[seat.index()].take(card);
        self.known[seat.index()].draw(self.hands[seat.index()]);
        let pile = self.pile.len() as u8;
        tell.tell(Audience::only(seat), || Event::CardDrawn { seat, card: Some(card), pile });
        tell.tell(Audience::all_but(seat), || Event::CardDrawn { seat, card: None, pile });
    }
}
