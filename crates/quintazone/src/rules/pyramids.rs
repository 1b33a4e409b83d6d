//! Zones and pyramids (Z-13 to Z-15).

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    card::Element,
    cell::Cell,
    clause::{Z_5, Z_7, Z_14},
    event::Event,
    pyramid::{Pyramid, Size},
    state::Quintazone,
    zones::PanelId,
};

impl Quintazone {
    /// Every panel of every zone without a pyramid, with every size left.
    pub(crate) fn list_pyramids(&self, seat: Seat, into: &mut Vec<Action>) {
        let zones = &self.layout.zones;
        for panel in (0..zones.len() as PanelId).filter(|&panel| zones.is_free(zones.root(panel))) {
            self.list_panel(seat, panel, into);
        }
    }

    /// One panel of every zone without a pyramid, with every size left.
    pub(crate) fn list_zones(&self, seat: Seat, into: &mut Vec<Action>) {
        for root in self.layout.zones.free() {
            self.list_panel(seat, root, into);
        }
    }

    /// The pyramid of this size among those left, on this one of the zones without a pyramid.
    pub(crate) fn nth_pyramid(&self, seat: Seat, zone: u32, size: u32) -> Option<Action> {
        let root = self.layout.zones.free().nth(zone as usize)?;
        let size = self.sizes(seat).nth(size as usize)?;
        let (cell, element) = (self.layout.cell_of(root), self.layout.zones.element(root));
        Some(Action::Stand { size, cell, element })
    }

    fn list_panel(&self, seat: Seat, panel: PanelId, into: &mut Vec<Action>) {
        let (cell, element) = (self.layout.cell_of(panel), self.layout.zones.element(panel));
        into.extend(self.sizes(seat).map(|size| Action::Stand { size, cell, element }));
    }

    pub(crate) fn check_stand(&self, size: Size, cell: Cell, element: Element) -> Result<(), Refusal> {
        if self.pyramid_placed {
            return refuse(
                Z_7,
                "You have placed this turn’s pyramid: now lay a card.",
                "Votre pyramide de ce tour est placée\u{202f}: posez maintenant une carte.",
            );
        }
        if self.reserve(self.turn)[size.index()] == 0 {
            let size = size.plural();
            return Err(Refusal::new(
                Z_5,
                format!("You have no {} left: choose another size.", size.en),
                format!("Vous n’avez plus de {}\u{202f}: choisissez une autre taille.", size.fr),
            ));
        }
        let Some(panel) = self.layout.panel(cell, element) else {
            let element = element.name();
            return Err(Refusal::new(
                Z_14,
                format!("There is no {} panel at {cell}: choose a panel of a laid card.", element.en),
                format!(
                    "Il n’y a pas de panneau {} en {cell}\u{202f}: choisissez un panneau d’une carte posée.",
                    element.fr
                ),
            ));
        };
        if !self.layout.zones.is_free(self.layout.zones.root(panel)) {
            return refuse(
                Z_14,
                "This zone holds a pyramid already: choose a zone without one.",
                "Cette zone porte déjà une pyramide\u{202f}: choisissez une zone qui n’en a pas.",
            );
        }
        Ok(())
    }

    pub(crate) fn stand(
        &mut self,
        seat: Seat,
        size: Size,
        cell: Cell,
        element: Element,
        tell: &mut impl Sink<Event>,
    ) {
        // Checked: there is such a panel.
        let Some(panel) = self.layout.panel(cell, element) else { return };
        self.layout.zones.stand(panel, seat, size);
        self.pyramids.push(Pyramid { seat, size, panel });
        self.reserve[seat.index()][size.index()] -= 1;
        self.pyramid_placed = true;
        tell.tell(Audience::All, || Event::PyramidPlaced {
            seat,
            size,
            cell,
            element,
            cards: self.layout.zones.cards(panel),
        });
    }
}
