//! The one list of the games.

use table::{About, Game, RulesVersion, Seed};

use crate::{Live, LiveGame, Trouble};

/// The ids of all games, in the order of the shelf.
pub const GAMES: &[&str] = &["quicksand", "pyramids", "quadri", "thin-ice", "quintazone"];

/// Runs `$body` with `$G` standing for the type of the game `$id`; `None` if there is no such game.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        match $id {
            "quicksand" => {
                type $G = $crate::crates::quicksand::Quicksand;
                Some($body)
            }
            "pyramids" => {
                type $G = $crate::crates::pyramids::Pyramids;
                Some($body)
            }
            "quadri" => {
                type $G = $crate::crates::quadri::Quadri;
                Some($body)
            }
            "thin-ice" => {
                type $G = $crate::crates::thin_ice::ThinIce;
                Some($body)
            }
            "quintazone" => {
                type $G = $crate::crates::quintazone::Quintazone;
                Some($body)
            }
            _ => None,
        }
    };
}

/// The rules as people read them, English and French, as they stand in each game's crate.
pub(crate) fn rules_texts(id: &str) -> Option<(&'static str, &'static str)> {
    Some(match id {
        "quicksand" => {
            (include_str!("../../quicksand/rules/en.md"), include_str!("../../quicksand/rules/fr.md"))
        }
        "pyramids" => {
            (include_str!("../../pyramids/rules/en.md"), include_str!("../../pyramids/rules/fr.md"))
        }
        "quadri" => (include_str!("../../quadri/rules/en.md"), include_str!("../../quadri/rules/fr.md")),
        "thin-ice" => {
            (include_str!("../../thin-ice/rules/en.md"), include_str!("../../thin-ice/rules/fr.md"))
        }
        "quintazone" => {
            (include_str!("../../quintazone/rules/en.md"), include_str!("../../quintazone/rules/fr.md"))
        }
        _ => return None,
    })
}

/// The guided first game, as it stands in each game's crate.
pub(crate) fn lesson_text(id: &str) -> Option<&'static str> {
    Some(match id {
        "quicksand" => include_str!("../../quicksand/lesson.json"),
        "pyramids" => include_str!("../../pyramids/lesson.json"),
        "quadri" => include_str!("../../quadri/lesson.json"),
        "thin-ice" => include_str!("../../thin-ice/lesson.json"),
        "quintazone" => include_str!("../../quintazone/lesson.json"),
        _ => return None,
    })
}

/// What the games say of themselves.
pub fn abouts() -> Vec<About> {
    GAMES.iter().filter_map(|id| with_game!(*id, G => <G as Game>::about())).collect()
}

/// A new game by the newest rules; [`Live::rules`] says which these are, and a table keeps that with its log.
/// `options` is a JSON object; nothing in it means the defaults.
pub fn open_newest(id: &str, options: &str, seats: u8, seed: Seed) -> Result<Box<dyn Live>, Trouble> {
    with_game!(id, G => open(id, G::RULES.newest, options, seats, seed))
        .unwrap_or_else(|| Err(Trouble::UnknownGame(id.to_owned())))
}

/// A game at its start, by the rules with which it began.
pub fn open(
    id: &str,
    rules: RulesVersion,
    options: &str,
    seats: u8,
    seed: Seed,
) -> Result<Box<dyn Live>, Trouble> {
    with_game!(id, G => LiveGame::<G>::open(rules, options, seats, seed).map(|game| Box::new(game) as Box<dyn Live>))
        .unwrap_or_else(|| Err(Trouble::UnknownGame(id.to_owned())))
}

/// A position, as [`Live::state`] writes it.
pub fn load(id: &str, state: &str) -> Result<Box<dyn Live>, Trouble> {
    with_game!(id, G => LiveGame::<G>::load(state).map(|game| Box::new(game) as Box<dyn Live>))
        .unwrap_or_else(|| Err(Trouble::UnknownGame(id.to_owned())))
}

/// The options as they are kept: every option of the game by its name, those that were left out with their defaults, so
/// that a default that changes one day changes no table that is being played.
pub fn canonical_options(id: &str, options: &str) -> Result<String, Trouble> {
    with_game!(id, G => crate::options::canonical::<G>(options))
        .unwrap_or_else(|| Err(Trouble::UnknownGame(id.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_game_opens_describes_itself_and_has_rules() {
        for &id in GAMES {
            let about = with_game!(id, G => <G as Game>::about()).expect("it is listed");
            assert_eq!(about.id, id);
            let game = open_newest(id, "{}", about.seats.0, Seed::from(1)).expect("the defaults just work");
            assert_eq!(game.id(), id);
            assert_eq!(game.seats(), about.seats.0);
            assert!(load(id, &game.state()).is_ok());
            assert!(rules_texts(id).is_some());
        }
    }

    #[test]
    fn an_unknown_game_is_said_to_be_unknown() {
        let trouble = open_newest("chess", "{}", 2, Seed::from(1)).expect_err("there is no chess here");
        assert!(trouble.words().en.contains("chess"));
    }
}
