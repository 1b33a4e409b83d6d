//! Bots against each other, on the table's own terms: who wins, and how long it takes.

use std::{str::FromStr, sync::atomic::AtomicBool, time::Instant};

use anyhow::{Result, anyhow, bail};
use bots::{Decision, Level};
use catalogue::{Live, Trouble};
use serde_json::{Value, json};
use table::{Chance, Millis, Seat, Seed};

use crate::cli::Arena;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Random,
    Bot(Level),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "random" => Self::Random,
            "easy" => Self::Bot(Level::Easy),
            "normal" => Self::Bot(Level::Normal),
            "hard" => Self::Bot(Level::Hard),
            _ => return Err("a player is one of random, easy, normal, hard".to_owned()),
        })
    }
}

pub(crate) fn arena(options: &Arena) -> Result<()> {
    let about = catalogue::abouts()
        .into_iter()
        .find(|about| about.id == options.game)
        .ok_or_else(|| anyhow!("{}", Trouble::UnknownGame(options.game.clone()).words()))?;
    let players = match (options.seats, options.players.first()) {
        (Some(seats), Some(&first)) => vec![first; seats.into()],
        _ => options.players.clone(),
    };
    let game_options = with_level(&options.options, options.level)?;
    let seats = players.len() as u8;
    if !(about.seats.0..=about.seats.1).contains(&seats) {
        bail!("{} has {} to {} seats: give as many --players", about.id, about.seats.0, about.seats.1);
    }
    let mut chance = Chance::new(options.seed);
    let mut team = Team::default();
    let (mut wins, mut shared, mut unwon, mut entries) = (vec![0u32; players.len()], 0u32, 0u32, 0u64);
    let start = Instant::now();
    for number in 0..options.games {
        // Everybody sits everywhere in turn.
        let shift = number as usize % players.len();
        let seated = |seat: Seat| (seat.index() + shift) % players.len();
        let mut game = catalogue::open_newest(about.id, &game_options, seats, chance.seed())
            .map_err(|trouble| anyhow!("{}", trouble.words()))?;
        let (played, ended) = play(game.as_mut(), |seat| players[seated(seat)], &mut chance)?;
        entries += played;
        team.note(game.as_ref(), ended)?;
        let winners = game.outcome().map(|outcome| outcome.winners).unwrap_or_default();
        for seat in winners.iter() {
            wins[seated(seat)] += 1;
        }
        shared += u32::from(winners.len() > 1);
        unwon += u32::from(winners.is_empty());
    }
    let mut report = json!({
        "game": about.id,
        "players": players.iter().map(|p| format!("{p:?}")).collect::<Vec<_>>(),
        "games": options.games,
        "wins": wins,
        "shared": shared,
        "without_winner": unwon,
        "mean_entries": entries as f64 / f64::from(options.games),
        "seconds": start.elapsed().as_secs_f64().round(),
    });
    if about.real_time {
        report["team"] = team.report(options.games);
    }
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}

/// The options with this level in them.
fn with_level(options: &str, level: Option<u32>) -> Result<String> {
    let Some(level) = level else { return Ok(options.to_owned()) };
    let mut options: serde_json::Map<String, Value> = serde_json::from_str(options)?;
    options.insert("level".to_owned(), level.into());
    Ok(Value::Object(options).to_string())
}

/// How a team fares against time.
#[derive(Debug, Default)]
struct Team {
    won: u32,
    seconds: f64,
    /// Over the games that were won.
    seconds_left: f64,
}

impl Team {
    fn note(&mut self, game: &dyn Live, ended: Millis) -> Result<()> {
        self.seconds += ended.0 as f64 / 1000.0;
        if game.outcome().is_none_or(|outcome| outcome.winners.is_empty()) {
            return Ok(());
        }
        self.won += 1;
        // What the timer with the least sand had left, as everybody sees it.
        let view: Value = serde_json::from_str(&game.view(None))?;
        let left = view["timers"].as_array().into_iter().flatten().filter_map(|timer| timer["left"].as_u64());
        self.seconds_left += left.min().unwrap_or_default() as f64 / 1000.0;
        Ok(())
    }

    fn report(&self, games: u32) -> Value {
        let tenth = |value: f64| (value * 10.0).round() / 10.0;
        json!({
            "won": self.won,
            "win_rate": f64::from(self.won) / f64::from(games),
            "mean_seconds": tenth(self.seconds / f64::from(games)),
            "mean_seconds_left": (self.won > 0).then(|| tenth(self.seconds_left / f64::from(self.won))),
        })
    }
}

/// One game on a simulated clock: whoever wants to act soonest acts; thinking takes no time of the table's.
fn play(game: &mut dyn Live, who: impl Fn(Seat) -> Player, chance: &mut Chance) -> Result<(u64, Millis)> {
    let stop = AtomicBool::new(false);
    let (mut now, mut entries) = (Millis::ZERO, 0);
    while game.outcome().is_none() {
        let mut soonest: Option<(Millis, Option<(Seat, String)>)> = game.deadline().map(|due| (due, None));
        let mut wake: Option<Millis> = None;
        let mut seats: Vec<Seat> = Seat::all(game.seats()).collect();
        chance.shuffle(&mut seats);
        for seat in seats {
            let decision = match who(seat) {
                Player::Random if !game.awaited().contains(seat) => continue,
                Player::Random => match chance.pick(&game.actions(seat)) {
                    Some(action) => Decision::Play { action: action.clone(), not_before: now },
                    None => continue,
                },
                Player::Bot(level) => {
                    bots::decide(game, seat, level, now, Seed::from(u64::from(chance.bits())), &stop)
                }
            };
            match decision {
                Decision::Play { action, not_before } => {
                    let at = not_before.max(now);
                    if soonest.as_ref().is_none_or(|(soon, _)| at <= *soon) {
                        soonest = Some((at, Some((seat, action))));
                    }
                }
                Decision::Wait { until: Some(until) } if until > now => {
                    wake = Some(wake.map_or(until, |wake| wake.min(until)));
                }
                Decision::Wait { .. } => {}
            }
        }
        // Somebody who waits looks again before anything later happens.
        if let Some(wake) = wake
            && soonest.as_ref().is_none_or(|(soon, _)| wake < *soon)
        {
            now = wake;
            continue;
        }
        let Some((at, doing)) = soonest else { bail!("nobody wants to act, and nothing happens by itself") };
        now = at;
        entries += 1;
        match doing {
            None => {
                game.tick(at);
            }
            Some((seat, action)) => {
                game.play(seat, &action, at)
                    .map_err(|refusal| anyhow!("seat {seat} played {action}: {refusal}"))?;
            }
        }
    }
    Ok((entries, now))
}
