//! What is said to those who plan ahead.

use table::Words;

pub(crate) const PLAN_NOT_HERE: Words = Words::fixed(
    "One can plan ahead where turns have hours or days, and where nothing is secret or left to chance.",
    "On peut prévoir ses réponses là où les tours durent des heures ou des jours, et où rien n’est secret ni laissé au hasard.",
);
pub(crate) const PLAN_ALONE: Words = Words::fixed(
    "You sit on several seats here: there is nobody whose move you could foresee.",
    "Vous occupez plusieurs places ici\u{202f}: il n’y a personne dont prévoir le coup.",
);
pub(crate) const PLAN_YOUR_TURN: Words = Words::fixed(
    "It is your turn: play. You can plan ahead once it is the other’s.",
    "C’est à vous de jouer. Vous pourrez prévoir la suite quand ce sera à l’autre.",
);
pub(crate) const PLAN_MOVED_ON: Words = Words::fixed(
    "The game has gone on otherwise. Plan from how it stands now.",
    "La partie a pris un autre cours. Prévoyez à partir de la position actuelle.",
);
pub(crate) const PLAN_NO_ANSWER: Words = Words::fixed(
    "This line has no answer of yours. Play yours, too, and then keep it.",
    "Cette ligne ne contient aucune réponse de votre part. Jouez aussi la vôtre, puis gardez-la.",
);

pub(crate) fn plan_too_long(most: usize) -> Words {
    Words::new(
        format!("A line has {most} actions at most. Keep what you have."),
        format!("Une ligne compte {most} actions au plus. Gardez ce que vous avez."),
    )
}

pub(crate) fn too_many_plans(most: usize) -> Words {
    Words::new(
        format!("You may keep {most} lines at a table. Remove one first."),
        format!("Vous pouvez garder {most} lignes par table. Supprimez-en une d’abord."),
    )
}
