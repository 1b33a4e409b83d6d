//! The 21 levels (S-9).

use table::Words;

use super::{
    Glass::{self, Fast as F, Normal as N, Slow as S},
    Sort,
};

/// One trap to disarm: its track, its timers and its extra rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub number: u8,
    /// Tiles before the disarm marker.
    pub before: u8,
    /// Tiles of the danger zone.
    pub danger: u8,
    /// The first stands on tile 1.
    pub timers: &'static [Glass],
    /// S-27.
    pub silence: bool,
    /// S-28.
    pub block: bool,
    /// S-29.
    pub discard: Option<Sort>,
    /// S-30.
    pub outward: bool,
}

/// The most timers of a level (S-3).
pub const MOST_TIMERS: usize = 5;

/// The most tiles of a track (S-2).
pub const MOST_TILES: usize = 19;

impl Level {
    const fn new(number: u8, before: u8, danger: u8, timers: &'static [Glass]) -> Self {
        Self { number, before, danger, timers, silence: false, block: false, discard: None, outward: false }
    }

    const fn silence(self) -> Self {
        Self { silence: true, ..self }
    }

    const fn block(self) -> Self {
        Self { block: true, ..self }
    }

    const fn discard(self, sort: Sort) -> Self {
        Self { discard: Some(sort), ..self }
    }

    const fn outward(self) -> Self {
        Self { outward: true, ..self }
    }

    /// How many tiles lie before and behind the disarm marker.
    pub const fn tiles(&self) -> u8 {
        self.before + self.danger
    }

    /// What awaits the team, in one line.
    pub fn words(&self) -> Words {
        let (timers, before, danger) = (self.timers.len(), self.before, self.danger);
        let mut en = format!("{timers} timers, {before} tiles, {danger} of danger");
        let mut fr = format!("{timers} sabliers, {before} cases, {danger} de danger");
        let mut also = |add: bool, and: (&str, &str)| {
            if add {
                en = format!("{en}; {}", and.0);
                fr = format!("{fr}\u{202f}; {}", and.1);
            }
        };
        also(self.silence, ("silence", "silence"));
        also(self.block, ("blocked tiles", "cases bloquées"));
        also(self.discard == Some(Sort::Shape), ("a shape discarded", "une forme défaussée"));
        also(self.discard == Some(Sort::Colour), ("a colour discarded", "une couleur défaussée"));
        also(self.outward, ("cards outward", "cartes vers l’extérieur"));
        Words::new(en, fr)
    }

    /// The tiles that get a block marker at the start: n + 3, n + 6 and n + 9 with n timers (S-28).
    pub fn blocks(&self) -> impl Iterator<Item = u8> {
        let n = self.timers.len() as u8;
        [n + 3, n + 6, n + 9].into_iter().filter(|_| self.block)
    }
}

/// `before`, `danger`, the extra rules and level 1's timers as printed; the other timers are a ruling.
pub const LEVELS: [Level; 21] = [
    Level::new(1, 10, 3, &[S, S, N]),
    Level::new(2, 12, 3, &[S, S, N]),
    Level::new(3, 10, 3, &[S, N, N]),
    Level::new(4, 12, 3, &[S, N, N]),
    Level::new(5, 12, 3, &[S, S, F]),
    Level::new(6, 12, 3, &[S, N, N]).silence(),
    Level::new(7, 12, 4, &[S, S, N, N]),
    Level::new(8, 12, 4, &[N, N, S, S]),
    Level::new(9, 14, 4, &[S, S, N, N]),
    Level::new(10, 14, 3, &[S, S, F]).block(),
    Level::new(11, 14, 4, &[S, S, N, N]).block(),
    Level::new(12, 12, 4, &[S, S, N, N]).discard(Sort::Shape),
    Level::new(13, 12, 4, &[S, S, N, N]).outward(),
    Level::new(14, 14, 4, &[S, S, N, N]).silence().block(),
    Level::new(15, 14, 5, &[F, S, S, N, N]),
    Level::new(16, 14, 5, &[S, S, N, N, F]),
    Level::new(17, 14, 5, &[S, S, N, N, F]).block(),
    Level::new(18, 14, 5, &[S, S, N, N, F]).discard(Sort::Colour),
    Level::new(19, 14, 4, &[F, S, S, N]).discard(Sort::Shape).silence().block(),
    Level::new(20, 15, 4, &[S, S, N, F]).outward().block(),
    Level::new(21, 14, 5, &[S, S, N, N, F]).discard(Sort::Colour).block(),
];
