//! What the referee says in more than one place, or in more than one way.

use table::{Clause, Refusal};

use crate::clause::{Q_4, Q_11, Q_17, Q_21};

/// After the end.
pub(crate) fn over(clause: Clause) -> Refusal {
    let (en, fr) = match clause {
        Q_11 => {
            ("The game is over: the points are counted.", "La partie est terminée : les points sont comptés.")
        }
        Q_17 => (
            "The game is over: all ten are done, or the last card lies.",
            "La partie est terminée : les dix objectifs sont réalisés ou la dernière carte est posée.",
        ),
        Q_21 => (
            "The game is over: only the winners had an objective left.",
            "La partie est terminée : seuls les gagnants avaient encore un objectif.",
        ),
        _ => ("The game is over: the pile is empty.", "La partie est terminée : la pioche est vide."),
    };
    Refusal::fixed(clause, en, fr)
}

pub(crate) fn unreadable(text: &str) -> Refusal {
    Refusal::new(
        Q_4,
        format!(
            "`{text}` cannot be read: lay the card with @3,-1+90, claim with `claim 5W`, end with `done`."
        ),
        format!(
            "«\u{202f}{text}\u{202f}» est illisible\u{202f}: posez la carte avec @3,-1+90, annoncez avec «\u{202f}claim 5W\u{202f}», terminez avec «\u{202f}done\u{202f}»."
        ),
    )
}
