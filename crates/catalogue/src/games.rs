//! The one list of the games.

use table::{About, Game, RulesVersion, Seed, Texts};

use crate::{Live, LiveGame, Trouble};

/// Makes everything that knows all games from their one list. `$d` is a dollar sign: a macro writes a macro here.
macro_rules! games {
    ($d:tt $($krate:ident::$Game:ident),+ $(,)?) => {
        #[doc(hidden)]
        pub mod crates {
            //! The games' crates, for `with_game!`.
            $(pub use $krate;)+
            pub use table::Game;
        }

        /// The ids of all games, in the order of the shelf.
        pub const GAMES: &[&str] = &[$(<$krate::$Game as Game>::ID),+];

        /// Runs `$body` with `$G` standing for the type of the game `$id`; `None` if there is no such game.
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, $d G:ident => $d body:expr) => {{
                let id: &str = $d id;
                $(if id == <$d crate::crates::$krate::$Game as $d crate::crates::Game>::ID {
                    type $d G = $d crate::crates::$krate::$Game;
                    Some($d body)
                } else)+ {
                    None
                }
            }};
        }
    };
}

games! { $
    quicksand::Quicksand,
    pyramids::Pyramids,
    quadri::Quadri,
    thin_ice::ThinIce,
    quintazone::Quintazone,
}

fn unknown(id: &str) -> Trouble {
    Trouble::UnknownGame(id.to_owned())
}

/// What the games say of themselves.
pub fn abouts() -> Vec<About> {
    GAMES.iter().filter_map(|id| with_game!(id, G => G::about())).collect()
}

/// What people read of a game.
pub(crate) fn texts(id: &str) -> Option<Texts> {
    with_game!(id, G => G::TEXTS)
}

/// A new game by the newest rules; [`Live::rules`] says which these are, and a table keeps that with its log.
/// `options` is a JSON object; nothing in it means the defaults.
pub fn open_newest(id: &str, options: &str, seats: u8, seed: Seed) -> Result<Box<dyn Live>, Trouble> {
    with_game!(id, G => open(id, G::RULES.newest, options, seats, seed)).ok_or_else(|| unknown(id))?
}

/// A game at its start, by the rules with which it began.
pub fn open(
    id: &str,
    rules: RulesVersion,
    options: &str,
    seats: u8,
    seed: Seed,
) -> Result<Box<dyn Live>, Trouble> {
    with_game!(id, G => Ok(Box::new(LiveGame::<G>::open(rules, options, seats, seed)?) as Box<dyn Live>))
        .ok_or_else(|| unknown(id))?
}

/// A position, as [`Live::state`] writes it.
pub fn load(id: &str, state: &str) -> Result<Box<dyn Live>, Trouble> {
    with_game!(id, G => Ok(Box::new(LiveGame::<G>::load(state)?) as Box<dyn Live>))
        .ok_or_else(|| unknown(id))?
}

/// The options as they are kept: every option of the game by its name, those that were left out with their defaults, so
/// that a default that changes one day changes no table that is being played.
pub fn canonical_options(id: &str, rules: RulesVersion, options: &str) -> Result<String, Trouble> {
    with_game!(id, G => crate::options::canonical::<G>(rules, options)).ok_or_else(|| unknown(id))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_game_is_said_to_be_unknown() {
        let trouble = open_newest("chess", "{}", 2, Seed::from(1)).expect_err("there is no chess here");
        assert!(trouble.words().en.contains("chess"));
    }
}
