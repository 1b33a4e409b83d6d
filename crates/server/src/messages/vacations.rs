//! What the house says to somebody who wants to be away.

use table::Words;

pub(crate) const TOO_SHORT: Words = Words::fixed(
    "A vacation lasts a day at least: choose a later date.",
    "Des vacances durent au moins un jour\u{202f}: choisissez une date plus lointaine.",
);

/// So many of all days are left.
pub(crate) fn too_long(left: i64, of: i64) -> Words {
    if left == 0 {
        return Words::new(
            format!("You have used the {of} days that 365 days have. Each is yours again a year after it."),
            format!("Vous avez pris les {of} jours que comptent 365 jours. Chacun vous revient un an après."),
        );
    }
    let (en, fr) = if left == 1 { ("day is", "jour") } else { ("days are", "jours") };
    Words::new(
        format!("Only {left} {en} left to you of {of}: choose an earlier date."),
        format!("Il ne vous reste que {left} {fr} sur {of}\u{202f}: choisissez une date plus proche."),
    )
}
