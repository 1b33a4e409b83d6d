//! The real program is killed in the middle of everything, again and again; what it acknowledged must be there afterwards.
//!
//! At some tables two people play, talk and take things back as fast as they are answered. After a moment the process gets
//! a SIGKILL; another one opens the same file, and everything that was acknowledged is looked for: at its number, and once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::{Chance, Seed};
use tokio::{task::JoinSet, time::sleep};

use crate::{
    Trouble,
    door::{Client, PYRAMIDS},
    house::House,
};

/// How many tables are played at.
const TABLES: u64 = 4;
/// The longest that a process lives, in milliseconds.
const LIFE: u32 = 500;

/// What was acknowledged.
#[derive(Clone, Debug)]
enum Kept {
    Played { n: u64, seat: u64, action: String },
    Said { text: String },
    TakenBack { n: u64 },
}

/// Two people at a table, and all that they were ever told is done.
struct Pair {
    cookies: [String; 2],
    table: String,
    kept: Vec<Kept>,
    chance: Chance,
    said: u64,
}

/// One of them, at the table.
struct Seated {
    client: Client,
    actions: Vec<String>,
    asked: bool,
    over: bool,
    id: u32,
}

impl Seated {
    async fn at(house: &House, table: &str, cookie: &str) -> Result<(Self, Value), Trouble> {
        let client = house.client(table, cookie).await?;
        let mut seated = Self { client, actions: Vec::new(), asked: false, over: false, id: 0 };
        let first = seated.hear().await?;
        Ok((seated, first))
    }

    async fn hear(&mut self) -> Result<Value, Trouble> {
        let message = self.client.hear().await?;
        if message["op"] == "frame" {
            if let Some(actions) = message["eyes"][0]["actions"].as_array() {
                self.actions = actions.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            }
            if message["table"].is_object() {
                self.asked = message["table"]["asked"].is_object();
            }
            self.over = !message["outcome"].is_null();
        }
        Ok(message)
    }

    /// The number with which it is done; nothing if it is not.
    async fn ask(&mut self, mut request: Value) -> Result<Option<u64>, Trouble> {
        self.id += 1;
        request["id"] = self.id.into();
        self.client.send(request.to_string()).await?;
        loop {
            let message = self.hear().await?;
            if message["op"] != "frame" && message["id"] == self.id {
                return Ok(message["n"].as_u64().filter(|_| message["op"] == "done"));
            }
        }
    }
}

impl Pair {
    async fn new(house: &House, seed: u64) -> Result<Self, Trouble> {
        let cookies = [house.guest("Ada").await?, house.guest("Bea").await?];
        let mut pair = Self {
            cookies,
            table: String::new(),
            kept: Vec::new(),
            chance: Chance::new(Seed::from(seed)),
            said: 0,
        };
        pair.begin(house).await?;
        Ok(pair)
    }

    /// A new table; what was kept at the former one has been looked at.
    async fn begin(&mut self, house: &House) -> Result<(), Trouble> {
        self.table = house.table(&self.cookies[0], PYRAMIDS).await?;
        self.kept.clear();
        let (mut first, _) = Seated::at(house, &self.table, &self.cookies[0]).await?;
        let (mut second, _) = Seated::at(house, &self.table, &self.cookies[1]).await?;
        second.ask(json!({ "op": "sit", "seat": 1 })).await?;
        first.ask(json!({ "op": "start" })).await?.ok_or("it does not start")?;
        Ok(())
    }

    /// Plays until the house is gone.
    async fn play(&mut self, house: &House) -> Result<(), Trouble> {
        let (mut first, _) = Seated::at(house, &self.table, &self.cookies[0]).await?;
        let (mut second, _) = Seated::at(house, &self.table, &self.cookies[1]).await?;
        while !first.over {
            for seat in [0, 1] {
                let (me, other) =
                    if seat == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
                // What the other has done is on its way.
                if me.ask(json!({ "op": "ping" })).await.is_err() {
                    return Ok(());
                }
                match self.chance.below(10) {
                    0 | 1 => {
                        self.said += 1;
                        let text = format!("line {seat} {}", self.said);
                        if me.ask(json!({ "op": "say", "text": text })).await?.is_some() {
                            self.kept.push(Kept::Said { text });
                        }
                    }
                    2 => {
                        me.ask(json!({ "op": "undo", "seat": seat })).await?;
                        other.ask(json!({ "op": "ping" })).await?;
                        if other.asked
                            && let Some(n) = other.ask(json!({ "op": "answer", "yes": true })).await?
                        {
                            self.kept.push(Kept::TakenBack { n });
                        }
                    }
                    _ => {
                        let Some(action) = self.chance.pick(&me.actions).cloned() else { continue };
                        let play = json!({ "op": "play", "seat": seat, "action": action });
                        if let Some(n) = me.ask(play).await? {
                            self.kept.push(Kept::Played { n, seat, action });
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Looks for all of it in the log, and whether what is told of it has no gaps. Says whether the game is over.
    async fn look(&self, house: &House) -> Result<bool, Trouble> {
        let (seated, frame) = Seated::at(house, &self.table, &self.cookies[0]).await?;
        let steps = frame["steps"].as_array().ok_or("no steps")?;
        // Of a long table only the last steps are told.
        let first = steps.first().and_then(|step| step["n"].as_u64()).ok_or("nothing is told")?;
        let log = house.log(&self.table).await?;
        if first + steps.len() as u64 != log.len() as u64 + 1 {
            return Err(format!("{} steps from {first} on, and {} entries", steps.len(), log.len()).into());
        }
        if let Some((n, _)) = (first..).zip(steps).find(|(n, step)| step["n"] != *n) {
            return Err(format!("{n} is missing").into());
        }
        for kept in &self.kept {
            let there = match kept {
                Kept::Played { n, seat, action } => log.get(*n as usize - 1).is_some_and(|entry| {
                    entry.starts_with(&format!("{seat}@")) && entry.ends_with(&format!(" {action}"))
                }),
                Kept::Said { text } => {
                    let text = format!("\"{text}\"");
                    log.iter().filter(|entry| entry.contains(&text)).count() == 1
                }
                Kept::TakenBack { n } => {
                    log.iter().take(*n as usize).any(|entry| entry.starts_with("{\"undo\""))
                }
            };
            if !there {
                return Err(format!("{kept:?} was acknowledged and is not there").into());
            }
        }
        Ok(seated.over)
    }
}

pub(crate) async fn kills(program: &str, times: u64) -> Result<(), Trouble> {
    let mut house = House::open(program, false)?;
    let mut pairs = Vec::new();
    for seed in 0..TABLES {
        pairs.push(Pair::new(&house, seed).await?);
    }
    let (start, mut chance) = (Instant::now(), Chance::new(Seed::from(500)));
    let [mut moves, mut talk, mut undone] = [0_u64; 3];
    for _ in 0..times {
        let shared = std::sync::Arc::new(house);
        let mut playing = JoinSet::new();
        for mut pair in pairs.drain(..) {
            let (house, before) = (shared.clone(), pair.kept.len());
            playing.spawn(async move {
                // The line breaks when the house is killed: that is no trouble.
                let _ = pair.play(&house).await;
                (pair, before)
            });
        }
        sleep(Duration::from_millis(u64::from(chance.below(LIFE)))).await;
        shared.kill()?;
        while let Some(played) = playing.join_next().await {
            let (pair, before) = played?;
            for kept in &pair.kept[before..] {
                match kept {
                    Kept::Played { .. } => moves += 1,
                    Kept::Said { .. } => talk += 1,
                    Kept::TakenBack { .. } => undone += 1,
                }
            }
            pairs.push(pair);
        }
        house = std::sync::Arc::into_inner(shared).ok_or("somebody is still there")?.again(program)?;
        for pair in &mut pairs {
            if pair.look(&house).await? {
                pair.begin(&house).await?;
            }
        }
    }
    let report = json!({
        "kills": times,
        "acknowledged": { "moves": moves, "talk": talk, "taken_back": undone },
        "lost": 0,
        "seconds": start.elapsed().as_secs(),
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
