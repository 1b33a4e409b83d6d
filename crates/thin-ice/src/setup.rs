//! A position as it is written, not yet known to be possible; and the position it makes, if it is.

mod pending;
mod possible;

use serde::{Deserialize, Serialize};
use table::{Chance, Game, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed};

use crate::{
    cards::Card,
    clause::{T_0, T_49},
    floe::Place,
    options::Options,
    state::{Bear, Pawn, Pending, Stage, ThinIce, Turn},
    terms::Terms,
    tile::{Axis, Kind, Tile},
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
    /// One per seat; empty lists without event cards.
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

impl TryFrom<Setup> for ThinIce {
    type Error = Refusal;

    fn try_from(setup: Setup) -> Result<Self, Refusal> {
        let (rules, known) = (setup.rules, Self::RULES);
        if !known.contains(rules) {
            return Err(Refusal::new(
                T_0,
                format!("There is no version {rules} of the rules: there is {known}."),
                format!("Il n’y a pas de version {rules} des règles\u{202f}: il y a {known}."),
            ));
        }
        let terms = Terms::new(rules, &setup.options, setup.seats)?;
        let floe = possible::floe(&setup, &terms)?;
        let pawns = terms.pawn_count();
        if setup.pawns.len() != pawns {
            return Err(Refusal::new(
                T_49,
                format!("There are {pawns} pawns, one list entry each."),
                format!("Il y a {pawns} pions, chacun une entrée de la liste."),
            ));
        }
        let mut pawns = [Pawn::default(); 6];
        pawns[..setup.pawns.len()].copy_from_slice(&setup.pawns);
        let (hands, discards) = possible::cards(&setup, &terms)?;
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
