//! What can be chosen before the game starts.

use serde::{Deserialize, Serialize};
use table::{First, OptionAbout, OptionKind};
use ts_rs::TS;

/// A table's options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub deck: Deck,
    pub first: First,
}

/// Which cards are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuintazoneDeck", export_to = "quintazone.ts")]
pub enum Deck {
    /// Z-2: 40 cards.
    #[default]
    First,
    /// Z-3: 55 cards.
    Second,
}

impl Deck {
    /// Z-5: how many pyramids of each size a seat has.
    pub const fn pyramids_of_a_size(self, seats: u8) -> u8 {
        match (self, seats) {
            (_, 2) => 5,
            (Self::Second, 3) => 4,
            (Self::First, 3) | (Self::Second, 4) => 3,
            _ => 2,
        }
    }
}

/// The options, as people read them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let usual = Options::default();
    vec![
        OptionAbout::new(
            "deck",
            ("Deck", "Jeu de cartes"),
            (
                "The second deck adds a third whole card of each element and ten cards cut along a diagonal.",
                "Le second jeu ajoute une troisième carte entière de chaque élément et dix cartes coupées en diagonale.",
            ),
            OptionKind::choice(
                usual.deck,
                [
                    (Deck::First, "First, 40 cards", "Premier, 40 cartes"),
                    (Deck::Second, "Second, 55 cards", "Second, 55 cartes"),
                ],
            ),
        ),
        First::about(),
    ]
}
