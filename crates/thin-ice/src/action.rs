//! What a seat can do, and its notation.
//!
//! | notation | what |
//! |---|---|
//! | `lay ice/orca c4` | lay one of my tiles on a cell, the first-named face up (T-42); a floe with its axis: `lay floe/cracked-floe c4 \|` |
//! | `put e5` | put a pawn: mine at the setup (T-8, T-43) or by Lifeline, or one that I chase, shove or spare (T-28, T-52) |
//! | `c4>d5` | move the pawn on c4: a step, a leap, a shove, or into the sea (T-11, T-12) |
//! | `stay c4` | the pawn on c4 can go nowhere (T-12); `stay` where only one pawn can mean it |
//! | `tile c4>c5` | slide a tile (T-15 to T-18) |
//! | `roll` | roll the die; `name 2`: seat 2 does what it says (T-47) |
//! | `wake`, `bear d5` | wake the bear, move it (T-23, T-24, T-18, T-51) |
//! | `destroy d5` | the kraken destroys a tile (T-52) |
//! | `crack c4`, `freeze c4` | crack or remove a tile, freeze one (T-27) |
//! | `orca d6` | where an orca goes that the kraken pushes away (T-51) |
//! | `swap c4 d5` | my pawn on c4 trades places with the one on d5 |
//! | `play roar`, `pass` | play an event card; let a chance to answer go by (T-33) |
//! | `draw`, `discard leap` | draw until I hold two cards; discard one (T-32) |
//! | `end` | end the turn (T-10) |

use std::{fmt, str::FromStr};

use table::{Refusal, Seat};

use crate::{
    cards::Card,
    cell::Cell,
    refusals::UNREADABLE,
    tile::{Axis, Sides},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    Lay { tile: Sides, at: Cell, axis: Option<Axis> },
    Put(Cell),
    Move { from: Cell, to: Cell },
    Stay(Cell),
    Slide { from: Cell, to: Cell },
    Roll,
    Name(Seat),
    Wake,
    Bear(Cell),
    Destroy(Cell),
    Crack(Cell),
    Freeze(Cell),
    Orca(Cell),
    Swap(Cell, Cell),
    Play(Card),
    Pass,
    Draw,
    Discard(Card),
    End,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lay { tile, at, axis: None } => write!(f, "lay {tile} {at}"),
            Self::Lay { tile, at, axis: Some(axis) } => write!(f, "lay {tile} {at} {}", axis.sign()),
            Self::Put(cell) => write!(f, "put {cell}"),
            Self::Move { from, to } => write!(f, "{from}>{to}"),
            Self::Stay(cell) => write!(f, "stay {cell}"),
            Self::Slide { from, to } => write!(f, "tile {from}>{to}"),
            Self::Roll => f.write_str("roll"),
            Self::Name(seat) => write!(f, "name {seat}"),
            Self::Wake => f.write_str("wake"),
            Self::Bear(cell) => write!(f, "bear {cell}"),
            Self::Destroy(cell) => write!(f, "destroy {cell}"),
            Self::Crack(cell) => write!(f, "crack {cell}"),
            Self::Freeze(cell) => write!(f, "freeze {cell}"),
            Self::Orca(cell) => write!(f, "orca {cell}"),
            Self::Swap(mine, other) => write!(f, "swap {mine} {other}"),
            Self::Play(card) => write!(f, "play {card}"),
            Self::Pass => f.write_str("pass"),
            Self::Draw => f.write_str("draw"),
            Self::Discard(card) => write!(f, "discard {card}"),
            Self::End => f.write_str("end"),
        }
    }
}

fn way(text: &str) -> Result<(Cell, Cell), Refusal> {
    let (from, to) = text.split_once('>').ok_or(UNREADABLE)?;
    Ok((from.parse().map_err(|_| UNREADABLE)?, to.parse().map_err(|_| UNREADABLE)?))
}

impl FromStr for Action {
    type Err = Refusal;

    /// Every text that is no action is refused with T-9, which says what a turn is.
    fn from_str(text: &str) -> Result<Self, Refusal> {
        let words: Vec<&str> = text.split(' ').collect();
        let cell = |word: &str| word.parse::<Cell>().map_err(|_| UNREADABLE);
        match words[..] {
            ["lay", tile, at, ref rest @ ..] => {
                let axis = match rest {
                    [] => None,
                    ["-"] => Some(Axis::Across),
                    ["|"] => Some(Axis::Along),
                    _ => return Err(UNREADABLE),
                };
                let tile = tile.parse::<Sides>().map_err(|_| UNREADABLE)?;
                Ok(Self::Lay { tile, at: cell(at)?, axis })
            }
            ["put", at] => Ok(Self::Put(cell(at)?)),
            ["stay", at] => Ok(Self::Stay(cell(at)?)),
            ["tile", path] => way(path).map(|(from, to)| Self::Slide { from, to }),
            ["roll"] => Ok(Self::Roll),
            ["name", seat] => {
                seat.parse().ok().filter(|&n| n < 8).map(|n| Self::Name(Seat(n))).ok_or(UNREADABLE)
            }
            ["wake"] => Ok(Self::Wake),
            ["bear", at] => Ok(Self::Bear(cell(at)?)),
            ["destroy", at] => Ok(Self::Destroy(cell(at)?)),
            ["crack", at] => Ok(Self::Crack(cell(at)?)),
            ["freeze", at] => Ok(Self::Freeze(cell(at)?)),
            ["orca", at] => Ok(Self::Orca(cell(at)?)),
            ["swap", mine, other] => Ok(Self::Swap(cell(mine)?, cell(other)?)),
            ["play", card] => card.parse().map(Self::Play).map_err(|_| UNREADABLE),
            ["pass"] => Ok(Self::Pass),
            ["draw"] => Ok(Self::Draw),
            ["discard", card] => card.parse().map(Self::Discard).map_err(|_| UNREADABLE),
            ["end"] => Ok(Self::End),
            [path] => way(path).map(|(from, to)| Self::Move { from, to }),
            _ => Err(UNREADABLE),
        }
    }
}
