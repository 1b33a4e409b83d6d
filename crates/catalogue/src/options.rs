//! A table's options, as they come in: a JSON object that the game's own `Options` read.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use table::{Game, OptionAbout, OptionKind, RulesVersion, Words};
use thiserror::Error;

use crate::{Trouble, trouble::shortened};

/// Why options cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}", self.words())]
pub enum BadOptions {
    /// Not JSON, or not an object.
    NotAnObject,
    /// An option that this game does not have.
    Unknown { option: String, known: Vec<&'static str> },
    /// A word that is not among those of this option.
    NoSuchChoice { option: &'static str, choice: String, choices: Vec<String> },
    /// A value of the wrong kind.
    WrongKind { option: &'static str, value: String, kind: Words },
    /// Each option can be read, but not all of them together: one stands there twice.
    Twice,
}

impl BadOptions {
    /// A sentence that says what to do.
    pub fn words(&self) -> Words {
        match self {
            Self::NotAnObject => Words::fixed(
                "The options are of the wrong kind: they are a JSON object, such as {} for the defaults.",
                "Ce qui tient lieu d’options ne convient pas\u{202f}: c’est un objet JSON, par exemple {} pour les \
                 valeurs par défaut.",
            ),
            Self::Unknown { option, known } => {
                let known = known.join(", ");
                Words::new(
                    format!("There is no option “{option}” here. The options are: {known}."),
                    format!(
                        "Il n’y a pas d’option «\u{202f}{option}\u{202f}» ici. Les options sont\u{202f}: {known}."
                    ),
                )
            }
            Self::NoSuchChoice { option, choice, choices } => {
                let choices = choices.join(", ");
                Words::new(
                    format!("“{choice}” cannot be chosen as “{option}”. Choose one of: {choices}."),
                    format!(
                        "«\u{202f}{choice}\u{202f}» n’est pas un choix possible pour «\u{202f}{option}\u{202f}». Choisissez parmi\u{202f}: {choices}."
                    ),
                )
            }
            Self::WrongKind { option, value, kind } => Words::new(
                format!(
                    "The option “{option}” has a value of the wrong kind (“{value}”): it is {}. Leave it out for its \
                     default.",
                    kind.en
                ),
                format!(
                    "L’option «\u{202f}{option}\u{202f}» a une valeur qui ne convient pas («\u{202f}{value}\u{202f}»)\u{202f}: c’est {}. Omettez-la \
                     pour garder sa valeur par défaut.",
                    kind.fr
                ),
            ),
            Self::Twice => Words::fixed(
                "An option stands there twice: write each once.",
                "Une option figure deux fois\u{202f}: écrivez chacune une seule fois.",
            ),
        }
    }
}

/// Reads options; those that are left out have the defaults of these rules.
pub fn read_options<G: Game>(rules: RulesVersion, text: &str) -> Result<G::Options, BadOptions> {
    let Ok(Value::Object(given)) = serde_json::from_str(text) else {
        return Err(BadOptions::NotAnObject);
    };
    // From the text and not from `given`, in which a field that stands there twice is there once.
    let options = serde_json::from_str(text).map_err(|_| {
        let about = G::about().options;
        let mut given = given.clone().into_iter();
        given.find_map(|(key, value)| wrong::<G>(&about, key, value)).unwrap_or(BadOptions::Twice)
    })?;
    Ok(with_defaults(G::defaults(rules), options, given))
}

/// These options, but for those that are not given: they are as in `defaults`.
fn with_defaults<O: Default + PartialEq + Serialize + DeserializeOwned>(
    defaults: O,
    options: O,
    given: Map<String, Value>,
) -> O {
    if defaults == O::default() {
        return options;
    }
    let Ok(Value::Object(mut all)) = serde_json::to_value(defaults) else { return options };
    all.extend(given);
    serde_json::from_value(Value::Object(all)).unwrap_or(options)
}

/// What is wrong with one option, read by itself: all others have their defaults.
fn wrong<G: Game>(about: &[OptionAbout], key: String, value: Value) -> Option<BadOptions> {
    let Some(option) = about.iter().find(|option| option.key == key) else {
        return Some(BadOptions::Unknown {
            option: shortened(&key),
            known: about.iter().map(|option| option.key).collect(),
        });
    };
    let alone = Value::Object(Map::from_iter([(key, value.clone())]));
    serde_json::from_value::<G::Options>(alone).err()?;
    Some(match (&option.kind, value) {
        (OptionKind::Choice { choices, .. }, Value::String(choice)) => BadOptions::NoSuchChoice {
            option: option.key,
            choice: shortened(&choice),
            choices: choices.iter().map(|choice| choice.value.clone()).collect(),
        },
        (kind, value) => BadOptions::WrongKind {
            option: option.key,
            value: shortened(&value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
            kind: expected(kind),
        },
    })
}

/// What an option of this kind is.
fn expected(kind: &OptionKind) -> Words {
    let whole = |min: i32, max: i32| {
        Words::new(
            format!("a whole number from {min} to {max}"),
            format!("un nombre entier de {min} à {max}"),
        )
    };
    match kind {
        OptionKind::Number { min, max, .. } => whole(*min, *max),
        OptionKind::Level { levels, .. } => whole(1, levels.len() as i32),
        OptionKind::Choice { choices, .. } => {
            let choices: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
            let choices = choices.join(", ");
            Words::new(format!("one of {choices}"), format!("l’un de ces mots\u{202f}: {choices}"))
        }
        OptionKind::Switch { .. } => Words::fixed("true or false", "true ou false"),
        OptionKind::SeatOrRandom => {
            Words::fixed("a seat’s number, or “random”", "le numéro d’une place, ou «\u{202f}random\u{202f}»")
        }
        OptionKind::Teams => Words::fixed(
            "a list of teams, each a list of seats such as [[0,2],[1,3]], or null",
            "une liste d’équipes, chacune une liste de places comme [[0,2],[1,3]], ou null",
        ),
    }
}

/// These options written in full.
pub(crate) fn canonical<G: Game>(rules: RulesVersion, text: &str) -> Result<String, Trouble> {
    let options = read_options::<G>(rules, text)?;
    // Options are plain numbers and words: they can be written.
    Ok(serde_json::to_string(&options).unwrap_or_else(|e| unreachable!("options can be written: {e}")))
}

#[cfg(test)]
mod tests {
    use table::Seed;

    use super::*;

    #[test]
    fn what_is_wrong_with_options_is_said_in_both_languages() {
        let said = |options| {
            let trouble =
                crate::open_newest("quintazone", options, 2, Seed::from(1)).expect_err("it is wrong");
            trouble.words()
        };
        let words = said(r#"{"speed":1}"#);
        assert_eq!(words.en, "There is no option “speed” here. The options are: deck, first.");
        assert!(words.fr.starts_with("Il n’y a pas d’option «\u{202f}speed\u{202f}» ici."), "{}", words.fr);
        let words = said(r#"{"deck":"third"}"#);
        assert_eq!(words.en, "“third” cannot be chosen as “deck”. Choose one of: first, second.");
        assert!(words.fr.contains("first, second"), "{}", words.fr);
        for options in [r#"{"deck":7}"#, r#"{"first":-1}"#, "7", "[", ""] {
            let words = said(options);
            assert!(words.en.contains("wrong kind") && words.fr.contains("ne convient pas"), "{options}");
            assert!(!words.fr.contains("expected"), "{}", words.fr);
        }
        let trouble = crate::open_newest("quadri", r#"{"objectives":"many"}"#, 2, Seed::from(1))
            .expect_err("it is wrong");
        assert!(trouble.words().fr.contains("(«\u{202f}many\u{202f}»)"));
        assert!(trouble.words().en.contains("“objectives”") && trouble.words().en.contains("from 24 to 36"));
        assert!(said(r#"{"deck":"first","deck":"first"}"#).en.contains("twice"));
    }

    #[test]
    fn what_a_table_leaves_out_is_as_it_was_by_its_rules() {
        #[derive(Debug, Default, PartialEq, Serialize, serde::Deserialize)]
        #[serde(default)]
        struct Options {
            rounds: u8,
            first: u8,
        }
        let given = Map::from_iter([("first".to_owned(), Value::from(2))]);
        let read = Options { rounds: 0, first: 2 };
        let former = Options { rounds: 3, first: 1 };
        assert_eq!(with_defaults(former, read, given), Options { rounds: 3, first: 2 });
    }
}
