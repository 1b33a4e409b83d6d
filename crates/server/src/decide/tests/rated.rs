//! Rated tables: people only, by the clock, nothing taken back, and whoever leaves has lost.

use super::*;
use crate::protocol::WhyOut;
use bots::Level;

const BLITZ: Time = Time { pace: Pace::Game { seconds: 300, plus: 3 }, up: WhenUp::Lost };

fn rated(time: Option<Time>) -> Request {
    Request::Terms { id: 1, terms: Terms { time, rated: true } }
}

fn gathering(game: &str) -> Setting {
    let mut setting = Setting::gathering(game);
    setting.does(ADA, &rated(Some(BLITZ)));
    setting.does(BEA, &Request::Sit { id: 1, seat: Seat(1) });
    setting
}

#[test]
fn a_rated_game_has_a_clock_by_which_one_loses() {
    let setting = Setting::gathering("pyramids");
    assert_eq!(words(setting.decide(ADA, &rated(None))), messages::RATED_BY_THE_CLOCK.en);
    let lenient = Time { up: WhenUp::Bot, ..BLITZ };
    assert_eq!(words(setting.decide(ADA, &rated(Some(lenient)))), messages::RATED_BY_THE_CLOCK.en);
    assert!(matches!(setting.decide(ADA, &rated(Some(BLITZ))), Ok(Decision::Append(_))));
}

#[test]
fn who_wins_and_loses_with_all_others_is_rated_against_nobody() {
    let mut setting = Setting::gathering("quadri");
    let mode = serde_json::json!({ "mode": "cooperative" });
    let options = mode.as_object().expect("it is one").clone();
    setting.does(ADA, &Request::Options { id: 1, options });
    assert_eq!(words(setting.decide(ADA, &rated(Some(BLITZ)))), messages::RATED_AGAINST_OTHERS.en);
    let mut setting = gathering("quadri");
    let options = mode.as_object().expect("it is one").clone();
    let other = Request::Options { id: 1, options };
    assert_eq!(
        words(setting.decide(ADA, &other)),
        messages::RATED_OPTIONS_STAND.en,
        "Bea sat down for others"
    );
    // Former houses let the host.
    setting.log(TableEntry::Options { guest: ADA, options: mode.to_string() });
    assert_eq!(words(setting.decide(ADA, &Request::Start { id: 1 })), messages::RATED_AGAINST_OTHERS.en);
}

#[test]
fn each_seat_has_a_person_of_its_own() {
    let mut setting = gathering("pyramids");
    setting.does(BEA, &Request::Stand { id: 1, seat: Seat(1) });
    let bot = Request::Bot { id: 1, seat: Seat(1), level: Level::Club };
    assert_eq!(words(setting.decide(ADA, &bot)), messages::RATED_PEOPLE_ONLY.en);
    setting.does(ADA, &Request::Sit { id: 1, seat: Seat(1) });
    assert_eq!(words(setting.decide(ADA, &Request::Start { id: 1 })), messages::RATED_PEOPLE_ONLY.en);
}

#[test]
fn nobody_who_has_gone_loses_a_game_of_which_they_do_not_know() {
    let mut setting = gathering("pyramids");
    setting.presence.go(BEA);
    assert_eq!(words(setting.decide(ADA, &Request::Start { id: 1 })), messages::RATED_ALL_HERE.en);
    setting.presence.come(BEA);
    assert!(matches!(setting.decide(ADA, &Request::Start { id: 1 }), Ok(Decision::Append(_))));
    // One of days waits for them.
    let mut setting = Setting::gathering("pyramids");
    setting.does(ADA, &rated(Some(Time { pace: Pace::Turn { seconds: 86_400 }, up: WhenUp::Lost })));
    setting.does(BEA, &Request::Sit { id: 1, seat: Seat(1) });
    setting.presence.go(BEA);
    assert!(matches!(setting.decide(ADA, &Request::Start { id: 1 }), Ok(Decision::Append(_))));
}

#[test]
fn a_rematch_seats_only_who_asks_for_it() {
    let setting = gathering("pyramids").begins().ends();
    let Ok(Decision::OpenNext(next)) = setting.decide(ADA, &Request::Rematch { id: 1, options: None }) else {
        panic!("it is over")
    };
    let sits: Vec<_> = next
        .entries
        .iter()
        .filter_map(|entry| match entry {
            TableEntry::Sit { guest, .. } => Some(*guest),
            _ => None,
        })
        .collect();
    assert_eq!(sits, [ADA]);
}

#[test]
fn nothing_is_taken_back_nor_hinted_at_and_nobody_is_removed() {
    let mut setting = gathering("pyramids").begins();
    setting.plays(ADA, 0, "S@a1");
    assert_eq!(
        words(setting.decide(ADA, &Request::Undo { id: 1, seat: Seat(0), expect: None })),
        messages::RATED_NO_UNDO.en
    );
    let hints = Request::Hints { id: 1, seat: Seat(0) };
    assert_eq!(words(setting.decide(ADA, &hints)), messages::RATED_NO_HINTS.en);
    assert!(!setting.table.hints_open());
    let remove = Request::Remove { id: 1, seat: Seat(1) };
    assert_eq!(words(setting.decide(ADA, &remove)), messages::RATED_NOT_REMOVED.en);
}

#[test]
fn whoever_leaves_has_lost_at_once() {
    let mut setting = gathering("pyramids").begins();
    setting.does(ADA, &Request::Stand { id: 1, seat: Seat(0) });
    assert_eq!(setting.table.phase(), Phase::Over);
    assert_eq!(setting.table.outcome().and_then(|outcome| outcome.winners.first()), Some(Seat(1)));
    assert_eq!(setting.table.outs.first().map(|out| out.why), Some(WhyOut::Left));
}

#[test]
fn whoever_sat_down_before_a_game_was_rated_is_asked_to_sit_down_again() {
    let mut setting = Setting::gathering("pyramids");
    setting.does(ADA, &rated(Some(BLITZ)));
    assert_eq!(setting.table.chairs.sitting().collect::<Vec<_>>(), [ADA]);
    setting.does(BEA, &Request::Sit { id: 1, seat: Seat(1) });
    let faster = Time { pace: Pace::Game { seconds: 1, plus: 0 }, ..BLITZ };
    setting.does(ADA, &rated(Some(faster)));
    assert_eq!(words(setting.decide(ADA, &Request::Start { id: 1 })), messages::SEATS_EMPTY.en);
}

#[test]
fn a_team_of_three_is_not_rated_against_one() {
    let opening =
        |teams: &str| Opening::new("thin-ice".to_owned(), None, teams, 4, ADA, false).expect("it opens");
    let terms = Terms { time: Some(BLITZ), rated: true };
    let unequal = sensible(&opening(r#"{"teams":[[0],[1,2,3]]}"#), terms).expect_err("it is not fair");
    assert_eq!(unequal, messages::RATED_EQUAL_TEAMS.into());
    assert!(sensible(&opening(r#"{"teams":[[0,2],[1,3]]}"#), terms).is_ok());
}
