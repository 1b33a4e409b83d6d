//! Quintazone as a [`Game`].

use table::{
    About, Chance, Clause, Game, Lots, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed, Sink,
    Texts, Words,
};

use crate::{
    action::{Action, Turn},
    clause::Z_19,
    event::Event,
    options::{self, Options},
    setup::Setup,
    state::{CardStep, Quintazone},
    view::View,
};

impl Game for Quintazone {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "quintazone";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../rules/en.md"), include_str!("../rules/fr.md")],
        lesson: include_str!("../lesson.json"),
    };

    const CLOCK: Option<Clause> = Some(Z_19);

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("Quintazone", "Quintazone"),
            tagline: Words::fixed("Five elements, a secret goal", "Cinq éléments, un but secret"),
            kind: Words::fixed("30 to 45 minutes", "30 à 45 minutes"),
            seats: (2, 5),
            hidden: true,
            real_time: false,
            foreseeable: false,
            grace: Millis::ZERO,
            options: options::about(),
        }
    }

    fn begin(_: RulesVersion, options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        Self::start(options, seats, seed)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn awaited(&self) -> Seats {
        self.turn().map_or(Seats::NONE, Seats::one)
    }

    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        self.steps(seat, into, |game, into| game.list_pyramids(seat, into));
    }

    /// All panels of a zone are worth the same (Z-14): one per zone is enough.
    fn choices(&self, seat: Seat, into: &mut Vec<Action>) {
        self.steps(seat, into, |game, into| game.list_zones(seat, into));
    }

    fn draw(&self, seat: Seat, lots: &mut impl Lots, _: &mut Vec<Action>) -> Option<Action> {
        self.draw_step(seat, lots)
    }

    /// After the end even what cannot be read is refused with the clause that ended the game.
    fn read(&self, _: Seat, notation: &str) -> Result<Action, Refusal> {
        notation.parse().map_err(|unreadable| self.check_not_over().err().unwrap_or(unreadable))
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check_not_over()?;
        self.check_turn(seat)?;
        match *action {
            Action::Lay { card, cell, turn } => self.check_lay(card, cell, turn),
            Action::Stand { size, cell, element } => self.check_stand(size, cell, element),
            Action::Pass => self.check_pass(),
            Action::End => self.check_end(),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, _: Millis, tell: &mut impl Sink<Event>) {
        match action {
            Action::Lay { card, cell, turn } => self.lay(seat, card, cell, turn == Turn::Half, tell),
            Action::Stand { size, cell, element } => self.stand(seat, size, cell, element, tell),
            Action::Pass => self.pass(seat, tell),
            Action::End => {}
        }
        let card_done = self.card_step != CardStep::Open;
        // Z-7: both done, `end`, or nothing left to do.
        if card_done && (self.pyramid_placed || action == Action::End || !self.can_stand(seat)) {
            self.end_turn(seat, tell);
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        View::of(self, viewer, false)
    }

    fn open_view(&self) -> View {
        View::of(self, None, true)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagined(seat, chance)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}
