//! The referee by JSON lines: one request per line in, one answer per line out. Whatever comes in, it answers and lives on.

use std::{
    io::{self, BufRead, Read, Write},
    sync::atomic::AtomicBool,
    time::Duration,
};

use bots::{Budget, Intent, Player, UnreadablePlayer};
use catalogue::{Happened, Live, Trouble};
use serde_json::{Map, Value, json, value::RawValue};
use table::{Audience, Lang, Millis, Refusal, RulesVersion, Seat, Seed, Words};

/// The longest line that is read; the rest of a longer one is passed over.
const LONGEST_LINE: u64 = 16 << 20;
/// The longest that `choose` thinks, in milliseconds.
const LONGEST_THOUGHT: u64 = 60_000;

/// Answers until the input ends.
pub fn referee(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut referee = Referee::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let answer = if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            pass_over_line(&mut input)?;
            Err(Fault::Error("the line is too long: a request has at most 16 MiB".into()))
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            referee.answer(&line)
        };
        let lang = referee.lang;
        serde_json::to_writer(&mut output, &answer.unwrap_or_else(|fault| fault.json(lang)))?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

fn pass_over_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let chunk = input.fill_buf()?;
        let (used, done) = match chunk.iter().position(|&b| b == b'\n') {
            Some(end) => (end + 1, true),
            None => (chunk.len(), chunk.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// Why a request is not done.
enum Fault {
    /// The request makes no sense.
    Error(String),
    /// The rules refuse.
    Refused(Refusal),
}

impl Fault {
    fn json(self, lang: Lang) -> Value {
        match self {
            Self::Error(error) => json!({ "ok": false, "error": error }),
            Self::Refused(refusal) => json!({
                "ok": false,
                "refusal": { "clause": refusal.clause, "message": refusal.message.get(lang) },
            }),
        }
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

#[derive(Default)]
struct Referee {
    game: Option<Box<dyn Live>>,
    /// The latest time heard of.
    now: Millis,
    lang: Lang,
}

impl Referee {
    fn answer(&mut self, line: &[u8]) -> Result<Value, Fault> {
        let line = std::str::from_utf8(line).map_err(|_| error("the line is not UTF-8 text"))?;
        let request: Value =
            serde_json::from_str(line).map_err(|e| error(format!("the line is not JSON: {e}")))?;
        let Value::Object(request) = request else {
            return Err(error("a request is a JSON object, such as {\"op\":\"state\"}"));
        };
        let request = Request(request);
        if let Some(lang) = request.0.get("lang") {
            self.lang =
                serde_json::from_value(lang.clone()).map_err(|_| error("`lang` must be \"en\" or \"fr\""))?;
        }
        match request.text("op")? {
            "new" => self.open(&request, line),
            "load" => self.load(&request, line),
            "state" => Ok(json!({ "ok": true, "state": raw(&self.game()?.state()) })),
            "view" => {
                let viewer = match request.0.get("seat") {
                    Some(Value::Null) => None,
                    _ => Some(self.seat(&request)?),
                };
                Ok(json!({ "ok": true, "view": raw(&self.game()?.view(viewer)) }))
            }
            "actions" => {
                let seat = self.seat(&request)?;
                Ok(json!({ "ok": true, "actions": self.game()?.actions(seat) }))
            }
            "play" => {
                let seat = self.seat(&request)?;
                let action = request.text("action")?;
                let at = self.at(&request)?.unwrap_or(self.now);
                // What is refused changes nothing: its time has not been heard of either.
                let happened = self.game_mut()?.play(seat, action, at)?;
                self.now = at;
                Ok(events(happened))
            }
            "choose" => self.choose(&request),
            "deadline" => Ok(json!({ "ok": true, "at": self.game()?.deadline() })),
            "tick" => {
                let at =
                    self.at(&request)?.ok_or_else(|| error("`at` is missing: the time in milliseconds"))?;
                let happened = self.game_mut()?.tick(at);
                self.now = at;
                Ok(events(happened))
            }
            "outcome" => Ok(json!({ "ok": true, "outcome": self.game()?.outcome() })),
            other => {
                let other: String = other.chars().take(40).collect();
                Err(error(format!(
                    "there is no op {other:?}: it is one of new, load, state, view, actions, play, choose, deadline, tick, outcome"
                )))
            }
        }
    }

    fn open(&mut self, request: &Request, line: &str) -> Result<Value, Fault> {
        let id = request.text("game")?;
        let about = catalogue::abouts().into_iter().find(|about| about.id == id);
        let fewest = about.ok_or_else(|| self.trouble(Trouble::UnknownGame(id.to_owned())))?.seats.0;
        let seats = request.number("seats")?.unwrap_or(u64::from(fewest));
        let seats = u8::try_from(seats).map_err(|_| error("`seats` must be a small number"))?;
        let seed = match request.0.get("seed") {
            None => Seed::from(0),
            Some(seed) => serde_json::from_value(seed.clone()).map_err(|e| error(format!("`seed`: {e}")))?,
        };
        let options = part(line, "options").unwrap_or_else(|| "{}".to_owned());
        let opened = match request.number("rules")? {
            None => catalogue::open_newest(id, &options, seats, seed),
            Some(rules) => {
                let rules = RulesVersion(rules.try_into().unwrap_or(u16::MAX));
                catalogue::open(id, rules, &options, seats, seed)
            }
        };
        self.game = Some(opened.map_err(|trouble| self.trouble(trouble))?);
        self.now = Millis::ZERO;
        Ok(json!({ "ok": true }))
    }

    fn load(&mut self, request: &Request, line: &str) -> Result<Value, Fault> {
        let id = request.text("game")?;
        let state = part(line, "state")
            .ok_or_else(|| error("`state` is missing: a position, as the op state gives it"))?;
        self.game = Some(catalogue::load(id, &state).map_err(|t| self.trouble(t))?);
        self.now = Millis::ZERO;
        Ok(json!({ "ok": true }))
    }

    /// What a bot would do on this seat now; the game stays as it is.
    fn choose(&self, request: &Request) -> Result<Value, Fault> {
        let seat = self.seat(request)?;
        let time = Duration::from_millis(request.number("time")?.unwrap_or(200).min(LONGEST_THOUGHT));
        let player = match request.0.get("player") {
            None => Player::Search(Budget::time(time)),
            Some(_) => request.text("player")?.parse().map_err(|e: UnreadablePlayer| error(e.to_string()))?,
        };
        let now = self.at(request)?.unwrap_or(self.now);
        let seed = match request.0.get("seed") {
            None => Seed::from(now.0),
            Some(seed) => serde_json::from_value(seed.clone()).map_err(|e| error(format!("`seed`: {e}")))?,
        };
        let decision = bots::decide(self.game()?, seat, player, now, seed, &AtomicBool::new(false));
        Ok(match decision {
            Intent::Play { action, not_before } => {
                json!({ "ok": true, "action": action, "at": not_before })
            }
            Intent::Wait { until } => json!({ "ok": true, "action": null, "at": until }),
        })
    }

    fn trouble(&self, trouble: Trouble) -> Fault {
        match trouble {
            Trouble::Refused(refusal) => Fault::Refused(refusal),
            other => Fault::Error(Words::get(&other.words(), self.lang).to_owned()),
        }
    }

    fn game(&self) -> Result<&dyn Live, Fault> {
        self.game.as_deref().ok_or_else(no_game)
    }

    fn game_mut(&mut self) -> Result<&mut Box<dyn Live>, Fault> {
        self.game.as_mut().ok_or_else(no_game)
    }

    fn seat(&self, request: &Request) -> Result<Seat, Fault> {
        let seats = self.game()?.seats();
        let seat = request.number("seat")?.ok_or_else(|| error("`seat` is missing: a number from 0"))?;
        u8::try_from(seat)
            .ok()
            .filter(|&seat| seat < seats)
            .map(Seat)
            .ok_or_else(|| error(format!("there is no seat {seat}: the seats are 0 to {}", seats - 1)))
    }

    fn at(&self, request: &Request) -> Result<Option<Millis>, Fault> {
        let at = request.number("at")?.map(Millis);
        match at {
            Some(at) if at < self.now => {
                Err(error(format!("`at` {at} is in the past: the latest time heard of is {}", self.now)))
            }
            _ => Ok(at),
        }
    }
}

struct Request(Map<String, Value>);

impl Request {
    fn text(&self, key: &str) -> Result<&str, Fault> {
        match self.0.get(key) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(error(format!("`{key}` must be a text"))),
            None => Err(error(format!("`{key}` is missing"))),
        }
    }

    fn number(&self, key: &str) -> Result<Option<u64>, Fault> {
        match self.0.get(key) {
            None => Ok(None),
            Some(value) => value
                .as_u64()
                .map(Some)
                .ok_or_else(|| error(format!("`{key}` must be a whole number from 0"))),
        }
    }
}

/// One field of the line, as it was written.
fn part(line: &str, key: &str) -> Option<String> {
    let parts: std::collections::HashMap<String, Box<RawValue>> = serde_json::from_str(line).ok()?;
    parts.get(key).map(|part| part.get().to_owned())
}

/// What a game wrote is JSON already.
fn raw(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// Everything that happened, and of each event who may hear it.
fn events(happened: Happened) -> Value {
    let (events, to): (Vec<Value>, Vec<Audience>) =
        happened.events.into_iter().map(|event| (raw(event.json.get()), event.to)).unzip();
    json!({ "ok": true, "events": events, "to": to })
}

fn error(text: impl Into<String>) -> Fault {
    Fault::Error(text.into())
}

fn no_game() -> Fault {
    error("there is no game yet: send new or load first")
}
