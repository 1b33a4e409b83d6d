//! Textbook UCT, the measure of all others: it knows the rules and nothing else.
//!
//! One tree, walked through a freshly imagined world each time; a new node a walk, then random play to the end.

use table::{Chance, Game, Millis, Mute, Seat, random};

use crate::{Stopwatch, teach::fair_reward};

/// The constant of UCB1 for rewards from 0 to 1.
const CURIOSITY: f32 = std::f32::consts::SQRT_2;
/// No game is longer.
const LONGEST: u64 = 2_000;
const MOST_NODES: usize = 2_000_000;

struct Node<A> {
    branches: Vec<Branch<A>>,
}

struct Branch<A> {
    action: A,
    visits: f32,
    /// How often it could have been chosen.
    chances: f32,
    sum: f32,
    child: Option<usize>,
}

/// The action that `seat` should take, or none if it has none.
pub(crate) fn choose<G: Game>(
    game: &G,
    seat: Seat,
    now: Millis,
    chance: &mut Chance,
    timer: &mut Stopwatch<'_>,
) -> Option<G::Action> {
    let mut buffer = Vec::new();
    game.choices(seat, &mut buffer);
    if buffer.len() < 2 {
        return buffer.pop();
    }
    let mut nodes: Vec<Node<G::Action>> = vec![Node { branches: Vec::new() }];
    while timer.goes_on() {
        walk(&mut nodes, game.imagine(seat, chance), now, chance, &mut buffer);
    }
    let most = nodes[0].branches.iter().max_by(|a, b| a.visits.total_cmp(&b.visits));
    most.map(|branch| branch.action.clone()).or_else(|| {
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        chance.pick(&choices).cloned()
    })
}

fn walk<G: Game>(
    nodes: &mut Vec<Node<G::Action>>,
    mut game: G,
    mut now: Millis,
    chance: &mut Chance,
    buffer: &mut Vec<G::Action>,
) {
    let mut path: Vec<(usize, usize, Seat)> = Vec::new();
    let mut at = 0;
    while game.outcome().is_none() {
        let Some(actor) = game.awaited().first() else {
            let Some(due) = game.deadline() else { break };
            now = due;
            game.tick(due, &mut Mute);
            continue;
        };
        buffer.clear();
        game.choices(actor, buffer);
        if buffer.is_empty() {
            break;
        }
        let node = &mut nodes[at];
        let branch = select(node, buffer, chance);
        path.push((at, branch, actor));
        let chosen = &node.branches[branch];
        game.apply(actor, chosen.action.clone(), now, &mut Mute);
        let child = chosen.child;
        match child {
            Some(child) => at = child,
            None if nodes.len() < MOST_NODES => {
                let child = nodes.len();
                nodes[at].branches[branch].child = Some(child);
                nodes.push(Node { branches: Vec::new() });
                break;
            }
            None => break,
        }
    }
    random::play_out(&mut game, now, chance, buffer, LONGEST);
    for (node, branch, actor) in path {
        let branch = &mut nodes[node].branches[branch];
        branch.visits += 1.0;
        branch.sum += game.outcome().map_or(0.5, |outcome| fair_reward(&game, outcome, actor));
    }
}

/// An untried action if there is one, otherwise the one with the highest upper bound.
fn select<A: Clone + PartialEq>(node: &mut Node<A>, possible: &[A], chance: &mut Chance) -> usize {
    let mut indices = Vec::with_capacity(possible.len());
    for (order, action) in possible.iter().enumerate() {
        let index = match node.branches.get(order) {
            Some(branch) if branch.action == *action => order,
            _ => node.branches.iter().position(|b| b.action == *action).unwrap_or_else(|| {
                let action = action.clone();
                node.branches.push(Branch { action, visits: 0.0, chances: 0.0, sum: 0.0, child: None });
                node.branches.len() - 1
            }),
        };
        node.branches[index].chances += 1.0;
        indices.push(index);
    }
    let untried: Vec<usize> =
        indices.iter().copied().filter(|&index| node.branches[index].visits == 0.0).collect();
    if let Some(&index) = chance.pick(&untried) {
        return index;
    }
    let bound = |index: usize| {
        let branch = &node.branches[index];
        branch.sum / branch.visits + CURIOSITY * (branch.chances.ln() / branch.visits).sqrt()
    };
    indices.into_iter().max_by(|&a, &b| bound(a).total_cmp(&bound(b))).unwrap_or_default()
}
