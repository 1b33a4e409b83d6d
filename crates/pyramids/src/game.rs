//! The door: `pyramids` as a [`Game`].

use table::{
    About, Audience, Chance, Clause, Game, Lots, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed,
    Sink, Texts, Words,
};

use crate::{
    action::{Action, Deed, Written},
    cell::Place,
    clause::P_21,
    event::Event,
    options::{self, Options},
    refusals,
    setup::Setup,
    state::{Pyramids, Round, SEATS, Step},
    view::View,
};

impl Game for Pyramids {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "pyramids";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../rules/en.md"), include_str!("../rules/fr.md")],
        lesson: include_str!("../lesson.json"),
    };

    const CLOCK: Option<Clause> = Some(P_21);

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("Pyramids", "Pyramides"),
            tagline: Words::fixed("Jump, and turn the planet", "Sautez et tournez la planète"),
            kind: Words::fixed("about 10 minutes", "environ 10 minutes"),
            seats: (SEATS, SEATS),
            hidden: false,
            real_time: false,
            foreseeable: true,
            grace: Millis::ZERO,
            options: options::about(),
        }
    }

    fn begin(_: RulesVersion, options: &Options, seats: u8, _: Seed) -> Result<Self, Refusal> {
        if seats != SEATS {
            return Err(refusals::not_two_seats());
        }
        let rounds = options.rounds()?;
        Ok(Self { rounds, results: Vec::new(), round: Round::new(Round::starting_seat(1)), outcome: None })
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    #[inline]
    fn awaited(&self) -> Seats {
        if self.outcome.is_some() { Seats::NONE } else { Seats::one(self.round.turn) }
    }

    /// Whoever ends a round may begin the next.
    fn turn_number(&self) -> u32 {
        u32::from(self.round_number()) << 16 | u32::from(self.round.turns)
    }

    #[inline]
    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if self.outcome.is_none() && seat == self.round.turn {
            self.round.actions(into);
        }
    }

    #[inline]
    fn draw(&self, seat: Seat, lots: &mut impl Lots, buffer: &mut Vec<Action>) -> Option<Action> {
        let acts = self.outcome.is_none() && seat == self.round.turn;
        acts.then(|| self.round.draw(lots, buffer))
    }

    /// Some texts are no action, yet which clause refuses them depends on the position (P-20).
    fn read(&self, seat: Seat, notation: &str) -> Result<Action, Refusal> {
        self.check_not_over()?;
        match Written::read(notation)? {
            Written::Action(action) => Ok(action),
            Written::NoTurn(refusal) => {
                self.round.check_turn(seat, Step::Turn)?;
                Err(refusal)
            }
            Written::NoJump { start, landings } => {
                self.round.check_jump(seat, start, &landings)?;
                Err(refusals::too_many_hops())
            }
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check_not_over()?;
        match action.deed() {
            Deed::Place { size, cell } => self.round.check_placement(seat, size, cell),
            Deed::Jump(jump) => {
                let landings: Vec<Place> = jump.landings().map(Place::On).collect();
                self.round.check_jump(seat, Place::On(jump.start()), &landings)
            }
            Deed::Turn { .. } => self.round.check_turn(seat, Step::Turn),
        }
    }

    #[inline]
    fn apply(&mut self, seat: Seat, action: Action, _: Millis, tell: &mut impl Sink<Event>) {
        match action.deed() {
            Deed::Place { size, cell } => {
                self.round.place(size, cell);
                tell.tell(Audience::All, || Event::Placed { seat, size, cell });
            }
            Deed::Jump(jump) => {
                let before = self.round.board;
                if let Some(size) = before.size(jump.start()) {
                    let taken = self.round.jump(size, jump);
                    tell.tell(Audience::All, || Event::jumped(&before, seat, size, jump, taken));
                }
            }
            Deed::Turn { coaster, angle } => {
                self.round.turn(coaster, angle);
                tell.tell(Audience::All, || Event::Turned { seat, coaster, degrees: angle });
            }
        }
        if let Some(result) = self.round.verdict() {
            tell.tell(Audience::All, || Event::ended(self.round_number(), &result));
            self.end_round(result);
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        self.view_of(viewer == Some(self.round.turn))
    }

    fn open_view(&self) -> View {
        self.view_of(true)
    }

    /// Nothing is hidden, and there is no chance: the only world is this one.
    fn imagine(&self, _: Seat, _: &mut Chance) -> Self {
        self.clone()
    }

    #[inline]
    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}
