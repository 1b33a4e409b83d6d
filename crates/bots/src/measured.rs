//! How strong the levels are beside each other, as measured: on the scale of ratings, on which a club player has 1500.
//!
//! Bots play no rated games; so this says nothing about people, except that 400 points are ten games of eleven.

use crate::Level;

/// Where the scale is held.
const CLUB: f64 = 1500.0;
const LADDER: &str = include_str!("../data/ladder.tsv");

/// The levels of a game with their ratings, the lowest first; none where they were not measured.
pub fn measured(game: &str) -> Vec<(Level, i32)> {
    let steps = LADDER.lines().filter_map(|line| {
        let mut words = line.split('\t');
        if words.next()? != game {
            return None;
        }
        let level = Level::named(words.next()?)?;
        Some((level, step(words.next()?.parse().ok()?, words.next()?.parse().ok()?)))
    });
    let mut above_learner = vec![(Level::Learner, 0.0)];
    for (level, step) in steps {
        let below = above_learner.last().map_or(0.0, |&(_, rating)| rating);
        above_learner.push((level, below + step));
    }
    let club = above_learner.iter().find(|(level, _)| *level == Level::Club).map(|&(_, rating)| rating);
    let Some(club) = club else { return Vec::new() };
    above_learner.into_iter().map(|(level, rating)| (level, (CLUB + rating - club).round() as i32)).collect()
}

/// How far apart two are of whom one won so many of so many games. Half a game more for each: nobody wins for ever.
fn step(won: f64, games: f64) -> f64 {
    400.0 * ((won + 0.5) / (games - won + 0.5)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_better_than_the_one_below_and_a_club_player_has_1500() {
        for game in ["pyramids", "quadri", "quintazone", "thin-ice"] {
            let levels = measured(game);
            assert_eq!(levels.len(), Level::ALL.len(), "{game}");
            assert!(levels.windows(2).all(|two| two[0].1 < two[1].1), "{levels:?}");
            assert!(levels.contains(&(Level::Club, 1500)), "{levels:?}");
        }
        assert_eq!(measured("quicksand"), []);
    }

    #[test]
    fn ten_of_eleven_are_four_hundred() {
        assert!((step(9.5, 10.5 - 0.5) - 400.0 * (10.0f64).log10()).abs() < 1.0);
    }
}
