//! What the house says about tournaments.

use table::Words;
use tournaments::NotJoined;

pub(crate) const NO_TOURNAMENT: Words = Words::fixed(
    "There is no such tournament. Ask for the link again.",
    "Ce tournoi n’existe pas. Redemandez le lien.",
);
pub(crate) const NO_SUCH_FORMAT: Words = Words::fixed(
    "There can be no such tournament: look at rounds, minutes and seats.",
    "Un tel tournoi n’est pas possible\u{202f}: vérifiez les rondes, les minutes et les places.",
);
pub(crate) const NOT_FOR_THIS_GAME: Words = Words::fixed(
    "This game cannot be played in that way. Choose another format.",
    "Ce jeu ne se joue pas ainsi. Choisissez une autre formule.",
);
pub(crate) const NEEDS_A_CLOCK: Words = Words::fixed(
    "A tournament needs a clock, so that rounds end: choose one, and let whose time is up lose.",
    "Un tournoi a besoin d’une pendule pour que les rondes finissent\u{202f}: choisissez-en une, et que le temps écoulé fasse perdre.",
);
pub(crate) const NO_CLOCK_HERE: Words = Words::fixed(
    "A relay has its own clock: choose none for its tables.",
    "Un relais a sa propre pendule\u{202f}: n’en choisissez pas pour ses tables.",
);
pub(crate) const STARTS_BEFORE: Words = Words::fixed(
    "A tournament begins later than now, and within two months.",
    "Un tournoi commence plus tard que maintenant, et d’ici deux mois.",
);
pub(crate) const HOLDS_MANY: Words = Words::fixed(
    "You hold several tournaments already. End one before you hold another.",
    "Vous organisez déjà plusieurs tournois. Terminez-en un avant d’en organiser un autre.",
);
pub(crate) const HELD_MANY_TODAY: Words = Words::fixed(
    "You have announced ten tournaments in a day. Hold another one tomorrow.",
    "Vous avez annoncé dix tournois en un jour. Organisez-en un autre demain.",
);
pub(crate) const NOT_THE_HOLDER: Words = Words::fixed(
    "Only whoever holds this tournament can do that.",
    "Seule la personne qui organise ce tournoi peut le faire.",
);
pub(crate) const TOO_FEW: Words = Words::fixed(
    "There are too few people to begin. Send the link to others.",
    "Il y a trop peu de monde pour commencer. Envoyez le lien à d’autres.",
);
pub(crate) const NOT_REGISTERED: Words =
    Words::fixed("You do not take part in this tournament.", "Vous ne participez pas à ce tournoi.");
pub(crate) const NOBODY_TO_REMOVE: Words = Words::fixed(
    "Nobody with that number takes part in this tournament.",
    "Personne de ce numéro ne participe à ce tournoi.",
);
pub(crate) const MANY_FROM_HERE: Words = Words::fixed(
    "Many guests from your network take part already. With a passkey, which you add on My games, you can still register.",
    "Beaucoup d’invités de votre réseau participent déjà. Avec une clé d’accès, à ajouter dans Mes parties, vous pouvez encore vous inscrire.",
);
pub(crate) const HAS_BEGUN: Words =
    Words::fixed("This tournament has already begun.", "Ce tournoi a déjà commencé.");
pub(crate) const IS_OVER: Words = Words::fixed("This tournament is over.", "Ce tournoi est terminé.");

pub(crate) const fn not_joined(why: NotJoined) -> Words {
    match why {
        NotJoined::Already => {
            Words::fixed("You already take part in this tournament.", "Vous participez déjà à ce tournoi.")
        }
        NotJoined::Over => IS_OVER,
        NotJoined::TooLate => Words::fixed(
            "It is too late to register: this tournament has begun. You may watch.",
            "Il est trop tard pour s’inscrire\u{202f}: ce tournoi a commencé. Vous pouvez regarder.",
        ),
        NotJoined::Full => Words::fixed("This tournament is full.", "Ce tournoi est complet."),
        NotJoined::TeamFull => Words::fixed(
            "This team is full. Choose another one.",
            "Cette équipe est complète. Choisissez-en une autre.",
        ),
        NotJoined::NoTeam => Words::fixed("Choose a team.", "Choisissez une équipe."),
        NotJoined::OtherTeam => Words::fixed(
            "You were in another team when this relay began: come back to it.",
            "Vous étiez dans une autre équipe quand ce relais a commencé\u{202f}: revenez-y.",
        ),
        NotJoined::Closed => Words::fixed(
            "Registration is closed. Ask whoever holds this tournament, or watch.",
            "Les inscriptions sont closes. Demandez à qui organise ce tournoi, ou regardez.",
        ),
        NotJoined::Removed => Words::fixed(
            "Whoever holds this tournament has removed you from it. You may watch.",
            "La personne qui organise ce tournoi vous en a retiré. Vous pouvez regarder.",
        ),
        NotJoined::TooOften => Words::fixed(
            "You have left this tournament too often to come back once more. You may watch.",
            "Vous avez quitté ce tournoi trop souvent pour y revenir encore. Vous pouvez regarder.",
        ),
    }
}
