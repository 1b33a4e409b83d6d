//! The competitive mode.

use table::{Audience, Millis, Outcome, Refusal, Seat, Seats, Sink, refuse};

use crate::{
    action::Action,
    clause::{Q_8, Q_10, Q_11, Q_13, Q_16, Q_19},
    event::Event,
    objective::{Objective, Objectives},
    options::{Assist, Mode},
    state::{Closing, Quadri},
};

/// how long the last claims may take.
pub(crate) const LAST_CLAIMS: Millis = Millis::seconds(20);

impl Quadri {
    /// whether a seat claims no more while the game closes; an empty hand counts as done.
    pub(crate) fn is_done_claiming(&self, seat: Seat) -> bool {
        self.hand(seat).is_empty() || self.closing.is_some_and(|closing| closing.done.contains(seat))
    }

    fn has_said_done(&self, seat: Seat) -> bool {
        self.closing.is_some_and(|closing| closing.done.contains(seat))
    }

    /// under `auto` no claims are offered.
    fn may_claim(&self, seat: Seat) -> bool {
        self.options.mode == Mode::Competitive
            && self.options.assist != Assist::Auto
            && self.outcome.is_none()
            && seat.0 < self.seats
            && !self.has_said_done(seat)
    }

    /// claims are offered for all objectives held, so that the offer tells nothing; and `done` when it is time.
    pub(crate) fn claims(&self, seat: Seat, into: &mut Vec<Action>) {
        if !self.may_claim(seat) {
            return;
        }
        let tried = self.tried[seat.index()];
        let held = self.hand(seat).iter().filter(|objective| !tried.contains(**objective));
        into.extend(held.map(|objective| Action::Claim(*objective)));
        if self.closing.is_some() && !self.hand(seat).is_empty() {
            into.push(Action::Done);
        }
    }

    /// The claims that would not be in vain; and `done` when it is time and there are none.
    pub(crate) fn good_claims(&self, seat: Seat, into: &mut Vec<Action>) {
        if !self.may_claim(seat) {
            return;
        }
        let from = into.len();
        let good = self.hand(seat).iter().filter(|objective| self.there().contains(**objective));
        into.extend(good.map(|objective| Action::Claim(*objective)));
        if self.closing.is_some() && !self.hand(seat).is_empty() && into.len() == from {
            into.push(Action::Done);
        }
    }

    pub(crate) fn check_claim(&self, seat: Seat, objective: Objective) -> Result<(), Refusal> {
        let refuse = |clause, en, fr| refuse(clause, en, fr);
        match self.options.mode {
            Mode::Cooperative => refuse(
                Q_16,
                "Nobody claims here: the referee turns an objective over as soon as it is realised.",
                "On n’annonce rien ici : l’arbitre retourne un objectif dès qu’il est réalisé.",
            ),
            Mode::BallTrap => refuse(
                Q_19,
                "Nobody claims here: an objective is laid down at once when another seat’s card realises it.",
                "On n’annonce rien ici : un objectif tombe dès que la carte d’un autre le réalise.",
            ),
            Mode::Competitive if self.options.assist == Assist::Auto => refuse(
                Q_13,
                "Your objectives are claimed for you at this table.",
                "À cette table, vos objectifs sont annoncés pour vous.",
            ),
            Mode::Competitive if self.has_said_done(seat) => refuse(
                Q_10,
                "You have said done, and that is final.",
                "Vous avez terminé, et c’est définitif.",
            ),
            Mode::Competitive if !self.hand(seat).contains(&objective) => refuse(
                Q_8,
                "You do not hold this objective: claim one of yours.",
                "Vous n’avez pas cet objectif : annoncez l’un des vôtres.",
            ),
            Mode::Competitive if self.tried[seat.index()].contains(objective) => refuse(
                Q_8,
                "It was not there when you claimed it: try again after the next card.",
                "Il n’y était pas quand vous l’avez annoncé : retentez à la carte suivante.",
            ),
            Mode::Competitive => Ok(()),
        }
    }

    pub(crate) fn claim(&mut self, seat: Seat, objective: Objective, tell: &mut impl Sink<Event>) {
        let Some(slot) = self.hand(seat).iter().position(|held| *held == objective) else { return };
        if self.lay_down(seat, slot, tell) {
            if self.closing.is_some() {
                self.score_if_all_are_done(tell);
            }
        } else {
            self.tried[seat.index()].insert(objective);
            let covered = self.before.contains(objective);
            let objective = objective.into();
            tell.tell(Audience::only(seat), || Event::Missed { objective, covered });
        }
    }

    /// lays an objective down if it is realised now, and draws a new one in its place while the pile lasts.
    fn lay_down(&mut self, seat: Seat, slot: usize, tell: &mut impl Sink<Event>) -> bool {
        let hand = seat.index();
        let Some(seen) = self.sheet.find(self.hands[hand][slot]) else { return false };
        self.realise(seat, seen, tell);
        let Some(drawn) = self.objectives.pop() else {
            self.hands[hand].remove(slot);
            return true;
        };
        self.hands[hand][slot] = drawn;
        self.ruled_out[hand] = Objectives::default();
        let left = self.objectives_left() as u8;
        tell.tell(Audience::only(seat), || Event::Drew { seat, objective: Some(drawn.into()), left });
        tell.tell(Audience::all_but(seat), || Event::Drew { seat, objective: None, left });
        // the turn under way, then one for each seat. Q-12: none once the game closes.
        if left == 0 && self.closing.is_none() {
            self.left = Some(self.seats + 1);
            let placements = self.placements_left() as u8;
            tell.tell(Audience::All, || Event::LastRound { placements });
        }
        true
    }

    pub(crate) fn after_placing_competitive(
        &mut self,
        placer: Seat,
        at: Millis,
        tell: &mut impl Sink<Event>,
    ) {
        self.left = self.left.map(|left| left.saturating_sub(1));
        let is_auto = self.options.assist == Assist::Auto;
        // the last round is over, or there is no card for the next seat.
        let is_last = self.left == Some(0) || self.pile.is_empty();
        if is_last {
            let until = at + LAST_CLAIMS;
            self.closing = Some(Closing { until, done: Seats::NONE });
            if !is_auto {
                tell.tell(Audience::All, || Event::Closing { until });
            }
        } else {
            self.turn_up(tell);
        }
        if is_auto {
            self.claim_for_all(placer, tell);
        }
        if is_last && is_auto {
            self.score(tell);
        } else if is_last {
            self.score_if_all_are_done(tell);
        }
    }

    /// from the seat that placed clockwise, in hand order; a new objective takes the place of the one laid down, so
    /// that it comes before the rest of the hand.
    fn claim_for_all(&mut self, placer: Seat, tell: &mut impl Sink<Event>) {
        for seat in placer.clockwise(self.seats) {
            let mut slot = 0;
            while slot < self.hand(seat).len() {
                if !self.lay_down(seat, slot, tell) {
                    slot += 1;
                }
            }
        }
        self.rule_out_what_is_there();
    }

    /// after the automatic claims nobody holds what is realised.
    pub(crate) fn rule_out_what_is_there(&mut self) {
        let there = self.there();
        self.ruled_out.iter_mut().for_each(|ruled_out| ruled_out.insert_all(there));
    }

    pub(crate) fn check_done(&self, seat: Seat) -> Result<(), Refusal> {
        let refuse = |en, fr| refuse(Q_10, en, fr);
        if self.closing.is_none() {
            refuse(
                "There is nothing to be done with yet: `done` ends your claims after the very last card.",
                "Rien à terminer encore : « done » clôt vos annonces après la toute dernière carte.",
            )
        } else if self.is_done_claiming(seat) {
            refuse("You are done already.", "Vous avez déjà terminé.")
        } else {
            Ok(())
        }
    }

    pub(crate) fn say_done(&mut self, seat: Seat, tell: &mut impl Sink<Event>) {
        if let Some(closing) = &mut self.closing {
            closing.done = closing.done.with(seat);
            tell.tell(Audience::All, || Event::Done { seat });
            self.score_if_all_are_done(tell);
        }
    }

    fn score_if_all_are_done(&mut self, tell: &mut impl Sink<Event>) {
        if Seat::all(self.seats).all(|seat| self.is_done_claiming(seat)) {
            self.score(tell);
        }
    }

    pub(crate) fn score(&mut self, tell: &mut impl Sink<Event>) {
        self.end(self.scored(), tell);
    }

    /// most points, then most objectives realised, then shared.
    pub(crate) fn scored(&self) -> Outcome {
        let merit = |seat: Seat| (self.points(seat), self.laid_down(seat).count());
        let best = Seat::all(self.seats).map(merit).max();
        let winners = Seat::all(self.seats).filter(|seat| Some(merit(*seat)) == best).collect();
        let scores = Seat::all(self.seats).map(|seat| self.points(seat)).collect();
        Outcome::new(winners, Q_11).with_scores(scores)
    }
}
