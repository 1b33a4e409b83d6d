//! What one seat, or a spectator, may know: enough to draw and explain the table without knowing a rule.

use std::collections::BTreeMap;

use serde::Serialize;
use table::{Game, Outcome, Seat, Since};
use ts_rs::TS;

use crate::{
    action::{Action, Turn},
    card::{Card, Cut, Element},
    cell::Cell,
    layout::{Laid, Opening},
    options::Deck,
    pyramid::{Pyramid, Size},
    state::{CardStep, Quintazone},
    zones::PanelId,
};

table::whole!(Card, CardStep, Cell, Cut, Deck, Element, Size);

/// The table as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneView", export_to = "quintazone.ts")]
pub struct View {
    pub deck: Deck,
    /// Whose turn it is; none after the end.
    pub turn: Option<Seat>,
    /// How far this turn's card step is.
    pub card_step: CardStep,
    /// Whether this turn's pyramid stands.
    pub pyramid_placed: bool,
    /// Whether the seat whose turn it is can still place a pyramid this turn.
    pub pyramid_possible: bool,
    /// How many cards the pile has.
    pub pile: u8,
    pub seats: Vec<PlayerView>,
    /// In the order of laying: the last is the newest.
    pub layout: Vec<LaidView>,
    /// Ordered by their first panel.
    pub zones: Vec<ZoneView>,
    /// In the order of placing: the last is the newest.
    pub pyramids: Vec<PyramidView>,
    /// The empty cells next to a card.
    pub openings: Vec<Cell>,
    /// What only the viewer knows; none for a spectator.
    pub mine: Option<Mine>,
    /// At the end, each pyramid's sum: seat by seat, in the order of placing.
    pub scoring: Option<Vec<ScoreView>>,
    pub outcome: Option<Outcome>,
}

/// What everybody knows of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneSeat", export_to = "quintazone.ts")]
pub struct PlayerView {
    /// How many cards it holds.
    pub hand: u8,
    /// Pyramids left: small, medium, large.
    pub reserve: [u8; 3],
    /// What its pyramids score now, without its goal.
    pub points: u16,
    /// Its goal, once the game is over, or for those who look back with all secrets open.
    pub goal: Option<Element>,
    /// Its points with its goal, where that is known.
    pub total: Option<u16>,
    /// Its cards, for those who look back with all secrets open.
    pub cards: Option<Vec<HeldView>>,
}

/// A card on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneLaid", export_to = "quintazone.ts")]
pub struct LaidView {
    pub cell: Cell,
    pub card: Card,
    /// Turned by 180°.
    pub turned: bool,
    pub cut: Cut,
    /// As it lies, in the order of its cut.
    pub panels: Vec<PanelView>,
}

/// A panel of a card on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazonePanel", export_to = "quintazone.ts")]
pub struct PanelView {
    pub element: Element,
    /// The id of its zone.
    pub zone: u8,
}

/// Panels of one element that hang together.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneZone", export_to = "quintazone.ts")]
pub struct ZoneView {
    pub id: u8,
    pub element: Element,
    /// The cells of its panels, one per card: the zone's size in cards is their number.
    pub cells: Vec<Cell>,
    pub cards: u8,
    /// Its pyramids, by their place in the view's list. A zone without one is free.
    pub pyramids: Vec<u8>,
    /// What a small, a medium and a large pyramid of the viewer score here if the game ends now, its goal included.
    pub worth: [u16; 3],
}

/// A pyramid that stands.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazonePyramid", export_to = "quintazone.ts")]
pub struct PyramidView {
    pub seat: Seat,
    pub size: Size,
    pub cell: Cell,
    pub element: Element,
    /// The id of its zone.
    pub zone: u8,
    /// What it scores now, without goals.
    pub points: u16,
}

/// What only the viewer knows, and what it may do now.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneMine", export_to = "quintazone.ts")]
pub struct Mine {
    pub seat: Seat,
    pub goal: Element,
    /// What its pyramids score now, its goal included.
    pub total: u16,
    pub hand: Vec<HeldView>,
    pub may: May,
    /// What each card that the viewer may lay now would do there, by the action's notation: for each of its panels, as it
    /// lies, how many cards its zone would have, and the ids of the zones that it joins.
    #[ts(type = "Record<string, [number, number[]][]>")]
    pub growth: BTreeMap<String, Vec<(u8, Vec<PanelId>)>>,
}

/// What the viewer may do now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneMay", export_to = "quintazone.ts")]
pub struct May {
    pub lay: bool,
    pub pass: bool,
    pub pyramid: bool,
    pub end: bool,
}

/// A card of the viewer's hand.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneHeld", export_to = "quintazone.ts")]
pub struct HeldView {
    pub card: Card,
    pub cut: Cut,
    /// The elements of its panels, unturned, in the order of its cut; a turn by 180° reverses them.
    pub panels: Vec<Element>,
    /// Where it fits on the layout as it is now.
    pub fits: Vec<FitView>,
}

/// A cell where a card fits.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneFit", export_to = "quintazone.ts")]
pub struct FitView {
    pub cell: Cell,
    /// It fits unturned.
    pub upright: bool,
    /// It fits turned by 180°.
    pub turned: bool,
}

/// What a pyramid scored: its pips × the zone's cards × 1 or 2.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuintazoneScore", export_to = "quintazone.ts")]
pub struct ScoreView {
    pub seat: Seat,
    /// The pyramid, by its place in the view's list.
    pub pyramid: u8,
    pub size: Size,
    pub pips: u8,
    pub cell: Cell,
    pub element: Element,
    pub cards: u8,
    /// The zone's element is the seat's goal.
    pub doubled: bool,
    pub points: u16,
}

impl View {
    /// `open`: with everybody's goal and cards, for those who look back.
    pub(crate) fn of(game: &Quintazone, viewer: Option<Seat>, open: bool) -> Self {
        let viewer = viewer.filter(|seat| seat.0 < game.seats);
        let over = game.outcome.is_some();
        Self {
            deck: game.deck,
            turn: game.turn(),
            card_step: game.card_step,
            pyramid_placed: game.pyramid_placed,
            pyramid_possible: !over && !game.pyramid_placed && game.can_stand(game.turn),
            pile: game.pile.len() as u8,
            seats: Seat::all(game.seats).map(|seat| seat_view(game, seat, open)).collect(),
            layout: game.layout.laid().iter().map(|&laid| laid_view(game, laid)).collect(),
            zones: zone_views(game, viewer),
            pyramids: game.pyramids.iter().map(|&pyramid| pyramid_view(game, pyramid)).collect(),
            openings: game.layout.openings().iter().map(|opening| opening.cell).collect(),
            mine: viewer.map(|seat| mine(game, seat)),
            scoring: over.then(|| scoring(game)),
            outcome: game.outcome.clone(),
        }
    }
}

fn seat_view(game: &Quintazone, seat: Seat, open: bool) -> PlayerView {
    let known = open || game.outcome.is_some();
    PlayerView {
        hand: game.hand(seat).len() as u8,
        reserve: game.reserve(seat),
        points: game.points(seat),
        goal: known.then(|| game.goal(seat)),
        total: known.then(|| game.total(seat)),
        cards: open.then(|| held_views(game, seat)),
    }
}

fn laid_view(game: &Quintazone, laid: Laid) -> LaidView {
    let panel =
        |(panel, element): (PanelId, Element)| PanelView { element, zone: game.layout.zones.root(panel) };
    let mut panels: Vec<PanelView> = laid.panels().map(panel).collect();
    if laid.turned {
        panels.reverse();
    }
    LaidView { cell: laid.cell, card: laid.card, turned: laid.turned, cut: laid.card.cut(), panels }
}

fn zone_views(game: &Quintazone, viewer: Option<Seat>) -> Vec<ZoneView> {
    let zones = &game.layout.zones;
    let mut views: Vec<ZoneView> = Vec::new();
    for panel in 0..zones.len() as PanelId {
        let (id, element, cell) = (zones.root(panel), zones.element(panel), game.layout.cell_of(panel));
        if let Some(zone) = views.iter_mut().find(|zone| zone.id == id) {
            zone.cells.push(cell);
            continue;
        }
        let cards = zones.cards(panel);
        let pyramids =
            game.pyramids.iter().enumerate().filter(|(_, pyramid)| zones.root(pyramid.panel) == id);
        views.push(ZoneView {
            id,
            element,
            cells: vec![cell],
            cards,
            pyramids: pyramids.map(|(number, _)| number as u8).collect(),
            worth: Size::ALL.map(|size| {
                let doubled = viewer.is_some_and(|seat| game.goal(seat) == element);
                points(size, cards, doubled)
            }),
        });
    }
    views
}

/// Z-17: a pyramid's size × the cards of its zone, doubled in the owner's goal.
fn points(size: Size, cards: u8, doubled: bool) -> u16 {
    u16::from(size.pips()) * u16::from(cards) * if doubled { 2 } else { 1 }
}

fn pyramid_view(game: &Quintazone, pyramid: Pyramid) -> PyramidView {
    let zones = &game.layout.zones;
    PyramidView {
        seat: pyramid.seat,
        size: pyramid.size,
        cell: game.layout.cell_of(pyramid.panel),
        element: zones.element(pyramid.panel),
        zone: zones.root(pyramid.panel),
        points: points(pyramid.size, zones.cards(pyramid.panel), false),
    }
}

fn mine(game: &Quintazone, seat: Seat) -> Mine {
    let on_turn = game.turn() == Some(seat);
    let card_open = on_turn && game.card_step == CardStep::Open;
    Mine {
        seat,
        goal: game.goal(seat),
        total: game.total(seat),
        hand: held_views(game, seat),
        may: May {
            lay: card_open && game.can_lay(seat),
            pass: card_open && !game.can_lay(seat),
            pyramid: on_turn && !game.pyramid_placed && game.can_stand(seat),
            end: on_turn && !card_open,
        },
        growth: if card_open { growth(game, seat) } else { BTreeMap::new() },
    }
}

fn growth(game: &Quintazone, seat: Seat) -> BTreeMap<String, Vec<(u8, Vec<PanelId>)>> {
    let mut actions = Vec::new();
    game.actions(seat, &mut actions);
    let grown = actions.iter().filter_map(|action| {
        let &Action::Lay { card, cell, turn } = action else { return None };
        let opening = game.layout.opening(cell)?;
        Some((action.to_string(), game.growth(opening, card, turn == Turn::Half)))
    });
    grown.collect()
}

fn held_views(game: &Quintazone, seat: Seat) -> Vec<HeldView> {
    game.hand(seat).cards().iter().map(|&card| held_view(game, card)).collect()
}

fn held_view(game: &Quintazone, card: Card) -> HeldView {
    let fit = |opening: &Opening| {
        let (upright, turned) = (opening.takes(card, false), opening.takes(card, true));
        (upright || turned).then_some(FitView { cell: opening.cell, upright, turned })
    };
    HeldView {
        card,
        cut: card.cut(),
        panels: card.panels().collect(),
        fits: game.layout.openings().iter().filter_map(fit).collect(),
    }
}

fn scoring(game: &Quintazone) -> Vec<ScoreView> {
    let zones = &game.layout.zones;
    let mut scores: Vec<ScoreView> = game
        .pyramids
        .iter()
        .enumerate()
        .map(|(number, &Pyramid { seat, size, panel })| {
            let (element, cards) = (zones.element(panel), zones.cards(panel));
            let doubled = element == game.goal(seat);
            ScoreView {
                seat,
                pyramid: number as u8,
                size,
                pips: size.pips(),
                cell: game.layout.cell_of(panel),
                element,
                cards,
                doubled,
                points: points(size, cards, doubled),
            }
        })
        .collect();
    scores.sort_by_key(|score| score.seat);
    scores
}
