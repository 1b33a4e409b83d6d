//! Whatever a person types: what is accepted has one text form, and that is what is written down.

use catalogue::{Live, LiveGame, with_game};
use proptest::{collection::vec, prelude::*, sample::select};
use table::{Game, Millis, Seat, Seed};

use crate::tables::{TABLES, Table, after};

/// What people and machines put into texts, besides what belongs there.
const STRAY: &[char] = &[
    ' ', '\t', '\n', '\r', '\u{b}', '\u{c}', '\0', '\u{7f}', '\u{a0}', '\u{2003}', '\u{feff}', '+', '0', 'x',
    'é',
];

/// What some seat may do after so many random actions.
fn somewhere(table: Table, seed: u64, actions: usize) -> Option<(Box<dyn Live>, Seat, Vec<String>)> {
    let game = after(table, seed, actions);
    let seat = game.awaited().first()?;
    let listed = game.actions(seat);
    Some((game, seat, listed))
}

/// What `text` is if the rules accept it: one line that reads back, that is listed, and that is what is returned.
fn accepted(game: &dyn Live, seat: Seat, text: &str) -> Option<String> {
    let checked = game.check(seat, text, Millis::ZERO).ok()?;
    let canonical = &checked.notation;
    assert!(!canonical.contains(char::is_control), "{text:?} → {canonical:?}: on one line");
    assert_eq!(canonical.trim(), canonical, "{text:?}: without blanks around it");
    assert_eq!(game.check(seat, canonical, Millis::ZERO).as_ref(), Ok(&checked), "{text:?} reads back");
    assert!(game.actions(seat).contains(canonical), "{text:?} → {canonical:?} is listed");
    let (mut typed, mut written) = (game.boxed(), game.boxed());
    for (game, text) in [(&mut typed, text), (&mut written, canonical)] {
        let happened = game.play(seat, text, Millis::ZERO).expect("it was accepted");
        assert_eq!(happened.notation.as_ref(), Some(canonical), "{text:?}");
        assert_eq!(happened.witnesses, checked.witnesses, "{text:?}");
    }
    assert_eq!(typed.state(), written.state(), "{text:?} and {canonical:?} are the same action");
    Some(checked.notation)
}

/// Whether the game itself, behind the catalogue, reads this text.
fn game_reads(game: &dyn Live, seat: Seat, text: &str) -> bool {
    with_game!(game.id(), G => {
        let game: &LiveGame<G> = game.as_any().downcast_ref().expect("it is this game");
        game.0.read(seat, text).is_ok() || text.parse::<<G as Game>::Action>().is_ok()
    })
    .expect("it is listed")
}

fn case_changed(text: &str, which: u64) -> String {
    let letters = text.chars().enumerate();
    letters.map(|(k, c)| if which >> (k % 64) & 1 == 1 { flipped(c) } else { c }).collect()
}

fn flipped(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn blanks_around_notation_mean_nothing_in_any_game(
        table in select(TABLES), seed: u64, actions in 0usize..40, pick: prop::sample::Index,
        before in "[ \t\r\n]{0,3}", after in "[ \t\r\n]{0,3}",
    ) {
        let Some((game, seat, listed)) = somewhere(table, seed, actions) else { return Ok(()) };
        let action = pick.get(&listed);
        let padded = format!("{before}{action}{after}");
        prop_assert_eq!(accepted(&*game, seat, &padded), Some(action.clone()));
        // In one place: the games themselves read none.
        prop_assert_eq!(game_reads(&*game, seat, &padded), padded == *action, "{:?}", padded);
        for other in ['\u{a0}', '\u{2003}', '\u{b}', '\0'] {
            for text in [format!("{other}{action}"), format!("{action}{other}")] {
                prop_assert!(game.check(seat, &text, Millis::ZERO).is_err(), "{:?}", text);
            }
        }
    }

    #[test]
    fn whatever_is_accepted_has_one_text_form(
        table in select(TABLES), seed: u64, actions in 0usize..40, pick: prop::sample::Index,
        strays in vec((any::<prop::sample::Index>(), select(STRAY)), 0..3), cases: u64,
    ) {
        let Some((game, seat, listed)) = somewhere(table, seed, actions) else { return Ok(()) };
        let action = pick.get(&listed);
        let mut text: Vec<char> = action.chars().collect();
        for (place, stray) in strays {
            text.insert(place.index(text.len() + 1), stray);
        }
        let text: String = text.into_iter().collect();
        for text in [&text, &case_changed(&text, cases), &text.to_uppercase(), &text.to_lowercase()] {
            accepted(&*game, seat, text);
            let strict = !text.contains(|c: char| c.is_control() || (c.is_whitespace() && c != ' '));
            prop_assert!(strict || !game_reads(&*game, seat, text), "{:?}", text);
        }
    }
}

/// A table that took these wrote logs that did not read back, and could hide a message in a move.
#[test]
fn a_move_is_written_without_what_was_typed_around_it() {
    let options = r#"{"first":0}"#;
    let mut game = catalogue::open_newest("quadri", options, 2, Seed::from(7)).expect("the table can be set");
    let typed = format!("\n  \n@1,0{}", " ".repeat(10_000));
    let happened = game.play(Seat(0), &typed, Millis(40)).expect("it is legal");
    assert_eq!(happened.notation.as_deref(), Some("@1,0+0"));
    assert!(game.check(Seat(1), "claim  5W", Millis(40)).is_err());
}
