//! What the house says to people who are not there, and when they choose what they are told.

use table::{Lang, Words};

pub(crate) const NO_SUCH_TIME: Words = Words::fixed(
    "Choose hours from 0 to 23, two different ones, and a time zone that there is.",
    "Choisissez des heures de 0 à 23, deux différentes, et un fuseau horaire qui existe.",
);
pub(crate) const NO_PUSH_SERVICE: Words = Words::fixed(
    "This browser’s address for messages cannot be used by this house.",
    "Cette maison ne peut pas utiliser l’adresse de messages de ce navigateur.",
);
pub(crate) const NO_WAY: Words = Words::fixed(
    "There is no way to reach you yet: turn on this device, or confirm an address.",
    "Rien ne permet encore de vous joindre\u{202f}: activez cet appareil, ou confirmez une adresse.",
);
pub(crate) const NO_MAIL_HERE: Words =
    Words::fixed("This house sends no mail.", "Cette maison n’envoie pas de courrier.");
pub(crate) const NO_ADDRESS: Words = Words::fixed(
    "This is no address for mail. It looks like name@example.org.",
    "Ce n’est pas une adresse électronique. Elle ressemble à nom@exemple.org.",
);
pub(crate) const ASKED_OFTEN: Words = Words::fixed(
    "A code has been sent to this address several times today. Try again tomorrow.",
    "Un code a déjà été envoyé plusieurs fois aujourd’hui à cette adresse. Réessayez demain.",
);
pub(crate) const WRONG_CODE: Words = Words::fixed(
    "This is not the code that was sent, or it is too old. Ask for another one.",
    "Ce n’est pas le code envoyé, ou il est trop ancien. Demandez-en un autre.",
);

/// How long that is, roughly.
pub(crate) fn how_long(millis: i64, lang: Lang) -> String {
    let minutes = (millis / 60_000).max(1);
    let (count, unit) = match minutes {
        ..60 => (minutes, ["minute", "minute"]),
        60..2_880 => (minutes / 60, ["hour", "heure"]),
        _ => (minutes / 1_440, ["day", "jour"]),
    };
    let unit = unit[lang as usize];
    if count == 1 { format!("1\u{a0}{unit}") } else { format!("{count}\u{a0}{unit}s") }
}

/// With whom.
pub(crate) fn with(names: &[String], lang: Lang) -> String {
    match (names, lang) {
        ([], _) => String::new(),
        (names, Lang::En) => format!(" with {}", names.join(", ")),
        (names, Lang::Fr) => format!(" avec {}", names.join(", ")),
    }
}

pub(crate) fn your_turn(game: &str, with: &str, left: &str) -> (Words, Words) {
    (
        Words::new(format!("Your turn: {game}"), format!("À vous de jouer\u{202f}: {game}")),
        Words::new(
            format!("It is your turn at {game}{with}. You have {left}."),
            format!("C’est à vous de jouer à {game}{with}. Il vous reste {left}."),
        ),
    )
}

pub(crate) fn soon_up(game: &str, with: &str, left: &str) -> (Words, Words) {
    (
        Words::new(format!("{left} left: {game}"), format!("Plus que {left}\u{202f}: {game}")),
        Words::new(
            format!("It is still your turn at {game}{with}. Your time runs out in {left}."),
            format!("C’est toujours à vous de jouer à {game}{with}. Votre temps s’achève dans {left}."),
        ),
    )
}

pub(crate) fn invited(game: &str, by: &str) -> (Words, Words) {
    (
        Words::new(format!("You are invited: {game}"), format!("Une invitation\u{202f}: {game}")),
        Words::new(
            format!("{by} asks you to a table of {game}."),
            format!("{by} vous invite à une table de {game}."),
        ),
    )
}

pub(crate) fn ended(game: &str, with: &str) -> (Words, Words) {
    (
        Words::new(format!("The end: {game}"), format!("C’est fini\u{202f}: {game}")),
        Words::new(
            format!("Your game of {game}{with} is over. See how it ended."),
            format!("Votre partie de {game}{with} est terminée. Voyez comment elle a fini."),
        ),
    )
}

pub(crate) fn called(game: &str) -> (Words, Words) {
    (
        Words::new(format!("Your table is ready: {game}"), format!("Votre table est prête\u{202f}: {game}")),
        Words::new(
            format!("Somebody waits for you at a table of {game}."),
            format!("Quelqu’un vous attend à une table de {game}."),
        ),
    )
}

pub(crate) const SOMEBODY: Words = Words::fixed("Somebody", "Quelqu’un");

pub(crate) const TRIAL: (Words, Words) = (
    Words::fixed("It works", "Ça marche"),
    Words::fixed("This is how Quintette tells you something.", "Voilà comment Quintette vous prévient."),
);

pub(crate) fn several(count: usize) -> Words {
    Words::new(format!("{count} things wait for you"), format!("{count} choses vous attendent"))
}

pub(crate) fn and_more(count: usize) -> Words {
    Words::new(format!("and {count} more"), format!("et {count} de plus"))
}

pub(crate) fn code(code: &str) -> (Words, Words) {
    (
        Words::new(format!("{code} is your code"), format!("{code} est votre code")),
        Words::new(
            format!(
                "Somebody, we hope you, wants to be told by Quintette at this address. If so, type this code on the page:\n\n{code}\n\nIf it was not you, do nothing: no other mail will come."
            ),
            format!(
                "Quelqu’un, vous sans doute, souhaite que Quintette écrive à cette adresse. Si c’est bien vous, tapez ce code sur la page\u{202f}:\n\n{code}\n\nSi ce n’était pas vous, ne faites rien\u{202f}: aucun autre message ne viendra."
            ),
        ),
    )
}

/// What stands under every mail: why it came, and how to end it.
pub(crate) fn footer(change: &str, stop: &str) -> Words {
    Words::new(
        format!("You chose to be told this. Change it: {change}\nNo more mail: {stop}"),
        format!(
            "Vous avez choisi d’être prévenu ainsi. Pour changer\u{202f}: {change}\nPlus de courrier\u{202f}: {stop}"
        ),
    )
}
