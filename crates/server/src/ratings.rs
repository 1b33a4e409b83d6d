//! Ratings: a fold over rated games in the order in which they ended. What is kept of it can be made anew from the logs alone,
//! and is the same to the last bit.
//!
//! Games that only two can play are rated with Glicko-2, all others, teams included, with Weng and Lin's Bayesian rating for many;
//! both on a scale on which everybody begins with 1500.

use std::sync::LazyLock;

use catalogue::{Out, WhyOut};
use serde_json::{Map, Value};
use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};
use table::{Millis, Outcome, Seat, Words};

use crate::{
    House,
    fold::Table,
    messages,
    people::Guest,
    protocol::{self, Ladder, MeasuredBot, PastRating, Phase, Ranked, RatingOf, Ratings, TeamRecord},
    store::{Opening, Store, StoreError, ratings::KeptRating},
};

/// Where everybody begins, and how unsure that is.
const START: f64 = 1500.0;
const UNSURE_OF_TWO: f64 = 350.0;
const UNSURE_OF_MANY: f64 = 500.0;
/// The difference at which the better of many wins four games of five.
const BETA: f64 = 250.0;
/// A rating that is less sure than this is provisional.
const PROVISIONAL: f64 = 110.0;
const PROVISIONAL_OF_MANY: f64 = 300.0;

/// How good somebody is held to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    pub(crate) points: f64,
    pub(crate) deviation: f64,
    /// Of Glicko-2 alone; else 0.
    pub(crate) volatility: f64,
}

/// How a ladder is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Two,
    Many,
}

/// A level that people won together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Feat {
    pub(crate) game: String,
    pub(crate) level: u8,
    pub(crate) seats: u8,
    /// By the table's clock.
    pub(crate) took: Millis,
}

/// A rated game, as far as ratings need to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rated {
    /// The game and, where it has modes, which: `quadri ball-trap`.
    pub(crate) ladder: String,
    /// In the order of the seats.
    pub(crate) seats: Vec<Placed>,
}

/// How a rated game ended for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) guest: Guest,
    /// The lowest seat of those who win and lose together.
    pub(crate) side: u8,
    /// 1 is the best; equal where nobody came before the other.
    pub(crate) place: u8,
}

impl System {
    /// By the ladder's game: how many can play it.
    pub(crate) fn of(ladder: &str) -> Self {
        static OF_TWO: LazyLock<Vec<&str>> = LazyLock::new(|| {
            catalogue::abouts().into_iter().filter(|about| about.seats.1 == 2).map(|about| about.id).collect()
        });
        let game = ladder.split(' ').next().unwrap_or_default();
        if OF_TWO.contains(&game) { Self::Two } else { Self::Many }
    }

    /// Of somebody who has not played yet.
    pub(crate) const fn first(self) -> Rating {
        match self {
            Self::Two => Rating { points: START, deviation: UNSURE_OF_TWO, volatility: 0.06 },
            Self::Many => Rating { points: START, deviation: UNSURE_OF_MANY, volatility: 0.0 },
        }
    }

    /// From here on a rating is no longer provisional.
    pub(crate) const fn surer_than(self) -> f64 {
        match self {
            Self::Two => PROVISIONAL,
            Self::Many => PROVISIONAL_OF_MANY,
        }
    }

    pub(crate) fn is_provisional(self, deviation: f64) -> bool {
        deviation > self.surer_than()
    }

    /// What becomes of the ratings of those who played, in the order of their seats.
    pub(crate) fn rate(self, seats: &[Placed], before: &[Rating]) -> Vec<Rating> {
        match (self, seats, before) {
            (Self::Two, [one, other], [a, b]) => {
                let outcome = match one.place.cmp(&other.place) {
                    std::cmp::Ordering::Less => Outcomes::WIN,
                    std::cmp::Ordering::Equal => Outcomes::DRAW,
                    std::cmp::Ordering::Greater => Outcomes::LOSS,
                };
                let of = |one: &Rating| Glicko2Rating {
                    rating: one.points,
                    deviation: one.deviation,
                    volatility: one.volatility,
                };
                let (a, b) = glicko2(&of(a), &of(b), &outcome, &Glicko2Config::new());
                [a, b]
                    .map(|new| Rating {
                        points: new.rating,
                        deviation: new.deviation,
                        volatility: new.volatility,
                    })
                    .to_vec()
            }
            _ => among_many(seats, before),
        }
    }
}

fn among_many(seats: &[Placed], before: &[Rating]) -> Vec<Rating> {
    let mut sides: Vec<u8> = seats.iter().map(|seat| seat.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let members = |side: u8| (0..seats.len()).filter(move |&seat| seats[seat].side == side);
    let teams: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = sides
        .iter()
        .map(|&side| {
            let ratings = members(side).filter_map(|seat| before.get(seat));
            let ratings = ratings.map(|one| WengLinRating { rating: one.points, uncertainty: one.deviation });
            let place = members(side).map(|seat| seats[seat].place).min().unwrap_or(u8::MAX);
            (ratings.collect(), MultiTeamOutcome::new(usize::from(place)))
        })
        .collect();
    let config = WengLinConfig { beta: BETA, ..WengLinConfig::new() };
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().map(|(team, place)| (team.as_slice(), *place)).collect();
    let mut after = before.to_vec();
    for (&side, team) in sides.iter().zip(weng_lin_multi_team(&teams, &config)) {
        for (seat, new) in members(side).zip(team) {
            after[seat] = Rating { points: new.rating, deviation: new.uncertainty, volatility: 0.0 };
        }
    }
    after
}

/// A table's game as it is rated, once it is over, if it is.
pub(crate) fn rated(table: &Table) -> Option<Rated> {
    if !table.terms.rated || table.phase() != Phase::Over || table.opening.given.is_some() {
        return None;
    }
    let (game, outcome) = (table.game.as_deref()?, table.outcome()?);
    // Whoever leaves has lost; but where the house called people together, nobody ever moved and time alone ended it, nobody came.
    if table.is_arranged()
        && table.played.moves() == 0
        && table.outs.iter().all(|out| out.why == WhyOut::Time)
    {
        return None;
    }
    let places = places(table.opening.seats, outcome, &table.outs);
    let seats = table.chairs.iter().map(|(seat, chair)| {
        let side = game.allies(seat).first().unwrap_or(seat).0;
        Some(Placed { guest: chair.of()?, side, place: *places.get(seat.index())? })
    });
    Some(Rated {
        ladder: ladder(&table.opening.game, &table.opening.options),
        seats: seats.collect::<Option<_>>()?,
    })
}

/// The level that this table's people won together, if they did: no bot helped them, at no time.
pub(crate) fn feat(table: &Table) -> Option<Feat> {
    let mut people: Vec<Guest> = table.chairs.sitting().collect();
    people.sort_unstable();
    people.dedup();
    if table.opening.given.is_some() || people.len() < usize::from(table.opening.seats) {
        return None;
    }
    if !table.helped.is_empty() {
        return None;
    }
    let level = table.game.as_ref()?.credit()?;
    let Opening { game, seats, options, .. } = &*table.opening;
    // Nobody is faster because their sand was slower.
    let usual =
        Opening::new(game.clone(), None, &format!(r#"{{"level":{level}}}"#), *seats, Guest(0), true).ok()?;
    if usual.options != *options {
        return None;
    }
    Some(Feat { game: game.clone(), level, seats: *seats, took: table.last_at })
}

pub(crate) fn ladder(game: &str, options: &str) -> String {
    let options: Map<String, Value> = serde_json::from_str(options).unwrap_or_default();
    match options.get("mode").and_then(Value::as_str) {
        Some(mode) => format!("{game} {mode}"),
        None => game.to_owned(),
    }
}

/// Who won comes first, then by score where there is one; who was out before the end comes last, the first of them the very last.
fn places(seats: u8, outcome: &Outcome, outs: &[Out]) -> Vec<u8> {
    let nobody = outcome.winners.is_empty();
    let rank = |seat: Seat| {
        let out = outs.iter().position(|out| out.seat == seat);
        let score = outcome.scores.get(seat.index()).copied().unwrap_or(0);
        // The larger the better.
        (
            nobody || outcome.winners.contains(seat),
            out.map_or(usize::MAX, |nth| nth),
            if nobody { 0 } else { score },
        )
    };
    let won = |seat: Seat| outcome.winners.contains(seat);
    Seat::all(seats)
        .map(|seat| {
            let before =
                Seat::all(seats).filter(|&other| rank(other) > rank(seat) && !(won(other) && won(seat)));
            before.count() as u8 + 1
        })
        .collect()
}

/// What of somebody's past is shown.
pub(crate) const PAST: u32 = 200;
/// How many of the best are.
const BEST: u32 = 100;

impl System {
    pub(crate) fn shown(self, kept: &KeptRating) -> protocol::Rating {
        protocol::Rating {
            rating: kept.rating.round() as i32,
            deviation: kept.deviation.round() as i32,
            provisional: self.is_provisional(kept.deviation),
            games: kept.games as u32,
        }
    }

    /// Of somebody who has not played yet.
    pub(crate) fn shown_first(self) -> protocol::Rating {
        let Rating { points, deviation, .. } = self.first();
        protocol::Rating { rating: points as i32, deviation: deviation as i32, provisional: true, games: 0 }
    }
}

impl Table {
    pub(crate) fn ladder(&self) -> String {
        ladder(&self.opening.game, &self.opening.options)
    }
}

/// Why somebody may not play rated games in this house, if so.
pub(crate) async fn why_unrated(house: &House, guest: Guest) -> Result<Option<Words>, StoreError> {
    let stranger = house.config.accounts_for.rated && !house.store.has_account(guest).await?;
    Ok(stranger.then_some(messages::RATED_WITH_ACCOUNT))
}

/// A ladder's game, and its mode.
fn read_ladder(ladder: &str) -> (String, Option<String>) {
    let (game, mode) = ladder.split_once(' ').map_or((ladder, None), |(game, mode)| (game, Some(mode)));
    (game.to_owned(), mode.map(str::to_owned))
}

/// All of somebody's ratings, those that changed last first, with so much of their past.
pub(crate) async fn of_guest(house: &House, guest: Guest, past: u32) -> Result<Vec<RatingOf>, StoreError> {
    let kept = house.store.ratings_of(guest, past).await?;
    let mut ladders: Vec<&[KeptRating]> = kept.chunk_by(|a, b| a.ladder == b.ladder).collect();
    ladders.sort_by_key(|ladder| std::cmp::Reverse(ladder.last().map(|last| last.ended)));
    let shown = ladders.into_iter().filter_map(|past| {
        let last = past.last()?;
        let (game, mode) = read_ladder(&last.ladder);
        let now = System::of(&last.ladder).shown(last);
        let past = past.iter().map(|kept| PastRating { at: kept.ended, rating: kept.rating.round() as i32 });
        Some(RatingOf { game, mode, now, past: past.collect() })
    });
    Ok(shown.collect())
}

/// The best of a game.
pub(crate) async fn of_game(store: &Store, game: &str) -> Result<Ratings, StoreError> {
    let mut ladders = Vec::new();
    for ladder in store.ladders().await? {
        let (of, mode) = read_ladder(&ladder);
        if of != game {
            continue;
        }
        let system = System::of(&ladder);
        let best = store.best(&ladder, system.surer_than(), BEST).await?.into_iter().map(|one| {
            let kept = protocol::Rating {
                rating: one.rating.round() as i32,
                deviation: one.deviation.round() as i32,
                provisional: false,
                games: one.games as u32,
            };
            Ranked { name: one.name, account: one.account > 0, rating: kept }
        });
        ladders.push(Ladder { mode, best: best.collect() });
    }
    let bots =
        bots::measured(game).into_iter().map(|(level, rating)| MeasuredBot { level, rating }).collect();
    let names = store.names_of_feats(game).await?;
    let mut feats = Vec::new();
    for feat in store.feats(game).await? {
        feats.push(TeamRecord {
            level: feat.level as u8,
            seats: feat.seats as u8,
            ms: feat.ms,
            table: feat.id,
            at: feat.ended,
            names: names
                .iter()
                .filter(|(key, _)| *key == feat.table_key)
                .map(|(_, name)| name.clone())
                .collect(),
        });
    }
    Ok(Ratings { ladders, bots, feats })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Clause, Millis, Seats};

    fn outcome(winners: &[u8], scores: &[i32]) -> Outcome {
        let winners: Seats = winners.iter().map(|&seat| Seat(seat)).collect();
        Outcome::new(winners, Clause::new('X', 1)).with_scores(scores.to_vec())
    }

    fn seats(places: &[(u8, u8)]) -> Vec<Placed> {
        let placed =
            |(seat, &(side, place)): (usize, &(u8, u8))| Placed { guest: Guest(seat as u128), side, place };
        places.iter().enumerate().map(placed).collect()
    }

    #[test]
    fn places_follow_who_won_then_scores_and_who_was_out_is_last() {
        let out = |seat| Out { seat: Seat(seat), at: Millis::ZERO, why: WhyOut::Time };
        assert_eq!(places(2, &outcome(&[1], &[]), &[]), [2, 1]);
        assert_eq!(places(2, &outcome(&[], &[]), &[]), [1, 1]);
        assert_eq!(places(2, &outcome(&[0, 1], &[9, 3]), &[]), [1, 1]);
        assert_eq!(places(4, &outcome(&[2], &[5, 9, 9, 1]), &[]), [3, 2, 1, 4]);
        assert_eq!(places(4, &outcome(&[2], &[5, 99, 9, 1]), &[out(1)]), [2, 4, 1, 3]);
        assert_eq!(places(4, &outcome(&[3], &[]), &[out(1), out(0)]), [3, 4, 2, 1]);
    }

    #[test]
    fn who_wins_gains_and_who_loses_loses() {
        let two = [System::Two.first(); 2];
        let after = System::Two.rate(&seats(&[(0, 2), (1, 1)]), &two);
        assert!(after[0].points < 1500.0 && after[1].points > 1500.0);
        assert!(after.iter().all(|one| one.deviation < 350.0));
        let drawn = System::Two.rate(&seats(&[(0, 1), (1, 1)]), &two);
        assert!((drawn[0].points - 1500.0).abs() < 1e-9);
        let many = [System::Many.first(); 3];
        let after = System::Many.rate(&seats(&[(0, 2), (1, 1), (2, 3)]), &many);
        assert!(after[1].points > after[0].points && after[0].points > after[2].points);
        let teams = System::Many.rate(&seats(&[(0, 2), (1, 1), (0, 2), (1, 1)]), &[System::Many.first(); 4]);
        assert_eq!(teams[0], teams[2]);
        assert!(teams[1].points > teams[0].points);
    }

    #[test]
    fn a_ladder_is_a_game_and_its_mode() {
        assert_eq!(ladder("pyramids", r#"{"rounds":1}"#), "pyramids");
        assert_eq!(ladder("quadri", r#"{"mode":"ball-trap"}"#), "quadri ball-trap");
        assert_eq!((System::of("pyramids"), System::of("thin-ice basic")), (System::Two, System::Many));
    }
}
