//! What the referee says in more than one place, or in more than one way.

use table::Refusal;

use crate::clause::{LETTER_3, LETTER_5};

/// After the end.
pub(crate) const fn over() -> Refusal {
    Refusal::fixed(
        LETTER_5,
        "The game is over: the last stone is taken.",
        "La partie est finie\u{202f}: la dernière pierre est prise.",
    )
}

pub(crate) const fn unreadable() -> Refusal {
    Refusal::fixed(
        LETTER_3,
        "This is no action: write take 1, take 2 or take 3.",
        "Ce n’est pas une action\u{202f}: écrivez take 1, take 2 ou take 3.",
    )
}
