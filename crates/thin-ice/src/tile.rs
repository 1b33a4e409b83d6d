//! Tiles: seven kinds, each with two faces.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::{Refusal, Seat, Seats, refuse};
use ts_rs::TS;

use crate::clause::T_4;

/// What lies on top (T-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceFace", export_to = "thin-ice.ts")]
pub enum Face {
    Ice,
    Cracked,
    Permanent,
    Hole,
    CrackedHole,
    Orca,
    Kraken,
    Floe,
    CrackedFloe,
    TurningFloe,
    CrackedTurningFloe,
}

impl Face {
    /// T-2.
    #[inline]
    pub const fn walkable(self) -> bool {
        !matches!(self, Self::Orca | Self::Kraken)
    }

    #[inline]
    pub const fn cracked(self) -> bool {
        matches!(self, Self::Cracked | Self::CrackedHole | Self::CrackedFloe | Self::CrackedTurningFloe)
    }

    /// T-15: what can slide.
    #[inline]
    pub const fn slides(self) -> bool {
        !self.cracked()
    }

    /// T-6: what turns over when it is cracked, or left (T-13).
    #[inline]
    pub const fn cracks(self) -> bool {
        matches!(self, Self::Ice | Self::Hole | Self::Floe | Self::TurningFloe)
    }

    /// T-6: what can be turned back.
    #[inline]
    pub const fn freezes(self) -> bool {
        self.cracked() || matches!(self, Self::Orca | Self::Kraken)
    }

    /// Where a chased pawn falls in (T-28).
    #[inline]
    pub const fn is_hole(self) -> bool {
        matches!(self, Self::Hole | Self::CrackedHole)
    }

    /// Whether it has an axis (T-53).
    #[inline]
    pub const fn is_floe(self) -> bool {
        matches!(self, Self::Floe | Self::CrackedFloe | Self::TurningFloe | Self::CrackedTurningFloe)
    }
}

/// Which two faces a tile has (T-4, T-50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    #[serde(rename = "ice/cracked")]
    Cracking,
    #[serde(rename = "ice/permanent")]
    Permanent,
    #[serde(rename = "ice/orca")]
    Orca,
    #[serde(rename = "hole/cracked-hole")]
    Hole,
    #[serde(rename = "hole/kraken")]
    Kraken,
    #[serde(rename = "floe/cracked-floe")]
    Floe,
    #[serde(rename = "turning-floe/cracked-turning-floe")]
    TurningFloe,
}

/// The 36 ordinary tiles (T-4).
pub(crate) const ORDINARY: [(Kind, usize); 4] =
    [(Kind::Cracking, 26), (Kind::Permanent, 2), (Kind::Orca, 4), (Kind::Hole, 4)];

/// The 5 of the extension (T-50).
pub(crate) const EXTENSION: [(Kind, usize); 3] = [(Kind::Kraken, 1), (Kind::Floe, 2), (Kind::TurningFloe, 2)];

/// All tiles there are.
pub(crate) const MOST: usize = 41;

impl Kind {
    pub const ALL: [Self; 7] = [
        Self::Cracking,
        Self::Permanent,
        Self::Orca,
        Self::Hole,
        Self::Kraken,
        Self::Floe,
        Self::TurningFloe,
    ];

    #[inline]
    pub const fn front(self) -> Face {
        match self {
            Self::Cracking | Self::Permanent | Self::Orca => Face::Ice,
            Self::Hole | Self::Kraken => Face::Hole,
            Self::Floe => Face::Floe,
            Self::TurningFloe => Face::TurningFloe,
        }
    }

    #[inline]
    pub const fn back(self) -> Face {
        match self {
            Self::Cracking => Face::Cracked,
            Self::Permanent => Face::Permanent,
            Self::Orca => Face::Orca,
            Self::Hole => Face::CrackedHole,
            Self::Kraken => Face::Kraken,
            Self::Floe => Face::CrackedFloe,
            Self::TurningFloe => Face::CrackedTurningFloe,
        }
    }

    pub const fn is_floe(self) -> bool {
        matches!(self, Self::Floe | Self::TurningFloe)
    }

    /// The name of the faces: the one on top first.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Cracking => ["ice/cracked", "cracked/ice"],
            Self::Permanent => ["ice/permanent", "permanent/ice"],
            Self::Orca => ["ice/orca", "orca/ice"],
            Self::Hole => ["hole/cracked-hole", "cracked-hole/hole"],
            Self::Kraken => ["hole/kraken", "kraken/hole"],
            Self::Floe => ["floe/cracked-floe", "cracked-floe/floe"],
            Self::TurningFloe => ["turning-floe/cracked-turning-floe", "cracked-turning-floe/turning-floe"],
        }
    }
}

/// A tile as somebody lays it: its kind, and which side is up. Written with the upper face first: `orca/ice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    pub kind: Kind,
    pub flipped: bool,
}

impl Sides {
    pub const fn up(self) -> Face {
        if self.flipped { self.kind.back() } else { self.kind.front() }
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.names()[usize::from(self.flipped)])
    }
}

impl FromStr for Sides {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        for kind in Kind::ALL {
            for flipped in [false, true] {
                if kind.names()[usize::from(flipped)] == text {
                    return Ok(Self { kind, flipped });
                }
            }
        }
        refuse(
            T_4,
            "A tile is named by its two faces, the upper one first, such as ice/orca.",
            "Une tuile se nomme par ses deux faces, celle du dessus d’abord, par exemple ice/orca.",
        )
    }
}

/// Which way a floe lies (T-53).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[ts(rename = "ThinIceAxis", export_to = "thin-ice.ts")]
pub enum Axis {
    /// West to east.
    #[default]
    #[serde(rename = "-")]
    Across,
    /// North to south.
    #[serde(rename = "|")]
    Along,
}

impl Axis {
    /// T-53: whether a pawn may come or go in this direction.
    #[inline]
    pub const fn admits(self, (dx, dy): (i16, i16)) -> bool {
        match self {
            Self::Across => dy == 0,
            Self::Along => dx == 0,
        }
    }

    pub const fn turned(self) -> Self {
        match self {
            Self::Across => Self::Along,
            Self::Along => Self::Across,
        }
    }

    pub const fn sign(self) -> &'static str {
        match self {
            Self::Across => "-",
            Self::Along => "|",
        }
    }
}

/// A tile, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    pub kind: Kind,
    /// Whether its back is up.
    pub flipped: bool,
    pub axis: Axis,
    /// Whether it has been turned before everybody's eyes (T-5).
    pub seen: bool,
    /// Who has looked at both sides (T-41).
    pub looked: Seats,
}

impl Tile {
    pub(crate) const fn new(kind: Kind) -> Self {
        Self { kind, flipped: false, axis: Axis::Across, seen: false, looked: Seats::NONE }
    }

    #[inline]
    pub(crate) const fn up(self) -> Face {
        if self.flipped { self.kind.back() } else { self.kind.front() }
    }

    #[inline]
    pub(crate) const fn under(self) -> Face {
        if self.flipped { self.kind.front() } else { self.kind.back() }
    }

    /// Whether its upper face leaves open what is under it: ice always, a hole where one may be the kraken's.
    pub(crate) const fn ambiguous(self, krakens: bool) -> bool {
        match self.up() {
            Face::Ice => true,
            Face::Hole => krakens,
            _ => false,
        }
    }

    /// T-5, T-46: whether `viewer` (`None`: a spectator) knows what is under it, once it is laid.
    pub(crate) const fn known_to(self, viewer: Option<Seat>, krakens: bool) -> bool {
        if self.seen || !self.ambiguous(krakens) {
            return true;
        }
        match viewer {
            Some(seat) => self.looked.contains(seat),
            None => false,
        }
    }
}
