//! What the referee says in more than one place, or in more than one way.

use table::{Clause, Refusal};

use crate::clause::{T_9, T_32};

/// Every text that is no action: T-9 says what a turn is.
pub(crate) const UNREADABLE: Refusal = Refusal::fixed(
    T_9,
    "This is no action. Write for instance c4>d5, tile c4>c5, roll, put e5, play roar, pass or end.",
    "Ce n’est pas une action. Écrivez par exemple c4>d5, tile c4>c5, roll, put e5, play roar, pass ou end.",
);

/// After the end.
pub(crate) const fn over(clause: Clause) -> Refusal {
    Refusal::fixed(clause, "The game is over.", "La partie est finie.")
}

pub(crate) const fn no_event_cards(clause: Clause) -> Refusal {
    Refusal::fixed(clause, "This game has no event cards.", "Cette partie n’a pas de cartes Événement.")
}

pub(crate) const fn not_held() -> Refusal {
    Refusal::fixed(T_32, "You do not hold that card.", "Vous n’avez pas cette carte.")
}
