//! GAME TITLE as a [`Game`].

use table::{
    About, Chance, Game, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed, Sink, Texts, Words,
};

use crate::{
    action::Action,
    event::Event,
    options::{self, Options},
    setup::Setup,
    state::{GameId, SEATS},
    view::View,
};

impl Game for GameId {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "GAME-ID";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../rules/en.md"), include_str!("../rules/fr.md")],
        lesson: include_str!("../lesson.json"),
    };

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("GAME TITLE", "GAME TITLE"),
            tagline: Words::fixed("Take the last stone", "Prenez la dernière pierre"),
            kind: Words::fixed("about 2 minutes", "environ 2 minutes"),
            seats: (SEATS, SEATS),
            hidden: false,
            real_time: false,
            foreseeable: false,
            grace: Millis::ZERO,
            options: options::about(),
        }
    }

    fn begin(_: RulesVersion, options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        let stones = options.check(seats)?;
        let turn = options.first.drawn(seats, &mut Chance::new(seed));
        Ok(Self { stones, turn, outcome: None })
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn awaited(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { Seats::one(self.turn) }
    }

    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if self.awaited().contains(seat) {
            into.extend((1..=self.most()).map(Action::Take));
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        match *action {
            Action::Take(stones) => self.check_take(stones),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, _: Millis, tell: &mut impl Sink<Event>) {
        match action {
            Action::Take(stones) => self.take(seat, stones, tell),
        }
    }

    fn view(&self, _: Option<Seat>) -> View {
        View::of(self)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagined(seat, chance)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}
