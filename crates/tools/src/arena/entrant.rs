//! Who enters the arena, as text: a player of the house, or any program that speaks the referee's lines.

use std::{
    fmt,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    str::FromStr,
    sync::atomic::AtomicBool,
    time::Duration,
};

use anyhow::{Context, Result, anyhow, bail};
use bots::{Bot, Intent, Player, UnreadablePlayer};
use catalogue::{Live, LiveGame, with_game};
use cpu_time::ThreadTime;
use serde_json::{Value, json};
use table::{Chance, Game, Millis, Seat};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entrant {
    House(Player),
    /// A command line, started once for each job.
    Engine(String),
}

impl FromStr for Entrant {
    type Err = UnreadablePlayer;

    fn from_str(text: &str) -> Result<Self, UnreadablePlayer> {
        match text.strip_prefix("engine:") {
            Some(command) => Ok(Self::Engine(command.to_owned())),
            None => text.parse().map(Self::House),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::House(player) => player.fmt(f),
            Self::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

impl Entrant {
    /// Reads a list: `champion,search:50ms,nodes=9,engine:a b`. A comma that goes on with a setting is part of a player;
    /// a command takes the rest of its argument.
    pub(crate) fn read_list(arguments: &[String]) -> Result<Vec<Self>, UnreadablePlayer> {
        let mut texts: Vec<String> = Vec::new();
        for argument in arguments {
            let mut rest = Some(argument.as_str());
            while let Some(text) = rest {
                let (piece, after) = match text.split_once(',') {
                    Some((piece, after)) if !text.starts_with("engine:") => (piece, Some(after)),
                    _ => (text, None),
                };
                let goes_on = piece.contains('=') && !piece.contains(':');
                match texts.last_mut().filter(|_| goes_on) {
                    Some(last) => {
                        last.push(',');
                        last.push_str(piece);
                    }
                    None => texts.push(piece.to_owned()),
                }
                rest = after;
            }
        }
        texts.iter().map(|text| text.parse()).collect()
    }
}

/// An entrant that is ready to think.
pub(crate) enum Mind {
    House(Player, Vec<Bot>),
    Engine(Engine),
}

impl Mind {
    pub(crate) fn wake(entrant: &Entrant, time: Duration) -> Result<Self> {
        Ok(match entrant {
            Entrant::House(player) => Self::House(*player, Vec::new()),
            Entrant::Engine(command) => Self::Engine(Engine::start(command, time)?),
        })
    }

    /// A new game begins: what was thought of the last one is forgotten.
    pub(crate) fn forget(&mut self) {
        if let Self::House(_, bots) = self {
            bots.clear();
        }
    }

    /// What it wants to do now, and the processor time that took (an engine's own is not known).
    pub(crate) fn decide(
        &mut self,
        game: &dyn Live,
        seat: Seat,
        now: Millis,
        chance: &mut Chance,
    ) -> Result<(Intent, Duration)> {
        match self {
            Self::House(player, bots) => {
                let stop = AtomicBool::new(false);
                bots.resize_with(game.seats().into(), || Bot::new(*player));
                let bot = &mut bots[seat.index()];
                let clock = ThreadTime::now();
                let decision = bot.decide(game, seat, now, chance.seed(), &stop);
                Ok((decision, clock.elapsed()))
            }
            Self::Engine(engine) => Ok((engine.decide(game, seat, now, chance)?, Duration::ZERO)),
        }
    }
}

/// A program that answers `load` and `choose` as the referee does (docs/protocol.md).
pub(crate) struct Engine {
    command: String,
    time: Duration,
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &str, time: Duration) -> Result<Self> {
        let mut words = command.split_whitespace();
        let program =
            words.next().ok_or_else(|| anyhow!("engine: needs a command, as in engine:./mine --fast"))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{program} cannot be started"))?;
        let (Some(ask), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{program} has no input or no output");
        };
        Ok(Self { command: command.to_owned(), time, child, ask, answers: BufReader::new(answers) })
    }

    /// It is shown a world that its seat cannot tell from the real one: what it may not know it cannot learn.
    fn decide(&mut self, game: &dyn Live, seat: Seat, now: Millis, chance: &mut Chance) -> Result<Intent> {
        if !game.awaited().contains(seat) && game.actions(seat).is_empty() {
            return Ok(Intent::Wait { until: None });
        }
        let world: Value = serde_json::from_str(&imagined(game, seat, chance))?;
        self.request(&json!({ "op": "load", "game": game.id(), "state": world }))?;
        let asked = json!({ "op": "choose", "seat": seat, "at": now, "time": self.time.as_millis() as u64 });
        let answer = self.request(&asked)?;
        let at = answer["at"].as_u64().map(Millis);
        Ok(match answer["action"].as_str() {
            Some(action) => Intent::Play { action: action.to_owned(), not_before: at.unwrap_or(now) },
            None => Intent::Wait { until: at },
        })
    }

    fn request(&mut self, request: &Value) -> Result<Value> {
        let mut line = String::new();
        writeln!(self.ask, "{request}")
            .and_then(|()| self.ask.flush())
            .and_then(|()| self.answers.read_line(&mut line))
            .with_context(|| format!("{} does not answer", self.command))?;
        let answer: Value = serde_json::from_str(&line)
            .with_context(|| format!("{} answered {line:?}, which is not JSON", self.command))?;
        if answer["ok"] != true {
            bail!("{} answered {answer} to {}", self.command, request["op"]);
        }
        Ok(answer)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn imagined(game: &dyn Live, seat: Seat, chance: &mut Chance) -> String {
    with_game!(game.id(), G => {
        let typed = game.as_any().downcast_ref::<LiveGame<G>>();
        typed.map(|game| Live::state(&LiveGame(game.0.imagine(seat, chance))))
    })
    .flatten()
    .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_entrants_is_read_whatever_commas_it_has() {
        let list = |text: &str| -> Vec<String> {
            let read = Entrant::read_list(&[text.to_owned()]).unwrap();
            read.iter().map(ToString::to_string).collect()
        };
        assert_eq!(list("random,greedy"), ["random", "greedy"]);
        assert_eq!(list("search:50ms,nodes=9,random"), ["search:50ms,nodes=9", "random"]);
        assert_eq!(list("search:50ms,threads=2,random"), ["search:50ms,threads=2", "random"]);
        assert_eq!(list("random,engine:a --b=c,d"), ["random", "engine:a --b=c,d"]);
        assert!(Entrant::read_list(&["chess".to_owned()]).is_err());
    }
}
