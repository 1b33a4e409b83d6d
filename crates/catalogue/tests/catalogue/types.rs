//! The client reads what the games write: the TypeScript that is kept in its folder is what the Rust types say.

use std::{fs, path::Path};

use catalogue::GAMES;
use ts_rs::Config;

#[test]
fn the_types_of_every_game_are_not_stale() {
    let made = tempfile::tempdir().expect("a temporary folder");
    let config = Config::new().with_out_dir(made.path()).with_large_int("number");
    catalogue::types::export(&config).expect("the games' types are written");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/generated");
    for game in GAMES {
        let file = format!("{game}.ts");
        let wanted = fs::read_to_string(made.path().join(&file)).expect("it was written");
        let found = fs::read_to_string(kept.join(&file)).unwrap_or_default();
        assert!(found == wanted, "{file} is stale: `cargo xtask types` writes it anew\n{wanted}");
    }
}
