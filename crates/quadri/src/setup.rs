//! A position as it is written, not yet known to be one: everything that the cards on the table do not tell.
//!
//! The cards on the table are written in the order in which they were laid, so that a position is replayed when it is read,
//! and one that no game can reach is refused with the clause that stands in its way.

mod possible;

use serde::{Deserialize, Serialize};
use table::{First, Refusal, Seat, refuse_unless};

use crate::{
    card::{Card, Lying},
    clause::Q_0,
    objective::Objective,
    options::{Mode, Options},
    state::{Closing, Quadri, Realised},
};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    options: Options,
    seats: u8,
    first: Seat,
    /// The cards on the table, the start card first.
    table: Vec<Lying>,
    /// The Quadri pile, its top first; while somebody is on turn the top is turned up.
    pile: Vec<Card>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hands: Vec<Vec<Objective>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    common: Vec<Objective>,
    /// What each seat has claimed in vain since the last card.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tried: Vec<Vec<Objective>>,
    /// The objective pile, its top first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objectives: Vec<Objective>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    realised: Vec<Laid>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closing: Option<Closing>,
    #[serde(default)]
    over: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Laid {
    seat: Seat,
    objective: Objective,
    after: u8,
}

impl From<&Realised> for Laid {
    fn from(realised: &Realised) -> Self {
        Self { seat: realised.seat, objective: realised.objective, after: realised.after }
    }
}

impl From<Quadri> for Setup {
    fn from(game: Quadri) -> Self {
        let hands = match game.options.mode {
            Mode::Cooperative => Vec::new(),
            Mode::Competitive | Mode::BallTrap => {
                Seat::all(game.seats).map(|seat| game.hand(seat).to_vec()).collect()
            }
        };
        let tried = match game.options.mode {
            Mode::Competitive => {
                Seat::all(game.seats).map(|seat| game.tried[seat.index()].iter().collect()).collect()
            }
            Mode::Cooperative | Mode::BallTrap => Vec::new(),
        };
        Self {
            options: game.options,
            seats: game.seats,
            first: game.first,
            table: game.lying().to_vec(),
            pile: game.pile.iter().rev().copied().collect(),
            hands,
            common: game.common.to_vec(),
            tried,
            objectives: game.objectives.iter().rev().copied().collect(),
            realised: game.realised.iter().map(Laid::from).collect(),
            closing: game.closing,
            over: game.outcome.is_some(),
        }
    }
}

impl TryFrom<Setup> for Quadri {
    type Error = Refusal;

    fn try_from(setup: Setup) -> Result<Self, Refusal> {
        setup.options.check(setup.seats)?;
        let first = match setup.options.first {
            First::Seat(seat) => setup.first == seat,
            First::Random => setup.first.0 < setup.seats,
        };
        refuse_unless(
            first,
            Q_0,
            "`first` is not a seat that may begin.",
            "« first » n’est pas un joueur qui peut commencer.",
        )?;
        setup.check_cards()?;
        setup.check_objectives()?;
        match setup.options.mode {
            Mode::Competitive => setup.competitive(),
            Mode::Cooperative | Mode::BallTrap => setup.refereed(),
        }
    }
}
