//! What the referee says in more than one place, or in more than one way.

use table::{Clause, Refusal};

use crate::{
    action::Place,
    clause::{S_11, S_22, S_23, S_27, S_30},
};

pub(crate) fn silent() -> Refusal {
    Refusal::fixed(
        S_27,
        "Silence: until the end of the game nobody may say or show anything but the card they play.",
        "Silence\u{202f}: jusqu’à la fin de la partie, nul ne dit ni ne montre rien d’autre que la carte qu’il joue.",
    )
}

pub(crate) fn no_card_there(place: Place) -> Refusal {
    Refusal::new(
        S_30,
        format!("There is no card at {place}: choose a place that holds one."),
        format!("Il n’y a pas de carte en {place}\u{202f}: choisissez un emplacement qui en a une."),
    )
}

/// After the end.
pub(crate) fn over(clause: Clause) -> Refusal {
    match clause {
        S_22 => Refusal::fixed(
            clause,
            "The game is over: a lost timer ran out.",
            "La partie est finie\u{202f}: un sablier perdu s’est écoulé.",
        ),
        S_23 => Refusal::fixed(
            clause,
            "The game is over: a timer ran out in the danger zone.",
            "La partie est finie\u{202f}: un sablier s’est écoulé dans la zone de danger.",
        ),
        _ => Refusal::fixed(
            clause,
            "The game is over: all timers reached the danger zone.",
            "La partie est finie\u{202f}: tous les sabliers ont atteint la zone de danger.",
        ),
    }
}

/// A turn is to play one card (S-11).
pub(crate) const fn unreadable() -> Refusal {
    Refusal::fixed(
        S_11,
        "A turn is one card: write play circle, play grey, play joker>t1 (activate) or play joker+t1 (recover); \
         with cards outward play #1, then joker>t1, or suggest 2#1; in practice also wait.",
        "Un tour est une carte\u{202f}: écrivez play circle, play grey, play joker>t1 (avancer) ou play joker+t1 \
         (relever)\u{202f}; cartes vers l’extérieur\u{202f}: play #1, puis joker>t1, ou suggest 2#1\u{202f}; à l’entraînement, aussi wait.",
    )
}
