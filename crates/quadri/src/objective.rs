//! the objectives, read from `data/objectives.tsv`, and every form in which each can be seen.

use std::{fmt, ops::Range, str::FromStr, sync::LazyLock};

use serde::{Deserialize, Serialize};
use table::{Refusal, Words};
use tinyvec::ArrayVec;

use crate::clause::Q_2;

static TSV: &str = include_str!("../data/objectives.tsv");

/// How many objectives there are.
pub(crate) const OBJECTIVES: usize = 42;

/// The fewest and the most squares of a shape.
pub(crate) const SQUARES: Range<usize> = 4..7;

/// An objective, by its place in the data file. Written as its id there: `5W`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Objective(u8);

/// What is printed on an objective.
#[derive(Debug)]
pub(crate) struct Print {
    pub(crate) id: &'static str,
    pub(crate) points: u8,
    pub(crate) rows: Vec<&'static str>,
    pub(crate) name: Words,
    /// Its turned and mirrored forms, each once.
    forms: Range<u16>,
}

/// One of the forms of a shape: turned and mirrored, moved to the top left of its box.
#[derive(Debug)]
pub struct Form {
    pub(crate) objective: Objective,
    pub squares: ArrayVec<[(i16, i16); 6]>,
    /// The squares that share an edge with it: where it must not go on if it is to be exact.
    pub rim: Vec<(i16, i16)>,
    pub height: i16,
}

#[derive(Debug)]
struct Deck {
    prints: Vec<Print>,
    forms: Vec<Form>,
    /// What each form looks like, in order, to find it by.
    looks: Vec<(u64, u16)>,
}

static DECK: LazyLock<Deck> = LazyLock::new(Deck::read);

/// The squares as one number, eight to a row; they fit, being in a box of at most 6×6 at the top left.
#[inline]
fn look(squares: &[(i16, i16)]) -> u64 {
    squares.iter().fold(0, |look, (x, y)| look | 1 << (y * 8 + x))
}

impl Deck {
    fn read() -> Self {
        let mut deck = Self { prints: Vec::new(), forms: Vec::new(), looks: Vec::new() };
        for line in TSV.lines().skip(1) {
            let fields: Vec<&'static str> = line.split('\t').collect();
            let [id, points, drawing, french, english] = fields[..] else { continue };
            let rows: Vec<&'static str> = drawing.split(' ').collect();
            let from = deck.forms.len() as u16;
            deck.add_forms(Objective(deck.prints.len() as u8), &rows);
            let forms = from..deck.forms.len() as u16;
            let name = Words::fixed(english, french);
            deck.prints.push(Print { id, points: points.parse().unwrap_or(0), rows, name, forms });
        }
        deck.looks.sort_unstable();
        deck
    }

    fn add_forms(&mut self, objective: Objective, rows: &[&str]) {
        let drawn: Vec<(i16, i16)> = rows
            .iter()
            .zip(0..)
            .flat_map(|(row, y)| {
                row.bytes().zip(0..).filter(|(ink, _)| *ink == b'#').map(move |(_, x)| (x, y))
            })
            .collect();
        for side in 0..8 {
            let mut squares: Vec<(i16, i16)> = drawn.clone();
            for (x, y) in &mut squares {
                if side >= 4 {
                    *x = -*x;
                }
                for _ in 0..side % 4 {
                    (*x, *y) = (-*y, *x);
                }
            }
            to_top_left(&mut squares);
            squares.sort_unstable_by_key(|&(x, y)| (y, x));
            let look = look(&squares);
            if self.looks.iter().any(|(known, _)| *known == look) {
                continue;
            }
            self.looks.push((look, self.forms.len() as u16));
            let mut rim: Vec<(i16, i16)> = squares
                .iter()
                .flat_map(|&(x, y)| [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)])
                .filter(|square| !squares.contains(square))
                .collect();
            rim.sort_unstable();
            rim.dedup();
            let height = squares.iter().map(|&(_, y)| y + 1).max().unwrap_or(0);
            self.forms.push(Form { objective, squares: squares.into_iter().collect(), rim, height });
        }
    }
}

/// Moves squares to the top left of their box; says from where.
#[inline]
pub(crate) fn to_top_left(squares: &mut [(i16, i16)]) -> (i16, i16) {
    let left = squares.iter().map(|s| s.0).min().unwrap_or(0);
    let top = squares.iter().map(|s| s.1).min().unwrap_or(0);
    for square in squares {
        *square = (square.0 - left, square.1 - top);
    }
    (left, top)
}

/// The form that looks like these squares, which lie at the top left of their box.
#[inline]
pub(crate) fn form_of(squares: &[(i16, i16)]) -> Option<u16> {
    let looks = &DECK.looks;
    let look = look(squares);
    looks.binary_search_by_key(&look, |(known, _)| *known).ok().map(|at| looks[at].1)
}

#[inline]
pub(crate) fn form(number: u16) -> &'static Form {
    &DECK.forms[number as usize]
}

/// All forms of all objectives, with their numbers.
#[inline]
pub(crate) fn forms() -> impl Iterator<Item = (u16, &'static Form)> {
    (0..).zip(DECK.forms.iter())
}

impl Objective {
    /// All 42, in the order of the data file.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..OBJECTIVES as u8).map(Self)
    }

    /// Those of 4 and 5 points.
    pub fn small() -> impl Iterator<Item = Self> {
        Self::all().filter(|objective| objective.points() <= 5)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn print(self) -> &'static Print {
        &DECK.prints[self.index()]
    }

    pub(crate) fn forms(self) -> Range<u16> {
        self.print().forms.clone()
    }

    /// the forms in which it can be seen, for those who look for them on a table of their own.
    pub fn shapes(self) -> &'static [Form] {
        let Range { start, end } = self.forms();
        &DECK.forms[start as usize..end as usize]
    }

    pub fn id(self) -> &'static str {
        self.print().id
    }

    pub fn points(self) -> u8 {
        self.print().points
    }

    /// Its drawing, one text per row, `#` for a square.
    pub fn rows(self) -> &'static [&'static str] {
        &self.print().rows
    }

    pub fn name(self) -> &'static Words {
        &self.print().name
    }

    /// every way in which it can be seen, turned and mirrored: rows of `#` and `.`, joined by `/`.
    pub(crate) fn looks(self) -> Vec<String> {
        self.forms().map(|number| form(number).drawing()).collect()
    }
}

impl Form {
    fn drawing(&self) -> String {
        let width = self.squares.iter().map(|&(x, _)| x + 1).max().unwrap_or(0);
        let row = |y| -> String {
            (0..width).map(|x| if self.squares.contains(&(x, y)) { '#' } else { '.' }).collect()
        };
        (0..self.height).map(row).collect::<Vec<_>>().join("/")
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Objective {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Self::all().find(|objective| objective.id().eq_ignore_ascii_case(text)).ok_or_else(|| {
            Refusal::new(
                Q_2,
                format!("`{text}` is no objective: write its id, such as 5W or 6-02."),
                format!("« {text} » n’est pas un objectif : écrivez son code, par exemple 5W ou 6-02."),
            )
        })
    }
}

impl Serialize for Objective {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Objective {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of objectives.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Objectives(u64);

impl Objectives {
    #[inline]
    pub const fn contains(self, objective: Objective) -> bool {
        self.0 >> objective.0 & 1 == 1
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn insert(&mut self, objective: Objective) {
        self.0 |= 1 << objective.0;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, objective: Objective) {
        self.0 &= !(1 << objective.0);
    }

    #[inline]
    pub(crate) const fn insert_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    pub fn iter(self) -> impl Iterator<Item = Objective> {
        Objective::all().filter(move |objective| self.contains(*objective))
    }
}

impl FromIterator<Objective> for Objectives {
    fn from_iter<I: IntoIterator<Item = Objective>>(objectives: I) -> Self {
        let mut set = Self::default();
        objectives.into_iter().for_each(|objective| set.insert(objective));
        set
    }
}

impl fmt::Debug for Objectives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn q_2_the_data_file_holds_42_objectives() {
        assert_eq!(DECK.prints.len(), OBJECTIVES);
        let of = |points: u8| Objective::all().filter(|o| o.points() == points).count();
        assert_eq!((of(4), of(5), of(6)), (5, 12, 25));
        assert_eq!(Objective::small().count(), 17);
        for objective in Objective::all() {
            let print = objective.print();
            let squares = print.rows.iter().flat_map(|row| row.bytes()).filter(|ink| *ink == b'#').count();
            assert_eq!(squares, usize::from(print.points), "{objective}: a point a square");
            assert!(SQUARES.contains(&squares));
            assert!(!print.forms.is_empty(), "{objective} is drawn twice");
            assert_eq!(objective.id().parse(), Ok(objective));
            assert!(!print.name.en.is_empty() && !print.name.fr.is_empty());
        }
    }

    /// The number of fixed tetrominoes and pentominoes is known: no form is missing, none is there twice.
    #[test]
    fn q_2_every_turn_and_mirror_is_a_form() {
        let of = |points: u8| {
            Objective::all().filter(|o| o.points() == points).map(|o| o.forms().len()).sum::<usize>()
        };
        assert_eq!((of(4), of(5)), (19, 63));
    }

    #[test]
    fn q_2_no_hexomino_holds_a_block() {
        for (_, form) in forms().filter(|(_, form)| form.objective.points() == 6) {
            for &(x, y) in &form.squares {
                let block = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                assert!(!block.iter().all(|square| form.squares.contains(square)), "{}", form.objective);
            }
        }
    }
}
