//! Whole games, judged move by move.

use std::sync::atomic::AtomicBool;

use bots::{Analysis, Analyst, Budget, Intent, Mark, Player, decide};
use catalogue::LogFile;
use table::{GameEntry, Millis, RulesVersion, Seed};

/// A whole game between these players, as a log file.
fn played(game: &str, options: &str, seed: u64, players: &[Player]) -> LogFile {
    let seed = Seed::from(seed);
    let seats = players.len() as u8;
    let mut live = catalogue::open_newest(game, options, seats, seed).unwrap();
    let stop = AtomicBool::new(false);
    let (mut entries, mut now) = (Vec::new(), Millis::ZERO);
    while live.outcome().is_none() {
        let wanted = live.awaited().iter().find_map(|seat| {
            let thought = Seed::from(entries.len() as u64);
            match decide(live.as_ref(), seat, players[seat.index()], now, thought, &stop) {
                Intent::Play { action, not_before } => Some((seat, action, now.max(not_before))),
                Intent::Wait { .. } => None,
            }
        });
        let due = live.deadline();
        match wanted {
            Some((seat, action, at)) if due.is_none_or(|due| at <= due) => {
                let happened = live.play(seat, &action, at).unwrap();
                entries.push(GameEntry::act(seat, happened.notation.unwrap(), at));
                now = at;
            }
            _ => {
                now = due.expect("somebody plays, or time goes on");
                live.tick(now);
                entries.push(GameEntry::tick(now));
            }
        }
    }
    LogFile {
        game: game.to_owned(),
        rules: RulesVersion(live.rules().0),
        seats,
        options: options.to_owned(),
        seed,
        commitment: seed.commitment(),
        names: Vec::new(),
        entries,
        outs: Vec::new(),
        outcome: live.outcome().cloned(),
    }
}

fn analysed(log: &LogFile, open: bool, nodes: u64) -> Analysis {
    let stop = AtomicBool::new(false);
    let mut analyst = Analyst::new(log, open).unwrap();
    while analyst.step(Budget::nodes(nodes), &stop) {}
    analyst.finish()
}

const STRONG: Player = Player::Search(Budget::nodes(3_000));

#[test]
fn who_plays_at_random_is_found_out_and_the_end_is_told() {
    let log = played("pyramids", "{}", 1, &[STRONG, Player::Random]);
    let analysis = analysed(&log, false, 3_000);
    assert_eq!(analysis.moves.len(), log.entries.len());
    let [strong, random] = &analysis.seats[..] else { panic!("two sat there") };
    assert!(strong.accuracy.unwrap() > random.accuracy.unwrap() + 3.0, "{:?}", analysis.seats);
    assert!(random.blunders + random.mistakes > strong.blunders + strong.mistakes, "{:?}", analysis.seats);
    let last = analysis.moves.last().unwrap();
    assert_eq!(last.chances, [1.0, 0.0]);
    // Nothing falls by chance here.
    assert!(analysis.moves.iter().all(|done| done.luck.is_none()));
    for done in &analysis.moves {
        let erred = matches!(done.mark, Some(Mark::Doubtful | Mark::Mistake | Mark::Blunder));
        let better = done.better.as_ref().map(|better| &better.action);
        assert!(!erred || better.is_some_and(|better| Some(better) != done.action.as_ref()), "{done:?}");
    }
    assert!(analysis.moments.is_sorted() && !analysis.moments.is_empty());
}

#[test]
fn luck_is_told_apart_where_dice_and_cards_fall() {
    for (game, options) in [("thin-ice", "{}"), ("quintazone", "{}")] {
        let club = Player::Search(Budget::nodes(60));
        let log = played(game, options, 2, &[club, Player::Random]);
        let analysis = analysed(&log, false, 60);
        let lucky: Vec<_> = analysis.moves.iter().filter(|done| done.luck.is_some()).collect();
        assert!(!lucky.is_empty(), "{game}");
        if game == "thin-ice" {
            let rolls = analysis.moves.iter().filter(|done| done.action.as_deref() == Some("roll"));
            assert!(rolls.clone().count() > 0 && rolls.clone().all(|roll| roll.luck.is_some()));
            let steps =
                lucky.iter().filter(|done| done.action.as_deref().is_some_and(|a| a.starts_with("slide")));
            assert_eq!(steps.count(), 0);
        }
        let open = analysed(&log, true, 60);
        assert!(open.open && open.moves.len() == analysis.moves.len());
        // The curve is drawn with all secrets open either way.
        assert_eq!(open.moves.last().unwrap().chances, analysis.moves.last().unwrap().chances);
    }
}

#[test]
fn games_against_time_and_with_claims_are_analysed_to_their_end() {
    for (game, options, seats) in
        [("quicksand", r#"{"level":1}"#, 2), ("quadri", r#"{"mode":"cooperative"}"#, 2)]
    {
        let log = played(game, options, 3, &vec![Player::Level(bots::Level::Casual); seats]);
        let analysis = analysed(&log, false, 4);
        assert!(analysis.together);
        assert_eq!(analysis.moves.len(), log.entries.len());
        let won = !log.outcome.unwrap().winners.is_empty();
        assert!(analysis.moves.last().unwrap().chances.iter().all(|&chance| (chance > 0.5) == won));
        assert!(analysis.seats.iter().all(|seat| seat.moves > 0));
    }
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    let log = played("quintazone", "{}", 4, &[Player::Greedy, Player::Random]);
    assert_eq!(analysed(&log, false, 30), analysed(&log, false, 30));
}

#[test]
fn a_log_that_is_not_good_is_refused_before_it_is_judged() {
    let mut log = played("pyramids", "{}", 5, &[Player::Random, Player::Random]);
    log.entries.swap(0, 1);
    assert!(Analyst::new(&log, false).is_err());
}
