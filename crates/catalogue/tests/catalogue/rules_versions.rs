//! A game is played to its end by the rules with which it began.

use catalogue::{BadLogFile, GAMES, LogFile, Moment, Perspective, Trouble};
use serde_json::Value;
use table::{RulesVersion, Seed};

/// Played when `stay` still spent Light step (T-34), and when log files did not name their rules.
const BY_THE_FIRST_RULES: &str = include_str!("../logs/thin-ice-rules-1.txt");

fn log(text: &str) -> LogFile {
    LogFile::read(text).expect("it can be read")
}

/// The cards in force right after a pawn has stayed.
fn in_force_after_staying(log: &LogFile) -> Value {
    let moments = log.moments(Perspective::Watch).expect("it is good").moments;
    let stays = |moment: &&Moment| moment.action.as_deref() == Some("stay c4");
    let moment = moments.iter().find(stays).expect("a pawn stays");
    let view: Value = serde_json::from_str(moment.view.get()).expect("a view is JSON");
    view["turn"]["in_force"].clone()
}

#[test]
fn a_log_of_the_first_rules_of_thin_ice_folds_as_it_did() {
    let old = log(BY_THE_FIRST_RULES);
    assert_eq!(old.rules, RulesVersion(1));
    let verified = old.verify().expect("every entry is legal, and the end is the one it tells");
    assert_eq!(verified.game.rules(), RulesVersion(1));
    assert!(old.outcome.is_some() && verified.game.outcome() == old.outcome.as_ref());
    assert_eq!(in_force_after_staying(&old), serde_json::json!([]), "staying spent it");
    let new = LogFile { rules: RulesVersion(2), ..old };
    let kept = serde_json::json!([{ "seat": 0, "card": "light-step" }]);
    assert_eq!(in_force_after_staying(&new), kept, "by the newest rules it waits for a tile to be left");
}

#[test]
fn a_log_says_its_rules_and_reads_back() {
    let old = log(BY_THE_FIRST_RULES);
    assert!(old.write().contains("\nrules: 1\n"));
    assert_eq!(log(&old.write()), old);
    let garbled = log(&BY_THE_FIRST_RULES.replace("seats:", "name 0: A\rda\nseats:"));
    assert_eq!(log(&garbled.write()), garbled, "whatever a name holds");
}

#[test]
fn a_log_of_rules_that_are_not_known_says_so_in_both_languages() {
    let old = log(BY_THE_FIRST_RULES);
    for (rules, whose) in [(0, ["an older", "plus ancien"]), (3, ["a newer", "plus récent"])] {
        let bad = LogFile { rules: RulesVersion(rules), ..old.clone() }.verify().expect_err("it is unknown");
        assert!(matches!(bad, BadLogFile::Setup(Trouble::OtherRules { .. })), "{bad:?}");
        let words = bad.words();
        assert!(words.en.contains(&format!("version {rules} of its rules")), "{}", words.en);
        assert!(words.fr.contains(&format!("version {rules} des règles")), "{}", words.fr);
        assert!(words.en.contains("only 1–2") && words.fr.contains("1–2"), "{words:?}");
        assert!(words.en.contains(whose[0]) && words.fr.contains(whose[1]), "{words:?}");
    }
    let garbled = BY_THE_FIRST_RULES.replace("seats:", "rules: new\nseats:");
    assert!(LogFile::read(&garbled).is_err());
}

#[test]
fn a_new_table_gets_the_newest_rules_and_opens_again_by_them() {
    for &id in GAMES {
        let seats = catalogue::abouts().iter().find(|about| about.id == id).expect("it is listed").seats.0;
        let game = catalogue::open_newest(id, "{}", seats, Seed::from(7)).expect("the defaults just work");
        let again = catalogue::open(id, game.rules(), "{}", seats, Seed::from(7)).expect("they are known");
        assert_eq!((again.rules(), again.state()), (game.rules(), game.state()), "{id}");
        let next = RulesVersion(game.rules().0 + 1);
        let trouble = catalogue::open(id, next, "{}", seats, Seed::from(7)).expect_err("not yet");
        assert!(matches!(trouble, Trouble::OtherRules { rules, .. } if rules == next), "{id}");
    }
}
