//! Every shape through one square, as one walk: for `contained`, where a square may be part of many shapes.
//!
//! Each form, with each of its squares in turn at the start, is a path of steps from that square, always to one that touches
//! those before. Paths that begin alike share their first steps, so that a square which is not of the colour rules out
//! all shapes behind it at once.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::objective::forms;

/// A square to look at, seen from the start.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) dx: i16,
    pub(crate) dy: i16,
    /// The form that is complete with this square, and the top left of its box seen from the start.
    pub(crate) complete: Option<(u16, (i16, i16))>,
    /// Where to go on when this square is not of the colour.
    pub(crate) otherwise: u16,
}

static WALK: LazyLock<Vec<Step>> = LazyLock::new(|| {
    let mut root = Branch::default();
    for (number, form) in forms() {
        for &(x, y) in &form.squares {
            let squares = form.squares.iter().map(|(dx, dy)| (dx - x, dy - y)).collect();
            root.add(&path(squares), (number, (-x, -y)));
        }
    }
    let mut walk = Vec::new();
    root.flatten(&mut walk);
    walk
});

/// All steps, each followed by those behind it.
#[inline]
pub(crate) fn walk() -> &'static [Step] {
    &WALK
}

/// The squares other than 0,0, in an order that depends on nothing but which they are, each touching one before it.
fn path(squares: Vec<(i16, i16)>) -> Vec<(i16, i16)> {
    let mut path = vec![(0, 0)];
    let mut left = squares;
    left.retain(|square| *square != (0, 0));
    left.sort_unstable();
    let touches = |path: &[(i16, i16)], (x, y): (i16, i16)| {
        path.iter().any(|(px, py)| (px - x).abs() + (py - y).abs() == 1)
    };
    while let Some(next) = left.iter().position(|square| touches(&path, *square)) {
        path.push(left.remove(next));
    }
    path.remove(0);
    path
}

#[derive(Default)]
struct Branch {
    complete: Option<(u16, (i16, i16))>,
    next: BTreeMap<(i16, i16), Branch>,
}

impl Branch {
    fn add(&mut self, path: &[(i16, i16)], complete: (u16, (i16, i16))) {
        match path {
            [] => self.complete = Some(complete),
            [first, rest @ ..] => self.next.entry(*first).or_default().add(rest, complete),
        }
    }

    fn flatten(&self, walk: &mut Vec<Step>) {
        for (&(dx, dy), branch) in &self.next {
            let at = walk.len();
            walk.push(Step { dx, dy, complete: branch.complete, otherwise: 0 });
            branch.flatten(walk);
            walk[at].otherwise = walk.len() as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q_3_every_form_is_walked_from_each_of_its_squares() {
        let complete = walk().iter().filter(|step| step.complete.is_some()).count();
        let expected: usize = forms().map(|(_, form)| form.squares.len()).sum();
        assert_eq!(complete, expected);
        assert!(walk().iter().all(|step| (step.otherwise as usize) <= walk().len()));
    }
}
