//! What is asked of every game that is listed: also of one that has just been planted.

use std::collections::BTreeSet;

use catalogue::{BadOptions, GAMES, Trouble, canonical_options, load, open_newest, rules, with_game};
use serde_json::{Map, Value};
use table::{Clause, Game, Lang, RulesVersion, Seed, Texts};

#[test]
fn every_listed_game_opens_describes_itself_and_has_rules() {
    for &id in GAMES {
        let about = with_game!(id, G => G::about()).expect("it is listed");
        assert_eq!(about.id, id);
        let game = open_newest(id, "{}", about.seats.0, Seed::from(1)).expect("the defaults just work");
        assert_eq!(game.id(), id);
        assert_eq!(game.seats(), about.seats.0);
        assert!(load(id, &game.state()).is_ok());
        let Texts { rules: [en, fr], lesson } = with_game!(id, G => G::TEXTS).expect("it is listed");
        assert!(en.len() > 300 && fr.len() > 300 && lesson.len() > 300, "{id}");
    }
}

#[test]
fn options_are_an_object_and_never_a_list_by_position() {
    for &id in GAMES {
        for bad in ["[]", "[1]", r#"["cooperative","contained"]"#, "null", "\"{}\"", "{} {}"] {
            let trouble = canonical_options(id, RulesVersion::FIRST, bad).expect_err(bad);
            assert_eq!(trouble, Trouble::Options(BadOptions::NotAnObject), "{id} {bad}");
            assert_eq!(open_newest(id, bad, 2, Seed::from(1)).expect_err(bad), trouble, "{id} {bad}");
        }
    }
}

#[test]
fn canonical_options_name_every_option_once_and_read_back() {
    for &id in GAMES {
        let canonical = canonical_options(id, RulesVersion::FIRST, " {\n} ").expect("the defaults just work");
        assert_eq!(canonical_options(id, RulesVersion::FIRST, &canonical), Ok(canonical.clone()), "{id}");
        let written: Map<String, Value> = serde_json::from_str(&canonical).expect("they are an object");
        let about = with_game!(id, G => G::about()).expect("it is listed");
        let told: BTreeSet<&str> = about.options.iter().map(|option| option.key).collect();
        let written: BTreeSet<&str> = written.keys().map(String::as_str).collect();
        assert_eq!(written, told, "{id}: what can be chosen is told, and what is told can be chosen");
    }
    let padded = canonical_options("pyramids", RulesVersion::FIRST, "{ \"rounds\" :\t\t3 }");
    assert_eq!(padded, Ok(r#"{"rounds":3}"#.to_owned()));
}

#[test]
fn both_languages_of_every_game_have_the_same_clauses_and_rulings() {
    for &id in GAMES {
        let clauses = |lang| -> Vec<(Clause, bool)> {
            let page = rules(id, lang).expect("it is listed");
            assert!(!page.title.is_empty() && !page.intro.is_empty(), "{id} {lang:?}");
            page.sections.iter().flat_map(|s| &s.clauses).map(|c| (c.id, c.ruling)).collect()
        };
        let (en, fr) = (clauses(Lang::En), clauses(Lang::Fr));
        assert!(en.len() > 5, "{id}");
        assert_eq!(en, fr, "{id}");
    }
}
