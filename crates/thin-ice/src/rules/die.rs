//! T-19 to T-21, T-26, T-27: the die, and what it (or a card) has somebody do.

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    cards::Card,
    cell::Cell,
    clause::{T_20, T_23, T_34},
    event::{Die, Event},
    menu::Menu,
    state::{Happening, Pending, Task, ThinIce},
    tiles::Tiles,
};

/// T-19.
const FACES: [Die; 6] = [Die::Bear, Die::Bear, Die::Tile, Die::Crack, Die::Crack, Die::Freeze];

/// What becomes of a task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It cannot be done (T-20).
    Nothing,
    /// The bear wakes; nobody has a choice.
    Wakes,
    Choose,
}

impl ThinIce {
    pub(crate) fn roll(&mut self, roller: Seat, tell: &mut impl Sink<Event>) {
        self.turn.acted = true;
        self.turn.rolled = true;
        self.throw(roller, tell);
        self.pending.push(Pending::Rolled { roller });
        if self.terms.has_cards() {
            self.ask(Happening::Roll);
        }
    }

    pub(crate) fn throw(&mut self, roller: Seat, tell: &mut impl Sink<Event>) {
        let face = FACES[self.chance.below(6) as usize];
        self.turn.die = Some(face);
        tell.tell(Audience::All, || Event::Rolled { seat: roller, face });
    }

    /// The roll counts: the roller does what it says, or in a team of several names who does (T-47).
    pub(crate) fn heed(&mut self, roller: Seat) {
        let Some(task) = self.die_task() else { return };
        let several = self.terms.members(self.turn.side).len() > 1;
        if several && self.fate(roller, task, None) == Fate::Choose {
            self.pending.push(Pending::Name { roller });
        } else {
            self.pending.push(Pending::Task { by: roller, task, card: None });
        }
    }

    pub(crate) fn name(&mut self, by: Seat, seat: Seat, tell: &mut impl Sink<Event>) {
        tell.tell(Audience::All, || Event::Named { by, seat });
        if let Some(task) = self.die_task() {
            self.pending.push(Pending::Task { by: seat, task, card: None });
        }
    }

    fn die_task(&self) -> Option<Task> {
        Some(match self.turn.die? {
            Die::Bear => Task::Bear,
            Die::Tile => Task::Slide,
            Die::Crack => Task::Crack,
            Die::Freeze => Task::Freeze,
        })
    }

    /// Whether a task can be done, and whether somebody has to choose.
    pub(crate) fn fate(&self, by: Seat, task: Task, card: Option<Card>) -> Fate {
        let possible = match task {
            Task::Bear => {
                // T-52: only a roll brings the kraken's choice.
                if card.is_none() && self.destroyable().next().is_some() {
                    true
                } else {
                    match self.bear {
                        Some(bear) if !bear.awake => return Fate::Wakes,
                        Some(_) => self.bear_steps().next().is_some(),
                        None => false,
                    }
                }
            }
            Task::Slide => self.can_slide(by),
            Task::Crack => !self.floe.cracking().without(self.held()).is_empty(),
            Task::Freeze => !self.floe.freezing().without(self.held()).is_empty(),
            Task::Swap => self.swaps(by).next().is_some(),
        };
        if possible { Fate::Choose } else { Fate::Nothing }
    }

    /// What `by` may choose for a task.
    pub(crate) fn list_task(&self, by: Seat, task: Task, card: Option<Card>, into: &mut impl Menu) {
        match task {
            Task::Bear => {
                match self.bear {
                    Some(bear) if !bear.awake => into.add(Action::Wake),
                    _ => self.list_bear_steps(into),
                }
                if card.is_none() {
                    self.list_destroyable(into);
                }
            }
            Task::Slide => self.list_slides(by, into),
            Task::Crack => self.list_free(self.floe.cracking(), Action::Crack, into),
            Task::Freeze => self.list_free(self.floe.freezing(), Action::Freeze, into),
            Task::Swap => into.add_all(self.swaps(by).map(|(mine, other)| Action::Swap(mine, other))),
        }
    }

    /// T-27: those without a piece.
    fn list_free(&self, tiles: Tiles, action: impl Fn(Cell) -> Action, into: &mut impl Menu) {
        into.add_each(tiles.without(self.held()).bits(), |number| action(self.floe.cell(number)));
    }

    pub(crate) fn check_task(
        &self,
        by: Seat,
        task: Task,
        card: Option<Card>,
        action: Action,
    ) -> Result<(), Refusal> {
        match (task, action) {
            (Task::Bear, Action::Wake) if self.bear.is_some_and(|bear| !bear.awake) => Ok(()),
            (Task::Bear, Action::Wake) => {
                refuse(T_23, "The bear is awake already: move it.", "L’ours est déjà réveillé : déplacez-le.")
            }
            (Task::Bear, Action::Bear(to)) => self.check_bear(to),
            (Task::Bear, Action::Destroy(cell)) if card.is_none() => self.check_destroy(cell),
            (Task::Slide, Action::Slide { from, to }) => self.check_slide(by, from, to),
            (Task::Crack, Action::Crack(cell)) => self.may_crack(cell).map(|_| ()),
            (Task::Freeze, Action::Freeze(cell)) => self.may_freeze(cell).map(|_| ()),
            (Task::Swap, Action::Swap(mine, other)) => self.check_swap(by, mine, other),
            _ if card.is_some() => {
                refuse(T_34, "First do what the card says.", "Faites d’abord ce que dit la carte.")
            }
            _ => refuse(T_20, "First do what the die says.", "Faites d’abord ce que dit le dé."),
        }
    }

    pub(crate) fn do_task(&mut self, by: Seat, action: Action, tell: &mut impl Sink<Event>) {
        match action {
            Action::Wake => self.wake(by, tell),
            Action::Bear(to) => self.move_bear(by, to, true, tell),
            Action::Destroy(cell) => self.destroy(by, cell, tell),
            Action::Slide { from, to } => self.slide(by, from, to, tell),
            Action::Crack(cell) => self.crack(cell, tell),
            Action::Freeze(cell) => self.freeze(cell, tell),
            Action::Swap(mine, other) => self.swap(by, mine, other, tell),
            _ => {}
        }
    }
}
