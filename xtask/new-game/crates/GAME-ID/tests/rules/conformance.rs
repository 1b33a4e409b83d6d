//! What every game promises.

use GAME_ID::{GameId, Options};
use table::conformance::{conforms, playthrough};

#[test]
fn random_games_conform() {
    for stones in [10, 21, 40] {
        conforms::<GameId>(&Options { stones, ..Options::default() }, 2, 20, 40);
    }
}

#[test]
fn a_random_game_plays_through() {
    let told = playthrough::<GameId>(&Options::default(), 2, 7);
    assert!(told.starts_with("GAME-ID seats 2") && told.contains("outcome {\"winners\":["), "{told}");
}
