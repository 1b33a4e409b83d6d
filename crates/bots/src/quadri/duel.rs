//! Each for themselves: one's own objectives (competitive), or those that the others must not see (ball-trap).
//!
//! A table is as good as the points on it and what the wanted shapes are likely to bring, the sooner the better. Every place
//! is looked at by eye. The best are followed through imagined worlds in which the next seats lay where *they* gain most,
//! and then it is this seat's turn again.

use catalogue::crates::quadri::{Action, Card, Mode, Objective, Place, Quadri, Turn};
use table::{Game, Millis, Mute, Seat};

use super::{
    board::{Board, NEARLY, Stages},
    chances::{Phase, Weights, features},
};
use crate::Stopwatch;

/// How much a seat minds that shapes are near which may be its own (ball-trap).
const DREAD: f32 = 0.4;

/// Something that a seat wants to see on the table, or not to see there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) objective: Objective,
    /// What it is worth when it comes; less than nothing if it is dreaded.
    pub(super) worth: f32,
    pub(super) phase: Phase,
}

/// What `seat` wants of a table on which it has just laid its card, so that `left` cards come after it.
pub(super) fn wishes(game: &Quadri, seat: Seat, left: usize) -> Vec<Wish> {
    let mut wishes = Vec::with_capacity(16);
    match game.options().mode {
        Mode::Competitive => {
            let phase = Phase::Own(left / usize::from(game.seats()));
            let wish = |o: &Objective| Wish { objective: *o, worth: f32::from(o.points()), phase };
            wishes.extend(game.hand(seat).iter().map(wish));
        }
        Mode::BallTrap => {
            // Who has few left is nearer to being out.
            for other in Seat::all(game.seats()).filter(|other| *other != seat) {
                let hand = game.hand(other);
                let worth = 1.0 + 1.0 / hand.len().max(1) as f32;
                wishes.extend(hand.iter().map(|o| Wish { objective: *o, worth, phase: Phase::Hunted }));
            }
            let mine = game.may_hold(seat);
            let held = game.hand(seat).len() as f32;
            let worth = -DREAD * (1.0 + 1.0 / held.max(1.0)) * held / mine.len().max(1) as f32;
            wishes.extend(mine.into_iter().map(|o| Wish { objective: o, worth, phase: Phase::Theirs }));
        }
        Mode::Cooperative => {}
    }
    wishes
}

/// A place for the card that is turned up, and what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) place: Place,
    pub(super) worth: f32,
}

/// A table on which cards are tried.
pub(super) struct Duel<'a> {
    weights: &'a Weights,
    board: Board,
    objectives: Vec<Objective>,
    stages: Vec<Stages>,
    before: Vec<Stages>,
    spots: Vec<(i16, i16)>,
    is_trap: bool,
}

impl<'a> Duel<'a> {
    pub(super) fn of(game: &Quadri, weights: &'a Weights) -> Self {
        Self {
            weights,
            board: Board::of(game),
            objectives: Vec::new(),
            stages: Vec::new(),
            before: Vec::new(),
            spots: Vec::new(),
            is_trap: game.options().mode == Mode::BallTrap,
        }
    }

    fn ask(&mut self, wishes: &[Wish]) {
        self.objectives.clear();
        self.objectives.extend(wishes.iter().map(|wish| wish.objective));
        self.board.stages(&self.objectives, &mut self.before);
    }

    /// What the wishes come to on this table, once they were [asked](Self::ask) for before the card.
    fn worth(&mut self, wishes: &[Wish]) -> f32 {
        self.board.stages(&self.objectives, &mut self.stages);
        let drawn = if self.is_trap { 0.0 } else { DRAWN };
        let mut worth = 0.0;
        for ((wish, stages), before) in wishes.iter().zip(&self.stages).zip(&self.before) {
            // Competitive: there is there. Ball-trap: this card must have brought it, and never one's own.
            let is_there = match wish.phase {
                Phase::Theirs => false,
                Phase::Hunted => stages[0] > before[0],
                _ => stages[0] > 0,
            };
            let mut stages = *stages;
            if self.is_trap {
                // What is there, but fell to nobody's card, falls to one that lays the same colour over it.
                stages[NEARLY] += std::mem::take(&mut stages[0]);
            }
            worth += if is_there {
                wish.worth + drawn
            } else {
                wish.worth * self.weights.chance(wish.phase, &features(wish.objective, &stages, 0.0))
            };
        }
        worth
    }

    /// Every place for `card` with what it is worth at first sight, the best first.
    pub(super) fn looks(
        &mut self,
        card: Card,
        wishes: &[Wish],
        consider: impl FnMut(&(i16, i16)) -> bool,
    ) -> Vec<Look> {
        let mut spots = std::mem::take(&mut self.spots);
        self.board.considered(&mut spots, consider);
        self.ask(wishes);
        let mut looks = Vec::with_capacity(spots.len() * 4);
        for &at in &spots {
            for turn in Turn::ALL {
                let before = self.board.lay(at, card, turn);
                looks.push(Look { place: self.board.place(at, turn), worth: self.worth(wishes) });
                self.board.take_up(&before);
            }
        }
        self.spots = spots;
        looks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        looks
    }
}

/// A gain of one's next turn counts so much less for every card laid before it.
const LATER: f32 = 0.85;
/// What others gain counts a little less than what one gains oneself: it is guessed.
const THEIRS: f32 = 0.8;
/// What a newly drawn objective may be worth, by and large.
const DRAWN: f32 = 1.5;

/// What a seat has at stake in a world that is played on.
fn standing(world: &Quadri, seat: Seat) -> f32 {
    match world.options().mode {
        Mode::BallTrap => match world.hand(seat).len() {
            0 => -2.0,
            held => held as f32,
        },
        _ => world.points(seat) as f32,
    }
}

/// Everybody claims what they hold and can see, the seat that laid first.
fn claim_all(world: &mut Quadri, placer: Seat) {
    if world.options().mode != Mode::Competitive {
        return;
    }
    for seat in placer.clockwise(world.seats()) {
        let there = world.there();
        while let Some(objective) = world.hand(seat).iter().copied().find(|o| there.contains(*o)) {
            let claim = Action::Claim(objective);
            if world.outcome().is_some() || world.check(seat, &claim).is_err() {
                break;
            }
            world.apply(seat, claim, Millis::ZERO, &mut Mute);
        }
    }
}

/// Lays the card that is turned up in this world, and what is realised by it is claimed.
fn lay(world: &mut Quadri, seat: Seat, place: Place) {
    world.apply(seat, Action::Place(place), Millis::ZERO, &mut Mute);
    claim_all(world, seat);
}

/// The place where `seat` gains most at first sight, as far as it looks when somebody else thinks of it, and what that is
/// worth.
fn best_of(world: &Quadri, seat: Seat, weights: &Weights) -> Option<(f32, Place)> {
    let card = world.next_card()?;
    let mut wishes = wishes(world, seat, world.placements_left() - 1);
    wishes.retain(|wish| wish.phase != Phase::Theirs);
    Duel::of(world, weights).best(card, &wishes)
}

/// What comes of laying a card there in this world, compared with how the seat stood: what it gains, less what the others
/// do, until its next card.
pub(super) fn follow(world: &Quadri, seat: Seat, place: Place, weights: &Weights) -> f32 {
    let mut played = world.clone();
    lay(&mut played, seat, place);
    let mut later = LATER;
    while let Some(next) = played.on_turn().filter(|next| *next != seat) {
        let Some((_, place)) = best_of(&played, next, weights) else { break };
        lay(&mut played, next, place);
        later *= LATER;
    }
    let gained = |of: Seat| standing(&played, of) - standing(world, of);
    let others = Seat::all(world.seats()).filter(|other| *other != seat);
    let theirs: f32 = others.map(gained).sum::<f32>() / f32::from(world.seats() - 1);
    let hope = played.on_turn().and_then(|_| best_of(&played, seat, weights)).map_or(0.0, |(worth, _)| worth);
    gained(seat) - THEIRS * theirs + later * hope
}

/// How much of what the next card can bring is left when others have laid theirs.
const UNDISTURBED: f32 = 0.5;

impl Duel<'_> {
    /// Competitive: adds to the looks what one's next card, whichever comes, can make of them. Those that there is no time
    /// for fall behind.
    pub(super) fn expect(
        &mut self,
        game: &Quadri,
        looks: &mut Vec<Look>,
        wishes: &[Wish],
        clock: &mut Stopwatch<'_>,
    ) {
        let Some(card) = game.next_card().filter(|_| looks.len() > 1) else { return };
        let mut expected = 0;
        for look in looks.iter_mut() {
            let Some(at) = self.board.at(look.place.spot) else { break };
            let before = self.board.lay(at, card, look.place.turn);
            let worth = self.next_own(game, wishes, clock);
            self.board.take_up(&before);
            let Some(worth) = worth else { break };
            look.worth += UNDISTURBED * (worth - look.worth);
            expected += 1;
        }
        if expected > 0 {
            looks.truncate(expected);
            looks.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        }
    }

    /// What the wishes come to once one's next card is laid as well as it can be; none if time runs out over it.
    fn next_own(&mut self, game: &Quadri, wishes: &[Wish], clock: &mut Stopwatch<'_>) -> Option<f32> {
        self.ask(wishes);
        let is_done = |(_, stages): &(&Wish, &Stages)| stages[0] > 0;
        let (done, open): (Vec<_>, Vec<_>) = wishes.iter().zip(&self.before).partition(is_done);
        let open: Vec<Wish> = open.into_iter().map(|(wish, _)| *wish).collect();
        let mut worth: f32 = done.iter().map(|(wish, _)| wish.worth + DRAWN).sum();
        let all: usize = game.unseen_cards().map(|(_, count)| count).sum();
        for (card, count) in game.unseen_cards().filter(|(_, count)| *count > 0) {
            // A card takes a while: the clock is read every time, and some of the time is for the worlds.
            if !clock.goes_on() || clock.spent() > 0.7 {
                return None;
            }
            worth += self.best(card, &open)?.0 * count as f32 / all as f32;
        }
        Some(worth)
    }

    /// The best place at first sight, and what it is worth.
    fn best(&mut self, card: Card, wishes: &[Wish]) -> Option<(f32, Place)> {
        let mut spots = std::mem::take(&mut self.spots);
        self.board.spots(&mut spots);
        self.ask(wishes);
        let mut best: Option<(f32, (i16, i16), Turn)> = None;
        for &at in &spots {
            for turn in Turn::ALL {
                let before = self.board.lay(at, card, turn);
                let worth = self.worth(wishes);
                self.board.take_up(&before);
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, at, turn));
                }
            }
        }
        self.spots = spots;
        best.map(|(worth, at, turn)| (worth, self.board.place(at, turn)))
    }
}
