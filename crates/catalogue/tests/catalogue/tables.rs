//! Tables at which the tests play.

use catalogue::Live;
use table::{Chance, GameEntry, Millis, Seed};

/// A game, its seats and options.
pub(crate) type Table = (&'static str, u8, &'static str);

/// Every game, in the modes that have actions of their own.
pub(crate) const TABLES: &[Table] = &[
    ("quicksand", 2, "{}"),
    ("quicksand", 3, r#"{"level":20,"practice":true}"#),
    ("pyramids", 2, "{}"),
    ("quadri", 3, "{}"),
    ("quadri", 4, r#"{"mode":"ball-trap"}"#),
    ("thin-ice", 3, r#"{"mode":"intermediate"}"#),
    ("thin-ice", 4, r#"{"mode":"advanced","extension":"added","teams":[[0,2],[1,3]]}"#),
    ("quintazone", 2, r#"{"deck":"second"}"#),
];

/// A game after so many random actions, or at its end.
pub(crate) fn after(table: Table, seed: u64, actions: usize) -> Box<dyn Live> {
    played(table, seed, actions).0
}

/// The same, and the log of it.
pub(crate) fn played(
    (id, seats, options): Table,
    seed: u64,
    actions: usize,
) -> (Box<dyn Live>, Vec<GameEntry<String>>) {
    let mut game =
        catalogue::open_newest(id, options, seats, Seed::from(seed)).expect("the table can be set");
    let mut chance = Chance::new(Seed::from(seed));
    let mut entries = Vec::new();
    for _ in 0..actions {
        let Some(seat) = game.awaited().first() else { break };
        let action = chance.pick(&game.actions(seat)).expect("an awaited seat has actions").clone();
        game.play(seat, &action, Millis::ZERO).expect("it is listed");
        entries.push(GameEntry::act(seat, action, Millis::ZERO));
    }
    (game, entries)
}
