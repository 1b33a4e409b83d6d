//! Search where something is hidden or falls by chance: a tree of what the root seat can tell apart, walked through a freshly
//! imagined world each time.
//!
//! - An action is judged against how often it *could* have been chosen, not against how often its position was reached: in
//!   most worlds only some are possible (availability counts).
//! - What an action calls for ([`urges`](Foresee::urges)) is shared out among what is possible in this world.
//! - Where dice fall or cards are turned up, one action leads to several positions, told apart by what was
//!   [seen](Foresee::seen).
//! - A walk ends in a new position, goes on for a few actions by the game's own habits, and is judged there. Values are kept a
//!   seat, so that each of three or more plays for itself.
//!
//! Nodes, edges and ways stand in three lists, and an index finds the edge of an action; a walk allocates nothing once they
//! have grown.

mod index;
mod judging;

use table::{Chance, Game, Millis, Mute, Seat};

use index::Index;
pub(crate) use judging::{outlook, weigh};

use crate::{
    Stopwatch,
    teach::{BotTask, Teach},
};

/// More seats than any game has.
pub(crate) const MOST_SEATS: usize = 8;
/// A value for each seat, from 0 to 1.
pub(crate) type Values = [f32; MOST_SEATS];

/// Beyond it the tree stops growing and only counts.
const MOST_NODES: usize = 1 << 19;
const NONE: u32 = u32::MAX;

/// What a game adds so that this search works on it.
pub(crate) trait Foresee: Teach {
    /// How much curiosity weighs against what has been seen.
    const CURIOSITY: f32 = 1.0;
    /// What an action that was never tried is thought to be worth less than its position.
    const UNTRIED: f32 = 0.1;

    /// How often a position is judged before its actions are looked at: most are never seen again, and where listing and
    /// weighing what is possible costs more than judging, it can wait.
    const RIPE: f32 = 1.0;

    /// How good the position is for each seat; also once it is over.
    fn values(&self) -> Values;

    /// How much each action calls for attention before anything is tried, in no unit; added to `into`.
    fn urges(&self, seat: Seat, actions: &[Self::Action], into: &mut Vec<f32>);

    /// What `seat` may do, where several actions may go in any order: in one of them.
    fn in_order(&self, seat: Seat, into: &mut Vec<Self::Action>) {
        self.choices(seat, into);
    }

    /// What chance has just shown to everybody, in one number: positions that differ in it are two.
    fn seen(&self) -> u32 {
        0
    }

    /// A world that `seat` may be in, by what has been played likelier or not.
    fn suppose(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagine(seat, chance)
    }

    /// Plays on for a few actions, by habit.
    fn play_on(&mut self, now: Millis, chance: &mut Chance, buffer: &mut Vec<Self::Action>);
}

/// A position as the root seat knows it.
#[derive(Debug)]
struct Node {
    visits: f32,
    sums: Values,
    first: u32,
    last: u32,
    /// The first of its edges that is not in the index yet.
    unlisted: u32,
}

/// An action that was possible in some world.
#[derive(Debug)]
struct Edge<A> {
    action: A,
    /// The position that it is an action of.
    node: u32,
    /// Who chose it.
    seat: Seat,
    urge: f32,
    visits: f32,
    /// How often it was possible.
    chances: f32,
    /// What choosing it came to for the seat that chose.
    sum: f32,
    next: u32,
    ways: u32,
}

/// Where an action leads if this is seen.
#[derive(Debug)]
struct Way {
    seen: u32,
    node: u32,
    next: u32,
}

/// What somebody plays who looked through few worlds, and once in `slips` times (0: never) into none: then whatever calls
/// for it at first sight.
pub(crate) fn choose<G: Foresee>(
    game: &G,
    asked: &mut BotTask<'_, '_>,
    walks: u64,
    slips: u32,
) -> Option<G::Action> {
    if slips > 0 && asked.chance.one_in(slips) {
        let (mut choices, mut urges) = (Vec::new(), Vec::new());
        game.in_order(asked.seat, &mut choices);
        game.suppose(asked.seat, asked.chance).urges(asked.seat, &choices, &mut urges);
        return (!choices.is_empty()).then(|| choices.swap_remove(draw(&urges, asked.chance)));
    }
    asked.timer.at_most(walks);
    search(game, asked.seat, asked.now, asked.chance, asked.timer)
}

/// The action that `seat` should take, or none if it has none.
pub(crate) fn search<G: Foresee>(
    game: &G,
    seat: Seat,
    now: Millis,
    chance: &mut Chance,
    clock: &mut Stopwatch<'_>,
) -> Option<G::Action> {
    let mut buffer = Vec::new();
    game.in_order(seat, &mut buffer);
    if buffer.len() < 2 {
        return buffer.pop();
    }
    let visited = if clock.helpers() == 0 {
        grow(game, seat, now, chance, clock)
    } else {
        grow_together(game, seat, now, chance, clock)
    };
    // The last of those that were visited most, as it always was: a tie is settled the same way everywhere.
    let favourite = visited.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(action, _)| action);
    favourite.or_else(|| {
        // Told to stop before the first walk: what calls most for attention.
        let (mut choices, mut urges) = (Vec::new(), Vec::new());
        game.in_order(seat, &mut choices);
        game.suppose(seat, chance).urges(seat, &choices, &mut urges);
        let best = (0..choices.len()).max_by(|&a, &b| urges[a].total_cmp(&urges[b]))?;
        Some(choices.swap_remove(best))
    })
}

/// Grows one tree for as long as the clock says, or until no other action can become the favourite: how often each action
/// of the root was visited.
fn grow<G: Foresee>(
    game: &G,
    seat: Seat,
    now: Millis,
    chance: &mut Chance,
    clock: &mut Stopwatch<'_>,
) -> Vec<(G::Action, f32)> {
    let mut tree = Tree::<G>::new(Vec::new());
    tree.in_order = true;
    let mut walks = 0u32;
    while clock.goes_on() {
        tree.walk(game.suppose(seat, chance), seat, now, chance, None);
        walks += 1;
        if walks.is_multiple_of(128) && tree.is_settled(clock.spent()) {
            break;
        }
    }
    tree.at_root().map(|edge| (edge.action.clone(), edge.visits)).collect()
}

/// A tree a thread, each through worlds of its own; the root's visits are added up. Nothing is shared while they grow, so
/// that as many nodes give the same thought again.
fn grow_together<G: Foresee>(
    game: &G,
    seat: Seat,
    now: Millis,
    chance: &mut Chance,
    clock: &mut Stopwatch<'_>,
) -> Vec<(G::Action, f32)> {
    let (share, stop) = (clock.share(), clock.stop());
    clock.at_most(share.nodes);
    let seeds: Vec<_> = (0..clock.helpers()).map(|_| chance.seed()).collect();
    std::thread::scope(|scope| {
        let help = |seed| {
            let think =
                move || grow(game, seat, now, &mut Chance::new(seed), &mut Stopwatch::start(share, stop));
            // Where the house has no thread left, there are fewer trees.
            std::thread::Builder::new().name("helper".to_owned()).spawn_scoped(scope, think).ok()
        };
        let helpers: Vec<_> = seeds.into_iter().filter_map(help).collect();
        let mut all = grow(game, seat, now, chance, clock);
        for helper in helpers {
            // A defect there is one here: whoever guards this thought falls back.
            for (action, visits) in helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
                match all.iter_mut().find(|(known, _)| *known == action) {
                    Some((_, sum)) => *sum += visits,
                    None => all.push((action, visits)),
                }
            }
        }
        all
    })
}

struct Tree<G: Game> {
    nodes: Vec<Node>,
    edges: Vec<Edge<G::Action>>,
    ways: Vec<Way>,
    index: Index,
    buffer: Vec<G::Action>,
    /// Those of them that have no edge yet.
    fresh: Vec<G::Action>,
    urges: Vec<f32>,
    /// The edges of what is possible in this world.
    open: Vec<u32>,
    path: Vec<(u32, u32, Seat)>,
    /// Whether the root's actions go in order too: for playing, not for judging what others play.
    in_order: bool,
}

impl<G: Foresee> Tree<G> {
    fn new(buffer: Vec<G::Action>) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(1024),
            edges: Vec::with_capacity(16_384),
            ways: Vec::with_capacity(1024),
            index: Index::new(),
            buffer,
            fresh: Vec::new(),
            urges: Vec::new(),
            open: Vec::new(),
            path: Vec::with_capacity(64),
            in_order: false,
        };
        tree.add_node();
        tree
    }

    fn add_node(&mut self) -> u32 {
        self.nodes.push(Node {
            visits: 0.0,
            sums: [0.0; MOST_SEATS],
            first: NONE,
            last: NONE,
            unlisted: NONE,
        });
        self.nodes.len() as u32 - 1
    }

    /// Walks down one world, tries something (`first` to begin with, if that is asked for), and remembers how it went.
    fn walk(
        &mut self,
        mut game: G,
        root: Seat,
        mut now: Millis,
        chance: &mut Chance,
        mut first: Option<&G::Action>,
    ) -> Values {
        let mut node = 0;
        let mut leaf = None;
        self.path.clear();
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
            if let Some(first) = first.take() {
                self.buffer.push(first.clone());
            } else if node != 0 || self.in_order {
                game.in_order(actor, &mut self.buffer);
            } else {
                game.choices(actor, &mut self.buffer);
            }
            if self.buffer.is_empty() {
                break;
            }
            let forced = self.buffer.len() == 1;
            let edge = self.choose(node, &game, actor);
            self.path.push((node, edge, actor));
            game.apply(actor, self.edges[edge as usize].action.clone(), now, &mut Mute);
            match self.way(edge, game.seen()) {
                Some(known) => {
                    node = known;
                    if self.nodes[node as usize].visits < G::RIPE && !forced {
                        leaf = Some(node);
                        break;
                    }
                }
                None if self.nodes.len() < MOST_NODES => {
                    node = self.add_node();
                    let next = self.edges[edge as usize].ways;
                    self.ways.push(Way { seen: game.seen(), node, next });
                    self.edges[edge as usize].ways = self.ways.len() as u32 - 1;
                    // Where there was nothing to choose, there is nothing to learn: go on.
                    if !forced {
                        leaf = Some(node);
                        break;
                    }
                }
                None => break,
            }
        }
        if game.outcome().is_none() {
            game.play_on(now, chance, &mut self.buffer);
        }
        let values = game.values();
        self.remember(leaf, &values);
        values
    }

    fn way(&self, edge: u32, seen: u32) -> Option<u32> {
        let mut at = self.edges[edge as usize].ways;
        while let Some(way) = self.ways.get(at as usize) {
            if way.seen == seen {
                return Some(way.node);
            }
            at = way.next;
        }
        None
    }

    /// The edge of `node` that looks best to `actor` among what this world (in the buffer) allows.
    fn choose(&mut self, node: u32, game: &G, actor: Seat) -> u32 {
        self.find_edges(node, game, actor);
        let Self { nodes, edges, open, .. } = self;
        let node = &nodes[node as usize];
        let all: f32 = open.iter().map(|&edge| edges[edge as usize].urge).sum();
        let hope = if node.visits > 0.0 { node.sums[actor.index()] / node.visits - G::UNTRIED } else { 0.5 };
        let mut best = (f32::NEG_INFINITY, open[0]);
        for &index in open.iter() {
            let edge = &mut edges[index as usize];
            edge.chances += 1.0;
            let seen = if edge.visits > 0.0 { edge.sum / edge.visits } else { hope };
            let curious = edge.urge / all * edge.chances.sqrt() / (1.0 + edge.visits);
            let score = seen + G::CURIOSITY * curious;
            if score > best.0 {
                best = (score, index);
            }
        }
        best.1
    }

    /// Fills `open` with an edge for each action in the buffer, new ones where there are none.
    fn find_edges(&mut self, node: u32, game: &G, actor: Seat) {
        self.open.clear();
        let first = self.nodes[node as usize].first;
        let mut missing = false;
        // In most worlds the actions come in the order they came in before.
        let mut cursor = first;
        for action in &self.buffer {
            let found = match self.edges.get(cursor as usize) {
                Some(edge) if edge.action == *action => cursor,
                _ if first == NONE => NONE,
                _ => {
                    let unlisted = &mut self.nodes[node as usize].unlisted;
                    while let Some(edge) = self.edges.get(*unlisted as usize) {
                        self.index.put(index::hash(node, &edge.action), *unlisted);
                        *unlisted = edge.next;
                    }
                    let is = |edge: u32| {
                        let edge = &self.edges[edge as usize];
                        edge.node == node && edge.action == *action
                    };
                    self.index.find(index::hash(node, action), is).unwrap_or(NONE)
                }
            };
            missing |= found == NONE;
            self.open.push(found);
            if found != NONE {
                cursor = self.edges[found as usize].next;
            }
        }
        if !missing {
            return;
        }
        // Only what is new is asked about: in other worlds others hold other cards.
        self.fresh.clear();
        self.fresh.extend(
            self.buffer
                .iter()
                .zip(&self.open)
                .filter(|(_, edge)| **edge == NONE)
                .map(|(action, _)| action.clone()),
        );
        self.urges.clear();
        game.urges(actor, &self.fresh, &mut self.urges);
        let mut fresh = self.fresh.drain(..).zip(&self.urges);
        for open in self.open.iter_mut().filter(|edge| **edge == NONE) {
            let Some((action, urge)) = fresh.next() else { break };
            let new = self.edges.len() as u32;
            self.edges.push(Edge {
                action,
                node,
                seat: actor,
                urge: urge.max(1e-3),
                visits: 0.0,
                chances: 0.0,
                sum: 0.0,
                next: NONE,
                ways: NONE,
            });
            let node = &mut self.nodes[node as usize];
            if node.first == NONE {
                node.first = new;
            } else {
                self.edges[node.last as usize].next = new;
            }
            node.last = new;
            if node.unlisted == NONE {
                node.unlisted = new;
            }
            *open = new;
        }
    }

    fn remember(&mut self, leaf: Option<u32>, values: &Values) {
        for &(node, edge, actor) in &self.path {
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1.0;
            edge.sum += values[actor.index()];
            note(&mut self.nodes[node as usize], values);
        }
        if let Some(leaf) = leaf {
            note(&mut self.nodes[leaf as usize], values);
        }
    }

    fn at_root(&self) -> impl Iterator<Item = &Edge<G::Action>> {
        let mut at = self.nodes[0].first;
        std::iter::from_fn(move || {
            let edge = self.edges.get(at as usize)?;
            at = edge.next;
            Some(edge)
        })
    }

    /// Whether no other action can become the favourite in the time that is left.
    fn is_settled(&self, spent: f64) -> bool {
        let (mut first, mut second) = (0.0f32, 0.0f32);
        for edge in self.at_root() {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        let left = f64::from(self.nodes[0].visits) * (1.0 - spent) / spent.max(1e-6);
        f64::from(first - second) > left
    }
}

fn note(node: &mut Node, values: &Values) {
    node.visits += 1.0;
    for (sum, value) in node.sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// One of them, each as likely as it is urgent.
pub(crate) fn draw(urges: &[f32], chance: &mut Chance) -> usize {
    let all: f32 = urges.iter().sum();
    let mut point = chance.below(1 << 20) as f32 / (1 << 20) as f32 * all;
    for (index, urge) in urges.iter().enumerate() {
        point -= urge;
        if point < 0.0 {
            return index;
        }
    }
    urges.len() - 1
}
