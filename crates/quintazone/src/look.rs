//! How a position looks, for whoever judges it: what a card would do, without laying it.

use table::Seat;

use crate::{
    card::{Card, Element},
    layout::Opening,
    state::{MAX_SEATS, Quintazone},
    zones::PanelId,
};

/// What one panel of a card would make of the zones it touches.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    pub element: Element,
    /// The cards of the zone it would be part of.
    pub cards: u8,
    /// Whether that zone would hold no pyramid.
    pub free: bool,
    /// The points that each seat would gain by it, without goals.
    pub gains: [u16; MAX_SEATS],
}

/// A card is cut into no more panels.
const MOST_PANELS: usize = 4;

/// What lies around an opening, looked up once for all cards that may go there.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    faced: [Option<PanelId>; 8],
}

/// Where zones may still grow.
#[derive(Clone, Debug)]
pub struct Prospects {
    /// For each seat and element: its pips that stand in a zone, once for each opening beside the zone.
    pub openings: [[u16; 5]; MAX_SEATS],
    /// The same, each time times the cards of other zones of the element beside that opening, which one card may join.
    pub joins: [[u16; 5]; MAX_SEATS],
    /// The zones that hold no pyramid: element and cards.
    pub free: Vec<(Element, u8)>,
}

impl Quintazone {
    /// Where zones may still grow: one walk along the openings.
    pub fn prospects(&self) -> Prospects {
        let zones = &self.layout.zones;
        let (mut openings, mut joins) = ([[0; 5]; MAX_SEATS], [[0; 5]; MAX_SEATS]);
        for opening in self.layout.openings() {
            let mut faced = [0; 8];
            let mut count = 0;
            for root in self.layout.faced_zones(opening).into_iter().flatten() {
                if !faced[..count].contains(&root) {
                    faced[count] = root;
                    count += 1;
                }
            }
            let faced = &faced[..count];
            for &root in faced.iter().filter(|&&root| !zones.is_free(root)) {
                let element = zones.element(root);
                let is_other = |other: &&PanelId| **other != root && zones.element(**other) == element;
                let joined: u16 =
                    faced.iter().filter(is_other).map(|&other| u16::from(zones.cards(other))).sum();
                for (seat, pips) in zones.pips(root).into_iter().enumerate() {
                    openings[seat][element.index()] += u16::from(pips);
                    joins[seat][element.index()] += u16::from(pips) * joined;
                }
            }
        }
        Prospects { openings, joins, free: self.free_zones().collect() }
    }

    pub fn around(&self, opening: &Opening) -> Around {
        Around { faced: self.layout.faced_zones(opening) }
    }

    /// What a card would do there, panel by panel. One walk along the half-edges: search asks this of every place.
    pub fn effects(&self, around: &Around, card: Card, turned: bool) -> impl Iterator<Item = Effect> {
        let zones = &self.layout.zones;
        let mut effects = [const { None }; MOST_PANELS];
        for (effect, element) in effects.iter_mut().zip(card.panels()) {
            *effect = Some(Effect { element, cards: 1, free: true, gains: [0; MAX_SEATS] });
        }
        // The pips of each seat that are joined, which all gain by the whole zone, less what they had before.
        let mut pips = [[0u16; MAX_SEATS]; MOST_PANELS];
        let mut joined = [0u128; MOST_PANELS];
        for (h, root) in around.faced.into_iter().enumerate().filter_map(|(h, root)| Some((h, root?))) {
            let panel = usize::from(card.owner(h, turned));
            let Some(effect) = effects.get_mut(panel).and_then(Option::as_mut) else { continue };
            if zones.element(root) != effect.element || joined[panel] >> root & 1 == 1 {
                continue;
            }
            joined[panel] |= 1 << root;
            let cards = zones.cards(root);
            effect.cards += cards;
            if !zones.is_free(root) {
                effect.free = false;
                for ((all, before), here) in
                    pips[panel].iter_mut().zip(&mut effect.gains).zip(zones.pips(root))
                {
                    *all += u16::from(here);
                    *before += u16::from(here) * u16::from(cards);
                }
            }
        }
        effects.into_iter().flatten().zip(pips).map(|(mut effect, pips)| {
            if !effect.free {
                for (gain, pips) in effect.gains.iter_mut().zip(pips) {
                    *gain = pips * u16::from(effect.cards) - *gain;
                }
            }
            effect
        })
    }

    /// Z-4: the roots of the zones that one panel of a card would become one with, and how many they are.
    #[inline]
    fn joins(
        &self,
        around: &Around,
        card: Card,
        turned: bool,
        (panel, element): (u8, Element),
    ) -> ([PanelId; 8], usize) {
        let mut joined = [0; 8];
        let mut count = 0;
        for (h, root) in around.faced.into_iter().enumerate().filter_map(|(h, root)| Some((h, root?))) {
            let touches = card.owner(h, turned) == panel && self.layout.zones.element(root) == element;
            if touches && !joined[..count].contains(&root) {
                joined[count] = root;
                count += 1;
            }
        }
        (joined, count)
    }

    /// What a card would make of the zones, panel by panel as it lies: the cards of the zone, and which ones it joins.
    pub(crate) fn growth(&self, opening: &Opening, card: Card, turned: bool) -> Vec<(u8, Vec<PanelId>)> {
        let around = self.around(opening);
        let grown = self.effects(&around, card, turned).zip(0u8..).map(|(effect, panel)| {
            let (joined, count) = self.joins(&around, card, turned, (panel, effect.element));
            (effect.cards, joined[..count].to_vec())
        });
        let mut grown: Vec<_> = grown.collect();
        if turned {
            grown.reverse();
        }
        grown
    }

    /// The same world with another goal for `seat`: for those who imagine it. Goals stay different.
    pub fn suppose_goal(&mut self, seat: Seat, goal: Element) {
        let old = self.goals[seat.index()];
        if let Some(holder) = Seat::all(self.seats).find(|holder| self.goal(*holder) == goal) {
            self.goals[holder.index()] = old;
        }
        self.goals[seat.index()] = goal;
    }

    /// The pips of a seat's pyramids that stand, by element.
    pub fn standing(&self, seat: Seat) -> [u8; 5] {
        let mut pips = [0; 5];
        for pyramid in self.pyramids.iter().filter(|pyramid| pyramid.seat == seat) {
            pips[self.layout.zones.element(pyramid.panel).index()] += pyramid.size.pips();
        }
        pips
    }
}

#[cfg(test)]
mod tests {
    use table::{Chance, Game, Millis, Mute, Seed};

    use super::*;
    use crate::{Action, Turn};

    /// What a card was said to do is what it does.
    #[test]
    fn effects_are_what_laying_the_card_brings() {
        for seed in 0..12 {
            let mut chance = Chance::new(Seed::from(seed));
            let mut game = Quintazone::new(&Default::default(), 3, chance.seed()).unwrap();
            while let Some(seat) = game.turn() {
                let mut choices = Vec::new();
                game.choices(seat, &mut choices);
                for action in &choices {
                    let Action::Lay { card, cell, turn } = *action else { continue };
                    let opening = *game.layout.opening(cell).unwrap();
                    let grown: Vec<Effect> =
                        game.effects(&game.around(&opening), card, turn == Turn::Half).collect();
                    let mut after = game.clone();
                    after.layout.lay(card, cell, turn == Turn::Half);
                    for other in Seat::all(3) {
                        let (before, after) = (game.points_by_element(other), after.points_by_element(other));
                        for growth in &grown {
                            let e = growth.element.index();
                            assert_eq!(after[e] - before[e], growth.gains[other.index()]);
                        }
                    }
                    for growth in &grown {
                        assert_eq!(after.zone_at(cell, growth.element), Some((growth.cards, growth.free)));
                    }
                }
                let action = *chance.pick(&choices).unwrap();
                game.apply(seat, action, Millis::ZERO, &mut Mute);
            }
        }
    }

    /// A whole card of an element joins all its zones beside an opening: what stands there is what could grow.
    #[test]
    fn prospects_are_what_a_whole_card_would_bring() {
        for seed in 0..6 {
            let mut chance = Chance::new(Seed::from(seed));
            let mut game = Quintazone::new(&Default::default(), 3, chance.seed()).unwrap();
            while let Some(seat) = game.turn() {
                let prospects = game.prospects();
                let (mut openings, mut joins) = ([[0; 5]; MAX_SEATS], [[0; 5]; MAX_SEATS]);
                for element in Element::ALL {
                    let whole = Card::all().find(|card| card.panels().eq([element])).unwrap();
                    for opening in game.layout.openings().to_vec() {
                        let mut after = game.layout.clone();
                        after.lay(whole, opening.cell, false);
                        for pyramid in &game.pyramids {
                            let cards = |zones: &crate::zones::Zones| u16::from(zones.cards(pyramid.panel));
                            let (before, after) = (cards(&game.layout.zones), cards(&after.zones));
                            let pips = u16::from(pyramid.size.pips());
                            if after > before {
                                openings[pyramid.seat.index()][element.index()] += pips;
                                joins[pyramid.seat.index()][element.index()] += pips * (after - before - 1);
                            }
                        }
                    }
                }
                assert_eq!((prospects.openings, prospects.joins), (openings, joins));
                let mut choices = Vec::new();
                game.choices(seat, &mut choices);
                let action = *chance.pick(&choices).unwrap();
                game.apply(seat, action, Millis::ZERO, &mut Mute);
            }
        }
    }
}
