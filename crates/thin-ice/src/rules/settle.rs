//! The stack of what waits: who may answer, with what, and everything that follows by itself.

use table::{Audience, Refusal, Seat, Seats, Sink, refuse};

use crate::{
    action::Action,
    clause::{T_33, T_47},
    event::Event,
    menu::Menu,
    rules::die::Fate,
    state::{Pending, Stage, ThinIce},
};

impl ThinIce {
    /// Lets everything happen that needs no choice, until somebody has to choose.
    pub(crate) fn settle(&mut self, tell: &mut impl Sink<Event>) {
        while self.outcome.is_none() && self.stage == Stage::Playing {
            let Some(&pending) = self.pending.last() else {
                if self.settles() {
                    self.end_turn(tell);
                    continue;
                }
                return;
            };
            match pending {
                Pending::Question { about, nth, until } => {
                    if until.is_some() {
                        return;
                    }
                    self.pending.pop();
                    let asked = (nth..self.positions(about) as u8).find(|&nth| self.is_asked(about, nth));
                    if let Some(nth) = asked {
                        let until = Some(self.clock + self.terms.reaction());
                        self.pending.push(Pending::Question { about, nth, until });
                        return;
                    }
                }
                Pending::Task { by, task, card } => match self.fate(by, task, card) {
                    Fate::Choose => return,
                    Fate::Wakes => {
                        self.pending.pop();
                        self.wake(by, tell);
                    }
                    Fate::Nothing => {
                        self.pending.pop();
                        tell.tell(Audience::All, || Event::Nothing { seat: by });
                    }
                },
                Pending::Displace { at, left, orca, .. } => {
                    if self.displacements(at, left, orca.is_some()).next().is_some() {
                        return;
                    }
                    self.pending.pop();
                    self.drive_from_the_game(at, orca, tell);
                }
                Pending::Name { .. }
                | Pending::Put { .. }
                | Pending::DriveBear { .. }
                | Pending::Save { .. } => return,
                Pending::Effect { by, card } => {
                    self.pending.pop();
                    self.take_effect(by, card, tell);
                }
                Pending::Rolled { roller } => {
                    self.pending.pop();
                    self.heed(roller);
                }
                Pending::GiveWay { by, pawn, from, why, .. } => {
                    self.pending.pop();
                    self.give_way(by, pawn, from, why, tell);
                }
                Pending::Out { pawns } => {
                    self.pending.pop();
                    self.finish_out(pawns, tell);
                }
                Pending::NextTurn => {
                    self.pending.pop();
                    self.next_turn(tell);
                }
            }
        }
    }

    /// Whether `seat` may answer so to what waits.
    pub(crate) fn check_answer(&self, seat: Seat, pending: Pending, action: Action) -> Result<(), Refusal> {
        if let Pending::Question { about, .. } = pending {
            return match action {
                // The same words for everybody who is not asked: nobody learns who is.
                _ if self.asked() != Some(seat) => refuse(
                    T_33,
                    "Wait: somebody may still answer with a card.",
                    "Attendez : quelqu’un peut encore répondre par une carte.",
                ),
                Action::Pass => Ok(()),
                Action::Play(card) if card == about.answer() && self.hands[seat.index()].has(card) => Ok(()),
                _ => refuse(
                    T_33,
                    "Play a card that answers this, or pass.",
                    "Jouez une carte qui y répond, ou passez.",
                ),
            };
        }
        if let Action::Play(card) = action {
            return self.check_play(seat, card);
        }
        if pending.chooser() != Some(seat) {
            return refuse(
                pending.clause(),
                "Somebody else has to choose first.",
                "Quelqu’un d’autre doit d’abord choisir.",
            );
        }
        match (pending, action) {
            (Pending::Name { .. }, Action::Name(named))
                if named.0 < self.terms.seats && self.terms.side(named) == self.turn.side =>
            {
                Ok(())
            }
            (Pending::Name { .. }, _) => refuse(
                T_47,
                "Name the member of your team who does what the die says.",
                "Nommez le membre de votre équipe qui fait ce que dit le dé.",
            ),
            (Pending::Task { by, task, card }, action) => self.check_task(by, task, card, action),
            (Pending::Put { pawn, barred, why, .. }, Action::Put(to)) => {
                self.check_put(pawn, barred, why, to)
            }
            (Pending::DriveBear { .. }, Action::Bear(to)) => self.check_drive(to),
            (Pending::Displace { at, left, orca: None, .. }, Action::Bear(to)) => {
                self.check_displacement(at, left, false, to)
            }
            (Pending::Displace { at, left, orca: Some(_), .. }, Action::Orca(to)) => {
                self.check_displacement(at, left, true, to)
            }
            (Pending::Save { .. }, Action::Put(to)) => self.check_save(to),
            _ => refuse(
                pending.clause(),
                "First answer what is asked of you.",
                "Répondez d’abord à ce qui vous est demandé.",
            ),
        }
    }

    /// What the chooser may answer.
    pub(crate) fn answers(&self, pending: Pending, into: &mut impl Menu) {
        match pending {
            Pending::Question { about, nth, until: Some(_) } => {
                let seat = self.position(about, nth).0;
                if self.hands[seat.index()].has(about.answer()) {
                    into.add(Action::Play(about.answer()));
                }
                into.add(Action::Pass);
            }
            Pending::Name { .. } => {
                into.add_all(self.terms.members(self.turn.side).iter().map(Action::Name));
            }
            Pending::Task { by, task, card } => self.list_task(by, task, card, into),
            Pending::Put { pawn, barred, .. } => into.add_all(self.puts(pawn, barred).map(Action::Put)),
            Pending::DriveBear { .. } => self.list_bear_steps(into),
            Pending::Displace { at, left, orca, .. } => {
                let to = if orca.is_some() { Action::Orca } else { Action::Bear };
                into.add_all(self.displacements(at, left, orca.is_some()).map(to));
            }
            Pending::Save { .. } => into.add_all(self.landable().map(Action::Put)),
            _ => {}
        }
    }

    pub(crate) fn answer(&mut self, seat: Seat, action: Action, tell: &mut impl Sink<Event>) {
        let Some(pending) = self.pending.pop() else { return };
        match (pending, action) {
            (Pending::Question { about, nth, .. }, Action::Play(card)) => {
                // Asked again once this is settled: each until it passes.
                self.pending.push(Pending::Question { about, nth, until: None });
                self.play_card(seat, card, tell);
            }
            (Pending::Question { about, nth, .. }, _) => {
                self.pending.push(Pending::Question { about, nth: nth + 1, until: None });
            }
            (Pending::Name { roller }, Action::Name(named)) => self.name(roller, named, tell),
            (Pending::Task { by, .. }, action) => self.do_task(by, action, tell),
            (Pending::Put { by, pawn, why, .. }, Action::Put(to)) => self.put_pawn(by, pawn, to, why, tell),
            (Pending::DriveBear { by }, Action::Bear(to)) => self.move_bear(by, to, false, tell),
            (Pending::Displace { by, orca: None, .. }, Action::Bear(to)) => self.displace_bear(by, to, tell),
            (Pending::Displace { by, at, orca: Some(orca), .. }, Action::Orca(to)) => {
                self.displace_orca(by, orca, at, to, tell);
            }
            (Pending::Save { pawn, .. }, Action::Put(to)) => self.save(pawn, to, tell),
            _ => {}
        }
    }

    /// Whom the table waits for.
    pub(crate) fn waits_for(&self) -> Seats {
        if self.outcome.is_some() {
            return Seats::NONE;
        }
        match self.stage {
            Stage::Draft => Seats::one(self.next_to_lay()),
            Stage::Placing => self.next_to_place().map_or(Seats::NONE, |pawn| Seats::one(self.owner(pawn))),
            Stage::Playing => match self.pending.last() {
                Some(pending) => self.asked().or(pending.chooser()).map_or(Seats::NONE, Seats::one),
                None => self.turn_awaits(),
            },
        }
    }
}
