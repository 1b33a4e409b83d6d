//! A position as it is written: unvalidated. What cannot be is refused with a sentence that says what is wrong.

use serde::{Deserialize, Serialize};
use table::{Chance, Game, Millis, Outcome, RulesVersion, Seat, Seats, Seed};

use crate::{
    cards::{Card, Cards, Time},
    clause::{T_31, T_48},
    floe::{Floe, Place},
    options::{Extension, Mode, Options, Terms},
    state::{Bear, Happening, Pawn, Pending, Stage, ThinIce, Turn},
    tile::{Axis, EXTENSION, Face, Kind, ORDINARY, Tile},
};

/// Everything there is to know of a position, in words and numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// The newest if left out.
    #[serde(default = "newest")]
    pub rules: RulesVersion,
    pub options: Options,
    pub seats: u8,
    pub chance: Chance,
    #[serde(default)]
    pub clock: Millis,
    pub tiles: Vec<TileSetup>,
    /// One round after the other, each in seat order.
    pub pawns: Vec<Pawn>,
    pub bear: Option<Bear>,
    pub stage: Stage,
    #[serde(default)]
    pub turn: Turn,
    #[serde(default)]
    pub pending: Vec<Pending>,
    /// One a seat; empty lists without event cards.
    #[serde(default)]
    pub hands: Vec<Vec<Card>>,
    #[serde(default)]
    pub discards: Vec<Card>,
    #[serde(default)]
    pub quiet: u16,
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

const fn newest() -> RulesVersion {
    ThinIce::RULES.newest
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TileSetup {
    pub kind: Kind,
    pub place: Place,
    #[serde(default)]
    pub flipped: bool,
    #[serde(default)]
    pub axis: Axis,
    /// Turned before everybody's eyes (T-5).
    #[serde(default)]
    pub seen: bool,
    #[serde(default)]
    pub looked: Seats,
}

impl Setup {
    /// An empty sea with everything at its start: for hand-made positions.
    pub fn new(options: Options, seats: u8) -> Self {
        let pawns = usize::from(seats) * usize::from(options.pawns);
        Self {
            rules: newest(),
            options,
            seats,
            chance: Chance::new(Seed::from(0)),
            clock: Millis::ZERO,
            tiles: Vec::new(),
            pawns: vec![Pawn::default(); pawns],
            bear: None,
            stage: Stage::Playing,
            turn: Turn::default(),
            pending: Vec::new(),
            hands: vec![Vec::new(); usize::from(seats)],
            discards: Vec::new(),
            quiet: 0,
            outcome: None,
        }
    }
}

impl From<ThinIce> for Setup {
    fn from(game: ThinIce) -> Self {
        let seats = game.terms.seats;
        Self {
            rules: game.terms.rules,
            options: game.terms.options(),
            seats,
            tiles: (0..game.floe.len())
                .map(|number| {
                    let Tile { kind, flipped, axis, seen, looked } = game.floe.tile(number);
                    TileSetup { kind, place: game.floe.place(number), flipped, axis, seen, looked }
                })
                .collect(),
            pawns: game.pawns[..game.terms.pawn_count()].to_vec(),
            bear: game.bear,
            stage: game.stage,
            turn: game.turn,
            hands: Seat::all(seats).map(|seat| game.hands[seat.index()].iter().collect()).collect(),
            discards: game.discards.iter().collect(),
            quiet: game.quiet,
            pending: game.pending,
            outcome: game.outcome,
            chance: game.chance,
            clock: game.clock,
        }
    }
}

/// What is wrong with a position.
type Wrong = String;

fn wrong<T>(sentence: impl Into<Wrong>) -> Result<T, Wrong> {
    Err(sentence.into())
}

impl TryFrom<Setup> for ThinIce {
    type Error = Wrong;

    fn try_from(setup: Setup) -> Result<Self, Wrong> {
        if !Self::RULES.contains(setup.rules) {
            return wrong(format!(
                "there is no version {} of the rules: there is {}",
                setup.rules,
                Self::RULES
            ));
        }
        let terms =
            Terms::new(setup.rules, &setup.options, setup.seats).map_err(|refusal| refusal.to_string())?;
        let floe = read_tiles(&setup, &terms)?;
        if setup.pawns.len() != terms.pawn_count() {
            return wrong(format!("there are {} pawns, one list entry each", terms.pawn_count()));
        }
        let mut pawns = [Pawn::default(); 6];
        pawns[..setup.pawns.len()].copy_from_slice(&setup.pawns);
        let (hands, discards) = read_cards(&setup, &terms)?;
        let mut game = Self {
            terms,
            chance: setup.chance,
            clock: setup.clock,
            floe,
            pawns,
            bear: setup.bear,
            stage: setup.stage,
            turn: setup.turn,
            pending: setup.pending,
            hands,
            discards,
            out: Seats::NONE,
            quiet: setup.quiet,
            outcome: setup.outcome,
        };
        game.out = game.players_out();
        game.right_pieces()?;
        game.right_turn()?;
        game.right_pending()?;
        game.right_stage()?;
        Ok(game)
    }
}

fn read_tiles(setup: &Setup, terms: &Terms) -> Result<Floe, Wrong> {
    let mut left = [0usize; Kind::ALL.len()];
    for (kind, count) in ORDINARY {
        left[kind as usize] = count;
    }
    if terms.extension != Extension::None {
        for (kind, count) in EXTENSION {
            left[kind as usize] = count;
        }
    }
    let mut floe = Floe::new();
    for &TileSetup { kind, place, flipped, axis, seen, looked } in &setup.tiles {
        if left[kind as usize] == 0 {
            return wrong("there are more tiles of a kind than the game has (T-4, T-50)");
        }
        left[kind as usize] -= 1;
        match place {
            Place::On(cell) if !floe.is_sea(cell) => return wrong(format!("two tiles lie on {cell}")),
            Place::Hand(seat) if seat.0 >= terms.seats => {
                return wrong("a tile is in the hand of a seat that is not at the table");
            }
            Place::Hand(_) | Place::Box if flipped => {
                return wrong("a tile that is not laid yet lies with its front up");
            }
            _ => {}
        }
        if axis != Axis::Across && !kind.is_floe() {
            return wrong("only floes have an axis (T-53)");
        }
        if looked.iter().any(|seat| seat.0 >= terms.seats) {
            return wrong("only seats of the table have looked at tiles");
        }
        floe.add(Tile { kind, flipped, axis, seen, looked }, place);
    }
    Ok(floe)
}

fn read_cards(setup: &Setup, terms: &Terms) -> Result<([Cards; 6], Cards), Wrong> {
    let mut counts = [0u32; Card::ALL.len()];
    for &card in setup.hands.iter().flatten().chain(&setup.discards) {
        counts[card as usize] += 1;
        if counts[card as usize] > 2 {
            return wrong(format!("there are two cards {card} (T-35)"));
        }
        if !terms.has_cards() {
            return wrong("the basic game has no event cards (T-0)");
        }
    }
    if setup.hands.len() != usize::from(terms.seats) && !setup.hands.is_empty() {
        return wrong("there is a hand for every seat");
    }
    if setup.hands.iter().any(|hand| hand.len() > 2) {
        return wrong("a seat holds at most two event cards (T-32)");
    }
    let mut hands = [Cards::NONE; 6];
    for (hand, cards) in hands.iter_mut().zip(&setup.hands) {
        *hand = cards.iter().copied().collect();
    }
    Ok((hands, setup.discards.iter().copied().collect()))
}

impl ThinIce {
    /// Players all of whose pawns are out and wait for no Lifeline any more.
    fn players_out(&self) -> Seats {
        let rescued = self.pending.iter().fold(0, |pawns, pending| match *pending {
            Pending::Out { pawns: these } => pawns | these,
            _ => pawns,
        });
        Seat::all(self.terms.seats)
            .filter(|&seat| self.pawns_of(seat).all(|p| self.pawns[p].out && rescued >> p & 1 == 0))
            .collect()
    }

    fn right_pieces(&self) -> Result<(), Wrong> {
        // While somebody has to put a pawn, it may share its tile or have lost it.
        let lifted = |p: usize| {
            self.pending.iter().any(|pending| match *pending {
                Pending::GiveWay { pawn, .. } | Pending::Put { pawn, .. } => usize::from(pawn) == p,
                _ => false,
            })
        };
        for p in 0..self.terms.pawn_count() {
            let pawn = self.pawns[p];
            let Some(cell) = pawn.at else {
                if self.stage == Stage::Playing && !pawn.out {
                    return wrong("every pawn that is in stands on a tile");
                }
                continue;
            };
            if pawn.out {
                return wrong("a pawn that is out stands nowhere");
            }
            if lifted(p) {
                continue;
            }
            if !self.floe.face(cell).is_some_and(Face::walkable) {
                return wrong(format!("the pawn on {cell} needs a walkable tile (T-2)"));
            }
            let crowd = (0..self.terms.pawn_count())
                .filter(|&other| self.pawns[other].at == Some(cell) && !lifted(other));
            if crowd.count() > 1 || self.bear_at(cell) {
                return wrong(format!("two pieces stand on {cell}"));
            }
        }
        let driven =
            self.pending.iter().any(|p| matches!(p, Pending::DriveBear { .. } | Pending::Displace { .. }));
        if let Some(bear) = self.bear
            && self.floe.face(bear.at).is_some_and(|face| !face.walkable())
            && !driven
        {
            return wrong("the bear never stands on an orca or a kraken (T-24)");
        }
        for seat in self.out.iter() {
            if !self.hands[seat.index()].is_empty() {
                return wrong("players who are out hold no cards (T-34)");
            }
        }
        Ok(())
    }

    fn right_turn(&self) -> Result<(), Wrong> {
        let turn = &self.turn;
        let bits = (1u8 << self.terms.pawn_count()) - 1;
        let seats = Seats::all(self.terms.seats);
        if turn.side >= self.terms.sides {
            return wrong("the turn belongs to no side");
        }
        if (turn.moved | turn.missing) & !bits != 0 {
            return wrong("moved and missing are bits of the game's pawns");
        }
        for flags in [turn.leap, turn.shove, turn.light] {
            if flags.iter().any(|seat| !seats.contains(seat) || self.terms.side(seat) != turn.side) {
                return wrong("cards are in force for the side whose turn it is");
            }
        }
        let in_force = [turn.leap, turn.shove, turn.light].iter().any(|seats| !seats.is_empty())
            || turn.waived
            || turn.extra != [0; 6];
        if in_force && !self.terms.has_cards() {
            return wrong("the basic game has no event cards (T-0)");
        }
        if turn.extra.iter().any(|&n| n > 2) {
            return wrong("Second wind is there twice");
        }
        Ok(())
    }

    fn right_pending(&self) -> Result<(), Wrong> {
        if !self.pending.is_empty() && self.stage != Stage::Playing {
            return wrong("nothing waits for an answer before the first turn");
        }
        let pawns = self.terms.pawn_count();
        let seat_ok = |seat: Seat| seat.0 < self.terms.seats;
        let pawn_ok = |pawn: u8| usize::from(pawn) < pawns && self.pawns[usize::from(pawn)].at.is_some();
        for (depth, pending) in self.pending.iter().enumerate() {
            let below = depth.checked_sub(1).map(|d| self.pending[d]);
            let ok = match *pending {
                Pending::Question { about, nth, .. } => {
                    usize::from(nth) <= self.positions(about)
                        && match (about, below) {
                            (Happening::Roll, Some(Pending::Rolled { .. })) => self.turn.die.is_some(),
                            (Happening::Card { card, by }, Some(Pending::Effect { by: b, card: c })) => {
                                card == c && by == b && seat_ok(by)
                            }
                            (Happening::Out, Some(Pending::Out { .. })) => true,
                            (
                                Happening::BearOnto { pawn },
                                Some(Pending::GiveWay { pawn: p, back: Some(_), .. }),
                            ) => p == pawn && pawn_ok(pawn),
                            _ => false,
                        }
                }
                Pending::Effect { by, card } => seat_ok(by) && effect_fits(card, below),
                Pending::Rolled { roller } | Pending::Name { roller } => {
                    seat_ok(roller) && self.terms.side(roller) == self.turn.side && self.turn.die.is_some()
                }
                Pending::Task { by, .. } => seat_ok(by),
                Pending::GiveWay { by, pawn, back, .. } => {
                    seat_ok(by)
                        && pawn_ok(pawn)
                        && back.is_none_or(|b| {
                            b.tile.is_none_or(|t| usize::from(t) < self.floe.len()) && self.bear.is_some()
                        })
                }
                Pending::Put { by, pawn, .. } => seat_ok(by) && pawn_ok(pawn),
                Pending::DriveBear { by } => seat_ok(by) && self.bear.is_some(),
                Pending::Displace { by, orca, .. } => {
                    seat_ok(by)
                        && match orca {
                            Some(number) => {
                                usize::from(number) < self.floe.len()
                                    && self.floe.place(usize::from(number)) == Place::Lifted
                            }
                            None => self.bear.is_some(),
                        }
                }
                Pending::Save { by, pawn } => {
                    seat_ok(by)
                        && usize::from(pawn) < pawns
                        && self.pawns[usize::from(pawn)].out
                        && matches!(below, Some(Pending::Question { about: Happening::Out, .. }))
                }
                Pending::Out { pawns: bits } => {
                    (0..8).all(|p| bits >> p & 1 == 0 || (p < pawns && self.pawns[p].out))
                }
                Pending::NextTurn => depth == 0,
            };
            let by_card = matches!(
                pending,
                Pending::Question { .. }
                    | Pending::Effect { .. }
                    | Pending::Save { .. }
                    | Pending::Task { card: Some(_), .. }
            );
            if !ok || (by_card && !self.terms.has_cards()) {
                return wrong("what waits for an answer does not fit the position");
            }
            let waits =
                pending.chooser().is_some() || matches!(pending, Pending::Question { until: Some(_), .. });
            if (depth + 1 == self.pending.len()) != waits {
                return wrong("the last thing that waits, and only that, is for somebody to choose");
            }
        }
        match self.pending.last() {
            Some(&Pending::Question { about, nth, until: Some(_) }) if !self.may_ask(about, nth) => {
                wrong("the seat that is asked cannot answer")
            }
            Some(pending) if pending.chooser().is_some() => {
                let mut answers = Vec::new();
                self.answers(*pending, &mut answers);
                if answers.is_empty() {
                    wrong("somebody has to choose and there is no choice")
                } else {
                    Ok(())
                }
            }
            _ => Ok(()),
        }
    }

    fn right_end(&self, outcome: &Outcome) -> Result<(), Wrong> {
        if !self.pending.is_empty() {
            return wrong("after the end nothing waits");
        }
        if self.stage != Stage::Playing || ![T_31, T_48].contains(&outcome.clause) {
            return wrong("the game ends in a turn, by T-31 or T-48");
        }
        let strangers = outcome.winners.iter().any(|seat| seat.0 >= self.terms.seats);
        if outcome.winners.is_empty() || strangers {
            return wrong("the winners are seats of the table (T-31)");
        }
        Ok(())
    }

    fn right_stage(&self) -> Result<(), Wrong> {
        let lifted = (0..self.floe.len()).filter(|&n| self.floe.place(n) == Place::Lifted).count();
        let displaced =
            self.pending.iter().filter(|p| matches!(p, Pending::Displace { orca: Some(_), .. })).count();
        if lifted != displaced {
            return wrong("a tile hangs between two cells");
        }
        let dealt = Seat::all(self.terms.seats).any(|seat| self.floe.in_hand(seat).next().is_some());
        if let Some(outcome) = &self.outcome {
            return self.right_end(outcome);
        }
        match self.stage {
            Stage::Draft if self.terms.mode != Mode::Advanced => {
                wrong("only the advanced game has a draft (T-42)")
            }
            Stage::Draft => {
                if !dealt || self.floe.laid().next().is_none() {
                    return wrong("in the draft there are tiles to lay, and one to lay them beside (T-42)");
                }
                let unlaid = self.pawns[..self.terms.pawn_count()].iter().all(|p| p.at.is_none() && !p.out);
                if unlaid { Ok(()) } else { wrong("pawns are put after the draft (T-43)") }
            }
            Stage::Placing | Stage::Playing if dealt => wrong("all tiles are laid before the pawns (T-42)"),
            Stage::Placing => {
                let Some(pawn) = self.next_to_place() else {
                    return wrong("all pawns are on the ice: the first turn has begun");
                };
                let mut cells = Vec::new();
                self.placings(&mut cells);
                if self.pawns[pawn].out || cells.is_empty() {
                    return wrong("a pawn that is to be put needs a free tile (T-8, T-43)");
                }
                Ok(())
            }
            Stage::Playing => {
                let sides_in = (0..self.terms.sides).filter(|&side| self.side_in(side)).count();
                let rescue = self.pending.iter().any(|p| matches!(p, Pending::Out { .. }));
                if sides_in < 2 && !rescue {
                    return wrong("two sides or more are still in, or the game is over (T-31)");
                }
                if self.pending.is_empty() && self.settles() {
                    return wrong("this turn is over: all is done or impossible (T-10)");
                }
                Ok(())
            }
        }
    }
}

/// A card that answers something lies on what it answers.
fn effect_fits(card: Card, below: Option<Pending>) -> bool {
    match below {
        Some(Pending::Question { about, .. }) => about.answer() == card,
        None => card.time() != Time::RightAfter,
        Some(_) => false,
    }
}
