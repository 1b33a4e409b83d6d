//! A position as it is written, not yet known to be possible; and the position it makes, if it is.

use serde::{Deserialize, Serialize};
use table::{Outcome, Refusal, Seat, refuse};

use crate::{
    action::{Action, Turn},
    card::{Card, Element},
    cell::Cell,
    clause::{Z_0, Z_2, Z_4, Z_5, Z_6, Z_7, Z_8, Z_9, Z_10, Z_11, Z_14, Z_16},
    data::KINDS,
    hand::{FULL_HAND, Hand, Known},
    layout::Layout,
    options::Deck,
    pyramid::{Pyramid, Size},
    state::{CardStep, MAX_SEATS, Quintazone},
};

/// A position, unvalidated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    pub deck: Deck,
    /// The cards in the order of laying, in the notation of actions: `AF-WS@0,0`.
    pub layout: Vec<String>,
    /// The pyramids in the order of placing.
    #[serde(default)]
    pub pyramids: Vec<StandingSetup>,
    pub seats: Vec<SeatSetup>,
    /// The next card to draw is the last.
    #[serde(default)]
    pub pile: Vec<Card>,
    pub turn: Seat,
    #[serde(default)]
    pub card_step: CardStep,
    /// Whether this turn's pyramid stands.
    #[serde(default)]
    pub pyramid_placed: bool,
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// A standing pyramid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StandingSetup {
    pub seat: Seat,
    /// In the notation of actions: `L^0,3:fire`.
    pub pyramid: String,
}

/// What a seat holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatSetup {
    pub hand: Vec<Card>,
    pub goal: Element,
    /// Cards that the seat is known not to have had when it passed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<Card>,
    /// How many of its cards may be newer than that.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub newer: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks with a reference.
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl From<Quintazone> for Setup {
    fn from(game: Quintazone) -> Self {
        let layout = game.layout.laid().iter().map(|laid| {
            let turn = Turn::from(laid.turned);
            format!("{}@{}{turn}", laid.card, laid.cell)
        });
        let pyramids = game.pyramids.iter().map(|&Pyramid { seat, size, panel }| {
            let (cell, element) = (game.layout.cell_of(panel), game.layout.zones.element(panel));
            StandingSetup { seat, pyramid: Action::Stand { size, cell, element }.to_string() }
        });
        let seats = (0..usize::from(game.seats)).map(|seat| SeatSetup {
            hand: game.hands[seat].cards().to_vec(),
            goal: game.goals[seat],
            without: Card::all().filter(|card| game.known[seat].without >> card.index() & 1 == 1).collect(),
            newer: game.known[seat].newer,
        });
        Self {
            deck: game.deck,
            layout: layout.collect(),
            pyramids: pyramids.collect(),
            seats: seats.collect(),
            turn: game.turn,
            card_step: game.card_step,
            pyramid_placed: game.pyramid_placed,
            pile: game.pile,
            outcome: game.outcome,
        }
    }
}

impl TryFrom<Setup> for Quintazone {
    type Error = Refusal;

    fn try_from(setup: Setup) -> Result<Self, Refusal> {
        let seats = setup.seats.len() as u8;
        if !(2..=MAX_SEATS).contains(&setup.seats.len()) {
            return refuse(Z_0, "There are 2 to 5 seats.", "Il y a de 2 à 5 places.");
        }
        if setup.turn.0 >= seats {
            return refuse(Z_7, "The turn belongs to no seat.", "Le tour n’appartient à aucune place.");
        }
        every_card_once(&setup)?;
        let standing = read_standing(&setup)?;
        let reserve = reserve_left(setup.deck, seats, &standing)?;
        let layout = lay_out(&setup, &standing)?;
        let pyramids = stand_on(&layout, &standing)?;
        let mut game = Self {
            deck: setup.deck,
            seats,
            turn: setup.turn,
            card_step: setup.card_step,
            pyramid_placed: setup.pyramid_placed,
            layout,
            reserve,
            pyramids,
            hands: [Hand::default(); MAX_SEATS],
            known: [Known::default(); MAX_SEATS],
            goals: [Element::Earth; MAX_SEATS],
            pile: setup.pile,
            outcome: None,
        };
        for (seat, held) in setup.seats.iter().enumerate() {
            if setup.seats[..seat].iter().any(|other| other.goal == held.goal) {
                return refuse(Z_4, "Two seats have the same goal.", "Deux places ont le même but.");
            }
            game.goals[seat] = held.goal;
            game.hands[seat] = held.hand.iter().copied().collect();
            let without = held.without.iter().fold(0, |all, card| all | 1 << card.index());
            game.known[seat] = Known::new(without, held.newer, game.hands[seat]);
        }
        game.hands_have_their_size(&setup.seats)?;
        game.turn_can_stand_so(setup.outcome.as_ref())?;
        if let Some(outcome) = setup.outcome {
            game.finish(outcome.clause);
            if game.outcome.as_ref() != Some(&outcome) {
                return refuse(
                    Z_16,
                    "The outcome is not that of the layout.",
                    "L’issue n’est pas celle du tapis.",
                );
            }
        }
        if !game.is_plausible() {
            return refuse(
                Z_9,
                "A hand has a card that its seat is known not to have, or nobody can lay a card.",
                "Une main a une carte qu’on sait ne pas y être, ou personne ne peut poser de carte.",
            );
        }
        Ok(game)
    }
}

/// Z-2, Z-3: layout, hands and pile together are the deck.
fn every_card_once(setup: &Setup) -> Result<(), Refusal> {
    let mut left: [i32; KINDS] = [0; KINDS];
    for card in Card::all() {
        left[card.index()] = card.copies(setup.deck).into();
    }
    let mut count = |card: Card| left[card.index()] -= 1;
    for text in &setup.layout {
        count(read_laid(text)?.0);
    }
    setup.seats.iter().flat_map(|held| &held.hand).chain(&setup.pile).for_each(|&card| count(card));
    match Card::all().find(|card| left[card.index()] != 0) {
        None => Ok(()),
        Some(card) if left[card.index()] < 0 => Err(Refusal::new(
            Z_2,
            format!("There are too many cards {card}."),
            format!("Il y a trop de cartes {card}."),
        )),
        Some(card) => Err(Refusal::new(
            Z_2,
            format!("A card {card} is in no hand, not in the pile and not in the layout."),
            format!("Une carte {card} n’est ni en main, ni dans la pioche, ni sur le tapis."),
        )),
    }
}

fn read_laid(text: &str) -> Result<(Card, Cell, bool), Refusal> {
    match text.parse()? {
        Action::Lay { card, cell, turn: Turn::Upright } => Ok((card, cell, false)),
        Action::Lay { card, cell, turn: Turn::Half } => Ok((card, cell, true)),
        _ => Err(Refusal::new(
            Z_10,
            format!("{text} is no card laid upright or turned by 180°."),
            format!("{text} n’est pas une carte posée droite ou tournée de 180°."),
        )),
    }
}

/// A pyramid as it is written: whose, how large, and on which panel.
struct Standing<'a> {
    seat: Seat,
    size: Size,
    cell: Cell,
    element: Element,
    notation: &'a str,
}

fn read_standing(setup: &Setup) -> Result<Vec<Standing<'_>>, Refusal> {
    let read = |StandingSetup { seat, pyramid }: &'_ StandingSetup| match pyramid.parse()? {
        Action::Stand { size, cell, element } if seat.index() < setup.seats.len() => {
            Ok((*seat, size, cell, element))
        }
        _ => Err(Refusal::new(
            Z_14,
            format!("{pyramid} is no pyramid of a seat."),
            format!("{pyramid} n’est pas la pyramide d’une place."),
        )),
    };
    let standing = setup.pyramids.iter().map(|written| {
        let (seat, size, cell, element) = read(written)?;
        Ok(Standing { seat, size, cell, element, notation: &written.pyramid })
    });
    standing.collect()
}

/// The layout as it grew, with each pyramid placed as soon as its panel lay: later only makes zones larger, so that a
/// pyramid that finds its zone taken at once could never be placed.
fn lay_out(setup: &Setup, standing: &[Standing<'_>]) -> Result<Layout, Refusal> {
    let mut layout: Option<Layout> = None;
    for text in &setup.layout {
        let (card, cell, turned) = read_laid(text)?;
        let layout = match &mut layout {
            None if card.is_quartered() && cell == Cell::ORIGIN && !turned => {
                layout.insert(Layout::starting(card))
            }
            None => {
                return refuse(
                    Z_6,
                    "The first card is quartered and lies unturned at 0,0.",
                    "La première carte est en quatre parts, posée droite en 0,0.",
                );
            }
            Some(layout) => {
                if !layout.opening(cell).is_some_and(|opening| opening.takes(card, turned)) {
                    return Err(Refusal::new(
                        Z_11,
                        format!("{text} does not fit the cards laid before it."),
                        format!("{text} ne s’accorde pas avec les cartes posées avant elle."),
                    ));
                }
                layout.lay(card, cell, turned);
                layout
            }
        };
        for pyramid in standing.iter().filter(|pyramid| pyramid.cell == cell) {
            let panel = layout.panel(cell, pyramid.element);
            let Some(panel) = panel.filter(|&panel| layout.zones.is_free(layout.zones.root(panel))) else {
                let notation = pyramid.notation;
                return Err(Refusal::new(
                    Z_14,
                    format!("{notation} stands on no panel, or its zone always held another pyramid."),
                    format!(
                        "{notation} n’est sur aucun panneau, ou sa zone a toujours porté une autre pyramide."
                    ),
                ));
            };
            layout.zones.stand(panel, pyramid.seat, pyramid.size);
        }
    }
    match layout {
        Some(layout) => Ok(layout),
        None => refuse(Z_6, "No card lies at the origin.", "Aucune carte n’est à l’origine."),
    }
}

/// The pyramids on their panels.
fn stand_on(layout: &Layout, standing: &[Standing<'_>]) -> Result<Vec<Pyramid>, Refusal> {
    let stand = |pyramid: &Standing<'_>| match layout.panel(pyramid.cell, pyramid.element) {
        Some(panel) => Ok(Pyramid { seat: pyramid.seat, size: pyramid.size, panel }),
        None => Err(Refusal::new(
            Z_14,
            format!("{} stands on no panel.", pyramid.notation),
            format!("{} n’est sur aucun panneau.", pyramid.notation),
        )),
    };
    standing.iter().map(stand).collect()
}

/// Z-5: what the standing pyramids leave to each seat.
fn reserve_left(deck: Deck, seats: u8, pyramids: &[Standing<'_>]) -> Result<[[u8; 3]; MAX_SEATS], Refusal> {
    let mut reserve = full_reserve(deck, seats);
    for pyramid in pyramids {
        let left = &mut reserve[pyramid.seat.index()][pyramid.size.index()];
        let Some(fewer) = left.checked_sub(1) else {
            return refuse(
                Z_5,
                "A seat has more pyramids of a size than it was given.",
                "Une place a plus de pyramides d’une taille qu’elle n’en a reçu.",
            );
        };
        *left = fewer;
    }
    Ok(reserve)
}

/// Z-5: the pyramids of each seat before the game.
pub(crate) fn full_reserve(deck: Deck, seats: u8) -> [[u8; 3]; MAX_SEATS] {
    let mut reserve = [[0; 3]; MAX_SEATS];
    reserve[..usize::from(seats)].fill([deck.pyramids_of_a_size(seats); 3]);
    reserve
}

impl Quintazone {
    /// Z-8: a hand is full until the pile is empty; the turn's seat draws only at the end of its turn.
    fn hands_have_their_size(&self, seats: &[SeatSetup]) -> Result<(), Refusal> {
        for (seat, held) in seats.iter().enumerate() {
            let laid = self.card_step == CardStep::Laid && seat == self.turn.index();
            let full = FULL_HAND - usize::from(laid);
            if held.hand.len() > full || held.hand.len() < full && !self.pile.is_empty() {
                return Err(Refusal::new(
                    Z_8,
                    format!("Seat {seat} has {} cards, not {full}.", held.hand.len()),
                    format!("La place {seat} a {} cartes au lieu de {full}.", held.hand.len()),
                ));
            }
        }
        Ok(())
    }

    /// Z-7: a turn that is done is over, and a pyramid of this turn is the newest.
    fn turn_can_stand_so(&self, outcome: Option<&Outcome>) -> Result<(), Refusal> {
        if let Some(outcome) = outcome {
            if ![Z_9, Z_16].contains(&outcome.clause) {
                return refuse(Z_16, "A game ends by Z-9 or Z-16.", "Une partie finit par Z-9 ou Z-16.");
            }
            if self.card_step != CardStep::Open || self.pyramid_placed {
                return refuse(Z_16, "The game ended within a turn.", "La partie a fini pendant un tour.");
            }
            return Ok(());
        }
        let newest_is_ours = self.pyramids.last().is_some_and(|pyramid| pyramid.seat == self.turn);
        if self.pyramid_placed && !newest_is_ours {
            return refuse(
                Z_7,
                "The newest pyramid is not of the seat whose turn it is.",
                "La dernière pyramide n’est pas à la place dont c’est le tour.",
            );
        }
        if self.card_step == CardStep::Laid && self.layout.laid().len() < 2 {
            return refuse(
                Z_7,
                "This turn’s card was laid, but only the first card lies.",
                "La carte de ce tour est posée, mais seule la première carte est sur le tapis.",
            );
        }
        if self.card_step != CardStep::Open && (self.pyramid_placed || !self.can_stand(self.turn)) {
            return refuse(Z_7, "This turn is already over.", "Ce tour est déjà fini.");
        }
        Ok(())
    }
}
