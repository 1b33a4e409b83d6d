//! Zones by union–find, with what stands on them, updated as cards land (Z-13 to Z-15, Z-17).
//!
//! A card shows an element once, so that a zone has as many cards as panels.

use table::Seat;

use crate::{card::Element, layout::bits, pyramid::Size, state::MAX_SEATS};

/// A panel, by its number in the order of laying.
pub(crate) type PanelId = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Panel {
    /// A panel nearer to the root of its zone; the root is its own parent.
    parent: PanelId,
    element: Element,
    /// The laid card it is on.
    laid: u8,
    /// Of a root: the cards in the zone.
    cards: u8,
    /// Of a root: the pips of each seat's pyramids in the zone.
    pips: [u8; MAX_SEATS],
}

/// All zones of a layout. The root panel names its zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Zones {
    panels: Vec<Panel>,
    /// The roots of zones without a pyramid. A deck has at most 115 panels.
    free: u128,
    /// What each seat's pyramids score in each element, without goals.
    points: [[u16; 5]; MAX_SEATS],
}

impl Zones {
    pub(crate) fn len(&self) -> usize {
        self.panels.len()
    }

    /// A new panel, a zone of its own.
    pub(crate) fn add(&mut self, element: Element, laid: u8) {
        let id = self.panels.len() as PanelId;
        self.panels.push(Panel { parent: id, element, laid, cards: 1, pips: [0; MAX_SEATS] });
        self.free |= 1 << id;
    }

    /// The root of the panel's zone. No path is shortened: joining smaller to larger keeps paths short, and
    /// equal layouts stay equal however often they were asked.
    pub(crate) fn root(&self, mut panel: PanelId) -> PanelId {
        loop {
            let parent = self.panels[usize::from(panel)].parent;
            if parent == panel {
                return panel;
            }
            panel = parent;
        }
    }

    /// Z-13: two panels touch. Says whether that made one zone of two.
    pub(crate) fn join(&mut self, a: PanelId, b: PanelId) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        let larger = self.panels[usize::from(a)].cards >= self.panels[usize::from(b)].cards;
        let (keep, gone) = if larger { (a, b) } else { (b, a) };
        let absorbed = self.panels[usize::from(gone)];
        self.panels[usize::from(gone)].parent = keep;
        let both_free = self.is_free(keep) && self.is_free(gone);
        self.free &= !(1 << gone);
        if !both_free {
            self.free &= !(1 << keep);
        }
        let zone = &mut self.panels[usize::from(keep)];
        if !both_free {
            // Z-15, Z-17: every pyramid now counts the cards of the other side too.
            let element = zone.element.index();
            for (seat, points) in self.points.iter_mut().enumerate() {
                points[element] += u16::from(zone.pips[seat]) * u16::from(absorbed.cards)
                    + u16::from(absorbed.pips[seat]) * u16::from(zone.cards);
                zone.pips[seat] += absorbed.pips[seat];
            }
        }
        zone.cards += absorbed.cards;
        true
    }

    /// Z-14: a pyramid of `seat` on the panel's zone.
    pub(crate) fn stand(&mut self, panel: PanelId, seat: Seat, size: Size) {
        let root = self.root(panel);
        let zone = &mut self.panels[usize::from(root)];
        zone.pips[seat.index()] += size.pips();
        self.points[seat.index()][zone.element.index()] += u16::from(size.pips()) * u16::from(zone.cards);
        self.free &= !(1 << root);
    }

    pub(crate) fn element(&self, panel: PanelId) -> Element {
        self.panels[usize::from(panel)].element
    }

    /// The laid card that the panel is on.
    pub(crate) fn laid(&self, panel: PanelId) -> usize {
        usize::from(self.panels[usize::from(panel)].laid)
    }

    /// How many cards the panel's zone has.
    pub(crate) fn cards(&self, panel: PanelId) -> u8 {
        self.panels[usize::from(self.root(panel))].cards
    }

    /// The pips of each seat's pyramids in the zone with this root.
    pub(crate) fn pips(&self, root: PanelId) -> [u8; MAX_SEATS] {
        self.panels[usize::from(root)].pips
    }

    /// Whether the zone with this root holds no pyramid.
    pub(crate) fn is_free(&self, root: PanelId) -> bool {
        self.free >> root & 1 == 1
    }

    pub(crate) fn any_free(&self) -> bool {
        self.free != 0
    }

    /// How many zones hold no pyramid.
    pub(crate) const fn count_free(&self) -> u32 {
        self.free.count_ones()
    }

    /// The roots of the zones that hold no pyramid.
    pub(crate) fn free(&self) -> impl Iterator<Item = PanelId> + Clone {
        bits(self.free).map(|root| root as PanelId)
    }

    /// What the seat's pyramids score in each element, without goals.
    pub(crate) fn points(&self, seat: Seat) -> [u16; 5] {
        self.points[seat.index()]
    }
}
