//! Bots against each other on the table's own terms: who wins, how surely, and how long it takes.
//!
//! A round is one seed played once for each way to sit, so that nobody gains by the deal or by the seat. Thinking is counted
//! in processor time of the thinking thread and takes no time of the table's clock.

mod entrant;
mod report;
mod tally;

use std::{
    collections::BTreeSet,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, IsTerminal, Write},
    path::Path,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use bots::Intent;
use catalogue::{Live, Trouble};
use serde_json::{Value, json};
use table::{About, Chance, Millis, Seat, Seed};

use crate::cli::Arena;
use entrant::{Entrant, Mind};
pub(crate) use tally::Sprt;
use tally::{Judged, Played, Tally};

/// No game has more entries: one that does not end is a defect, and is said to be one.
const LONGEST: u64 = 100_000;

/// What is played.
struct Contest {
    about: About,
    options: String,
    entrants: Vec<Entrant>,
    seed: Seed,
    engine_time: Duration,
    /// Ways to sit; one where all entrants are the same.
    seatings: u64,
}

pub(crate) fn arena(options: &Arena) -> Result<()> {
    let contest = Contest::of(options)?;
    let start = Instant::now();
    let together = contest.open(0)?.together();
    let mut tally =
        Tally { seatings: contest.seatings, entrants: contest.entrants.len(), together, played: Vec::new() };
    let mut saved = match &options.save {
        Some(path) => Some(contest.resume(path, &mut tally)?),
        None => None,
    };
    let done: BTreeSet<u64> = tally.played.iter().map(|played| played.game).collect();
    let rounds = u64::from(options.games).div_ceil(contest.seatings);
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let mut progress = Progress::new();

    std::thread::scope(|scope| -> Result<()> {
        let (send, receive) = mpsc::channel();
        for _ in 0..options.jobs.max(1) {
            let (send, contest, done, next, enough) = (send.clone(), &contest, &done, &next, &enough);
            scope.spawn(move || {
                let mut minds = None;
                while !enough.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= rounds * contest.seatings {
                        return;
                    }
                    if !done.contains(&game) && send.send(contest.play(game, &mut minds)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let result = (|| {
            for played in receive {
                let played = played?;
                if let Some(file) = &mut saved {
                    writeln!(file, "{}", serde_json::to_string(&played)?)
                        .context("the save file cannot be written")?;
                }
                tally.played.push(played);
                progress.show(&tally, rounds * contest.seatings, options.sprt);
                if options.sprt.is_some_and(|sprt| sprt.judge(&tally.rounds()) != Judged::Open) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        })();
        enough.store(true, Ordering::Relaxed);
        result
    })?;

    progress.end();
    let seconds = start.elapsed().as_secs_f64();
    let (game, entrants) = (contest.about.id, &contest.entrants);
    if options.json {
        let report = report::json(game, entrants, &tally, options.sprt, seconds);
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        println!("{}", report::table(game, entrants, &tally, options.sprt, seconds));
    }
    Ok(())
}

impl Contest {
    fn of(options: &Arena) -> Result<Self> {
        let about = catalogue::abouts()
            .into_iter()
            .find(|about| about.id == options.game)
            .ok_or_else(|| anyhow!("{}", Trouble::UnknownGame(options.game.clone()).words()))?;
        let mut entrants = Entrant::read_list(&options.players)?;
        if let (Some(seats), [first, rest @ ..]) = (options.seats, &entrants[..]) {
            entrants = match rest {
                // One against as many of the others as there are seats.
                [other] if seats > 1 => {
                    [vec![first.clone()], vec![other.clone(); usize::from(seats) - 1]].concat()
                }
                _ => vec![first.clone(); seats.into()],
            };
        }
        let seats = entrants.len();
        if !(usize::from(about.seats.0)..=usize::from(about.seats.1)).contains(&seats) {
            bail!("{} has {} to {} seats: give as many --players", about.id, about.seats.0, about.seats.1);
        }
        let all_alike = entrants.iter().all(|entrant| *entrant == entrants[0]);
        Ok(Self {
            options: with_level(&options.options, options.level)?,
            seed: options.seed,
            engine_time: Duration::from_millis(options.engine_time),
            seatings: if all_alike { 1 } else { seats as u64 },
            about,
            entrants,
        })
    }

    /// Chance for one round, or for one game of it.
    fn chance(&self, round: u64, seating: u64) -> Chance {
        let mut seed = self.seed;
        for (byte, more) in seed.0[16..].iter_mut().zip([round.to_le_bytes(), seating.to_le_bytes()].concat())
        {
            *byte ^= more;
        }
        Chance::new(seed)
    }

    fn open(&self, round: u64) -> Result<Box<dyn Live>> {
        let seed = self.chance(round, 0).seed();
        catalogue::open_newest(self.about.id, &self.options, self.entrants.len() as u8, seed)
            .map_err(|trouble| anyhow!("{}", trouble.words()))
    }

    /// Plays the game with this number. `minds` are kept from game to game.
    fn play(&self, number: u64, minds: &mut Option<Vec<Mind>>) -> Result<Played> {
        let (round, seating) = (number / self.seatings, number % self.seatings);
        let mut game = self.open(round)?;
        if minds.is_none() {
            let wake = |entrant| Mind::wake(entrant, self.engine_time);
            *minds = Some(self.entrants.iter().map(wake).collect::<Result<_>>()?);
        }
        let Some(minds) = minds else { bail!("nobody is awake") };
        minds.iter_mut().for_each(Mind::forget);
        let count = self.entrants.len();
        let sits = |seat: Seat| (seat.index() + seating as usize) % count;
        let mut thoughts = vec![(0u64, 0u64); count];
        let mut chance = self.chance(round, seating + 1);
        let (entries, ended) = play(game.as_mut(), &mut chance, |game, seat, now, chance| {
            let entrant = sits(seat);
            let (decision, took) = minds[entrant].decide(game, seat, now, chance)?;
            // Waiting, and seeing that there is no choice, is no thought.
            if took > Duration::from_micros(500) {
                thoughts[entrant].0 += 1;
                thoughts[entrant].1 += took.as_micros() as u64;
            }
            Ok(decision)
        })
        .with_context(|| format!("in game {number}"))?;
        let outcome = game.outcome();
        let mut scores = vec![0; outcome.map_or(0, |outcome| outcome.scores.len())];
        if let Some(outcome) = outcome.filter(|outcome| outcome.scores.len() == count) {
            for (seat, score) in Seat::all(count as u8).zip(&outcome.scores) {
                scores[sits(seat)] = *score;
            }
        }
        Ok(Played {
            game: number,
            winners: outcome.into_iter().flat_map(|outcome| outcome.winners.iter()).map(sits).collect(),
            entries,
            ended: ended.0,
            scores,
            thoughts,
            left: if self.about.real_time { sand_left(game.as_ref())? } else { None },
        })
    }

    /// Reads what an earlier run of the same contest has saved, and opens the file to go on with it.
    fn resume(&self, path: &Path, tally: &mut Tally) -> Result<File> {
        let head = json!({
            "game": self.about.id,
            "options": self.options,
            "players": self.entrants.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "seed": self.seed,
        });
        let unreadable = || format!("{} cannot be used to save games", path.display());
        let is_new = !path.exists();
        let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(unreadable)?;
        if is_new {
            writeln!(file, "{head}").with_context(unreadable)?;
            return Ok(file);
        }
        let mut lines = BufReader::new(File::open(path).with_context(unreadable)?).lines();
        let first: Value = match lines.next() {
            Some(line) => serde_json::from_str(&line?).with_context(unreadable)?,
            None => Value::Null,
        };
        if first != head {
            bail!("{} holds another contest: {first}", path.display());
        }
        for line in lines {
            // The last line may have been cut off; that game is played again.
            if let Ok(played) = serde_json::from_str(&line?) {
                tally.played.push(played);
            }
        }
        Ok(file)
    }
}

/// The options with this level in them.
fn with_level(options: &str, level: Option<u32>) -> Result<String> {
    let Some(level) = level else { return Ok(options.to_owned()) };
    let mut options: serde_json::Map<String, Value> = serde_json::from_str(options)?;
    options.insert("level".to_owned(), level.into());
    Ok(Value::Object(options).to_string())
}

/// What the timer with the least sand has left, as everybody sees it, if the game is won.
fn sand_left(game: &dyn Live) -> Result<Option<u64>> {
    if game.outcome().is_none_or(|outcome| outcome.winners.is_empty()) {
        return Ok(None);
    }
    let view: Value = serde_json::from_str(&game.view(None))?;
    Ok(view["timers"].as_array().into_iter().flatten().filter_map(|timer| timer["left"].as_u64()).min())
}

/// One game on a simulated clock: whoever wants to act soonest acts; thinking takes no time of the table's.
fn play(
    game: &mut dyn Live,
    chance: &mut Chance,
    mut decide: impl FnMut(&dyn Live, Seat, Millis, &mut Chance) -> Result<Intent>,
) -> Result<(u64, Millis)> {
    let (mut now, mut entries) = (Millis::ZERO, 0);
    while game.outcome().is_none() {
        if entries > LONGEST {
            bail!("the game does not end");
        }
        let mut soonest: Option<(Millis, Option<(Seat, String)>)> = game.deadline().map(|due| (due, None));
        let mut wake: Option<Millis> = None;
        let mut seats: Vec<Seat> = Seat::all(game.seats()).collect();
        chance.shuffle(&mut seats);
        for seat in seats {
            match decide(game, seat, now, chance)? {
                Intent::Play { action, not_before } => {
                    let at = not_before.max(now);
                    if soonest.as_ref().is_none_or(|(soon, _)| at <= *soon) {
                        soonest = Some((at, Some((seat, action))));
                    }
                }
                Intent::Wait { until: Some(until) } if until > now => {
                    wake = Some(wake.map_or(until, |wake| wake.min(until)));
                }
                Intent::Wait { .. } => {}
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

/// How far it is, on the terminal: in place where somebody watches, a line now and then where it is written down.
struct Progress {
    watched: bool,
    started: Instant,
    last: Option<Instant>,
}

impl Progress {
    fn new() -> Self {
        Self { watched: std::io::stderr().is_terminal(), started: Instant::now(), last: None }
    }

    fn show(&mut self, tally: &Tally, games: u64, sprt: Option<Sprt>) {
        let pause = Duration::from_millis(if self.watched { 200 } else { 20_000 });
        if self.last.unwrap_or(self.started).elapsed() < pause {
            return;
        }
        self.last = Some(Instant::now());
        let (share, played) = (tally.share(0), tally.played.len());
        let bar = played * 20 / games.max(1) as usize;
        let likelihood =
            sprt.map(|sprt| format!("  llr {:.2}", sprt.likelihood(&tally.rounds()))).unwrap_or_default();
        let line = format!(
            "[{}{}] {played}/{games}  {:.1}% ({:.1}–{:.1}){likelihood}  {:.0} s",
            "#".repeat(bar),
            ".".repeat(20usize.saturating_sub(bar)),
            100.0 * share.rate,
            100.0 * share.low,
            100.0 * share.high,
            self.started.elapsed().as_secs_f64(),
        );
        if self.watched {
            eprint!("\r{line}\x1b[K");
        } else {
            eprintln!("{line}");
        }
    }

    fn end(&self) {
        if self.watched && self.last.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}
