//! Quadri as a [`Game`].

use table::{
    About, Audience, Chance, Clause, Game, Lots, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed,
    Sink, Texts, Words, refuse,
};

use crate::{
    action::Action,
    clause::{Q_0, Q_15, Q_23},
    event::Event,
    options::{self, Mode, Options},
    refusals,
    setup::Setup,
    state::Quadri,
    view::{View, Viewer},
};

impl Game for Quadri {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "quadri";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../rules/en.md"), include_str!("../rules/fr.md")],
        lesson: include_str!("../lesson.json"),
    };

    const CLOCK: Option<Clause> = Some(Q_23);

    /// a seat may claim at any moment.
    const OUT_OF_TURN: bool = true;

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("Quadri", "Quadri"),
            tagline: Words::fixed("Four inks, a thousand shapes", "Quatre encres, mille formes"),
            kind: Words::fixed("about 20 minutes", "environ 20 minutes"),
            seats: (2, 6),
            hidden: true,
            real_time: false,
            foreseeable: false,
            grace: Millis(500),
            options: options::about(),
        }
    }

    fn begin(_: RulesVersion, options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        Self::deal(options, seats, seed)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn awaited(&self) -> Seats {
        if self.outcome.is_some() {
            Seats::NONE
        } else if self.closing.is_some() {
            Seat::all(self.seats).filter(|seat| !self.is_done_claiming(*seat)).collect()
        } else {
            self.on_turn().map_or(Seats::NONE, Seats::one)
        }
    }

    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        self.claims(seat, into);
        if self.on_turn() == Some(seat) {
            self.placements(into);
        }
    }

    /// A claim in vain changes nothing: it is a choice only for a seat that can do nothing else.
    fn choices(&self, seat: Seat, into: &mut Vec<Action>) {
        let from = into.len();
        self.good_claims(seat, into);
        if self.on_turn() == Some(seat) {
            self.placements(into);
        } else if into.len() == from {
            self.claims(seat, into);
        }
    }

    fn draw(&self, seat: Seat, lots: &mut impl Lots, buffer: &mut Vec<Action>) -> Option<Action> {
        buffer.clear();
        if self.on_turn() == Some(seat) {
            self.good_claims(seat, buffer);
            return Some(self.draw_placement(buffer, lots));
        }
        self.choices(seat, buffer);
        if buffer.is_empty() { None } else { buffer.get(lots.below(buffer.len() as u32) as usize).copied() }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if let Some(outcome) = &self.outcome {
            return Err(refusals::over(outcome.clause));
        }
        if seat.0 >= self.seats {
            return Err(Refusal::new(
                Q_0,
                format!("There is no seat {seat} at this table."),
                format!("Il n’y a pas de joueur {seat} à cette table."),
            ));
        }
        match action {
            Action::Place(place) => self.check_place(seat, *place),
            Action::Claim(objective) => self.check_claim(seat, *objective),
            Action::Done => self.check_done(seat),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, at: Millis, tell: &mut impl Sink<Event>) {
        match action {
            Action::Place(place) => self.place(seat, place, at, tell),
            Action::Claim(objective) => self.claim(seat, objective, tell),
            Action::Done => self.say_done(seat, tell),
        }
    }

    /// the others are not told of a claim in vain.
    fn witnesses(&self, seat: Seat, action: &Action) -> Audience {
        match action {
            Action::Claim(objective) if !self.there().contains(*objective) => Audience::only(seat),
            _ => Audience::All,
        }
    }

    fn deadline(&self) -> Option<Millis> {
        self.closing.filter(|_| self.outcome.is_none()).map(|closing| closing.until)
    }

    /// the time for the last claims has passed.
    fn tick(&mut self, at: Millis, tell: &mut impl Sink<Event>) {
        if self.deadline().is_some_and(|due| due <= at) {
            self.score(tell);
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        let seat = viewer.filter(|seat| seat.0 < self.seats);
        self.view_of(seat.map_or(Viewer::Spectator, Viewer::Seat))
    }

    fn open_view(&self) -> View {
        self.view_of(Viewer::Everything)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagined_by(seat, chance)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// all win, or nobody does.
    fn together(&self) -> bool {
        self.options.mode == Mode::Cooperative
    }

    /// no communication in the cooperative game.
    fn talk(&self) -> Result<(), Refusal> {
        if self.options.mode == Mode::Cooperative && self.outcome.is_none() {
            return refuse(
                Q_15,
                "No communication of any kind while the cooperative game runs: talk when it is over.",
                "Aucune communication pendant la partie coopérative : vous parlerez à la fin.",
            );
        }
        Ok(())
    }
}
