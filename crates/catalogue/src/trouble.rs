//! What can be wrong with what comes in, said in both languages.

use table::{Refusal, RulesVersion, RulesVersions, Words};
use thiserror::Error;

use crate::BadOptions;

/// Why a game cannot be opened or loaded.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Trouble {
    #[error("there is no game `{0}`")]
    UnknownGame(String),
    #[error("{}", self.words())]
    OtherRules { game: Words, rules: RulesVersion, known: RulesVersions },
    #[error("{}", .0.words())]
    Options(#[from] BadOptions),
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
                    format!("Il n’y a pas de jeu «\u{202f}{id}\u{202f}». Les jeux sont\u{202f}: {known}."),
                )
            }
            Self::OtherRules { game, rules, known } => {
                let (en, fr) = if *rules > known.newest {
                    ("a newer Quintette can play it", "un Quintette plus récent peut la jouer")
                } else {
                    ("an older Quintette can play it", "un Quintette plus ancien peut la jouer")
                };
                Words::new(
                    format!(
                        "This game of {} was begun with version {rules} of its rules, and here only {known} can be \
                         played: {en}.",
                        game.en
                    ),
                    format!(
                        "Cette partie de {} a commencé avec la version {rules} des règles, et seule la version {known} \
                         se joue ici\u{202f}: {fr}.",
                        game.fr
                    ),
                )
            }
            Self::Options(bad) => bad.words(),
            Self::State(why) => Words::new(
                format!("The position cannot be read: {why}."),
                format!("La position est illisible\u{202f}: {why}."),
            ),
            Self::Refused(refusal) => refusal.message.clone(),
        }
    }
}

/// Enough of a text to recognise it.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
