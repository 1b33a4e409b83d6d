//! A town on its worst days: everything goes wrong, one thing after the other, while people and bots play all games; and
//! afterwards every promise is looked at.
//!
//! Three houses with wrong clocks, a real Postgres and a real NATS whose messages are lost, doubled and out of order. People
//! come through the front or to a house itself, go to another when the line breaks, and send again what was not answered.
//! The same seed lets the same things go wrong in the same order; what people and houses do meanwhile is up to them.

mod group;
mod kinds;
mod ledger;
mod person;
mod relay;
mod verdict;
mod visit;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use table::{Chance, Seed};
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    Trouble,
    door::Door,
    town::{Front, Nats, Node, Plan, Postgres, READY, free_port},
};
use group::{Group, HELD, SORTS, STILL, Sort, look};
use kinds::{Fault, Happened, Place, Town};
use ledger::BY_THE_RULES;
use person::Person;
use relay::{Relay, Tampered};
use verdict::{Verdict, excused, longest, longest_away, longest_wait, told_no};

/// By how much the houses' clocks are wrong.
const CLOCKS: [Option<&str>; 3] = [None, Some("+3s"), Some("-2s")];
/// So many broken promises are named; after that they are only counted.
const SHOWN: usize = 40;
/// For how long somebody is gone before the others may let a bot play for them: longer than nodes need to see that they do not hear
/// each other.
const GONE: Duration = Duration::from_secs(10);
/// Between two faults where everything goes wrong once: long enough to see that a table stands still.
const PAUSE: Duration = Duration::from_secs(6);
/// Everybody has come and begun to play.
const WARMING: Duration = Duration::from_secs(6);
/// Afterwards: for so long nothing goes wrong.
const COOLING: Duration = Duration::from_secs(6);
/// And for so long nobody does anything, so that everybody comes to see the same.
const SETTLING: Duration = Duration::from_secs(5);

/// For how long nothing happened at a group's tables while nothing was wrong, and from when on.
struct Quiet {
    sort: Sort,
    group: Arc<Group>,
    /// Where something had to happen.
    still: (Duration, Instant),
    /// Where it was up to a bot that waits on purpose.
    held: (Duration, Instant),
}

/// `length`: how long things go wrong at random; without it everything does once.
pub(crate) async fn faults(
    program: &str,
    folder: &Path,
    seed: u64,
    length: Option<Duration>,
) -> Result<(), Trouble> {
    println!("seed {seed}");
    let mut chance = Chance::new(Seed::from(seed));
    // Nothing of the last time.
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder)?;
    let tampered = Arc::new(Tampered::default());
    let mut town = open(program, folder, &tampered, &mut chance).await?;
    let doors: Vec<Door> = town.places.iter().map(|place| place.node.door).collect();
    let front = town.front.door;
    let (playing, plays) = watch::channel(true);
    let groups: Vec<Arc<Group>> = SORTS.iter().map(|sort| Arc::new(Group::new(*sort))).collect();
    let mut people = JoinSet::new();
    for (number, group) in groups.iter().enumerate() {
        for person in 0..group.sort.people {
            let home = number + person;
            let name = format!("{number}-{person}");
            let cookie = front.guest(&name).await?;
            look(&group.called[person]).push((name, true));
            let doors =
                (0..doors.len()).flat_map(|next| [doors[(home + next) % doors.len()], front]).collect();
            let (group, chance, playing) = (group.clone(), Chance::new(chance.seed()), plays.clone());
            people.spawn(Person { group, cookie, number: person, doors, chance, playing }.live());
        }
    }
    let (start, happened) = (Instant::now(), wrong(&mut town, &mut chance, length).await?);
    sleep(COOLING).await;
    let seconds = start.elapsed().as_secs();
    let still: Vec<Quiet> = groups
        .iter()
        .map(|group| {
            // Who goes for a while is waited for.
            let excused = [excused(&happened), group.walked()].concat();
            let [still, held] = [false, true].map(|held| longest(&group.seen(), held, &excused));
            Quiet { sort: group.sort, group: group.clone(), still, held }
        })
        .collect();
    playing.send_replace(false);
    let end = Instant::now();
    let away: Vec<_> = groups.iter().flat_map(|group| group.were_away()).collect();
    sleep(SETTLING).await;
    people.abort_all();
    while people.join_next().await.is_some() {}
    for place in &mut town.places {
        place.node.stop().await?;
    }
    let mut verdict = Verdict::on(&groups, &happened, &town.postgres, program, GONE)?;
    for Quiet { sort, group, still, held } in &still {
        for ((longest, from), most) in [(still, STILL), (held, HELD)] {
            if *longest > most {
                let second = from.duration_since(start).as_secs();
                println!(
                    "what was written there, in ms from then on:\n{}",
                    written(&town.postgres, group, *from)?
                );
                let name = sort.name();
                verdict.broken.push(format!("{name}: stood still for {longest:.1?} from second {second} on"));
            }
        }
    }
    verdict.broken.extend(happened.iter().filter_map(|this| this.broken.clone()));
    verdict.broken.extend(behind(&groups));
    let told_no = told_no(&verdict.refusals, &happened);
    verdict.broken.extend(told_no);
    let waited = judge_waits(&mut verdict, &happened, end);
    let away = longest_away(&away, &happened);
    for (fault, longest) in &away {
        if fault.away().is_some_and(|most| *longest > most) {
            verdict
                .broken
                .push(format!("{}: somebody was without their table for {longest:.1?}", fault.name()));
        }
    }
    tell_refusals(&verdict, start + WARMING);
    report(seed, seconds, &happened, &tampered, &verdict, &still, [&away, &waited])?;
    if verdict.broken.is_empty() {
        return Ok(());
    }
    for what in verdict.broken.iter().take(SHOWN) {
        println!("BROKEN: {what}");
    }
    let (broken, folder) = (verdict.broken.len(), folder.display());
    Err(format!("{broken} promises were broken; what everybody said is in {folder}; again: --seed {seed}")
        .into())
}

/// What stands in the logs of a group's tables from just before that moment on.
fn written(postgres: &Postgres, group: &Group, from: Instant) -> Result<String, Trouble> {
    let wall = (SystemTime::now() - from.elapsed()).duration_since(UNIX_EPOCH)?.as_millis();
    let tables: Vec<String> = look(&group.told).keys().map(|table| format!("'{table}'")).collect();
    postgres.query(&format!(
        "SELECT id, wall - {wall}, n, entry FROM log JOIN tables ON tables.key = log.table_key
        WHERE id IN ({}) AND wall BETWEEN {wall} - 2000 AND {wall} + 30000 ORDER BY wall, n",
        tables.join(", ")
    ))
}

/// Postgres, NATS, three houses that reach them through lines that can be cut, and the front.
async fn open(
    program: &str,
    folder: &Path,
    tampered: &Arc<Tampered>,
    chance: &mut Chance,
) -> Result<Town, Trouble> {
    let postgres = Postgres::start(&folder.join("postgres")).await?;
    let nats = Nats::start(folder).await?;
    let mut places = Vec::new();
    for (number, clock) in CLOCKS.into_iter().enumerate() {
        let to_postgres = Relay::start(postgres.port, None).await?;
        let to_nats = Relay::start(nats.port, Some((tampered.clone(), chance.seed()))).await?;
        let plan = Plan {
            program: program.to_owned(),
            database: Postgres::url(to_postgres.port),
            nats: Some(Nats::url(to_nats.port)),
            clock,
            more: ["--no-limits", "--bot-pause", "200", "--away", &GONE.as_secs().to_string()]
                .map(str::to_owned)
                .into(),
        };
        let mut node = Node::start(plan, folder.join(format!("house-{number}.log")))?;
        node.ready(READY).await?;
        places.push(Place { node, postgres: to_postgres, nats: to_nats });
    }
    let addresses: Vec<SocketAddr> = places.iter().map(|place| place.node.door.address).collect();
    let front = Front::start(folder, ([127, 0, 0, 1], free_port()?).into(), &addresses).await?;
    Ok(Town { front, postgres, nats, places })
}

/// One thing after the other goes wrong, with a few seconds in between.
async fn wrong(
    town: &mut Town,
    chance: &mut Chance,
    length: Option<Duration>,
) -> Result<Vec<Happened>, Trouble> {
    sleep(WARMING).await;
    let (start, mut happened) = (Instant::now(), Vec::new());
    let mut once = Fault::ALL;
    chance.shuffle(&mut once);
    for turn in 0.. {
        let fault = match length {
            None => once.get(turn).copied(),
            Some(length) => chance.pick(&Fault::ALL).copied().filter(|_| start.elapsed() < length),
        };
        let Some(fault) = fault else { break };
        if turn > 0 {
            let pause = length.map(|_| Duration::from_millis((2_000 + chance.below(6_000)).into()));
            sleep(pause.unwrap_or(PAUSE)).await;
        }
        let second = start.elapsed().as_secs_f64();
        let this = town.suffer(fault, chance).await?;
        println!("{second:6.1} s: {} {}", fault.name(), this.what);
        happened.push(this);
    }
    Ok(happened)
}

/// The longest that anybody waited for an answer during each kind of fault.
fn judge_waits(verdict: &mut Verdict, happened: &[Happened], end: Instant) -> BTreeMap<Fault, Duration> {
    let mut longest: BTreeMap<Fault, Duration> = BTreeMap::new();
    for this in happened {
        let Some((waited, wait)) = longest_wait(&verdict.waits, this, end) else { continue };
        let known = longest.entry(this.fault).or_default();
        *known = (*known).max(waited);
        if this.fault.answers().is_some_and(|most| waited > most) {
            let (what, name) = (&wait.what, this.fault.name());
            verdict.broken.push(format!("{name}: {what} was answered after {waited:.1?}"));
        }
    }
    longest
}

/// Once nothing goes wrong any more, everybody at a table knows its newest number.
fn behind(groups: &[Arc<Group>]) -> Vec<String> {
    let mut broken = Vec::new();
    for group in groups {
        let table = group.place.borrow().table.clone();
        let known: Vec<u64> =
            look(&group.told).get(&table).into_iter().flatten().map(|ledger| look(ledger).n).collect();
        if known.iter().any(|n| Some(n) != known.first()) {
            broken.push(format!("{table} ({}): some do not see the newest: {known:?}", group.sort.game));
        }
    }
    broken
}

/// What was refused other than by the rules: where, why, from when to when, and how often.
fn tell_refusals(verdict: &Verdict, zero: Instant) {
    let mut told: BTreeMap<(&str, &str), (Instant, Instant, u64)> = BTreeMap::new();
    for (when, table, why) in verdict.refusals.iter().filter(|(_, _, why)| !why.starts_with(BY_THE_RULES)) {
        let (first, last, times) = told.entry((table, why)).or_insert((*when, *when, 0));
        (*first, *last, *times) = ((*first).min(*when), (*last).max(*when), *times + 1);
    }
    let second = |when: Instant| when.saturating_duration_since(zero).as_secs_f64();
    for ((table, why), (first, last, times)) in told {
        println!("{:6.1} s to {:.1} s: {table}: {times} times: {why}", second(first), second(last));
    }
}

fn report(
    seed: u64,
    seconds: u64,
    happened: &[Happened],
    tampered: &Tampered,
    verdict: &Verdict,
    still: &[Quiet],
    [away, waited]: [&BTreeMap<Fault, Duration>; 2],
) -> Result<(), Trouble> {
    let mut faults: BTreeMap<&str, u64> = BTreeMap::new();
    for this in happened {
        *faults.entry(this.fault.name()).or_default() += 1;
    }
    let ms = |duration: Duration| duration.as_millis() as u64;
    let by_group = still.iter().map(|this| (this.sort.name(), Value::from(ms(this.still.0))));
    let longest = still.iter().map(|this| ms(this.still.0)).max();
    let held = still.iter().map(|this| ms(this.held.0)).max();
    let mut refusals: BTreeMap<&str, u64> = BTreeMap::new();
    for (_, _, why) in &verdict.refusals {
        *refusals.entry(why).or_default() += 1;
    }
    let by_kind = |longest: &BTreeMap<Fault, Duration>| {
        longest.iter().map(|(fault, longest)| (fault.name(), ms(*longest))).collect::<BTreeMap<_, _>>()
    };
    let count = |which: &std::sync::atomic::AtomicU64| which.load(Ordering::Relaxed);
    let report = json!({
        "seed": seed,
        "seconds": seconds,
        "faults": happened.len(),
        "by_kind": faults,
        "messages_of_nats": {
            "whole": count(&tampered.whole),
            "lost": count(&tampered.lost),
            "doubled": count(&tampered.doubled),
            "out_of_order": count(&tampered.swapped),
        },
        "tables": verdict.tables,
        "entries": verdict.entries,
        "timers": verdict.logs.timers,
        "clocks_apart_at_most_ms": verdict.logs.apart,
        "helped": verdict.logs.helped,
        "stood_in": verdict.logs.stood_in,
        "passed_over_unheard": verdict.unheard,
        "taken_back": verdict.logs.undone,
        "questions_dropped": verdict.logs.dropped,
        "rematches": verdict.rematches,
        "renamed": verdict.renamed,
        "clocks_run_out": verdict.outs,
        "ratings": verdict.ratings,
        "acknowledged": verdict.people.acknowledged,
        "of_these_asked_or_answered": verdict.people.agreements,
        "refused": verdict.people.refused,
        "sent_again": verdict.people.repeated,
        "unanswered_and_kept": verdict.people.unanswered_and_kept,
        "longest_standstill_ms": longest,
        "longest_wait_for_a_bot_at_the_sand_ms": held,
        "longest_without_a_table_ms": by_kind(away),
        "longest_wait_for_an_answer_ms": by_kind(waited),
        "refusals": refusals,
        "standstills_ms": by_group.collect::<serde_json::Map<_, _>>(),
        "broken": verdict.broken.len(),
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
