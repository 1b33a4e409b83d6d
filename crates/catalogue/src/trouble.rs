//! What can be wrong with what comes in, said in both languages.

use table::{Refusal, Words};
use thiserror::Error;

/// Why a game cannot be opened or loaded.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Trouble {
    #[error("there is no game `{0}`")]
    UnknownGame(String),
    #[error("the options cannot be read: {0}")]
    Options(String),
    #[error("the position cannot be read: {0}")]
    State(String),
    #[error("{0}")]
    Refused(#[from] Refusal),
}

impl Trouble {
    /// A sentence that says what to do.
    pub fn words(&self) -> Words {
        match self {
            Self::UnknownGame(id) => {
                let id = shortened(id);
                let known = crate::GAMES.join(", ");
                Words::new(
                    format!("There is no game “{id}”. The games are: {known}."),
                    format!("Il n’y a pas de jeu « {id} ». Les jeux sont : {known}."),
                )
            }
            Self::Options(why) => unreadable_options(why),
            Self::State(why) => Words::new(
                format!("The position cannot be read: {why}."),
                format!("La position est illisible : {why}."),
            ),
            Self::Refused(refusal) => refusal.message.clone(),
        }
    }
}

/// What is wrong with options, from what the reader of JSON says of it: ``unknown field `speed`, expected one of `deck`,
/// `first` at line 1 column 8``.
fn unreadable_options(why: &str) -> Words {
    let why = why.rsplit_once(" at line ").map_or(why, |(why, _)| why);
    let named = |prefix: &str| why.strip_prefix(prefix)?.split('`').nth(1);
    let possible: Vec<&str> = why
        .split_once(", expected")
        .map(|(_, list)| list.split('`').skip(1).step_by(2).collect())
        .unwrap_or_default();
    let possible = possible.join(", ");
    if let Some(option) = named("unknown field ").map(shortened) {
        Words::new(
            format!("There is no option “{option}” here. The options are: {possible}."),
            format!("Il n’y a pas d’option « {option} » ici. Les options sont\u{202f}: {possible}."),
        )
    } else if let Some(choice) = named("unknown variant ").map(shortened) {
        Words::new(
            format!("“{choice}” cannot be chosen. Choose one of: {possible}."),
            format!("« {choice} » n’est pas un choix possible. Choisissez parmi\u{202f}: {possible}."),
        )
    } else {
        // ``invalid type: string "x", expected i32``: what stands there, without the reader's own words for it.
        let found = why.strip_prefix("invalid type: ").or_else(|| why.strip_prefix("invalid value: "));
        let value = found.and_then(|found| found.split(", expected").next()?.split(['`', '"']).nth(1));
        let value = value.map(shortened).unwrap_or_default();
        let told = |open: &str, close: &str| {
            if value.is_empty() { String::new() } else { format!(" ({open}{value}{close})") }
        };
        Words::new(
            format!(
                "An option has a value of the wrong kind{}. Leave it out for its default.",
                told("“", "”")
            ),
            format!(
                "Une option a une valeur qui ne convient pas{}. Omettez-la pour garder sa valeur par défaut.",
                told("« ", " »")
            ),
        )
    }
}

/// Enough of a text to recognise it.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use table::Seed;

    #[test]
    fn what_is_wrong_with_options_is_said_in_both_languages() {
        let said = |options| {
            let trouble = crate::open("quintazone", options, 2, Seed::from(1)).expect_err("it is wrong");
            trouble.words()
        };
        let words = said(r#"{"speed":1}"#);
        assert_eq!(words.en, "There is no option “speed” here. The options are: deck, first.");
        assert!(words.fr.starts_with("Il n’y a pas d’option « speed » ici."), "{}", words.fr);
        let words = said(r#"{"deck":"third"}"#);
        assert_eq!(words.en, "“third” cannot be chosen. Choose one of: first, second.");
        assert!(words.fr.contains("first, second"), "{}", words.fr);
        for options in [r#"{"deck":7}"#, r#"{"first":-1}"#, "7", "[", ""] {
            let words = said(options);
            assert!(words.en.contains("wrong kind") && words.fr.contains("ne convient pas"), "{options}");
            assert!(!words.fr.contains("expected"), "{}", words.fr);
        }
        let trouble =
            crate::open("quadri", r#"{"objectives":"many"}"#, 2, Seed::from(1)).expect_err("it is wrong");
        assert!(trouble.words().fr.contains("(« many »)"));
    }
}
