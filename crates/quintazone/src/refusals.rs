//! What the referee says in more than one place, or in more than one way.

use table::{Clause, Refusal};

use crate::clause::{Z_7, Z_9, Z_16};

/// After the end.
pub(crate) const fn over(clause: Clause) -> Refusal {
    match clause {
        Z_16 => Refusal::fixed(
            Z_16,
            "The last card is laid and the game is over.",
            "La dernière carte est posée et la partie est finie.",
        ),
        _ => Refusal::fixed(
            Z_9,
            "No seat can lay a card and the game is over.",
            "Plus personne ne peut poser de carte et la partie est finie.",
        ),
    }
}

pub(crate) fn unreadable(notation: &str) -> Refusal {
    Refusal::new(
        Z_7,
        format!(
            "“{notation}” cannot be read. Lay a card (EF-v@1,-2, turned EF-v@1,-2r), stand a pyramid \
             (S^0,0:fire), pass or end."
        ),
        format!(
            "«\u{202f}{notation}\u{202f}» est illisible. Posez une carte (EF-v@1,-2, tournée de 180° EF-v@1,-2r) ou une \
             pyramide (S^0,0:fire), ou dites pass ou end."
        ),
    )
}
