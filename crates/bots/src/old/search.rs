//! Monte Carlo tree search over any game.
//!
//! One tree of what the root seat can tell apart, walked through a freshly imagined world each time (information-set
//! search with a single observer): where there is nothing hidden, that is plain UCT. Values are kept a seat, so that
//! each seat of three or more plays for itself.

use table::{Chance, Game, Millis, Mute, Seat, random};

use super::Teach;
use crate::Stopwatch;

/// How strongly urges and curiosity pull against what has been seen.
const CURIOSITY: f32 = 1.4;
/// An action that was never tried counts as a little worse than the position it starts from.
const UNTRIED: f32 = 0.1;
/// Enough for seconds of search; beyond it the tree stops growing and only counts.
const MOST_NODES: usize = 400_000;
const MOST_SEATS: usize = 8;

/// The action that `seat` should take, or none if it has none.
pub(super) fn search<G: Teach>(
    game: &G,
    seat: Seat,
    now: Millis,
    timer: &mut Stopwatch<'_>,
    chance: &mut Chance,
) -> Option<G::Action> {
    let mut buffer = Vec::new();
    game.choices(seat, &mut buffer);
    if buffer.len() < 2 {
        return buffer.pop();
    }
    let mut tree = Tree { nodes: vec![Node::new()], buffer };
    while timer.goes_on() {
        tree.walk(game.imagine(seat, chance), seat, now, chance);
    }
    tree.favourite().or_else(|| {
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        chance.pick(&choices).cloned()
    })
}

/// A position as the root seat knows it.
struct Node<A> {
    /// How often it was walked through.
    visits: f32,
    /// What it came to, per seat.
    sums: [f32; MOST_SEATS],
    branches: Vec<Branch<A>>,
}

struct Branch<A> {
    action: A,
    urge: f32,
    visits: f32,
    /// What choosing it came to for the seat that chose.
    sum: f32,
    child: Option<u32>,
}

impl<A> Node<A> {
    const fn new() -> Self {
        Self { visits: 0.0, sums: [0.0; MOST_SEATS], branches: Vec::new() }
    }
}

struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    buffer: Vec<G::Action>,
}

impl<G: Teach> Tree<G> {
    /// Walks down one world, tries something, and remembers how it went.
    fn walk(&mut self, mut game: G, root: Seat, mut now: Millis, chance: &mut Chance) {
        let mut path: Vec<(usize, usize, Seat)> = Vec::with_capacity(32);
        let mut node = 0;
        let mut leaf = None;
        while game.outcome().is_none() {
            let awaited = game.awaited();
            let Some(actor) = (if awaited.contains(root) { Some(root) } else { awaited.first() }) else {
                // Only time goes on.
                let Some(due) = game.deadline() else { break };
                now = due;
                game.tick(due, &mut Mute);
                continue;
            };
            self.buffer.clear();
            game.choices(actor, &mut self.buffer);
            if self.buffer.is_empty() {
                break;
            }
            let branch = self.choose(node, &game, actor);
            path.push((node, branch, actor));
            let action = self.nodes[node].branches[branch].action.clone();
            game.apply(actor, action, now, &mut Mute);
            match self.nodes[node].branches[branch].child {
                Some(child) => node = child as usize,
                None => {
                    if self.nodes.len() < MOST_NODES {
                        let child = self.nodes.len();
                        self.nodes.push(Node::new());
                        self.nodes[node].branches[branch].child = Some(child as u32);
                        leaf = Some(child);
                    }
                    break;
                }
            }
        }
        random::play_out(&mut game, now, chance, &mut self.buffer, G::FORESIGHT);
        let mut rewards = [0.0; MOST_SEATS];
        for seat in Seat::all(game.seats()) {
            rewards[seat.index()] = match game.outcome() {
                Some(outcome) => game.reward(outcome, seat),
                None => game.worth(seat),
            };
        }
        self.remember(&path, leaf, &rewards);
    }

    /// The branch of `node` that looks best to `actor` among what this world (in the buffer) allows.
    fn choose(&mut self, node: usize, game: &G, actor: Seat) -> usize {
        let Self { nodes, buffer } = self;
        let node = &mut nodes[node];
        if node.branches.is_empty() {
            node.branches.reserve_exact(buffer.len());
        }
        let mut best = (f32::NEG_INFINITY, 0);
        let hope = if node.visits > 0.0 { node.sums[actor.index()] / node.visits - UNTRIED } else { 0.5 };
        let known = node.branches.len();
        // In most worlds the actions come in the order they came in before.
        for (order, action) in buffer.iter().enumerate() {
            let index = match node.branches.get(order) {
                Some(branch) if branch.action == *action => order,
                _ => match node.branches[..known].iter().position(|b| b.action == *action) {
                    Some(index) => index,
                    None => {
                        let urge = game.urge(actor, action);
                        node.branches.push(Branch {
                            action: action.clone(),
                            urge,
                            visits: 0.0,
                            sum: 0.0,
                            child: None,
                        });
                        node.branches.len() - 1
                    }
                },
            };
            let branch = &node.branches[index];
            let seen = if branch.visits > 0.0 { branch.sum / branch.visits } else { hope };
            let curious = branch.urge * (node.visits + 1.0).sqrt() / (1.0 + branch.visits);
            let score = seen + CURIOSITY * curious / buffer.len() as f32;
            if score > best.0 {
                best = (score, index);
            }
        }
        best.1
    }

    fn remember(&mut self, path: &[(usize, usize, Seat)], leaf: Option<usize>, rewards: &[f32; MOST_SEATS]) {
        for &(node, branch, actor) in path {
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            for (sum, reward) in node.sums.iter_mut().zip(rewards) {
                *sum += reward;
            }
            node.branches[branch].visits += 1.0;
            node.branches[branch].sum += rewards[actor.index()];
        }
        if let Some(leaf) = leaf {
            self.nodes[leaf].visits += 1.0;
            for (sum, reward) in self.nodes[leaf].sums.iter_mut().zip(rewards) {
                *sum += reward;
            }
        }
    }

    /// What the root came back to most often.
    fn favourite(&self) -> Option<G::Action> {
        let branches = &self.nodes[0].branches;
        branches.iter().max_by(|a, b| a.visits.total_cmp(&b.visits)).map(|b| b.action.clone())
    }
}
