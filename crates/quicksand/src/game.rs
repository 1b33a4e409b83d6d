//! Quicksand as a [`Game`].

use table::{
    About, Chance, Game, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed, Sink, Texts, Words,
};

use crate::{
    action::Action,
    data::Card,
    event::Event,
    options::{self, Options},
    refusals,
    setup::Setup,
    state::Quicksand,
    view::View,
};

impl Game for Quicksand {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "quicksand";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../rules/en.md"), include_str!("../rules/fr.md")],
        lesson: include_str!("../lesson.json"),
    };

    /// Suggestions (S-30).
    const OUT_OF_TURN: bool = true;

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("Quicksand", "Quicksand"),
            tagline: Words::fixed("Together against the sand", "Ensemble contre le sable"),
            kind: Words::fixed("cooperative, real time", "coopératif, temps réel"),
            seats: (1, 7),
            hidden: true,
            real_time: true,
            foreseeable: false,
            // S-19: how much later than it was announced a card may arrive and still count from then.
            grace: Millis(250),
            options: options::about(),
        }
    }

    fn begin(_: RulesVersion, options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        Self::deal(options, seats, seed)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    /// S-10: anyone for the first card, then one seat.
    fn awaited(&self) -> Seats {
        match (&self.outcome, self.turn) {
            (Some(_), _) => Seats::NONE,
            (None, Some(seat)) => Seats::one(seat),
            (None, None) => Seats::all(self.seats),
        }
    }

    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat.0 >= self.seats || self.outcome.is_some() {
            return;
        }
        self.card_actions(seat, into);
        self.suggestion_actions(seat, into);
    }

    /// A seat that may play only thinks about its cards: a suggestion moves no timer.
    fn choices(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat.0 >= self.seats || self.outcome.is_some() {
            return;
        }
        let before = into.len();
        self.card_actions(seat, into);
        if into.len() == before {
            self.suggestion_actions(seat, into);
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.may(seat, *action)
    }

    fn apply(&mut self, seat: Seat, action: Action, at: Millis, tell: &mut impl Sink<Event>) {
        self.happen(seat, action, at, tell);
    }

    /// S-19: a card acts first; a shown joker and a suggestion act on nothing.
    fn comes_first(&self, seat: Seat, action: &Action) -> bool {
        match *action {
            Action::PlayPlace(place) => self.hand(seat).at(place) != Some(Card::Joker),
            Action::Suggest { .. } => false,
            Action::Play(_) | Action::PlayJoker(_) | Action::Choose(_) | Action::Wait => true,
        }
    }

    /// The next run-out. In practice nothing happens by itself.
    fn deadline(&self) -> Option<Millis> {
        if self.practice || self.outcome.is_some() { None } else { self.next_run_out() }
    }

    fn tick(&mut self, at: Millis, tell: &mut impl Sink<Event>) {
        while let Some(due) = self.deadline().filter(|&due| due <= at) {
            self.now = due;
            self.settle(tell);
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        View::of(self, viewer.filter(|seat| seat.0 < self.seats), false)
    }

    fn open_view(&self) -> View {
        View::of(self, None, true)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagine_unseen(|owner| self.sees(seat, owner), chance)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// S-22 to S-24: the team wins, or the team loses.
    fn together(&self) -> bool {
        true
    }

    /// S-25.
    fn credit(&self) -> Option<u8> {
        Self::credit(self)
    }

    /// S-13: talk is free; S-27: but not in silence.
    fn talk(&self) -> Result<(), Refusal> {
        if self.silence() && self.outcome.is_none() {
            return Err(refusals::silent());
        }
        Ok(())
    }
}
