//! Pairs of the greatest total weight in a graph, exactly: Edmonds' blossoms with dual variables (Galil's way to
//! O(n³)). What Swiss and arena pairings rest on: nothing simpler finds a pairing whenever there is one.
//!
//! Vertices are numbered from 1, and contracted blossoms follow after them, so that 0 can mean nobody.

use std::collections::VecDeque;

/// An edge between two vertices; those of a blossom remember which of its vertices they come from.
#[derive(Clone, Copy, Default)]
struct Edge {
    u: u32,
    v: u32,
    w: i64,
}

/// What the search has found out about a vertex or a blossom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Free,
    /// An even number of edges from the root of its tree: it may be matched anew.
    Even,
    Odd,
}

struct Search {
    n: usize,
    /// The highest number in use, blossoms included.
    top: usize,
    width: usize,
    edges: Vec<Edge>,
    duals: Vec<i64>,
    mate: Vec<usize>,
    /// For each who is outside of the tree, the vertex of the tree that is nearest to it.
    slack: Vec<usize>,
    /// The outermost blossom in which it is; 0: not in use.
    outer: Vec<usize>,
    parent: Vec<usize>,
    /// Which part of a blossom has this vertex.
    part: Vec<usize>,
    marks: Vec<Mark>,
    seen: Vec<usize>,
    seen_now: usize,
    petals: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Search {
    fn new(n: usize, weight: &dyn Fn(usize, usize) -> i64) -> Self {
        // Each blossom has three parts at least, so there are never more than n / 2 at once.
        let width = n + n / 2 + 2;
        let mut edges = vec![Edge::default(); width * width];
        let mut most = 0;
        for u in 1..=n {
            for v in 1..=n {
                let w = if u == v { 0 } else { weight(u - 1, v - 1).max(0) };
                edges[u * width + v] = Edge { u: u as u32, v: v as u32, w };
                most = most.max(w);
            }
        }
        let mut duals = vec![0; width];
        duals[1..=n].fill(most);
        let mut part = vec![0; width * (n + 1)];
        for u in 1..=n {
            part[u * (n + 1) + u] = u;
        }
        Self {
            n,
            top: n,
            width,
            edges,
            duals,
            mate: vec![0; width],
            slack: vec![0; width],
            outer: (0..width).map(|x| if x <= n { x } else { 0 }).collect(),
            parent: vec![0; width],
            part,
            marks: vec![Mark::Free; width],
            seen: vec![0; width],
            seen_now: 0,
            petals: vec![Vec::new(); width],
            queue: VecDeque::new(),
        }
    }

    fn edge(&self, u: usize, v: usize) -> Edge {
        self.edges[u * self.width + v]
    }

    /// How far an edge is from being tight.
    fn distance(&self, edge: Edge) -> i64 {
        let (u, v) = (edge.u as usize, edge.v as usize);
        self.duals[u] + self.duals[v] - 2 * self.edge(u, v).w
    }

    fn part_with(&self, blossom: usize, vertex: usize) -> usize {
        self.part[blossom * (self.n + 1) + vertex]
    }

    fn nearer(&mut self, u: usize, x: usize) {
        let known = self.slack[x];
        if known == 0 || self.distance(self.edge(u, x)) < self.distance(self.edge(known, x)) {
            self.slack[x] = u;
        }
    }

    fn set_slack(&mut self, x: usize) {
        self.slack[x] = 0;
        for u in 1..=self.n {
            let outer = self.outer[u];
            if self.edge(u, x).w > 0 && outer != x && self.marks[outer] == Mark::Even {
                self.nearer(u, x);
            }
        }
    }

    fn push(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for i in 0..self.petals[x].len() {
                self.push(self.petals[x][i]);
            }
        }
    }

    fn set_outer(&mut self, x: usize, blossom: usize) {
        self.outer[x] = blossom;
        if x > self.n {
            for i in 0..self.petals[x].len() {
                self.set_outer(self.petals[x][i], blossom);
            }
        }
    }

    /// Where a petal stands in its blossom, which is turned so that the way to it is even.
    fn place(&mut self, blossom: usize, petal: usize) -> usize {
        let petals = &mut self.petals[blossom];
        let at = petals.iter().position(|&other| other == petal).unwrap_or_default();
        if at % 2 == 1 {
            petals[1..].reverse();
            return petals.len() - at;
        }
        at
    }

    fn set_mate(&mut self, u: usize, v: usize) {
        let edge = self.edge(u, v);
        self.mate[u] = edge.v as usize;
        if u <= self.n {
            return;
        }
        let petal = self.part_with(u, edge.u as usize);
        let at = self.place(u, petal);
        for i in 0..at {
            self.set_mate(self.petals[u][i], self.petals[u][i ^ 1]);
        }
        self.set_mate(petal, v);
        self.petals[u].rotate_left(at);
    }

    fn augment(&mut self, mut u: usize, mut v: usize) {
        loop {
            let next = self.outer[self.mate[u]];
            self.set_mate(u, v);
            if next == 0 {
                return;
            }
            let above = self.outer[self.parent[next]];
            self.set_mate(next, above);
            (u, v) = (above, next);
        }
    }

    fn common_root(&mut self, mut u: usize, mut v: usize) -> usize {
        self.seen_now += 1;
        while u != 0 || v != 0 {
            if u != 0 {
                if self.seen[u] == self.seen_now {
                    return u;
                }
                self.seen[u] = self.seen_now;
                u = self.outer[self.mate[u]];
                if u != 0 {
                    u = self.outer[self.parent[u]];
                }
            }
            (u, v) = (v, u);
        }
        0
    }

    fn way_up(&mut self, blossom: usize, from: usize, root: usize) {
        let mut x = from;
        while x != root {
            let y = self.outer[self.mate[x]];
            self.petals[blossom].extend([x, y]);
            self.push(y);
            x = self.outer[self.parent[y]];
        }
    }

    fn contract(&mut self, u: usize, root: usize, v: usize) {
        let b = (self.n + 1..=self.top).find(|&b| self.outer[b] == 0).unwrap_or(self.top + 1);
        self.top = self.top.max(b);
        self.duals[b] = 0;
        self.marks[b] = Mark::Even;
        self.mate[b] = self.mate[root];
        self.petals[b] = vec![root];
        self.way_up(b, u, root);
        self.petals[b][1..].reverse();
        self.way_up(b, v, root);
        self.set_outer(b, b);
        for x in 1..=self.top {
            self.edges[b * self.width + x].w = 0;
            self.edges[x * self.width + b].w = 0;
        }
        let row = b * (self.n + 1);
        self.part[row..=row + self.n].fill(0);
        for petal in self.petals[b].clone() {
            for x in 1..=self.top {
                let (kept, new) = (self.edge(b, x), self.edge(petal, x));
                if kept.w == 0 || self.distance(new) < self.distance(kept) {
                    self.edges[b * self.width + x] = new;
                    self.edges[x * self.width + b] = self.edge(x, petal);
                }
            }
            for x in 1..=self.n {
                if self.part_with(petal, x) != 0 {
                    self.part[row + x] = petal;
                }
            }
        }
        self.set_slack(b);
    }

    /// An odd blossom whose dual is used up falls apart.
    fn expand(&mut self, b: usize) {
        for petal in self.petals[b].clone() {
            self.set_outer(petal, petal);
        }
        let entered = self.part_with(b, self.edge(b, self.parent[b]).u as usize);
        let at = self.place(b, entered);
        let petals = self.petals[b].clone();
        for pair in petals[..at].chunks_exact(2) {
            let (odd, even) = (pair[0], pair[1]);
            self.parent[odd] = self.edge(even, odd).u as usize;
            (self.marks[odd], self.marks[even]) = (Mark::Odd, Mark::Even);
            self.slack[odd] = 0;
            self.set_slack(even);
            self.push(even);
        }
        self.marks[entered] = Mark::Odd;
        self.parent[entered] = self.parent[b];
        for &petal in &petals[at + 1..] {
            self.marks[petal] = Mark::Free;
            self.set_slack(petal);
        }
        self.outer[b] = 0;
    }

    /// A tight edge: the tree grows, a blossom is found, or there is a way between two roots (`true`).
    fn found(&mut self, edge: Edge) -> bool {
        let (u, v) = (self.outer[edge.u as usize], self.outer[edge.v as usize]);
        match self.marks[v] {
            Mark::Free => {
                self.parent[v] = edge.u as usize;
                self.marks[v] = Mark::Odd;
                let next = self.outer[self.mate[v]];
                (self.slack[v], self.slack[next]) = (0, 0);
                self.marks[next] = Mark::Even;
                self.push(next);
            }
            Mark::Even => {
                let root = self.common_root(u, v);
                if root == 0 {
                    self.augment(u, v);
                    self.augment(v, u);
                    return true;
                }
                self.contract(u, root, v);
            }
            Mark::Odd => {}
        }
        false
    }

    fn grow(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if self.marks[self.outer[u]] == Mark::Odd {
                continue;
            }
            for v in 1..=self.n {
                let edge = self.edge(u, v);
                if edge.w > 0 && self.outer[u] != self.outer[v] {
                    if self.distance(edge) == 0 {
                        if self.found(edge) {
                            return true;
                        }
                    } else {
                        self.nearer(u, self.outer[v]);
                    }
                }
            }
        }
        false
    }

    /// How far the duals can be moved before something becomes tight.
    fn step(&self) -> i64 {
        let mut step = i64::MAX;
        for x in 1..=self.top {
            if self.outer[x] != x {
                continue;
            }
            if x > self.n && self.marks[x] == Mark::Odd {
                step = step.min(self.duals[x] / 2);
            }
            if self.slack[x] != 0 {
                let distance = self.distance(self.edge(self.slack[x], x));
                match self.marks[x] {
                    Mark::Free => step = step.min(distance),
                    Mark::Even => step = step.min(distance / 2),
                    Mark::Odd => {}
                }
            }
        }
        step
    }

    /// One more pair, if that gains anything.
    fn improve(&mut self) -> bool {
        self.marks[1..=self.top].fill(Mark::Free);
        self.slack[1..=self.top].fill(0);
        self.queue.clear();
        for x in 1..=self.top {
            if self.outer[x] == x && self.mate[x] == 0 {
                self.parent[x] = 0;
                self.marks[x] = Mark::Even;
                self.push(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.grow() {
                return true;
            }
            let step = self.step();
            if (1..=self.n).any(|u| self.marks[self.outer[u]] == Mark::Even && self.duals[u] <= step) {
                return false;
            }
            for u in 1..=self.n {
                match self.marks[self.outer[u]] {
                    Mark::Even => self.duals[u] -= step,
                    Mark::Odd => self.duals[u] += step,
                    Mark::Free => {}
                }
            }
            for b in self.n + 1..=self.top {
                if self.outer[b] == b {
                    match self.marks[b] {
                        Mark::Even => self.duals[b] += 2 * step,
                        Mark::Odd => self.duals[b] -= 2 * step,
                        Mark::Free => {}
                    }
                }
            }
            self.queue.clear();
            for x in 1..=self.top {
                let near = self.slack[x];
                if self.outer[x] == x && near != 0 && self.outer[near] != x {
                    let edge = self.edge(near, x);
                    if self.distance(edge) == 0 && self.found(edge) {
                        return true;
                    }
                }
            }
            for b in self.n + 1..=self.top {
                if self.outer[b] == b && self.marks[b] == Mark::Odd && self.duals[b] == 0 {
                    self.expand(b);
                }
            }
        }
    }
}

/// Pairs of 0..n of the greatest total weight. Those of weight 0 or less are never made.
pub(crate) fn heaviest(n: usize, weight: &dyn Fn(usize, usize) -> i64) -> Vec<(usize, usize)> {
    let mut search = Search::new(n, weight);
    while search.improve() {}
    (1..=n).filter(|&u| search.mate[u] > u).map(|u| (u - 1, search.mate[u] - 1)).collect()
}

/// As many pairs as can be, and of those the cheapest; `None`: never together. A cost is below `most`.
pub(crate) fn cheapest(
    n: usize,
    most: i64,
    cost: &dyn Fn(usize, usize) -> Option<i64>,
) -> Vec<(usize, usize)> {
    // One more pair outweighs all costs.
    let worth = most.saturating_mul(n as i64 / 2 + 1);
    heaviest(n, &|a, b| cost(a, b).map_or(0, |cost| worth - cost.clamp(0, most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_hand(n: usize, weights: &[Vec<i64>]) -> i64 {
        let mut best = vec![0; 1 << n];
        for set in 1usize..1 << n {
            let first = set.trailing_zeros() as usize;
            let rest = set & !(1 << first);
            best[set] = best[rest];
            for other in (0..n).filter(|other| rest & (1 << other) != 0) {
                let with = best[rest & !(1 << other)] + weights[first][other].max(0);
                best[set] = best[set].max(with);
            }
        }
        best[(1 << n) - 1]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn it_is_as_heavy_as_the_heaviest(
            n in 0usize..12,
            raw in proptest::collection::vec(-3i64..9, 144),
            scale in 1i64..1_000_000_000,
        ) {
            let weights: Vec<Vec<i64>> = (0..n)
                .map(|a| (0..n).map(|b| raw[a.min(b) * 12 + a.max(b)] * scale).collect())
                .collect();
            let pairs = heaviest(n, &|a, b| weights[a][b]);
            let mut met = vec![false; n];
            for &(a, b) in &pairs {
                prop_assert!(!met[a] && !met[b] && a != b);
                prop_assert!(weights[a][b] > 0);
                (met[a], met[b]) = (true, true);
            }
            let total: i64 = pairs.iter().map(|&(a, b)| weights[a][b]).sum();
            prop_assert_eq!(total, by_hand(n, &weights));
        }
    }
}
