//! The cards on the table, the openings around them, and their zones.

use crate::{
    card::{Card, Element, HALF_EDGES, HalfEdges},
    cell::{Cell, TOUCHES, across},
    grid::{Found, Grid},
    zones::{PanelId, Zones},
};

/// Stands for "no card" among the neighbours of an opening.
const NOBODY: u8 = u8::MAX;

/// A card as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    pub card: Card,
    pub cell: Cell,
    /// Turned by 180°.
    pub turned: bool,
    /// The first of its panels; the others follow.
    pub(crate) first: PanelId,
}

impl Laid {
    /// Its panels with their elements, unturned.
    pub(crate) fn panels(self) -> impl DoubleEndedIterator<Item = (PanelId, Element)> + Clone {
        let first = self.first;
        self.card.panels().enumerate().map(move |(k, element)| (first + k as PanelId, element))
    }

    /// The panel that owns half-edge `h`.
    pub(crate) fn owner(self, h: usize) -> PanelId {
        self.first + self.card.owner(h, self.turned)
    }
}

/// An empty cell orthogonally next to a card (Z-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub cell: Cell,
    /// The elements that each half-edge of a card here would face.
    pub faces: HalfEdges,
    /// The laid card on each side, or [`NOBODY`].
    beside: [u8; 4],
}

impl Opening {
    const fn new(cell: Cell) -> Self {
        Self { cell, faces: HalfEdges::NONE, beside: [NOBODY; 4] }
    }

    /// Z-11: whether the card matches here, lying so.
    pub fn takes(&self, card: Card, turned: bool) -> bool {
        card.half_edges(turned).matches(self.faces)
    }

    /// The sides with a card, and which.
    fn neighbours(&self) -> impl Iterator<Item = (usize, usize)> {
        self.beside
            .into_iter()
            .enumerate()
            .filter(|&(_, laid)| laid != NOBODY)
            .map(|(s, laid)| (s, laid.into()))
    }
}

/// All cards laid so far. A card that lands costs a look along the openings and a few joins, however large the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    laid: Vec<Laid>,
    grid: Grid,
    openings: Vec<Opening>,
    /// For each half-edge and element, the openings that face it so, as bits.
    facing: [u128; HALF_EDGES],
    /// What all openings face together: a card fits somewhere exactly if it matches this.
    reach: HalfEdges,
    pub(crate) zones: Zones,
}

/// The cards of the larger deck.
const MOST_CARDS: usize = 55;

/// The numbers of the bits that are set, the lowest first.
pub(crate) fn bits(mut rest: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let lowest = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(lowest)
    })
}

/// For each panel of a card that landed, how many zones it joined.
pub(crate) type Joined = [u8; 4];

impl Layout {
    /// Z-6: the first card, at the origin.
    pub(crate) fn starting(card: Card) -> Self {
        let mut layout = Self {
            laid: Vec::with_capacity(MOST_CARDS),
            grid: Grid::default(),
            openings: Vec::with_capacity(MOST_CARDS),
            facing: [0; HALF_EDGES],
            reach: HalfEdges::NONE,
            zones: Zones::default(),
        };
        layout.lay(card, Cell::ORIGIN, false);
        layout
    }

    /// The cards, in the order of laying.
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// The empty cells next to a card.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// The slot of the grid for this cell.
    #[inline]
    fn slot(&self, cell: Cell) -> u8 {
        self.grid.slot(cell, |found| match found {
            Found::Nothing => None,
            Found::Laid(number) => Some(self.laid[usize::from(number)].cell),
            Found::Opening(number) => Some(self.openings[usize::from(number)].cell),
        })
    }

    pub(crate) fn opening(&self, cell: Cell) -> Option<&Opening> {
        match self.grid.get(self.slot(cell)) {
            Found::Opening(number) => self.openings.get(usize::from(number)),
            _ => None,
        }
    }

    pub(crate) fn card_at(&self, cell: Cell) -> Option<&Laid> {
        match self.grid.get(self.slot(cell)) {
            Found::Laid(number) => self.laid.get(usize::from(number)),
            _ => None,
        }
    }

    /// The panel of this element on the card at `cell` (Z-1: cell and element name a panel).
    pub(crate) fn panel(&self, cell: Cell, element: Element) -> Option<PanelId> {
        self.card_at(cell)?.panels().find(|&(_, e)| e == element).map(|(panel, _)| panel)
    }

    pub(crate) fn cell_of(&self, panel: PanelId) -> Cell {
        self.laid[self.zones.laid(panel)].cell
    }

    /// Whether the card fits anywhere, either way up.
    pub fn has_room_for(&self, card: Card) -> bool {
        card.either_way().matches(self.reach)
    }

    /// The openings where the card matches, lying so, as bits.
    #[inline]
    pub(crate) fn fits(&self, card: Card, turned: bool) -> u128 {
        card.places(turned).into_iter().fold(0, |fits, place| fits | self.facing[usize::from(place)])
    }

    /// The cells where the card matches, lying so.
    pub(crate) fn cells_for(&self, card: Card, turned: bool) -> impl Iterator<Item = Cell> {
        bits(self.fits(card, turned)).map(|opening| self.openings[opening].cell)
    }

    /// Lays a card on an opening, unchecked.
    pub(crate) fn lay(&mut self, card: Card, cell: Cell, turned: bool) -> Joined {
        let slot = self.slot(cell);
        let opening = match self.grid.get(slot) {
            Found::Opening(number) => self.close(number),
            _ => Opening::new(cell),
        };
        let number = self.laid.len() as u8;
        let laid = Laid { card, cell, turned, first: self.zones.len() as PanelId };
        self.laid.push(laid);
        self.grid.set(slot, Found::Laid(number));
        for element in card.panels() {
            self.zones.add(element, number);
        }
        let joined = self.connect(laid, &opening);
        self.open_around(laid, &opening, number);
        joined
    }

    /// Takes an opening out; the last one takes its number.
    fn close(&mut self, number: u8) -> Opening {
        let last = self.openings.len() - 1;
        let moved = self.openings[last];
        let slot = self.slot(moved.cell);
        self.grid.set(slot, Found::Opening(number));
        let closed = self.openings.swap_remove(usize::from(number));
        for place in closed.faces.places() {
            self.facing[place] &= !(1 << number);
        }
        if last != usize::from(number) {
            for place in moved.faces.places() {
                self.facing[place] = self.facing[place] & !(1 << last) | 1 << number;
            }
        }
        for place in closed.faces.places().filter(|&place| self.facing[place] == 0) {
            self.reach = self.reach.without(place);
        }
        closed
    }

    /// Z-13: the new card's panels join the zones that their half-edges touch.
    fn connect(&mut self, laid: Laid, opening: &Opening) -> Joined {
        let mut joined = [0; 4];
        for (side, neighbour) in opening.neighbours() {
            let neighbour = self.laid[neighbour];
            for h in [2 * side, 2 * side + 1] {
                let theirs = TOUCHES[h];
                if laid.card.edge(h, laid.turned) == neighbour.card.edge(theirs, neighbour.turned)
                    && self.zones.join(laid.owner(h), neighbour.owner(theirs))
                {
                    joined[usize::from(laid.owner(h) - laid.first)] += 1;
                }
            }
        }
        joined
    }

    /// The empty cells around the new card are openings that face its half-edges.
    fn open_around(&mut self, laid: Laid, filled: &Opening, number: u8) {
        for side in (0..4).filter(|&side| filled.beside[side] == NOBODY) {
            let cell = laid.cell.beside(side);
            let slot = self.slot(cell);
            let at = match self.grid.get(slot) {
                Found::Opening(at) => usize::from(at),
                _ => {
                    self.grid.set(slot, Found::Opening(self.openings.len() as u8));
                    self.openings.push(Opening::new(cell));
                    self.openings.len() - 1
                }
            };
            let opening = &mut self.openings[at];
            opening.beside[across(side)] = number;
            let mut faces = HalfEdges::NONE;
            for h in [2 * side, 2 * side + 1] {
                faces = faces.with(TOUCHES[h], laid.card.edge(h, laid.turned));
            }
            opening.faces = opening.faces.or(faces);
            self.reach = self.reach.or(faces);
            for place in faces.places() {
                self.facing[place] |= 1 << at;
            }
        }
    }

    /// For each half-edge of an opening, the root of the zone that it faces.
    pub(crate) fn faced_zones(&self, opening: &Opening) -> [Option<PanelId>; 8] {
        let mut faced = [None; 8];
        for (side, neighbour) in opening.neighbours() {
            for h in [2 * side, 2 * side + 1] {
                faced[h] = Some(self.zones.root(self.laid[neighbour].owner(TOUCHES[h])));
            }
        }
        faced
    }
}
