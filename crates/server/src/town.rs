//! A simulated town: the house's rooms, decisions, fold and frames as they are, on one thread, under one seed and a clock
//! that jumps from one thing that happens to the next. Lines break, delay and lose what is on its way; the disk is slow and
//! fails; the process dies between any two steps and another one goes on; two of them may share the log; people's clocks are
//! wrong, and so is the wall's. After each town the same promises are checked.
//!
//! `cargo xtask sim` runs many; a seed that fails is run again by `cargo xtask sim --seed N`. Sockets, threads and SQLite
//! itself are not simulated: the other tests, and kills of the real program, have them.

mod disk;
mod person;
#[path = "../tests/house/shown.rs"]
mod shown;

use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex, atomic::Ordering, mpsc},
    time::Duration,
};

use axum_extra::extract::cookie;
use bots::{Intent, Level};
use serde_json::value::RawValue;
use table::{By, Chance, Seat, Seed};
use tokio::{
    runtime::{Builder, Runtime},
    time::{Instant, sleep},
};

use crate::{
    Config, House,
    entry::TableEntry,
    fold::{Holder, Table},
    people::Guest,
    protocol::{Phase, Request},
    room::ToRoom,
    store::{Key, Opening},
    thinking::{Place, QueuedTask, Task, Think, Thinking},
};
pub(crate) use disk::Disk;
use person::{Fate, Person, Shared, look};

/// What is played, and by how many people; other seats are bots'.
const TABLES: &[(&str, u8, u8, &str)] = &[
    ("pyramids", 2, 2, "{}"),
    ("quicksand", 2, 2, "{}"),
    ("quadri", 3, 2, "{}"),
    ("thin-ice", 3, 2, r#"{"mode":"advanced"}"#),
    ("quintazone", 2, 2, "{}"),
    ("pyramids", 2, 1, "{}"),
    ("quicksand", 3, 1, "{}"),
];
/// How long nothing goes wrong at the end, so that whatever still stands, stands still.
const QUIET: Duration = Duration::from_secs(90);
/// Nobody waits longer for the next move in that time: people look for a second and a half at most, bots for less.
const STILL: Duration = Duration::from_secs(30);

/// What happened in a town.
#[derive(Debug, Default)]
struct Report {
    entries: usize,
    acknowledged: usize,
    deaths: u32,
    conflicts: u32,
    failures: u32,
    over: u32,
}

struct Town {
    disk: Arc<Disk>,
    people: Vec<Shared>,
    tables: Vec<(Key, Arc<Opening>)>,
    chance: Chance,
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime")
}

impl Town {
    fn new(seed: u64) -> Self {
        let mut chance = Chance::new(Seed::from(seed));
        let disk = Arc::new(Disk::new(chance.seed()));
        let (mut people, mut tables) = (Vec::new(), Vec::new());
        for number in 0..2_u8 {
            let &(game, seats, sitting, options) = chance.pick(TABLES).expect("there are some");
            let host = Guest(u128::from(number) * 10);
            let opening = Opening::new(game.to_owned(), None, options, seats, host, false).expect("it opens");
            let opening = Opening { id: format!("table-{number}"), seed: chance.seed(), ..opening };
            let guest = |seat: Seat| Guest(host.0 + u128::from(seat.0));
            let entries = Seat::all(seats).map(|seat| match seat {
                seat if seat.0 < sitting => TableEntry::Sit { seat, guest: guest(seat) },
                seat => TableEntry::Bot { seat, level: Level::Learner },
            });
            let entries = entries.chain([TableEntry::Start]).map(|entry| entry.write()).collect();
            let key = Key(i64::from(number) + 1);
            disk.put(key, opening.clone(), entries);
            let watcher = (Guest(host.0 + 9), None);
            for (guest, seat) in Seat::all(sitting).map(|seat| (guest(seat), Some(seat))).chain([watcher]) {
                let person = Person::new(guest, opening.id.clone(), seat, Chance::new(chance.seed()));
                people.push(Arc::new(Mutex::new(person)));
            }
            tables.push((key, Arc::new(opening)));
        }
        Self { disk, people, tables, chance }
    }

    /// A process opens the house, and nobody knows for how long.
    fn house(&mut self) -> Arc<House> {
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let config = Config {
            limits: false,
            shared: true,
            bot_pause: Duration::from_millis(200),
            away: Duration::from_secs(5),
            ..Config::new(address, PathBuf::from("/nowhere"))
        };
        let (questions, asked) = mpsc::channel();
        tokio::spawn(think(asked, Chance::new(self.chance.seed())));
        let key = cookie::Key::from(&[7; 64]);
        Arc::new(House::of(config, self.disk.store(), key, Thinking::elsewhere(questions), None))
    }

    /// One life of the process, or of two that share the log.
    async fn lives(&mut self, length: Duration, processes: u32, quiet: bool) {
        self.disk.forget_times();
        let houses: Vec<_> = (0..processes).map(|_| self.house()).collect();
        for person in &self.people {
            look(person).frame = serde_json::Value::Null;
            tokio::spawn(person::live(Arc::clone(person), houses.clone(), quiet));
        }
        sleep(length).await;
    }

    /// The promises, as far as anybody was told.
    fn check(&self, report: &mut Report) -> Result<(), String> {
        for (key, opening) in &self.tables {
            let rows = self.disk.whole(*key);
            if let Some((row, n)) = rows.iter().zip(1..).find(|(row, n)| row.n != *n) {
                return Err(format!("{} comes where {n} is to be", row.n));
            }
            let entries: Vec<TableEntry> =
                rows.iter().filter_map(|row| TableEntry::read(&row.entry)).collect();
            let about = catalogue::abouts().into_iter().find(|about| about.id == opening.game);
            let about = Arc::new(about.ok_or("an unknown game")?);
            let fold = |snapshot: Option<&str>| {
                Table::open(*key, Arc::clone(opening), Arc::clone(&about), snapshot, &rows)
                    .map_err(|error| format!("the log does not fold: {error}"))
            };
            let table = fold(None)?;
            if let Some(snapshot) = self.disk.snapshot(*key) {
                let kept = fold(Some(&snapshot))?;
                let state = |table: &Table| table.game.as_ref().map(|game| game.state());
                same("a snapshot", &state(&kept), &state(&table))?;
            }
            report.entries += rows.len();
            report.over += u32::from(table.phase() == Phase::Over);
            let mut acknowledged = BTreeSet::new();
            for person in self.people.iter().map(|person| look(person)) {
                if person.table == opening.id {
                    report.acknowledged += kept_promises(&person, &entries, &mut acknowledged)?;
                }
            }
        }
        Ok(())
    }

    /// Once nothing has gone wrong for a while, everybody sees the table as the log has it, and it goes on.
    fn check_the_end(&self, now: Instant) -> Result<(), String> {
        for (key, opening) in &self.tables {
            let rows = self.disk.whole(*key);
            let about = catalogue::abouts().into_iter().find(|about| about.id == opening.game);
            let about = Arc::new(about.ok_or("an unknown game")?);
            let table = Table::open(*key, Arc::clone(opening), about, None, &rows)
                .map_err(|error| error.to_string())?;
            let game = table.game.as_ref().ok_or("the game has not begun")?;
            if table.phase() == Phase::Playing {
                let still = self.disk.went_on(*key).map(|went_on| now - went_on);
                // Where everybody has left, nobody goes on.
                let played = table.chairs.iter().any(|(seat, chair)| {
                    game.awaited().contains(seat)
                        && (chair.person().is_some() || matches!(chair.holder, Some(Holder::Bot(_))))
                });
                if played && still.is_none_or(|still| still > STILL) {
                    return Err(format!("{} of {} stands still: {still:?}", opening.id, opening.game));
                }
            }
            for person in self.people.iter().map(|person| look(person)) {
                if person.table != opening.id || person.frame["n"] != table.n {
                    continue; // The newest may still be on its way.
                }
                for eyes in person.frame["eyes"].as_array().into_iter().flatten() {
                    let viewer = eyes["seat"].as_u64().map(|seat| Seat(seat as u8));
                    let view: Box<RawValue> =
                        RawValue::from_string(game.view(viewer)).map_err(|error| error.to_string())?;
                    let view: serde_json::Value =
                        serde_json::from_str(view.get()).map_err(|error| error.to_string())?;
                    same("what somebody sees", &eyes["view"], &view)?;
                }
            }
        }
        Ok(())
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, one: &T, other: &T) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what}: {one:?} is not {other:?}")) }
}

/// What somebody was told is in the log: once, at its number, and the same for all. How many things were acknowledged.
fn kept_promises(
    person: &Person,
    entries: &[TableEntry],
    taken: &mut BTreeSet<u64>,
) -> Result<usize, String> {
    let who = person.guest.0;
    if let Some(complaint) = person.complaints.first() {
        return Err(format!("{who}: {complaint}"));
    }
    let mut said: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        if let TableEntry::Say { text, .. } = entry {
            *said.entry(text).or_default() += 1;
        }
    }
    let mut acknowledged = 0;
    for (request, fate) in person.asked.values() {
        acknowledged += usize::from(matches!(fate, Fate::Done(_)));
        match (request, fate) {
            (Request::Play { seat, action, expect, .. }, Fate::Done(n)) => {
                let there = match entries.get(*n as usize - 1) {
                    Some(TableEntry::Game(entry)) => {
                        matches!(&entry.by, By::Seat(by, what) if by == seat && what == action)
                    }
                    _ => false,
                };
                // The same once more by somebody who did not know of the first is that one.
                let one = taken.insert(*n) || expect.is_some_and(|known| known < *n);
                if !there || !one {
                    return Err(format!(
                        "{who} was told that {n} is {seat}'s {action}: {:?}",
                        entries.get(*n as usize - 1)
                    ));
                }
            }
            (Request::Say { text, .. }, fate) => {
                let times = said.get(text.as_str()).copied().unwrap_or_default();
                let promised = match fate {
                    Fate::Done(_) => times == 1,
                    Fate::Refused => times == 0,
                    Fate::Unknown => times <= 1,
                };
                if !promised {
                    return Err(format!(
                        "{who} said {text:?}, which is {fate:?}, and it is there {times} times"
                    ));
                }
            }
            _ => {}
        }
    }
    for (n, (seat, action, text)) in &person.seen {
        let entry = entries.get(*n as usize - 1).ok_or(format!("{who} has seen {n}, and it is not there"))?;
        let agrees = match entry {
            TableEntry::Game(entry) => match &entry.by {
                By::Seat(by, what) => {
                    action.as_ref().is_none_or(|action| action == what && *seat == Some(by.0.into()))
                }
                By::Clock => action.is_none(),
            },
            TableEntry::Say { text: line, .. } => text.as_ref().is_none_or(|text| text == line),
            _ => action.is_none() && text.is_none(),
        };
        if !agrees {
            return Err(format!("{who} has seen {action:?} {text:?} as {n}, and it is {entry:?}"));
        }
    }
    Ok(acknowledged)
}

/// Bots that take a moment and then play whatever they may.
async fn think(asked: mpsc::Receiver<(Place, QueuedTask)>, mut chance: Chance) {
    loop {
        sleep(Duration::from_millis(20)).await;
        while let Ok((_, question)) = asked.try_recv() {
            let Task::Move(Think { id, game, seat, now, answer, .. }) = question.question else {
                continue;
            };
            let decision = match chance.pick(&game.actions(seat)) {
                Some(action) => Intent::Play { action: action.clone(), not_before: now },
                None => Intent::Wait { until: None },
            };
            let pause = Duration::from_millis(chance.below(400).into());
            tokio::spawn(async move {
                sleep(pause).await;
                let _ = answer.send(Box::new(ToRoom::Decided { id, decision })).await;
            });
        }
    }
}

/// One town, from its seed.
fn town(seed: u64) -> Result<Report, String> {
    play_out(Town::new(seed))
}

fn play_out(mut town: Town) -> Result<Report, String> {
    let mut report = Report::default();
    for _ in 0..=town.chance.below(4) {
        let length = Duration::from_millis(u64::from(town.chance.below(40_000)));
        let processes = 1 + u32::from(town.chance.one_in(3));
        let process = runtime();
        process.block_on(town.lives(length, processes, false));
        // Everything is dropped where it stands.
        drop(process);
        report.deaths += 1;
        town.check(&mut Report::default())?;
    }
    town.disk.fails.store(false, Ordering::Relaxed);
    let process = runtime();
    let now = process.block_on(async {
        town.lives(QUIET, 1, true).await;
        Instant::now()
    });
    town.check(&mut report)?;
    town.check_the_end(now)?;
    (report.conflicts, report.failures) = town.disk.troubles();
    Ok(report)
}

/// `QUINTETTE_SEED`: only this one. `QUINTETTE_SEEDS`: so many.
#[test]
fn whatever_happens_in_a_town_promises_are_kept() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match number("QUINTETTE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("QUINTETTE_SEEDS").unwrap_or(60),
    };
    let (mut all, mut towns) = (Report::default(), 0);
    for seed in seeds {
        let report = town(seed).unwrap_or_else(|why| panic!("{why}\nagain: cargo xtask sim --seed {seed}"));
        towns += 1;
        all.entries += report.entries;
        all.acknowledged += report.acknowledged;
        all.deaths += report.deaths;
        all.conflicts += report.conflicts;
        all.failures += report.failures;
        all.over += report.over;
    }
    println!("{towns} towns: {all:?}");
    let exercised = all.acknowledged > 0 && all.deaths > 0;
    assert!(exercised, "a town in which nothing happens says nothing");
}

#[test]
fn a_town_on_a_disk_that_lies_is_found_out() {
    let found = (0..20).find_map(|seed| {
        let town = Town::new(seed);
        town.disk.lies.store(true, Ordering::Relaxed);
        play_out(town).err()
    });
    assert!(found.is_some(), "what was acknowledged is not there, and nobody notices");
}

#[test]
fn the_same_seed_is_the_same_town() {
    let logs = || {
        let mut town = Town::new(3);
        runtime().block_on(town.lives(Duration::from_secs(30), 2, false));
        let log = |(key, _): &(Key, Arc<Opening>)| {
            town.disk.whole(*key).into_iter().map(|row| row.entry).collect::<Vec<_>>()
        };
        town.tables.iter().map(log).collect::<Vec<_>>()
    };
    let (first, second) = (logs(), logs());
    assert!(first.iter().any(|log| log.len() > 10), "something happens: {first:?}");
    assert_eq!(first, second);
}
