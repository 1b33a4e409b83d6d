//! A sparring partner for `pyramids`: alpha-beta as anybody would write it in an evening. It counts pips and threats, looks at
//! captures first, and goes a step deeper while there is time.

use std::any::Any;

use catalogue::crates::pyramids::{Action, Deed, Pyramids, Step};
use table::{Game, Seat};

use crate::{
    Stopwatch,
    pyramids::position::{GameEnd, Position, other},
};

const WON: i32 = 1_000_000;
const DEEPEST: u32 = 12;

/// The best step it sees; none if the game is not `pyramids`.
pub(crate) fn choose<G: Game>(game: &G, timer: &mut Stopwatch<'_>) -> Option<G::Action> {
    let game = (game as &dyn Any).downcast_ref::<Pyramids>()?;
    let action: Box<dyn Any> = Box::new(best(Position::of(game), timer)?);
    action.downcast::<G::Action>().ok().map(|action| *action)
}

fn best(position: Position, timer: &mut Stopwatch<'_>) -> Option<Action> {
    let mut actions = ordered(&position);
    for depth in 0..DEEPEST {
        let mut scores: Vec<(i32, Action)> = Vec::with_capacity(actions.len());
        let mut most = -WON - 1;
        for &action in &actions {
            let score = after(&position, action, depth, most, WON + 1, timer);
            if timer.is_over() {
                break;
            }
            most = most.max(score);
            scores.push((score, action));
        }
        let leader = scores.iter().rev().max_by_key(|(score, _)| *score).map(|&(_, action)| action);
        if let Some(at) = leader.and_then(|leader| actions.iter().position(|&action| action == leader)) {
            actions[..=at].rotate_right(1);
        }
        if timer.is_over() || most.abs() >= WON - 100 {
            break;
        }
    }
    actions.first().copied()
}

/// Captures first, the most pips before all; then other jumps, then placements.
fn ordered(position: &Position) -> Vec<Action> {
    let mut actions = Vec::with_capacity(128);
    position.actions(&mut actions);
    if position.step == Step::PlaceOrJump {
        let gain = |action: &Action| match action.deed() {
            Deed::Jump(jump) => position.gain(position.turn, jump),
            _ => 0,
        };
        actions.sort_by_cached_key(|action| std::cmp::Reverse(gain(action)));
    }
    actions
}

/// What a step is worth to the seat that takes it.
fn after(
    position: &Position,
    action: Action,
    depth: u32,
    alpha: i32,
    beta: i32,
    timer: &mut Stopwatch<'_>,
) -> i32 {
    let mut next = *position;
    next.play(action);
    if next.turn == position.turn {
        search(&next, depth, alpha, beta, timer)
    } else {
        -search(&next, depth, -beta, -alpha, timer)
    }
}

fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32, timer: &mut Stopwatch<'_>) -> i32 {
    if !timer.goes_on() {
        return 0;
    }
    let has_jumps = || best_capture(position, position.turn).is_some();
    match position.verdict(has_jumps) {
        Some(GameEnd::Won(seat)) if seat == position.turn => return WON + depth as i32,
        Some(GameEnd::Won(_)) => return -WON - depth as i32,
        Some(GameEnd::Drawn) => return 0,
        None => {}
    }
    if depth == 0 {
        return judge(position);
    }
    let mut most = -WON - 100;
    for action in ordered(position) {
        let score = after(position, action, depth - 1, alpha, beta, timer);
        most = most.max(score);
        alpha = alpha.max(score);
        if alpha >= beta || timer.is_over() {
            break;
        }
    }
    most
}

/// Pips, and what each side threatens to capture: a threat of the seat whose turn it is is nearly a capture.
fn judge(position: &Position) -> i32 {
    let threat = |seat: Seat| i32::from(best_capture(position, seat).unwrap_or(0));
    let (mine, theirs) = (threat(position.turn), threat(other(position.turn)));
    let (mine, theirs) =
        if position.step == Step::PlaceOrJump { (90 * mine, 20 * theirs) } else { (20 * mine, 50 * theirs) };
    100 * position.lead() + mine - theirs
}

/// The most pips that a seat could capture by one jump; none if it cannot jump at all.
fn best_capture(position: &Position, seat: Seat) -> Option<u8> {
    let mut jumps = Vec::with_capacity(32);
    position.board.jumps(seat, &mut jumps);
    let gain = |action: &Action| match action.deed() {
        Deed::Jump(jump) => position.gain(seat, jump),
        _ => 0,
    };
    jumps.iter().map(gain).max()
}
