//! Elements and element cards (Z-1 to Z-3).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::{Refusal, Words};
use ts_rs::TS;

use crate::{
    clause::Z_2,
    data::{FACES, KINDS},
    layout::bits,
    options::Deck,
};

/// Z-1: the five elements, in their cyclic order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuintazoneElement", export_to = "quintazone.ts")]
pub enum Element {
    Earth,
    Air,
    Fire,
    Water,
    Space,
}

impl Element {
    pub const ALL: [Self; 5] = [Self::Earth, Self::Air, Self::Fire, Self::Water, Self::Space];

    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its word in notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Earth => "earth",
            Self::Air => "air",
            Self::Fire => "fire",
            Self::Water => "water",
            Self::Space => "space",
        }
    }

    /// Its name in both languages.
    pub const fn name(self) -> Words {
        match self {
            Self::Earth => Words::fixed("earth", "terre"),
            Self::Air => Words::fixed("air", "air"),
            Self::Fire => Words::fixed("fire", "feu"),
            Self::Water => Words::fixed("water", "eau"),
            Self::Space => Words::fixed("space", "espace"),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How a card is cut into panels. Panels are listed in reading order; a half turn reverses that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuintazoneCut", export_to = "quintazone.ts")]
pub enum Cut {
    /// One panel.
    Whole,
    /// The top panel, then the bottom one.
    TopBottom,
    /// The left panel, then the right one.
    LeftRight,
    /// Top left, top right, bottom left, bottom right.
    Quartered,
    /// From top left to bottom right: the panel with the top and right sides, then the one with the bottom and left.
    Falling,
    /// From top right to bottom left: the panel with the top and left sides, then the one with the right and bottom.
    Rising,
}

impl Cut {
    /// For each panel, one half-edge that it owns.
    const fn panel_edges(self) -> &'static [usize] {
        match self {
            Self::Whole => &[0],
            Self::TopBottom | Self::Rising => &[0, 4],
            Self::LeftRight => &[0, 1],
            Self::Quartered => &[0, 1, 5, 4],
            Self::Falling => &[0, 5],
        }
    }
}

/// What is printed on a card, as it lies unturned.
#[derive(Debug)]
pub(crate) struct Face {
    name: &'static str,
    cut: Cut,
    edges: [Element; 8],
    /// Which panel owns each half-edge.
    owners: [u8; 8],
    /// Copies in the first and in the second deck.
    copies: [u8; 2],
}

/// One row of the table of cards. `letters` are the elements' initials.
#[allow(clippy::panic)] // Evaluated while compiling: a misprint in the table does not compile.
pub(crate) const fn face(name: &'static str, cut: Cut, letters: [u8; 8], copies: [u8; 2]) -> Face {
    let mut edges = [Element::Earth; 8];
    let mut h = 0;
    while h < 8 {
        edges[h] = match letters[h] {
            b'E' => Element::Earth,
            b'A' => Element::Air,
            b'F' => Element::Fire,
            b'W' => Element::Water,
            b'S' => Element::Space,
            _ => panic!("a half-edge is one of EAFWS"),
        };
        h += 1;
    }
    let panel_edges = cut.panel_edges();
    let mut owners = [0; 8];
    h = 0;
    while h < 8 {
        let mut panel = 0;
        while edges[panel_edges[panel]] as u8 != edges[h] as u8 {
            panel += 1;
        }
        owners[h] = panel as u8;
        h += 1;
    }
    Face { name, cut, edges, owners, copies }
}

/// A set of half-edges with their elements: bit 5·h + e says that half-edge h shows, or faces, element e.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfEdges(u64);

/// How many half-edges there are with an element each.
pub(crate) const HALF_EDGES: usize = 40;

const fn place(half_edge: usize, element: Element) -> usize {
    5 * half_edge + element.index()
}

impl HalfEdges {
    pub const NONE: Self = Self(0);

    /// The numbers of its bits.
    pub(crate) fn places(self) -> impl Iterator<Item = usize> {
        bits(self.0.into())
    }

    #[must_use]
    pub(crate) const fn without(self, place: usize) -> Self {
        Self(self.0 & !(1 << place))
    }

    #[must_use]
    pub const fn with(self, half_edge: usize, element: Element) -> Self {
        Self(self.0 | 1 << place(half_edge, element))
    }

    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Z-11: whether some half-edge is of the same element in both.
    pub const fn matches(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// All cards' half-edges, unturned and turned by 180°.
static EDGES: [[HalfEdges; 2]; KINDS] = {
    let mut all = [[HalfEdges::NONE; 2]; KINDS];
    let mut card = 0;
    while card < KINDS {
        let mut h = 0;
        while h < 8 {
            let element = FACES[card].edges[h];
            all[card][0] = all[card][0].with(h, element);
            all[card][1] = all[card][1].with((h + 4) % 8, element);
            h += 1;
        }
        card += 1;
    }
    all
};

/// The same as numbers of bits.
static PLACES: [[[u8; 8]; 2]; KINDS] = {
    let mut all = [[[0; 8]; 2]; KINDS];
    let mut card = 0;
    while card < KINDS {
        let mut h = 0;
        while h < 8 {
            let element = FACES[card].edges[h];
            all[card][0][h] = place(h, element) as u8;
            all[card][1][h] = place((h + 4) % 8, element) as u8;
            h += 1;
        }
        card += 1;
    }
    all
};

static TABLE: [Face; KINDS] = FACES;

/// A kind of card. Equal cards are one choice, so that a card is known by its kind alone.
///
/// Names: `E` is whole earth; `EA-h` has earth over air, `EA-v` earth left of air, `EA-d` a diagonal cut with earth
/// on top; `AF-WS` is quartered with air and fire over water and space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize, TS)]
#[serde(into = "&'static str", try_from = "String")]
#[ts(type = "string", rename = "QuintazoneCard", export_to = "quintazone.ts")]
pub struct Card(u8);

impl Card {
    /// Every kind of card of both decks.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..KINDS as u8).map(Self)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    fn face(self) -> &'static Face {
        &TABLE[self.index()]
    }

    pub fn name(self) -> &'static str {
        self.face().name
    }

    pub fn cut(self) -> Cut {
        self.face().cut
    }

    /// How many of them are in this deck.
    pub fn copies(self, deck: Deck) -> u8 {
        self.face().copies[deck as usize]
    }

    /// Its panels' elements, unturned, in the order of its [cut](Cut).
    pub fn panels(self) -> impl ExactSizeIterator<Item = Element> + DoubleEndedIterator + Clone {
        let face = self.face();
        face.cut.panel_edges().iter().map(|&h| face.edges[h])
    }

    /// The element of half-edge `h` as the card lies.
    pub fn edge(self, h: usize, turned: bool) -> Element {
        self.face().edges[if turned { (h + 4) % 8 } else { h }]
    }

    /// All eight half-edges as the card lies.
    pub fn edges(self, turned: bool) -> [Element; 8] {
        std::array::from_fn(|h| self.edge(h, turned))
    }

    /// The panel, counted unturned, that owns half-edge `h` as the card lies.
    pub(crate) fn owner(self, h: usize, turned: bool) -> u8 {
        self.face().owners[if turned { (h + 4) % 8 } else { h }]
    }

    pub fn half_edges(self, turned: bool) -> HalfEdges {
        EDGES[self.index()][usize::from(turned)]
    }

    /// The numbers of its half-edges' bits as the card lies.
    #[inline]
    pub(crate) fn places(self, turned: bool) -> [u8; 8] {
        PLACES[self.index()][usize::from(turned)]
    }

    /// Its half-edges lying either way.
    pub(crate) fn either_way(self) -> HalfEdges {
        let [unturned, turned] = EDGES[self.index()];
        unturned.or(turned)
    }

    /// The ways it can lie that differ: a whole card turned is the same.
    pub fn ways(self) -> &'static [bool] {
        if self.is_whole() { &[false] } else { &[false, true] }
    }

    pub fn is_whole(self) -> bool {
        matches!(self.cut(), Cut::Whole)
    }

    pub fn is_quartered(self) -> bool {
        matches!(self.cut(), Cut::Quartered)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Card {
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Self, Refusal> {
        Self::all().find(|card| card.name() == name).ok_or_else(|| {
            Refusal::new(
                Z_2,
                format!("There is no card “{name}”: write E, EA-h, EA-v, EA-d or AF-WS, with initials of elements."),
                format!(
                    "Il n’y a pas de carte «\u{202f}{name}\u{202f}»\u{202f}: écrivez E, EA-h, EA-v, EA-d ou AF-WS, \
                     avec les initiales anglaises des éléments."
                ),
            )
        })
    }
}

impl From<Card> for &'static str {
    fn from(card: Card) -> Self {
        card.name()
    }
}

impl TryFrom<String> for Card {
    type Error = Refusal;

    fn try_from(name: String) -> Result<Self, Refusal> {
        name.parse()
    }
}
