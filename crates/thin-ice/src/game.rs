//! Thin Ice as a [`Game`].

use table::{
    About, Audience, Chance, Clause, Game, Lots, Millis, Outcome, Refusal, RulesVersion, RulesVersions, Seat,
    Seats, Seed, Sink, Texts, Words, refuse,
};

use crate::{
    action::Action,
    cell::Cell,
    clause::{T_0, T_12, T_58},
    event::Event,
    menu::{Count, Menu, Nth},
    options::{self, Options},
    refusals,
    setup::Setup,
    state::{Pending, Stage, ThinIce},
    tile::Face,
    view::View,
};

impl ThinIce {
    /// One of the choices: how many there are, then the one. Compiled here, once, with all that it lists.
    fn draw_listed(&self, seat: Seat, lots: &mut dyn Lots) -> Option<Action> {
        let mut count = Count::default();
        self.list(seat, false, &mut count);
        if count.0 == 0 {
            return None;
        }
        let mut drawn = Nth::after(lots.below(count.0));
        self.list(seat, false, &mut drawn);
        drawn.action
    }
}

impl Game for ThinIce {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "thin-ice";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../rules/en.md"), include_str!("../rules/fr.md")],
        lesson: include_str!("../lesson.json"),
    };

    const CLOCK: Option<Clause> = Some(T_58);

    /// Event cards are played in others' turns (T-33), and a member of a team may hold some while the others act.
    const OUT_OF_TURN: bool = true;

    /// 2: Leap, Shove and Light step outlast `stay` (T-34); with five or six seats `grid` cannot be 5 (T-7).
    const RULES: RulesVersions = RulesVersions { oldest: RulesVersion(1), newest: RulesVersion(2) };

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("Thin Ice", "Thin Ice"),
            tagline: Words::fixed("Last one standing on the ice", "Le dernier debout sur la glace"),
            kind: Words::fixed("a die and a bear", "un dé et un ours"),
            seats: (2, 6),
            hidden: true,
            real_time: false,
            foreseeable: false,
            grace: Millis::seconds(1),
            options: options::about(),
        }
    }

    fn begin(rules: RulesVersion, options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        Self::set_up(rules, options, seats, seed)
    }

    fn rules(&self) -> RulesVersion {
        self.terms.rules
    }

    fn seats(&self) -> u8 {
        self.terms.seats
    }

    fn awaited(&self) -> Seats {
        self.waits_for()
    }

    /// T-33: nobody is shown who is being asked, but the one who is.
    fn shown_awaited(&self, viewer: Option<Seat>) -> Seats {
        match self.asked() {
            Some(seat) if viewer == Some(seat) => Seats::one(seat),
            Some(_) => Seats::NONE,
            None => self.waits_for(),
        }
    }

    /// T-28: a turn that is missed altogether stands between two of the same seat.
    fn turn_number(&self) -> u32 {
        self.turn.number
    }

    /// T-48: a team wins and loses as one.
    fn allies(&self, seat: Seat) -> Seats {
        Seat::all(self.terms.seats).filter(|&other| self.side(other) == self.side(seat)).collect()
    }

    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        self.list(seat, true, into);
    }

    /// Into the sea is into the sea: one cell stands for all.
    fn choices(&self, seat: Seat, into: &mut Vec<Action>) {
        self.list(seat, false, into);
    }

    fn draw(&self, seat: Seat, lots: &mut impl Lots, _: &mut Vec<Action>) -> Option<Action> {
        self.draw_listed(seat, lots)
    }

    /// `stay` without a cell means the one pawn that can do nothing else; a swap names its player's pawn first.
    fn read(&self, seat: Seat, notation: &str) -> Result<Action, Refusal> {
        if notation == "stay" {
            return self.read_stay(seat);
        }
        Ok(match notation.parse()? {
            Action::Swap(a, b) if self.swap_is_reversed(seat, a, b) => Action::Swap(b, a),
            action => action,
        })
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if let Some(outcome) = &self.outcome {
            return Err(refusals::over(outcome.clause));
        }
        if seat.0 >= self.terms.seats {
            return refuse(T_0, "There is no such seat.", "Cette place n’existe pas.");
        }
        match self.stage {
            Stage::Draft => self.check_lay(seat, *action),
            Stage::Placing => self.check_place(seat, *action),
            Stage::Playing => match self.pending.last() {
                Some(&pending) => self.check_answer(seat, pending, *action),
                None => self.check_turn(seat, *action),
            },
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, at: Millis, tell: &mut impl Sink<Event>) {
        self.clock = at;
        match (self.stage, action) {
            (Stage::Draft, Action::Lay { tile, at, axis }) => self.lay(seat, tile, at, axis, tell),
            (Stage::Placing, Action::Put(cell)) => self.place(cell, tell),
            (Stage::Playing, action) if self.pending.is_empty() => self.take_turn(seat, action, tell),
            (Stage::Playing, action) => self.answer(seat, action, tell),
            _ => {}
        }
        self.settle(tell);
    }

    /// A pass is nobody else's to know (T-33), nor what is under a tile that is laid (T-41).
    fn witnesses(&self, seat: Seat, action: &Action) -> Audience {
        match action {
            Action::Pass => Audience::only(seat),
            Action::Lay { tile, .. } => match tile.up() {
                Face::Ice => Audience::only(seat),
                Face::Hole if self.terms.has_kraken() => Audience::only(seat),
                _ => Audience::All,
            },
            _ => Audience::All,
        }
    }

    fn deadline(&self) -> Option<Millis> {
        match self.pending.last() {
            Some(&Pending::Question { until, .. }) => until,
            _ => None,
        }
    }

    /// Silence is a pass.
    fn tick(&mut self, at: Millis, tell: &mut impl Sink<Event>) {
        while let Some(due) = self.deadline().filter(|&due| due <= at) {
            let Some(seat) = self.asked() else { return };
            self.clock = due;
            self.answer(seat, Action::Pass, tell);
            self.settle(tell);
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        self.seen_by(viewer.filter(|seat| seat.0 < self.terms.seats))
    }

    fn open_view(&self) -> View {
        self.seen_by_all_at_once()
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagined(seat, chance)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

impl ThinIce {
    fn read_stay(&self, seat: Seat) -> Result<Action, Refusal> {
        if self.outcome.is_some() || self.stage != Stage::Playing || seat.0 >= self.terms.seats {
            // Whichever cell: `check` refuses it with the clause that ended the game, of the setup, or T-0.
            return Ok(Action::Stay(Cell::MIDDLE));
        }
        let stays = self.pawns_of(seat).filter_map(|pawn| self.pawns[pawn].at);
        let mut able = stays.clone().filter(|&cell| self.check_stay(seat, cell).is_ok());
        match (able.next(), able.next()) {
            (Some(cell), None) => Ok(Action::Stay(cell)),
            (Some(_), Some(_)) => {
                refuse(T_12, "Say which pawn stays: stay d4.", "Dites quel pion reste : stay d4.")
            }
            (None, _) => stays.clone().next().map_or_else(
                || refuse(T_12, "You have no pawn on the ice.", "Vous n’avez pas de pion sur la glace."),
                |cell| Ok(Action::Stay(cell)),
            ),
        }
    }

    /// Of two pawns of one's own the one on the earlier cell comes first.
    fn swap_is_reversed(&self, seat: Seat, first: Cell, second: Cell) -> bool {
        let mine = |cell| self.pawn_at(cell).is_some_and(|pawn| self.owner(pawn) == seat);
        mine(second) && (!mine(first) || second < first)
    }

    fn list(&self, seat: Seat, every: bool, into: &mut impl Menu) {
        if self.outcome.is_some() || seat.0 >= self.terms.seats {
            return;
        }
        match self.stage {
            Stage::Draft => {
                if seat == self.next_to_lay() {
                    self.list_lays(seat, into);
                }
            }
            Stage::Placing => {
                if self.next_to_place().is_some_and(|pawn| self.owner(pawn) == seat) {
                    let mut cells = Vec::new();
                    self.placings(&mut cells);
                    into.add_all(cells.into_iter().map(Action::Put));
                }
            }
            Stage::Playing => match self.pending.last() {
                Some(&pending) => {
                    if self.asked().or(pending.chooser()) == Some(seat) {
                        self.answers(pending, into);
                    }
                }
                None => self.turn_actions(seat, every, into),
            },
        }
    }
}
