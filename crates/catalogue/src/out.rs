//! Seats that have lost before the end, because their time was up or they gave up: what becomes of the game.

use serde::{Deserialize, Serialize};
use table::{Millis, Outcome, Seat, Seats};
use ts_rs::TS;

use crate::Live;

/// A seat that has lost, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Out {
    pub seat: Seat,
    pub at: Millis,
    pub why: WhyOut,
}

/// Why a seat has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "protocol.ts")]
pub enum WhyOut {
    /// Its time was up.
    Time,
    /// It gave up: whoever leaves a rated game has lost it.
    Left,
}

/// The end of a game in which these seats are out, with all who win and lose with them: as soon as only one side is left,
/// which wins, or none. Otherwise it ends as it does by itself, but nobody who is out wins: then those of the others with the
/// best score do, or all of them where the game keeps no score.
pub fn outcome(game: &dyn Live, out: impl IntoIterator<Item = Seat>) -> Option<Outcome> {
    let out: Seats = out.into_iter().flat_map(|seat| game.allies(seat).iter().collect::<Vec<_>>()).collect();
    let (Some(_), Some(clause)) = (out.first(), game.clock_clause()) else { return game.outcome().cloned() };
    let left: Seats = Seat::all(game.seats()).filter(|&seat| !out.contains(seat)).collect();
    let Some(first) = left.first() else { return Some(Outcome::new(Seats::NONE, clause)) };
    if game.allies(first) == left {
        return Some(Outcome::new(left, clause));
    }
    let outcome = game.outcome()?;
    let winners: Seats = outcome.winners.iter().filter(|&seat| left.contains(seat)).collect();
    if !winners.is_empty() || outcome.winners.is_empty() {
        return Some(Outcome { winners, ..outcome.clone() });
    }
    let score = |seat: Seat| outcome.scores.get(seat.index());
    let best = left.iter().filter_map(score).max();
    let winners = left.iter().filter(|&seat| score(seat) == best).collect();
    Some(Outcome { winners, clause, scores: outcome.scores.clone() })
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seed};

    use super::*;

    fn play(game: &str, options: &str, seats: u8, seed: u64) -> Box<dyn Live> {
        let mut live = crate::open_newest(game, options, seats, Seed::from(seed)).expect("it opens");
        let (mut chance, mut now) = (Chance::new(Seed::from(seed)), Millis::ZERO);
        while live.outcome().is_none() {
            now = now + Millis(1_000);
            match live
                .awaited()
                .first()
                .and_then(|seat| Some((seat, chance.pick(&live.actions(seat))?.clone())))
            {
                Some((seat, action)) => {
                    live.play(seat, &action, now).expect("it is listed");
                }
                None => {
                    live.tick(now);
                }
            }
        }
        live
    }

    fn winners(outcome: Option<Outcome>) -> Option<Vec<u8>> {
        outcome.map(|outcome| outcome.winners.iter().map(|seat| seat.0).collect())
    }

    #[test]
    fn p_21_of_two_seats_the_other_wins_at_once() {
        let game = crate::open_newest("pyramids", "{}", 2, Seed::from(1)).expect("it opens");
        assert_eq!(outcome(&*game, []), None);
        let end = outcome(&*game, [Seat(0)]).expect("it is over");
        assert_eq!((end.clause.to_string().as_str(), winners(Some(end))), ("P-21", Some(vec![1])));
        assert_eq!(winners(outcome(&*game, [Seat(0), Seat(1)])), Some(vec![]));
    }

    #[test]
    fn z_19_of_three_the_others_play_on_and_nobody_who_is_out_wins() {
        let game = crate::open_newest("quintazone", "{}", 3, Seed::from(1)).expect("it opens");
        assert_eq!(outcome(&*game, [Seat(2)]), None);
        assert_eq!(winners(outcome(&*game, [Seat(2), Seat(0)])), Some(vec![1]));
        for seed in 0..10 {
            let game = play("quintazone", "{}", 3, seed);
            let own = game.outcome().expect("it is over").clone();
            for seat in Seat::all(3) {
                let end = outcome(&*game, [seat]).expect("it is over");
                let best =
                    Seat::all(3).filter(|&other| other != seat).map(|other| own.scores[other.index()]).max();
                assert!(!end.winners.contains(seat) && !end.winners.is_empty());
                assert!(
                    end.winners.iter().all(|winner| Some(own.scores[winner.index()]) == best),
                    "{end:?} {own:?}"
                );
            }
        }
    }

    #[test]
    fn t_58_a_team_is_out_with_one_of_its_members() {
        let options = r#"{"teams":[[0,2],[1,3]]}"#;
        let game = crate::open_newest("thin-ice", options, 4, Seed::from(1)).expect("it opens");
        assert_eq!(winners(outcome(&*game, [Seat(2)])), Some(vec![1, 3]));
    }

    #[test]
    fn q_23_in_the_cooperative_mode_all_lose() {
        let game =
            crate::open_newest("quadri", r#"{"mode":"cooperative"}"#, 3, Seed::from(1)).expect("it opens");
        let end = outcome(&*game, [Seat(1)]).expect("it is over");
        assert_eq!((end.clause.to_string().as_str(), end.winners), ("Q-23", Seats::NONE));
    }

    #[test]
    fn a_game_that_is_a_race_against_time_has_no_clock() {
        for about in crate::abouts().into_iter().filter(|about| about.real_time) {
            let game = crate::open_newest(about.id, "{}", about.seats.0, Seed::from(1)).expect("it opens");
            assert_eq!(game.clock_clause(), None, "{}", about.id);
        }
    }
}
