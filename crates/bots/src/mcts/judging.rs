//! The same tree, asked for more than its favourite: what each of a few actions comes to, for everybody, and how it goes on.

use table::Seat;

use super::{Foresee, MOST_SEATS, NONE, Tree, Values};
use crate::judge::{CANDIDATES, Judging, Outlook, Weighed};

/// The part of the time in which the tree is grown as it is for playing; in the rest the few best are compared.
const GROWING: f64 = 0.5;
/// An action of a line was walked at least so often, …
const WALKED: f32 = 12.0;
/// … and what chance shows before it came up in so large a part of the walks.
const LIKELY: f32 = 0.6;
/// No line is longer.
const LONGEST: usize = 8;

/// What the best few actions come to, and those that are asked about. They are compared in the same worlds: what differs is
/// the action, not the luck.
pub(crate) fn weigh<G: Foresee>(
    game: &G,
    asking: &mut Judging<'_, '_, G>,
    mut world: impl FnMut(&mut Judging<'_, '_, G>) -> G,
) -> Vec<Weighed<G::Action>> {
    let mut choices = Vec::new();
    game.choices(asking.seat, &mut choices);
    let mut tree = Tree::<G>::new(Vec::new());
    if choices.len() > 1 {
        while asking.timer.spent() < GROWING && asking.timer.goes_on() {
            let imagined = world(asking);
            tree.walk(imagined, asking.seat, asking.now, asking.chance, None);
        }
    }
    let mut visited: Vec<(f32, G::Action)> =
        tree.at_root().map(|edge| (edge.visits, edge.action.clone())).collect();
    visited.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut few: Vec<G::Action> = visited.into_iter().map(|(_, action)| action).take(CANDIDATES).collect();
    if few.is_empty() {
        few = choices.into_iter().take(CANDIDATES).collect();
    }
    if let Some((also, _)) = asking.also.clone()
        && !few.contains(&also)
    {
        few.push(also);
    }
    let (sums, squares, rounds) = compare(&mut tree, &few, asking, &mut world);
    let seats = usize::from(game.seats());
    let weighed = few.into_iter().zip(sums).zip(squares).map(|((action, sums), square)| {
        let line = tree.line(&action);
        let chances = sums[..seats].iter().map(|sum| sum / rounds).collect();
        let doubt = error(sums[asking.seat.index()], square, rounds);
        Weighed { action, at: asking.now, chances, doubt, line }
    });
    weighed.collect()
}

fn compare<G: Foresee>(
    tree: &mut Tree<G>,
    few: &[G::Action],
    asking: &mut Judging<'_, '_, G>,
    world: &mut impl FnMut(&mut Judging<'_, '_, G>) -> G,
) -> (Vec<Values>, Vec<f32>, f32) {
    let mut sums = vec![[0.0; MOST_SEATS]; few.len()];
    let mut squares = vec![0.0; few.len()];
    let mut rounds = 0.0;
    // One round at least, however little time there is.
    while asking.timer.goes_on() || rounds < 1.0 {
        let imagined = world(asking);
        for ((action, sums), square) in few.iter().zip(&mut sums).zip(&mut squares) {
            let values = tree.walk(imagined.clone(), asking.seat, asking.now, asking.chance, Some(action));
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            *square += values[asking.seat.index()].powi(2);
            asking.timer.goes_on();
        }
        rounds += 1.0;
    }
    (sums, squares, rounds)
}

/// How each seat stands, as far as the asking one knows, whoever is to act.
pub(crate) fn outlook<G: Foresee>(
    game: &G,
    asking: &mut Judging<'_, '_, G>,
    mut world: impl FnMut(&mut Judging<'_, '_, G>) -> G,
) -> Outlook {
    let mut tree = Tree::<G>::new(Vec::new());
    let mut sums = [0.0; MOST_SEATS];
    let (mut square, mut walks) = (0.0, 0.0f32);
    while asking.timer.goes_on() || walks < 1.0 {
        let imagined = world(asking);
        let values = tree.walk(imagined, asking.seat, asking.now, asking.chance, None);
        // The first walks find their way: what they come to is not what comes of playing well.
        if asking.timer.spent() > GROWING || walks < 1.0 {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            square += values[asking.seat.index()].powi(2);
            walks += 1.0;
        }
    }
    let chances = sums[..usize::from(game.seats())].iter().map(|sum| sum / walks).collect();
    Outlook { chances, doubt: error(sums[asking.seat.index()], square, walks) }
}

/// The standard error of a mean.
fn error(sum: f32, square: f32, count: f32) -> f32 {
    let mean = sum / count;
    ((square / count - mean * mean).max(0.0) / count).sqrt()
}

impl<G: Foresee> Tree<G> {
    /// How it goes on after an action at the root, as far as it was walked often and hangs on nothing that nobody knows yet.
    fn line(&self, first: &G::Action) -> Vec<(Seat, G::Action)> {
        let mut line = Vec::new();
        let mut edge = self.at_root().find(|edge| edge.action == *first);
        while let Some(taken) = edge.filter(|_| line.len() < LONGEST) {
            line.push((taken.seat, taken.action.clone()));
            let mut most: Option<u32> = None;
            let (mut all, mut at) = (0.0, taken.ways);
            while at != NONE {
                let way = &self.ways[at as usize];
                let visits = self.nodes[way.node as usize].visits;
                all += visits;
                if most.is_none_or(|most| visits > self.nodes[most as usize].visits) {
                    most = Some(way.node);
                }
                at = way.next;
            }
            let likely = |node: &u32| self.nodes[*node as usize].visits >= LIKELY * all;
            edge = most.filter(likely).and_then(|node| {
                let node = &self.nodes[node as usize];
                let mut best: Option<&super::Edge<G::Action>> = None;
                let mut at = node.first;
                while let Some(edge) = self.edges.get(at as usize) {
                    if best.is_none_or(|best| edge.visits > best.visits) {
                        best = Some(edge);
                    }
                    at = edge.next;
                }
                // What is possible in few worlds only is no way for it to go on, but one of many.
                best.filter(|edge| edge.visits >= WALKED && edge.chances >= LIKELY * node.visits)
            });
        }
        line.into_iter().skip(1).collect()
    }
}
