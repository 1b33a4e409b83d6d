//! A turn: a card is played, acts, and a new one takes its place (S-10 to S-12, S-26, S-30).

use table::{Audience, Millis, Seat, Seats, Sink};

use crate::{
    action::{Action, Effect, Place},
    data::Card,
    event::{Event, Suggestion},
    state::{Quicksand, SLICE, WAIT},
};

impl Quicksand {
    pub(crate) fn happen(&mut self, seat: Seat, action: Action, at: Millis, tell: &mut impl Sink<Event>) {
        // In practice the sand stands still until a card has acted; time never goes back.
        if !self.practice {
            self.now = self.now.max(at);
        }
        match action {
            Action::Play(card) => {
                if let Some(place) = self.hand(seat).place_of(card) {
                    self.lay(seat, place, tell);
                    self.activate_all(card, tell);
                    self.end_turn(seat, place, tell);
                }
            }
            Action::PlayJoker(effect) => {
                if let Some(place) = self.hand(seat).place_of(Card::Joker) {
                    self.lay(seat, place, tell);
                    self.joker(effect, tell);
                    self.end_turn(seat, place, tell);
                }
            }
            Action::PlayPlace(place) => match self.lay(seat, place, tell) {
                // S-30: the sand runs on while its player chooses.
                Some(Card::Joker) => {
                    self.choosing = Some(place);
                    self.pass_instant(tell);
                }
                Some(card) => {
                    self.activate_all(card, tell);
                    self.end_turn(seat, place, tell);
                }
                None => {}
            },
            Action::Choose(effect) => {
                if let Some(place) = self.choosing.take() {
                    self.joker(effect, tell);
                    self.end_turn(seat, place, tell);
                }
            }
            Action::Suggest { to, place } => {
                self.suggestions[seat.index()] = Some((to, place));
                tell.tell(Audience::All, || Event::Suggested(Suggestion { by: seat, to, place }));
                self.pass_instant(tell);
            }
            Action::Wait => self.run_for(WAIT, tell),
        }
    }

    /// S-11, S-12: the card lies on the discard, its kind announced. What was suggested to this seat is settled.
    fn lay(&mut self, seat: Seat, place: Place, tell: &mut impl Sink<Event>) -> Option<Card> {
        let card = self.hands[seat.index()].take(place)?;
        self.stock.lay(card);
        self.turn = Some(seat);
        for suggestion in &mut self.suggestions {
            if suggestion.is_some_and(|(to, _)| to == seat) {
                *suggestion = None;
            }
        }
        let at = self.now;
        tell.tell(Audience::All, || Event::Played { seat, card, place, at });
        Some(card)
    }

    /// S-15.
    fn joker(&mut self, effect: Effect, tell: &mut impl Sink<Event>) {
        match effect {
            Effect::Activate(timer) => self.activate(timer.index(), tell),
            Effect::Recover(timer) => self.recover(timer.index(), tell),
        }
    }

    /// S-19: what is no card (a shown joker, a suggestion) does not act, but makes the run-outs of its instant final.
    /// In practice no sand runs with it.
    fn pass_instant(&mut self, tell: &mut impl Sink<Event>) {
        if !self.practice {
            self.settle(tell);
        }
    }

    /// After a card has acted: run-outs of its instant and the end (S-19), the draw, the next seat.
    fn end_turn(&mut self, seat: Seat, place: Place, tell: &mut impl Sink<Event>) {
        self.settle(tell);
        // S-11: a card that ends the game is discarded and nobody draws.
        if self.outcome.is_some() {
            return;
        }
        if self.seats > 1 {
            self.draw(seat, place, tell);
        } else if self.hand(seat).is_empty() {
            // S-26, S-12: three draws, one after the other.
            for place in Place::ALL {
                self.draw(seat, place, tell);
            }
        }
        self.turn = Some(seat.next(self.seats));
        if self.practice {
            self.run_for(SLICE, tell);
        }
    }

    /// S-12.
    fn draw(&mut self, seat: Seat, place: Place, tell: &mut impl Sink<Event>) {
        if self.stock.turn_over_if_empty() {
            self.turned_over = true;
            let cards = self.stock.pile_size();
            tell.tell(Audience::All, || Event::TurnedOver { cards });
        }
        let Some(card) = self.stock.draw() else { return };
        self.hands[seat.index()].put(place, card, self.turned_over);
        let seeing: Seats = Seat::all(self.seats).filter(|&viewer| self.sees(viewer, seat)).collect();
        tell.tell(Audience::Only(seeing), || Event::Drew { seat, place, card: Some(card) });
        tell.tell(Audience::AllBut(seeing), || Event::Drew { seat, place, card: None });
    }

    /// Practice (ruling): the sand runs for a while. What runs out right at its end waits for the next card, which acts
    /// first on it as S-19 says.
    fn run_for(&mut self, ran: Millis, tell: &mut impl Sink<Event>) {
        let end = self.now + ran;
        while let Some(due) = self.next_run_out().filter(|&due| due < end && self.outcome.is_none()) {
            self.now = due;
            self.settle(tell);
        }
        if self.outcome.is_none() {
            self.now = end;
            tell.tell(Audience::All, || Event::SandRan { ran, at: end });
        }
    }
}
