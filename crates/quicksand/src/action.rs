//! What a seat can do, and how it is written.
//!
//! | notation | what it does |
//! |---|---|
//! | `play circle`, `play orange` | plays a shape or colour card (S-14) |
//! | `play joker>t3`, `play joker+t3` | plays a joker that activates, or recovers, timer 3 (S-15) |
//! | `play #2` | cards outward: plays the card at place 2 of one's hand (S-30) |
//! | `joker>t3`, `joker+t3` | cards outward: chooses what the shown joker does (S-30) |
//! | `suggest 1#2` | cards outward: points at place 2 of seat 1's hand (S-30) |
//! | `wait` | practice: lets the sand run for a while without a card (S-10) |

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::{Refusal, Seat};
use ts_rs::TS;

use crate::{data::Card, refusals, timer::TimerName};

/// What a seat can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Plays a shape or colour card from the hand. Equal kinds are one choice.
    Play(Card),
    /// Plays a joker from the hand.
    PlayJoker(Effect),
    /// Cards outward: plays the card at this place, unseen.
    PlayPlace(Place),
    /// Cards outward: says what the joker just shown does.
    Choose(Effect),
    /// Cards outward: points at a card in another hand.
    Suggest { to: Seat, place: Place },
    /// Practice: lets the sand run for a while; no card is played.
    Wait,
}

/// What a joker does (S-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    Activate(TimerName),
    Recover(TimerName),
}

impl Effect {
    pub const fn timer(self) -> TimerName {
        match self {
            Self::Activate(timer) | Self::Recover(timer) => timer,
        }
    }
}

/// A place in a hand, written 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(try_from = "u8", into = "u8")]
#[ts(export_to = "quicksand.ts", type = "number", rename = "QuicksandPlace")]
pub struct Place(u8);

impl Place {
    pub const ALL: [Self; 3] = [Self(0), Self(1), Self(2)];

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<Place> for u8 {
    fn from(place: Place) -> Self {
        place.0 + 1
    }
}

impl TryFrom<u8> for Place {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1..=3 => Ok(Self(number - 1)),
            _ => Err("a place in a hand is 1, 2 or 3"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0 + 1)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Activate(timer) => write!(f, "joker>{timer}"),
            Self::Recover(timer) => write!(f, "joker+{timer}"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(card) => write!(f, "play {}", card.word()),
            Self::PlayJoker(effect) => write!(f, "play {effect}"),
            Self::PlayPlace(place) => write!(f, "play {place}"),
            Self::Choose(effect) => effect.fmt(f),
            Self::Suggest { to, place } => write!(f, "suggest {to}{place}"),
            Self::Wait => f.write_str("wait"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        read(text).ok_or_else(refusals::unreadable)
    }
}

fn read(text: &str) -> Option<Action> {
    if text == "wait" {
        return Some(Action::Wait);
    }
    if let Some(effect) = read_effect(text) {
        return Some(Action::Choose(effect));
    }
    let (verb, what) = text.split_once(' ')?;
    match verb {
        "play" => {
            if let Some(place) = read_place(what) {
                return Some(Action::PlayPlace(place));
            }
            if let Some(effect) = read_effect(what) {
                return Some(Action::PlayJoker(effect));
            }
            Card::from_word(what).map(Action::Play)
        }
        "suggest" => {
            let hash = what.find('#')?;
            let (seat, place) = what.split_at_checked(hash)?;
            let seat = match seat.as_bytes() {
                [digit @ b'0'..=b'9'] => Seat(digit - b'0'),
                _ => return None,
            };
            Some(Action::Suggest { to: seat, place: read_place(place)? })
        }
        _ => None,
    }
}

fn read_effect(text: &str) -> Option<Effect> {
    let rest = text.strip_prefix("joker")?;
    if let Some(timer) = rest.strip_prefix('>') {
        return timer.parse().ok().map(Effect::Activate);
    }
    rest.strip_prefix('+')?.parse().ok().map(Effect::Recover)
}

fn read_place(text: &str) -> Option<Place> {
    match text.as_bytes() {
        [b'#', digit @ b'1'..=b'3'] => Some(Place(digit - b'1')),
        _ => None,
    }
}
