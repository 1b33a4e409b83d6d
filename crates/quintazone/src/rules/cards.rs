//! Placing a card (Z-10 to Z-12).

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::{Action, Turn},
    card::Card,
    cell::Cell,
    clause::{Z_7, Z_10, Z_11, Z_12},
    event::{Event, Growth},
    hand::FULL_HAND,
    layout::bits,
    state::{CardStep, Quintazone},
};

/// Where the different cards of a hand fit, each way up: openings as bits.
pub(crate) struct Fits {
    ways: [(Card, bool, u128); 2 * FULL_HAND],
    pub(crate) count: u32,
}

impl Quintazone {
    /// Every place and way that the seat's cards fit; equal cards once, a whole card unturned.
    pub(crate) fn list_cards(&self, seat: Seat, into: &mut Vec<Action>) {
        for card in self.hand(seat).different() {
            for &turned in card.ways() {
                let lay = |cell| Action::Lay { card, cell, turn: turned.into() };
                // Quicker than `extend`, which asks after each how many may come.
                self.layout.cells_for(card, turned).for_each(|cell| into.push(lay(cell)));
            }
        }
    }

    /// How many places and ways there are for the seat's cards, in the order of [`list_cards`](Self::list_cards).
    pub(crate) fn count_cards(&self, seat: Seat) -> Fits {
        let mut fits = Fits { ways: [(Card::default(), false, 0); 2 * FULL_HAND], count: 0 };
        let ways = self
            .hand(seat)
            .different()
            .flat_map(|card| card.ways().iter().map(move |&turned| (card, turned)));
        for (fit, (card, turned)) in fits.ways.iter_mut().zip(ways) {
            *fit = (card, turned, self.layout.fits(card, turned));
            fits.count += fit.2.count_ones();
        }
        fits
    }

    /// The one of these after so many others.
    pub(crate) fn nth_card(&self, fits: &Fits, mut before: u32) -> Option<Action> {
        for &(card, turned, openings) in &fits.ways {
            match before.checked_sub(openings.count_ones()) {
                Some(rest) => before = rest,
                None => {
                    let opening = bits(openings).nth(before as usize)?;
                    let cell = self.layout.openings()[opening].cell;
                    return Some(Action::Lay { card, cell, turn: turned.into() });
                }
            }
        }
        None
    }

    pub(crate) fn check_lay(&self, card: Card, cell: Cell, turn: Turn) -> Result<(), Refusal> {
        self.check_card_step()?;
        if !self.hand(self.turn).holds(card) {
            return Err(Refusal::new(
                Z_7,
                format!("You have no card {card}: lay one of your hand."),
                format!("Vous n’avez pas de carte {card}\u{202f}: posez-en une de votre main."),
            ));
        }
        if self.layout.card_at(cell).is_some() {
            return refuse(
                Z_10,
                "A card lies there already: choose an empty cell next to a card.",
                "Une carte s’y trouve déjà\u{202f}: choisissez une case vide à côté d’une carte.",
            );
        }
        let turned = match turn {
            Turn::Upright => false,
            Turn::Half => true,
            Turn::Quarter | Turn::ThreeQuarters => {
                return refuse(
                    Z_10,
                    "Cards stay upright: turn it by 180° or not at all.",
                    "Les cartes restent droites\u{202f}: tournez-la de 180° ou pas du tout.",
                );
            }
        };
        let Some(opening) = self.layout.opening(cell) else {
            let at_a_corner = self.layout.laid().iter().any(|laid| laid.cell.is_around(cell));
            return Err(if at_a_corner {
                Refusal::fixed(
                    Z_12,
                    "Corners do not connect: choose a cell that shares a side with a card.",
                    "Les coins ne relient pas\u{202f}: choisissez une case qui partage un côté avec une carte.",
                )
            } else {
                Refusal::fixed(
                    Z_10,
                    "No card lies next to that cell: choose one that shares a side with a card.",
                    "Aucune carte n’est à côté de cette case\u{202f}: choisissez-en une qui partage un côté avec une \
                     carte.",
                )
            });
        };
        if opening.takes(card, turned) {
            return Ok(());
        }
        Err(if opening.takes(card, !turned) {
            Refusal::fixed(
                Z_11,
                "No half-edge meets its own element this way up: turn the card.",
                "Dans ce sens, aucun demi-bord ne touche son propre élément\u{202f}: tournez la carte de 180°.",
            )
        } else {
            Refusal::fixed(
                Z_11,
                "No half-edge of this card meets its own element there: choose another cell or card.",
                "Aucun demi-bord de cette carte n’y touche son propre élément\u{202f}: choisissez une autre case ou \
                 une autre carte.",
            )
        })
    }

    pub(crate) fn lay(
        &mut self,
        seat: Seat,
        card: Card,
        cell: Cell,
        turned: bool,
        tell: &mut impl Sink<Event>,
    ) {
        self.hands[seat.index()].put_down(card);
        self.known[seat.index()].lay(card, self.hands[seat.index()]);
        let first = self.layout.zones.len() as u8;
        let joined = self.layout.lay(card, cell, turned);
        self.card_step = CardStep::Laid;
        tell.tell(Audience::All, || {
            let zones = card.panels().zip(joined).zip(first..).map(|((element, joined), panel)| Growth {
                element,
                cards: self.layout.zones.cards(panel),
                joined,
            });
            Event::CardLaid { seat, card, cell, turned, zones: zones.collect() }
        });
    }
}
