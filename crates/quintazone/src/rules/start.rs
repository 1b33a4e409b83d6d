//! Setup (Z-6).

use table::{Chance, Refusal, Seed, refuse};

use crate::{
    card::{Card, Element},
    clause::{Z_0, Z_6, Z_7},
    hand::{FULL_HAND, Hand, Known},
    layout::Layout,
    options::Options,
    setup::full_reserve,
    state::{CardStep, MAX_SEATS, Quintazone},
};

impl Quintazone {
    pub(crate) fn start(options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        if !(2..=MAX_SEATS as u8).contains(&seats) {
            return refuse(Z_0, "Quintazone has 2 to 5 seats.", "Quintazone se joue de 2 à 5.");
        }
        options.first.at_a_table_of(seats, Z_7)?;
        let mut chance = Chance::new(seed);
        let quartered: Vec<Card> = Card::all().filter(|card| card.is_quartered()).collect();
        let Some(&starting) = chance.pick(&quartered) else {
            // The table of cards has ten of them.
            return refuse(Z_6, "No quartered card.", "Aucune carte en quatre parts.");
        };
        let mut pile: Vec<Card> = Vec::new();
        for card in Card::all() {
            let copies = card.copies(options.deck) - u8::from(card == starting);
            pile.extend((0..copies).map(|_| card));
        }
        chance.shuffle(&mut pile);
        let mut hands = [Hand::default(); MAX_SEATS];
        for hand in &mut hands[..usize::from(seats)] {
            *hand = pile.drain(pile.len() - FULL_HAND..).collect();
        }
        let mut deal = Element::ALL;
        chance.shuffle(&mut deal);
        let mut goals = [Element::Earth; MAX_SEATS];
        goals[..usize::from(seats)].copy_from_slice(&deal[..usize::from(seats)]);
        let turn = options.first.drawn(seats, &mut chance);
        Ok(Self {
            deck: options.deck,
            seats,
            turn,
            card_step: CardStep::Open,
            pyramid_placed: false,
            layout: Layout::starting(starting),
            pyramids: Vec::new(),
            reserve: full_reserve(options.deck, seats),
            hands,
            known: [Known::default(); MAX_SEATS],
            goals,
            pile,
            outcome: None,
        })
    }
}
