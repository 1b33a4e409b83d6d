//! Decisions without a socket, a store or a clock.

mod rated;
mod vacations;

use std::sync::Arc;

use table::{Chance, GameEntry, Seed};

use super::*;
use crate::{
    protocol::{Pace, Phase, Question, Terms, Time, WhenUp},
    store::{Key, Opening, UnixMillis},
};

const ADA: Guest = Guest(1);
const BEA: Guest = Guest(2);
const CYD: Guest = Guest(3);
const AWAY: Duration = Duration::from_mins(1);

/// A table and its people, as decisions find them.
struct Setting {
    table: Table,
    presence: Presence,
    now: Millis,
    instant: Instant,
}

impl Setting {
    /// Ada and Bea at a table of this game, both here; the game has begun.
    fn playing(game: &str) -> Self {
        Self::gathering(game).begins()
    }

    fn begins(mut self) -> Self {
        self.log(TableEntry::Start);
        self
    }

    /// A game of Pyramids that has been played to its end.
    fn over() -> Self {
        Self::playing("pyramids").ends()
    }

    fn ends(mut self) -> Self {
        let mut chance = Chance::new(Seed::from(3));
        while let Some(seat) = self.table.awaited().first() {
            let actions = actions(&self, seat.0);
            let action = chance.pick(&actions).expect("whoever is awaited can act").clone();
            self.log(TableEntry::Game(GameEntry::act(seat, action, self.table.last_at)));
        }
        self.presence.notice(&self.table, self.instant);
        self
    }

    fn gathering(game: &str) -> Self {
        Self::gathering_with(game, "{}")
    }

    fn gathering_with(game: &str, options: &str) -> Self {
        Self::of(game, options, 2)
    }

    fn of(game: &str, options: &str, seats: u8) -> Self {
        let opening =
            Opening::new(game.to_owned(), None, options, seats, ADA, false).expect("it can be opened");
        let opening = Arc::new(Opening { seed: Seed::from(7), ..opening });
        let about = catalogue::abouts().into_iter().find(|about| about.id == game).expect("it is listed");
        let table = Table::new(Key(1), opening, Arc::new(about));
        let mut presence = Presence::default();
        presence.come(ADA);
        presence.come(BEA);
        let mut setting = Self { table, presence, now: Millis::ZERO, instant: Instant::now() };
        setting.log(TableEntry::Sit { seat: Seat(0), guest: ADA });
        setting.log(TableEntry::Sit { seat: Seat(1), guest: BEA });
        setting
    }

    fn scene(&self) -> Scene<'_> {
        let (table, presence) = (&self.table, &self.presence);
        Scene {
            table,
            presence,
            now: self.now,
            runs: true,
            late: Millis::ZERO,
            instant: self.instant,
            away: AWAY,
        }
    }

    fn log(&mut self, entry: TableEntry) {
        self.table.apply(entry, UnixMillis(0)).expect("it fits");
    }

    fn decide(&self, guest: Guest, request: &Request) -> Result<Decision, Declined> {
        decide(&self.scene(), Who::Guest(guest), request, Millis::ZERO)
    }

    /// Decides, and applies what is decided and then due, as a room does.
    fn does(&mut self, guest: Guest, request: &Request) {
        match self.decide(guest, request).expect("it is allowed") {
            Decision::Append(entry) => self.log(entry),
            Decision::Undo(undo) => {
                undo.allowed().expect("nobody has learned anything");
                self.log(undo.entry);
            }
            other => panic!("{other:?}"),
        }
        self.settles();
    }

    /// What is due happens until nothing is.
    fn settles(&mut self) {
        while let Some(due) = due(&self.scene()) {
            match due {
                Due::Append(entry) => self.log(entry),
                Due::Undo(undo) => self.log(undo.entry),
            }
        }
    }

    fn plays(&mut self, guest: Guest, seat: u8, action: &str) {
        self.does(guest, &play(seat, action));
    }

    /// Somebody's connection ends, and this much time goes by.
    fn leaves(&mut self, guest: Guest, passed: Duration) {
        self.presence.go(guest);
        self.presence.notice(&self.table, self.instant);
        self.instant += passed;
    }

    fn comes(&mut self, guest: Guest) {
        self.presence.come(guest);
        self.presence.notice(&self.table, self.instant);
    }
}

fn play(seat: u8, action: &str) -> Request {
    Request::Play { id: 1, seat: Seat(seat), action: action.to_owned(), at: None, expect: None }
}

fn words(decided: Result<Decision, Declined>) -> String {
    match decided.expect_err("it is declined") {
        Declined::Sorry(words) => words.en.into_owned(),
        Declined::Refused(refusal) => refusal.clause.to_string(),
    }
}

#[test]
fn what_is_logged_is_the_one_text_of_an_action_whatever_was_typed() {
    let setting = Setting::playing("pyramids");
    for typed in ["S@a1", "  S@a1", "\n \t\nS@a1\n", "S@a1 "] {
        let decided = setting.decide(ADA, &play(0, typed)).expect("blanks mean nothing");
        let Decision::Append(entry) = decided else { panic!("{decided:?}") };
        assert_eq!(entry.write(), "0@0 S@a1", "{typed:?}");
        assert_eq!(TableEntry::read(&entry.write()), Some(entry));
    }
}

#[test]
fn nobody_acts_for_others_before_the_start_or_against_the_rules() {
    let setting = Setting::playing("pyramids");
    assert!(words(setting.decide(BEA, &play(0, "S@a1"))).contains("not your seat"));
    assert!(words(setting.decide(CYD, &play(1, "S@a1"))).contains("not your seat"));
    assert_eq!(words(setting.decide(BEA, &play(1, "S@a1"))), "P-4");
    assert!(words(Setting::gathering("pyramids").decide(ADA, &play(0, "S@a1"))).contains("not begun"));
    let bots_turn = decide(&setting.scene(), Who::Bot, &play(0, "S@a1"), Millis::ZERO);
    assert!(words(bots_turn).contains("not your seat"), "a bot plays no person's seat");
}

#[test]
fn a_move_counts_once_whoever_else_has_moved_meanwhile() {
    let mut setting = Setting::playing("pyramids");
    for action in ["S@a1", "A+90"] {
        setting.plays(ADA, 0, action);
    }
    let expect = Some(setting.table.n);
    for action in ["S@f6", "A+90"] {
        setting.plays(BEA, 1, action);
    }
    let copy =
        |action: &str| Request::Play { id: 1, seat: Seat(0), action: action.to_owned(), at: None, expect };
    setting.does(ADA, &copy("S@b1"));
    let n = setting.table.n;
    setting.plays(ADA, 0, "A+90");
    // The other copy is told where the first one stands, and anything else that they did not know of this.
    assert!(matches!(setting.decide(ADA, &copy(" S@b1 ")), Ok(Decision::Done(at)) if at == n));
    assert_eq!(setting.decide(ADA, &copy("A+90")).unwrap_err(), messages::MOVED_ON.into());
    // What a seat did is nobody else's to find out by trying.
    assert_eq!(setting.decide(BEA, &copy("S@b1")).unwrap_err(), messages::NOT_YOUR_SEAT.into());
}

#[test]
fn a_move_that_was_taken_back_does_not_come_again() {
    let mut setting = Setting::playing("pyramids");
    let expect = Some(setting.table.n);
    let copy = Request::Play { id: 1, seat: Seat(0), action: "S@a1".to_owned(), at: None, expect };
    setting.does(ADA, &copy);
    setting.does(ADA, &Request::Undo { id: 2, seat: Seat(0), expect: None });
    setting.does(BEA, &Request::Answer { id: 1, yes: true, expect: None });
    assert_eq!(setting.decide(ADA, &copy).unwrap_err(), messages::MOVED_ON.into());
}

#[test]
fn while_the_table_waits_for_people_nobody_acts() {
    let setting = Setting::playing("pyramids");
    let scene = Scene { runs: false, ..setting.scene() };
    let decided = decide(&scene, Who::Guest(ADA), &play(0, "S@a1"), Millis::ZERO);
    assert!(words(decided).contains("stands still"));
}

#[test]
fn an_undo_is_asked_agreed_and_done() {
    let mut setting = Setting::playing("pyramids");
    setting.plays(ADA, 0, "S@a1");
    let undo = Request::Undo { id: 1, seat: Seat(0), expect: None };
    assert!(words(setting.decide(BEA, &undo)).contains("not your seat"));
    setting.does(ADA, &undo);
    assert!(setting.table.asking.is_some(), "Bea has a say");
    assert!(
        words(setting.decide(ADA, &Request::Answer { id: 1, yes: true, expect: None }))
            .contains("Nobody is asking")
    );
    setting.does(BEA, &Request::Answer { id: 1, yes: true, expect: None });
    assert!(setting.table.asking.is_none() && setting.table.played.moves() == 0);
    setting.plays(ADA, 0, "M@c3");
    let entries: Vec<_> = setting.table.played.entries().map(|entry| format!("{:?}", entry.by)).collect();
    assert_eq!(entries.len(), 1, "only what stands: {entries:?}");
}

#[test]
fn a_question_goes_with_a_no_with_its_asker_and_with_the_next_action() {
    let undo = Request::Undo { id: 1, seat: Seat(0), expect: None };
    for end in ["no", "withdrawn", "gone", "played on"] {
        let mut setting = Setting::playing("pyramids");
        setting.plays(ADA, 0, "S@a1");
        setting.does(ADA, &undo);
        match end {
            "no" => setting.does(BEA, &Request::Answer { id: 1, yes: false, expect: None }),
            "withdrawn" => setting.does(ADA, &Request::Answer { id: 1, yes: false, expect: None }),
            "gone" => {
                // Her page is loaded anew, or her house closes: she is back in a moment.
                setting.leaves(ADA, Duration::from_secs(3));
                setting.settles();
                assert!(setting.table.asking.is_some());
                setting.instant += Duration::from_secs(1);
                setting.settles();
            }
            _ => setting.plays(ADA, 0, "A+90"),
        }
        assert!(setting.table.asking.is_none(), "{end}");
        assert!(setting.table.played.moves() > 0, "{end}: nothing is taken back");
    }
}

#[test]
fn what_comes_late_takes_nothing_back_twice_and_answers_nothing_else() {
    let mut setting = Setting::playing("pyramids");
    setting.plays(ADA, 0, "S@a1");
    let known = Some(setting.table.n);
    let undo = Request::Undo { id: 1, seat: Seat(0), expect: known };
    let answer = |expect| Request::Answer { id: 1, yes: true, expect };
    setting.does(ADA, &undo);
    let asked = setting.table.n;
    assert!(matches!(setting.decide(ADA, &undo), Ok(Decision::Done(n)) if n == asked), "asked once");
    assert!(setting.decide(BEA, &answer(known)).is_err(), "she has not seen that");
    setting.does(BEA, &answer(Some(asked)));
    assert_eq!(setting.table.played.moves(), 0);
    setting.plays(ADA, 0, "S@a2");
    assert!(words(setting.decide(ADA, &undo)).contains("moved on"), "that is not what she wanted back");
    assert!(matches!(
        setting.decide(ADA, &Request::Undo { id: 1, seat: Seat(0), expect: Some(setting.table.n) }),
        Ok(Decision::Undo(_))
    ));
}

#[test]
fn one_question_at_a_time() {
    let mut setting = Setting::gathering("pyramids");
    let swap = |seat, with| Request::Swap { id: 1, seat: Seat(seat), with: Seat(with) };
    setting.does(BEA, &swap(1, 0));
    let asking = setting.table.asking.as_ref().expect("Ada is asked");
    assert_eq!(asking.question, Question::Swap { seat: Seat(1), with: Seat(0) });
    // Ada is the host: she does it without asking, and that answers it.
    setting.does(ADA, &swap(0, 1));
    assert_eq!(setting.table.chairs.person(Seat(0)), Some(BEA));
    assert!(setting.table.asking.is_none());
}

#[test]
fn whoever_stays_away_is_voted_on_and_gets_their_seat_back() {
    let mut setting = Setting::playing("pyramids");
    let vote = Request::Vote { id: 1, seat: Seat(1) };
    assert!(words(setting.decide(ADA, &vote)).contains("Nobody has to be replaced"));
    setting.leaves(BEA, Duration::from_secs(59));
    assert!(words(setting.decide(ADA, &vote)).contains("Nobody has to be replaced"), "not yet");
    setting.instant += Duration::from_secs(1);
    assert!(words(setting.decide(CYD, &vote)).contains("Only people with a seat"));
    setting.does(ADA, &vote);
    assert!(setting.table.chairs.bots().contains(Seat(1)), "all who are here want it");
    setting.comes(BEA);
    setting.settles();
    assert_eq!(setting.table.chairs.person(Seat(1)), Some(BEA));
}

#[test]
fn a_vote_ends_when_its_person_is_back() {
    let mut setting = Setting::playing("pyramids");
    setting.leaves(BEA, AWAY);
    setting.log(TableEntry::Vote { guest: CYD, seat: Seat(1) });
    assert!(due(&setting.scene()).is_none(), "Cyd does not sit here");
    setting.comes(BEA);
    setting.settles();
    assert!(setting.table.votes.seats().is_empty());
}

#[test]
fn whoever_is_gone_for_a_moment_still_has_a_vote() {
    let mut setting = Setting::of("thin-ice", "{}", 3);
    setting.presence.come(CYD);
    setting.log(TableEntry::Sit { seat: Seat(2), guest: CYD });
    let mut setting = setting.begins();
    setting.leaves(BEA, AWAY);
    setting.leaves(CYD, Duration::from_secs(3));
    setting.does(ADA, &Request::Vote { id: 1, seat: Seat(1) });
    assert!(setting.table.chairs.person(Seat(1)).is_some(), "Cyd is asked, too");
    setting.comes(CYD);
    setting.leaves(CYD, Duration::from_secs(4));
    setting.settles();
    assert!(setting.table.chairs.bots().contains(Seat(1)), "she has left");
}

#[test]
fn where_time_runs_bots_play_for_whoever_is_gone_for_a_moment() {
    let mut setting = Setting::playing("quicksand");
    setting.leaves(BEA, Duration::from_secs(3));
    assert!(setting.scene().stood_in().is_empty());
    setting.instant += Duration::from_secs(1);
    assert!(setting.scene().stood_in().contains(Seat(1)) && setting.scene().offered().is_empty());
    let action = setting.table.game.as_ref().expect("a game").actions(Seat(1)).swap_remove(0);
    let plays = |setting: &Setting| match decide(&setting.scene(), Who::Bot, &play(1, &action), Millis::ZERO)
    {
        Ok(Decision::Append(entry)) => entry,
        other => panic!("{other:?}"),
    };
    let first = plays(&setting);
    assert_eq!(first, TableEntry::Helped { seat: Seat(1) }, "the log says first that it was not Bea");
    setting.log(first);
    assert!(matches!(plays(&setting), TableEntry::Game(_)));
    assert_eq!(setting.table.helped, table::Seats::one(Seat(1)));
    setting.comes(BEA);
    assert!(decide(&setting.scene(), Who::Bot, &play(1, &action), Millis::ZERO).is_err());
    assert_eq!(setting.table.helped, table::Seats::one(Seat(1)), "also once she is back");
}

/// The same table as the house opens it for a tournament.
fn of_a_tournament(mut setting: Setting) -> Setting {
    let opening = Opening { host: Guest::HOUSE, ..Opening::clone(&setting.table.opening) };
    setting.table.opening = Arc::new(opening);
    setting
}

#[test]
fn in_a_tournament_nobody_is_helped_and_whoever_gets_up_has_lost() {
    let mut relay = of_a_tournament(Setting::playing("quicksand"));
    relay.leaves(BEA, Duration::from_mins(1));
    assert!(relay.scene().stood_in().is_empty());
    let action = relay.table.game.as_ref().expect("a game").actions(Seat(1)).swap_remove(0);
    assert!(decide(&relay.scene(), Who::Bot, &play(1, &action), Millis::ZERO).is_err());
    // All of a team win or lose: who gets up may sit down again, and the level does not count.
    relay.does(ADA, &Request::Stand { id: 1, seat: Seat(0) });
    relay.does(ADA, &Request::Sit { id: 1, seat: Seat(0) });
    assert_eq!(relay.table.helped, table::Seats::one(Seat(0)));

    let mut setting = of_a_tournament(Setting::gathering("pyramids"));
    let time = Some(Time { pace: Pace::Game { seconds: 300, plus: 3 }, up: WhenUp::Lost });
    setting.log(TableEntry::Terms { guest: Guest::HOUSE, terms: Terms { time, rated: false } });
    let mut setting = setting.begins();
    setting.does(BEA, &Request::Stand { id: 1, seat: Seat(1) });
    assert_eq!(setting.table.phase(), Phase::Over, "of two the other has won");
    assert_eq!(setting.table.outcome().map(|end| end.winners), Some(table::Seats::one(Seat(0))));
}

/// A level of Quicksand that these two win, as good bots would play it.
fn level_won(mut setting: Setting) -> Setting {
    let mut bots = [(); 2].map(|()| bots::Bot::new(Level::Champion));
    let stop = std::sync::atomic::AtomicBool::new(false);
    while setting.table.outcome().is_none() {
        let game = setting.table.game.as_deref().expect("a game");
        let mut next = setting.table.deadline().map(|due| (due, None));
        for (seat, bot) in (0..).map(Seat).zip(&mut bots) {
            let (at, act) = match bot.decide(game, seat, setting.now, Seed::from(5), &stop) {
                bots::Intent::Play { action, not_before } => {
                    (not_before.max(setting.table.last_at), Some((seat, action)))
                }
                bots::Intent::Wait { until: Some(until) } => (until.max(setting.now + Millis(20)), None),
                bots::Intent::Wait { until: None } => continue,
            };
            if next.as_ref().is_none_or(|(sooner, _)| at < *sooner) {
                next = Some((at, act));
            }
        }
        let (at, act) = next.expect("the sand runs");
        setting.now = setting.now.max(at);
        match act {
            Some((seat, action)) => setting.log(TableEntry::Game(GameEntry::act(seat, action, at))),
            None if setting.table.deadline() == Some(at) => {
                setting.log(TableEntry::Game(GameEntry::tick(at)));
            }
            None => {}
        }
    }
    setting
}

#[test]
fn a_level_counts_and_is_a_record_only_if_no_bot_ever_played_for_its_people() {
    let people = [ADA, BEA];
    let counts = |setting: &Setting| {
        let ended = crate::cups::results::of(&setting.table, &people).expect("it is over");
        (ended.places == [1, 1], crate::ratings::feat(&setting.table).is_some())
    };
    let won = level_won(Setting::playing("quicksand"));
    assert!(won.table.game.as_ref().is_some_and(|game| game.credit().is_some()), "they won it");
    assert_eq!(counts(&won), (true, true));
    let mut helped = Setting::playing("quicksand");
    helped.log(TableEntry::Helped { seat: Seat(1) });
    assert_eq!(counts(&level_won(helped)), (false, false));
    let mut got_up = Setting::playing("quicksand");
    got_up.log(TableEntry::Stand { seat: Seat(0), bot: STAND_IN });
    got_up.log(TableEntry::Sit { seat: Seat(0), guest: ADA });
    assert_eq!(counts(&level_won(got_up)), (false, false));
}

#[test]
fn s_19_what_is_due_becomes_final_after_the_grace_and_at_its_own_instant() {
    let mut setting = Setting::playing("quicksand");
    let due_at = setting.table.deadline().expect("the sand runs");
    let grace = setting.table.grace();
    setting.now = due_at + grace - Millis(1);
    assert!(due(&setting.scene()).is_none(), "a card may still be on its way");
    setting.now = due_at + grace + Millis(5_000);
    let Some(Due::Append(entry)) = due(&setting.scene()) else { panic!("it is final") };
    assert_eq!(entry, TableEntry::Game(GameEntry::tick(due_at)));
}

/// What becomes of an action that was announced for the very moment of the next run-out.
fn at_the_run_out(setting: &mut Setting, guest: Guest, seat: u8, action: &str) -> Result<Decision, Declined> {
    let due_at = setting.table.deadline().expect("the sand runs");
    setting.now = due_at + Millis(100);
    let request =
        Request::Play { id: 1, seat: Seat(seat), action: action.to_owned(), at: Some(due_at), expect: None };
    decide(&setting.scene(), Who::Guest(guest), &request, Millis(200))
}

/// Ada's and Bea's cards face outward: they may suggest, and jokers are shown before they act (S-30).
fn outward(seed: u64) -> Setting {
    let mut setting = Setting::gathering_with("quicksand", r#"{"level":13}"#);
    Arc::make_mut(&mut setting.table.opening).seed = Seed::from(seed);
    setting.begins()
}

fn actions(setting: &Setting, seat: u8) -> Vec<String> {
    setting.table.game.as_ref().expect("a game").actions(Seat(seat))
}

#[test]
fn s_19_at_the_moment_of_a_run_out_a_card_acts_at_once() {
    let mut setting = Setting::playing("quicksand");
    let card = actions(&setting, 0).swap_remove(0);
    assert!(matches!(at_the_run_out(&mut setting, ADA, 0, &card), Ok(Decision::Append(_))));
}

#[test]
fn s_19_a_suggestion_waits_also_before_the_first_card_when_everybody_is_awaited() {
    let mut setting = outward(7);
    assert!(setting.table.awaited().contains(Seat(1)), "anyone may begin");
    let suggestion = actions(&setting, 1).into_iter().find(|action| action.starts_with("suggest"));
    let suggestion = suggestion.expect("cards face outward");
    let due_at = setting.table.deadline();
    let held = at_the_run_out(&mut setting, BEA, 1, &suggestion);
    assert!(matches!(held, Ok(Decision::Hold(at)) if Some(at) == due_at), "{held:?}");
}

#[test]
fn s_19_a_joker_that_is_only_shown_waits() {
    let mut held = 0;
    for (seed, (seat, guest)) in (1..20).flat_map(|seed| [(seed, (0, ADA)), (seed, (1, BEA))]) {
        let mut setting = outward(seed);
        for action in actions(&setting, seat).iter().filter(|action| action.starts_with("play")) {
            let mut game =
                setting.table.played.game_after(&setting.table.opening, u64::MAX).expect("it folds");
            game.play(Seat(seat), action, Millis(1)).expect("anyone may begin");
            // Whoever has shown a joker chooses what it does before anybody else acts.
            let joker = game.awaited().contains(Seat(seat));
            let decided = at_the_run_out(&mut setting, guest, seat, action).expect("it may be played");
            assert_eq!(matches!(decided, Decision::Hold(_)), joker, "{action}");
            held += u32::from(joker);
        }
    }
    assert!(held > 0, "nobody holds a joker");
}

#[test]
fn a_table_once_more_is_for_those_who_played_and_only_after_the_end() {
    let rematch = Request::Rematch { id: 1, options: None };
    assert!(words(Setting::playing("pyramids").decide(ADA, &rematch)).contains("not over"));
    let over = Setting::over();
    assert_eq!(over.decide(CYD, &rematch).unwrap_err(), messages::NOT_AT_THIS_TABLE.into());
    let Ok(Decision::OpenNext(next)) = over.decide(BEA, &rematch) else { panic!("it is over") };
    assert_eq!(next.by, BEA);
    assert_eq!(next.options, over.table.opening.options);
    // One seat further; both are people, so that they start it themselves.
    let sit = |seat, guest| TableEntry::Sit { seat: Seat(seat), guest };
    assert_eq!(next.entries, [sit(1, ADA), sit(0, BEA)]);
}

#[test]
fn nobody_is_stood_in_for_while_it_cannot_be_known_who_is_there() {
    let missed = |setting: &Setting| {
        let scene = setting.scene();
        [scene.offered(), scene.stood_in()].iter().any(|seats| seats.contains(Seat(1)))
    };
    for game in ["pyramids", "quicksand"] {
        let mut setting = Setting::playing(game);
        setting.presence.unsure_until(setting.instant + AWAY * 3);
        setting.leaves(BEA, AWAY * 2);
        setting.presence.notice(&setting.table, setting.instant);
        assert!(!missed(&setting), "{game}");
        // From when it can be known on, she has been gone for a while before anybody does anything about it.
        setting.instant += AWAY;
        setting.presence.notice(&setting.table, setting.instant);
        assert!(!missed(&setting), "{game}");
        setting.instant += AWAY;
        assert!(missed(&setting), "{game}");
    }
}

#[test]
fn whoever_opens_a_table_later_does_not_begin_to_wait_anew() {
    let offered = |setting: &Setting| setting.scene().offered().contains(Seat(1));
    let mut setting = Setting::playing("pyramids");
    setting.presence.notice(&setting.table, setting.instant);
    setting.leaves(BEA, AWAY / 2);
    let told = setting.presence.gone(setting.instant);
    assert_eq!(told, [(BEA, Millis((AWAY / 2).as_millis() as u64))]);
    // Another node has just opened the table, and hears of it once it misses her, too.
    setting.presence = Presence::default();
    setting.presence.come(ADA);
    setting.presence.unsure_until(setting.instant + AWAY / 4);
    let hears = |setting: &mut Setting, long| {
        setting.presence.has_been_gone(BEA, long, setting.instant);
        setting.presence.notice(&setting.table, setting.instant);
    };
    hears(&mut setting, told[0].1);
    assert_eq!(setting.presence.gone(setting.instant), [], "while that cannot be known nobody is told so");
    setting.instant += AWAY / 4;
    setting.presence.notice(&setting.table, setting.instant);
    hears(&mut setting, told[0].1 + Millis((AWAY / 4).as_millis() as u64));
    assert!(!offered(&setting));
    setting.instant += AWAY / 4;
    assert!(offered(&setting));
    // A clock that jumps says nothing that could not be, and whoever is here is not gone.
    hears(&mut setting, Millis(u64::MAX));
    setting.comes(BEA);
    hears(&mut setting, told[0].1);
    assert!(!offered(&setting) && setting.presence.gone(setting.instant).is_empty());
    // What was told while she was away comes once more, and late: she has just gone anew.
    setting.leaves(BEA, Duration::ZERO);
    hears(&mut setting, Millis(2 * AWAY.as_millis() as u64));
    assert!(!offered(&setting));
    // She was at another node for a moment, which was not heard here: who saw her last knows best.
    setting.instant += AWAY;
    assert!(offered(&setting));
    hears(&mut setting, Millis(1_000));
    assert!(!offered(&setting));
}

#[test]
fn nobody_is_gone_for_longer_while_it_cannot_be_known() {
    let left = |setting: &Setting| setting.scene().left().contains(Seat(1));
    let looks = |setting: &mut Setting| setting.presence.notice(&setting.table, setting.instant);
    let mut setting = Setting::playing("pyramids");
    looks(&mut setting);
    setting.leaves(BEA, Duration::from_secs(1));
    // She came to a node that is not heard.
    for _ in 0..30 {
        setting.presence.unsure_until(setting.instant + Duration::from_secs(2));
        looks(&mut setting);
        setting.instant += Duration::from_secs(1);
    }
    looks(&mut setting);
    assert!(!left(&setting), "nobody knows that she has left");
    setting.instant += Duration::from_secs(2);
    looks(&mut setting);
    assert!(!left(&setting));
    setting.instant += Duration::from_secs(2);
    looks(&mut setting);
    assert!(left(&setting), "she is still not there");
}

#[test]
fn whoever_was_asleep_does_not_take_that_for_an_absence() {
    let mut setting = Setting::playing("pyramids");
    setting.presence.notice(&setting.table, setting.instant);
    setting.leaves(BEA, Duration::from_millis(500));
    setting.presence.notice(&setting.table, setting.instant);
    setting.instant += Duration::from_secs(10);
    setting.presence.unsure_until(setting.instant + Duration::from_secs(8));
    setting.presence.notice(&setting.table, setting.instant);
    setting.instant += Duration::from_secs(3);
    assert!(setting.scene().left().is_empty());
}

#[test]
fn whoever_does_something_is_at_the_table_wherever() {
    let mut setting = Setting::playing("pyramids");
    setting.presence.notice(&setting.table, setting.instant);
    setting.leaves(BEA, AWAY);
    assert!(setting.scene().offered().contains(Seat(1)));
    let doings = [
        (TableEntry::Say { guest: BEA, seat: Some(Seat(1)), text: "I am here".to_owned() }, Some(BEA)),
        (TableEntry::Back { seat: Seat(1) }, Some(BEA)),
        (TableEntry::Drop, None),
        (TableEntry::Helped { seat: Seat(1) }, None),
    ];
    for (entry, by) in doings {
        setting.table.apply(entry, UnixMillis(77)).expect("it fits");
        assert_eq!(setting.table.last_by, by.map(|guest| (guest, UnixMillis(77))));
    }
    setting.presence.was_here(BEA, setting.instant - Duration::from_secs(1));
    assert!(setting.scene().left().is_empty());
    setting.instant += AWAY;
    setting.presence.was_here(BEA, setting.instant - 2 * AWAY);
    setting.presence.notice(&setting.table, setting.instant);
    assert!(setting.scene().offered().contains(Seat(1)), "what she did before says nothing of now");
}

#[test]
fn whoever_sat_down_again_and_is_helped_again_is_said_to_be() {
    let mut setting = Setting::playing("quicksand");
    let action = setting.table.game.as_ref().expect("a game").actions(Seat(1)).swap_remove(0);
    for entry in [
        TableEntry::StandIn { seat: Seat(1), bot: bots::Level::Club },
        TableEntry::Sit { seat: Seat(1), guest: BEA },
    ] {
        setting.log(entry);
    }
    setting.leaves(BEA, Duration::from_secs(5));
    let plays = decide(&setting.scene(), Who::Bot, &play(1, &action), Millis::ZERO);
    assert!(matches!(plays, Ok(Decision::Append(TableEntry::Helped { seat: Seat(1) }))), "{plays:?}");
}

#[test]
fn once_more_with_other_options() {
    let over = Setting::over();
    let serde_json::Value::Object(changes) = serde_json::json!({ "rounds": 3 }) else { panic!("an object") };
    let Ok(Decision::OpenNext(next)) = over.decide(ADA, &Request::Rematch { id: 1, options: Some(changes) })
    else {
        panic!("it is over")
    };
    let options: serde_json::Value = serde_json::from_str(&next.options).expect("JSON");
    assert_eq!(options["rounds"], 3);
}

#[test]
fn once_more_bots_come_along_and_whoever_was_gone_or_removed_does_not() {
    let mut over = Setting::over();
    over.leaves(BEA, AWAY);
    over.log(TableEntry::Remove { guest: CYD, bot: STAND_IN });
    let rematch = Request::Rematch { id: 1, options: None };
    let Ok(Decision::OpenNext(next)) = over.decide(ADA, &rematch) else { panic!("it is over") };
    assert_eq!(
        next.entries,
        [TableEntry::Sit { seat: Seat(1), guest: ADA }, TableEntry::Remove { guest: CYD, bot: STAND_IN },]
    );

    let mut setting = Setting::gathering("pyramids");
    setting.log(TableEntry::Stand { seat: Seat(1), bot: STAND_IN });
    setting.log(TableEntry::Bot { seat: Seat(1), level: STAND_IN });
    let over = setting.begins().ends();
    let Ok(Decision::OpenNext(next)) = over.decide(ADA, &rematch) else { panic!("it is over") };
    assert_eq!(
        next.entries,
        [
            TableEntry::Sit { seat: Seat(1), guest: ADA },
            TableEntry::Bot { seat: Seat(0), level: STAND_IN },
            TableEntry::Start,
        ],
        "nobody has to be waited for"
    );
}

#[test]
fn what_a_log_makes_is_what_its_entries_made() {
    let mut setting = Setting::playing("pyramids");
    setting.plays(ADA, 0, "S@a1");
    setting.does(ADA, &Request::Undo { id: 1, seat: Seat(0), expect: None });
    setting.does(BEA, &Request::Answer { id: 1, yes: true, expect: None });
    setting.plays(ADA, 0, "M@c3");
    assert_eq!(setting.table.phase(), Phase::Playing);
    let again = setting.table.played.game_after(&setting.table.opening, u64::MAX).expect("it folds");
    assert_eq!(again.state(), setting.table.game.as_ref().expect("a game").state());
}

fn options(value: serde_json::Value) -> Request {
    let serde_json::Value::Object(options) = value else { panic!("options are an object") };
    Request::Options { id: 1, options }
}

#[test]
fn before_the_game_the_host_alone_changes_the_options() {
    let mut setting = Setting::gathering("pyramids");
    let three = options(serde_json::json!({ "rounds": 3 }));
    assert_eq!(setting.decide(BEA, &three).unwrap_err(), messages::NOT_THE_HOST.into());
    let Ok(Decision::Append(entry)) = setting.decide(ADA, &three) else { panic!("the host may") };
    setting.log(entry);
    assert!(setting.table.opening.options.contains("\"rounds\":3"), "{}", setting.table.opening.options);
    assert_eq!(setting.table.options_by, Some(ADA));
    assert!(matches!(setting.decide(ADA, &three), Ok(Decision::Done(_))), "they are so already");
    setting.log(TableEntry::Start);
    let one = options(serde_json::json!({}));
    assert_eq!(setting.decide(ADA, &one).unwrap_err(), messages::ALREADY_STARTED.into());
}

#[test]
fn options_that_the_rules_do_not_allow_are_refused_before_the_start() {
    let setting = Setting::gathering("pyramids");
    for bad in [serde_json::json!({ "rounds": 0 }), serde_json::json!({ "dice": true })] {
        assert!(setting.decide(ADA, &options(bad.clone())).is_err(), "{bad}");
    }
}

#[test]
fn the_options_of_a_game_that_goes_on_stand_fast() {
    let mut setting = Setting::playing("pyramids");
    let entry = TableEntry::Options { guest: ADA, options: "{}".to_owned() };
    assert!(setting.table.apply(entry, UnixMillis(0)).is_err());
}

#[test]
fn a_table_that_plays_on_from_another_keeps_its_options() {
    let mut setting = Setting::gathering("pyramids");
    let given = Some(crate::store::Given { text: "0@0 S@a1".into(), n: 1 });
    setting.table.opening = Arc::new(Opening { given, ..Opening::clone(&setting.table.opening) });
    let three = options(serde_json::json!({ "rounds": 3 }));
    assert_eq!(setting.decide(ADA, &three).unwrap_err(), messages::OPTIONS_GIVEN.into());
}

#[test]
fn a_log_that_is_full_takes_the_game_to_its_end_and_nothing_else() {
    let mut setting = Setting::playing("pyramids");
    setting.table.n = limits::ENTRIES;
    let say = Request::Say { id: 1, text: "hello".to_owned(), expect: None };
    assert_eq!(setting.decide(ADA, &say).unwrap_err(), messages::LOG_FULL.into());
    let stand = Request::Stand { id: 1, seat: Seat(0) };
    assert!(matches!(setting.decide(ADA, &stand), Ok(Decision::Append(_))), "nobody is kept there");
    assert!(matches!(setting.decide(ADA, &Request::Ping { id: 1 }), Ok(Decision::Done(_))));
    assert!(matches!(setting.decide(ADA, &play(0, "S@a1")), Ok(Decision::Append(_))));
    setting.table.n = limits::GAME_ENTRIES;
    assert_eq!(setting.decide(ADA, &play(0, "S@a1")).unwrap_err(), messages::LOG_FULL.into());
}

#[test]
fn a_line_that_comes_twice_stands_there_once() {
    let mut setting = Setting::playing("pyramids");
    let known = setting.table.n;
    let say = |text: &str, expect| Request::Say { id: 1, text: text.to_owned(), expect };
    setting.does(ADA, &say("well played", Some(known)));
    let n = setting.table.n;
    // The second copy was on another line, and comes later; others may have done something meanwhile.
    setting.does(BEA, &say("well played", Some(known)));
    assert!(
        matches!(setting.decide(ADA, &say(" well played ", Some(known))), Ok(Decision::Done(done)) if done == n)
    );
    // Who knows of it and says the same once more, or something else, says it.
    assert!(matches!(setting.decide(ADA, &say("well played", Some(n))), Ok(Decision::Append(_))));
    assert!(matches!(setting.decide(ADA, &say("thanks", Some(known))), Ok(Decision::Append(_))));
    assert!(matches!(setting.decide(ADA, &say("well played", None)), Ok(Decision::Append(_))));
}

/// Ada and Bea at a table with a clock.
fn timed(game: &str, pace: Pace) -> Setting {
    let mut setting = Setting::gathering(game);
    let terms = Terms { time: Some(Time { pace, up: WhenUp::Lost }), rated: false };
    setting.does(ADA, &Request::Terms { id: 1, terms });
    setting.begins()
}

#[test]
fn p_21_time_is_up_at_its_own_moment_and_the_other_wins() {
    let mut setting = timed("pyramids", Pace::Game { seconds: 10, plus: 0 });
    setting.now = Millis(10_000) + LINE;
    assert!(due(&setting.scene()).is_none(), "what was made in time may still be on its way");
    setting.now = Millis(25_000);
    setting.settles();
    assert_eq!((setting.table.phase(), setting.table.last_at), (Phase::Over, Millis(10_000)));
    let outcome = setting.table.outcome().expect("it is over");
    assert_eq!((outcome.clause.to_string().as_str(), outcome.winners.first()), ("P-21", Some(Seat(1))));
    assert!(setting.table.awaited().is_empty());
    assert_eq!(words(setting.decide(ADA, &play(0, "S@a1"))), "Time is up.");
}

#[test]
fn nobody_pays_for_their_line_up_to_a_bound() {
    let mut setting = timed("pyramids", Pace::Game { seconds: 10, plus: 0 });
    setting.now = Millis(10_400);
    let arrives = |lag| decide(&setting.scene(), Who::Guest(ADA), &play(0, "S@a1"), Millis(lag));
    assert_eq!(words(arrives(300)), "Time is up.");
    let Ok(Decision::Append(TableEntry::Game(entry))) = arrives(420) else { panic!("it was made in time") };
    assert_eq!(entry.at, Millis(9_980));
    setting.now = Millis(10_501);
    let arrives = |lag| decide(&setting.scene(), Who::Guest(ADA), &play(0, "S@a1"), Millis(lag));
    assert_eq!(words(arrives(5_000)), "Time is up.");
}

#[test]
fn what_is_taken_back_gives_its_time_back() {
    let mut setting = timed("pyramids", Pace::Game { seconds: 100, plus: 0 });
    let left = |setting: &Setting| {
        let clocks = setting.table.clocks.as_ref().expect("it has clocks");
        [Seat(0), Seat(1)].map(|seat| clocks.left(seat, setting.now).0 / 1_000)
    };
    setting.now = Millis(10_000);
    setting.plays(ADA, 0, "S@a1");
    setting.now = Millis(15_000);
    setting.plays(ADA, 0, "A+90");
    setting.now = Millis(40_000);
    assert_eq!(left(&setting), [85, 75]);
    // The log's moments are those of everybody's clock.
    let wall = setting.table.wall(setting.now);
    let undo = TableEntry::Undo { seat: Seat(0), to: setting.table.n - 1 };
    setting.table.apply(undo, wall).expect("it fits");
    assert_eq!(left(&setting), [90, 100]);
    setting.now = Millis(42_000);
    assert_eq!(left(&setting), [88, 100]);
}

#[test]
fn where_there_are_clocks_nobody_votes_for_a_bot() {
    let mut setting = timed("pyramids", Pace::Turn { seconds: 86_400 });
    setting.leaves(BEA, AWAY * 10);
    assert_eq!(words(setting.decide(ADA, &Request::Vote { id: 1, seat: Seat(1) })), messages::NOT_AWAY.en);
}

#[test]
fn terms_are_the_host_s_to_choose_before_the_game() {
    let setting = Setting::gathering("pyramids");
    let with = |pace| Request::Terms {
        id: 1,
        terms: Terms { time: Some(Time { pace, up: WhenUp::Lost }), rated: false },
    };
    let blitz = Pace::Game { seconds: 300, plus: 3 };
    assert_eq!(words(setting.decide(BEA, &with(blitz))), messages::NOT_THE_HOST.en);
    let endless = Pace::Turn { seconds: 15 * 86_400 };
    assert_eq!(words(setting.decide(ADA, &with(endless))), messages::NO_SUCH_PACE.en);
    let begun = setting.begins();
    assert_eq!(words(begun.decide(ADA, &with(blitz))), messages::ALREADY_STARTED.en);
    let sand = Setting::gathering("quicksand");
    assert_eq!(words(sand.decide(ADA, &with(blitz))), messages::TIME_OF_ITS_OWN.en);
}

#[test]
fn whoever_leaves_their_seat_to_a_bot_gains_no_time() {
    let mut setting = timed("pyramids", Pace::Game { seconds: 10, plus: 0 });
    setting.does(ADA, &Request::Stand { id: 1, seat: Seat(0) });
    setting.now = Millis(25_000);
    setting.settles();
    assert_eq!(setting.table.outcome().and_then(|outcome| outcome.winners.first()), Some(Seat(1)));
}
