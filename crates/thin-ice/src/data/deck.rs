//! The event cards (T-35), in the order of [`Card`](crate::Card).

use crate::cards::Time;

pub(crate) struct Printed {
    pub(crate) id: &'static str,
    pub(crate) time: Time,
    /// English, French.
    pub(crate) name: (&'static str, &'static str),
    pub(crate) text: (&'static str, &'static str),
}

const fn card(
    id: &'static str,
    time: Time,
    name: (&'static str, &'static str),
    text: (&'static str, &'static str),
) -> Printed {
    Printed { id, time, name, text }
}

pub(crate) const DECK: [Printed; 14] = [
    card(
        "cold-snap",
        Time::Anytime,
        ("Cold snap", "Coup de froid"),
        (
            "Freeze a tile: cracked ice, a cracked hole, an orca or a kraken turns back.",
            "Regelez une tuile : glace fêlée, trou fêlé, orque ou kraken se retourne.",
        ),
    ),
    card(
        "thaw",
        Time::Anytime,
        ("Thaw", "Dégel"),
        (
            "Crack a free ice or hole, or remove a free cracked tile.",
            "Fêlez une glace ou un trou libre, ou retirez une tuile fêlée libre.",
        ),
    ),
    card("current", Time::Anytime, ("Current", "Courant"), ("Slide one tile.", "Faites glisser une tuile.")),
    card(
        "roar",
        Time::Anytime,
        ("Roar", "Rugissement"),
        ("Wake the bear, or move it.", "Réveillez l’ours, ou déplacez-le."),
    ),
    card(
        "leap",
        Time::YourTurn,
        ("Leap", "Grand saut"),
        (
            "Your pawn’s next move may go two cells in a straight line, over anything, to a free walkable tile.",
            "Le prochain pas de votre pion peut franchir deux cases en ligne droite, par-dessus tout, vers une tuile praticable libre.",
        ),
    ),
    card(
        "second-wind",
        Time::YourTurn,
        ("Second wind", "Second souffle"),
        ("Move your pawn once more.", "Déplacez votre pion une fois de plus."),
    ),
    card(
        "light-step",
        Time::YourTurn,
        ("Light step", "Pas de velours"),
        (
            "The next tile your pawn leaves this turn is neither turned nor removed.",
            "La prochaine tuile que quitte votre pion ce tour-ci n’est ni retournée ni retirée.",
        ),
    ),
    card(
        "shove",
        Time::YourTurn,
        ("Shove", "Bousculade"),
        (
            "Your pawn’s next move may enter a tile with a pawn; you put that pawn on a tile beside it.",
            "Le prochain pas de votre pion peut entrer sur la tuile d’un pion ; vous placez ce pion sur une tuile voisine.",
        ),
    ),
    card(
        "change-of-plans",
        Time::YourTurn,
        ("Change of plans", "Changement de programme"),
        ("You need not roll this turn.", "Vous n’êtes pas tenu de lancer le dé ce tour-ci."),
    ),
    card(
        "trade-places",
        Time::YourTurn,
        ("Trade places", "Chassé-croisé"),
        (
            "Swap your pawn with another within two cells. No tile is turned.",
            "Échangez votre pion avec un autre à deux cases au plus. Aucune tuile n’est retournée.",
        ),
    ),
    card(
        "lifeline",
        Time::RightAfter,
        ("Lifeline", "Bouée de sauvetage"),
        (
            "When you go out: instead, put your pawn on any free walkable tile. You are still in.",
            "Quand vous êtes éliminé : au lieu de cela, posez votre pion sur une tuile praticable libre. Vous restez en jeu.",
        ),
    ),
    card(
        "bear-spray",
        Time::RightAfter,
        ("Bear spray", "Gaz anti-ours"),
        (
            "When the bear is moved onto your tile: it goes back where it came from, and you stay.",
            "Quand l’ours arrive sur votre tuile : il retourne d’où il vient, et vous restez.",
        ),
    ),
    card(
        "loaded-dice",
        Time::RightAfter,
        ("Loaded dice", "Dé pipé"),
        (
            "After any roll: that player rolls again, and the new roll counts.",
            "Après un lancer : ce joueur relance, et le nouveau lancer compte.",
        ),
    ),
    card(
        "not-today",
        Time::RightAfter,
        ("Not today", "Pas aujourd’hui"),
        (
            "After an event card is played: that card has no effect.",
            "Après une carte Événement : cette carte est sans effet.",
        ),
    ),
];
