//! A game as one readable text file: options, seed, moves in notation. `quintette replay` checks it.
//!
//! ```text
//! quintette log 1
//! game: pyramids
//! rules: 1
//! seats: 2
//! options: {"rounds":1}
//! seed: 0700000000000000000000000000000000000000000000000000000000000000
//! commitment: 8abfc1…
//!
//! 0@1520 L@c3
//! 0@2310 B+90
//! clock@27000
//!
//! out: {"seat":1,"at":90000,"why":"time"}
//! outcome: {"winners":[0],"clause":"P-15"}
//! ```

use std::fmt::Write;

use table::{By, GameEntry, Millis, Outcome, RulesVersion, Seed, Words};
use thiserror::Error;

use crate::{Happened, Live, Out, Trouble};

const FIRST_LINE: &str = "quintette log 1";
/// No game comes near these; what is larger is not a log.
const MOST_BYTES: usize = 1 << 20;
const MOST_ENTRIES: usize = 20_000;
/// Three years: no game lasts longer.
const LATEST: Millis = Millis(100_000_000_000);

/// A whole game as text.
#[derive(Clone, Debug, PartialEq)]
pub struct LogFile {
    pub game: String,
    /// The first version where the file does not say.
    pub rules: RulesVersion,
    pub seats: u8,
    /// A JSON object.
    pub options: String,
    pub seed: Seed,
    /// The seed's SHA-256, as it was shown before the game.
    pub commitment: String,
    /// Who sat where, where that is told.
    pub names: Vec<String>,
    pub entries: Vec<GameEntry<String>>,
    /// Seats that had lost before the end.
    pub outs: Vec<Out>,
    pub outcome: Option<Outcome>,
}

/// What [`LogFile::verify`] found: a game whose every entry is legal.
#[derive(Debug)]
pub struct Verified {
    /// The game at its end.
    pub game: Box<dyn Live>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// The same log with its options in full, each action in its one text form, and without lines at which nothing
    /// happened: as a table keeps it.
    pub canonical: LogFile,
}

/// Why a log file is not good.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BadLogFile {
    #[error("this is no Quintette log: its first line must be `{FIRST_LINE}`")]
    NotALog,
    #[error("this log is of another version: {0}")]
    OtherVersion(String),
    #[error("this file is too large to be a log ({0} bytes)")]
    TooLarge(usize),
    #[error("this log is too long: no game has so many entries")]
    TooLong,
    #[error("line {0} cannot be read: {1}")]
    Line(usize, &'static str),
    #[error("the line `{0}:` is missing")]
    Missing(&'static str),
    #[error("the seed does not fit its commitment: it is not the seed that was promised at the start")]
    Commitment,
    #[error("{0}")]
    Setup(Trouble),
    #[error("entry {number} ({notation}) is refused: {refusal}")]
    Refused { number: usize, notation: String, refusal: table::Refusal },
    #[error("entry {0} is of a seat that this game does not have")]
    NoSeat(usize),
    #[error("entry {0} is earlier than the one before it")]
    Backwards(usize),
    #[error("the log says that the game ended otherwise than it does")]
    OtherOutcome,
}

impl BadLogFile {
    /// The same in both languages.
    pub fn words(&self) -> Words {
        let fr = match self {
            Self::NotALog => {
                format!(
                    "Ce n’est pas un journal Quintette\u{202f}: sa première ligne doit être «\u{202f}{FIRST_LINE}\u{202f}»."
                )
            }
            Self::OtherVersion(line) => format!("Ce journal est d’une autre version\u{202f}: {line}"),
            Self::TooLarge(bytes) => format!("Ce fichier est trop gros pour un journal ({bytes} octets)."),
            Self::TooLong => {
                "Ce journal est trop long\u{202f}: aucune partie n’a autant d’entrées.".to_owned()
            }
            Self::Line(number, _) => {
                format!("La ligne {number} est illisible\u{202f}: le fichier est abîmé ou incomplet.")
            }
            Self::Missing(key) => format!("Il manque la ligne «\u{202f}{key}:\u{202f}»."),
            Self::Commitment => {
                "La graine ne correspond pas à son empreinte\u{202f}: ce n’est pas celle promise au début."
                    .to_owned()
            }
            Self::Setup(trouble) => return trouble.words(),
            Self::Refused { number, notation, refusal } => {
                format!(
                    "L’entrée {number} ({notation}) est refusée\u{202f}: {} ({})",
                    refusal.message.fr, refusal.clause
                )
            }
            Self::NoSeat(number) => format!("L’entrée {number} est d’une place que cette partie n’a pas."),
            Self::Backwards(number) => format!("L’entrée {number} est antérieure à la précédente."),
            Self::OtherOutcome => "Le journal annonce une autre fin que celle de la partie.".to_owned(),
        };
        Words::new(sentence(&self.to_string()), sentence(&fr))
    }
}

impl LogFile {
    pub fn write(&self) -> String {
        // Neither a name nor JSON means another thing with a blank in the place of a line's end.
        let one_line = |text: &str| text.replace(['\n', '\r'], " ");
        let mut text = format!(
            "{FIRST_LINE}\ngame: {}\nrules: {}\nseats: {}\noptions: {}\nseed: {}\ncommitment: {}\n",
            self.game,
            self.rules,
            self.seats,
            one_line(&self.options),
            self.seed,
            self.commitment
        );
        for (seat, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "name {seat}: {}", one_line(name));
        }
        text.push('\n');
        for entry in &self.entries {
            let _ = writeln!(text, "{entry}");
        }
        if !self.outs.is_empty() {
            text.push('\n');
        }
        for out in &self.outs {
            let _ = writeln!(text, "out: {}", serde_json::to_string(out).unwrap_or_default());
        }
        if let Some(outcome) = &self.outcome {
            let outcome = serde_json::to_string(outcome).unwrap_or_default();
            let _ = write!(text, "\noutcome: {outcome}\n");
        }
        text
    }

    pub fn read(text: &str) -> Result<Self, BadLogFile> {
        if text.len() > MOST_BYTES {
            return Err(BadLogFile::TooLarge(text.len()));
        }
        let mut lines = text.lines().map(str::trim).enumerate();
        match lines.next() {
            Some((_, FIRST_LINE)) => {}
            Some((_, other)) if other.starts_with("quintette log ") => {
                return Err(BadLogFile::OtherVersion(other.chars().take(40).collect()));
            }
            _ => return Err(BadLogFile::NotALog),
        }
        let mut file = Unfinished::default();
        for (index, line) in lines.filter(|(_, line)| !line.is_empty()) {
            file.read_line(line).map_err(|why| BadLogFile::Line(index + 1, why))?;
            if file.entries.len() > MOST_ENTRIES {
                return Err(BadLogFile::TooLong);
            }
        }
        Ok(Self {
            game: file.game.ok_or(BadLogFile::Missing("game"))?,
            rules: file.rules.unwrap_or(RulesVersion::FIRST),
            seats: file.seats.ok_or(BadLogFile::Missing("seats"))?,
            options: file.options.ok_or(BadLogFile::Missing("options"))?,
            seed: file.seed.ok_or(BadLogFile::Missing("seed"))?,
            commitment: file.commitment.ok_or(BadLogFile::Missing("commitment"))?,
            names: file.names,
            entries: file.entries,
            outs: file.outs,
            outcome: file.outcome,
        })
    }

    /// Folds the log: the seed is the one that was promised, every entry is legal, the end is the one it tells.
    pub fn verify(&self) -> Result<Verified, BadLogFile> {
        self.walk(|_, _| {})
    }

    /// [Verifies](Self::verify), and shows the game at its start and after each entry, with what the entry did. The clock
    /// at a time when nothing is due is no entry: it changes nothing, so it costs nothing and is not shown.
    pub(crate) fn walk(
        &self,
        mut see: impl FnMut(&dyn Live, Option<(&GameEntry<String>, Happened)>),
    ) -> Result<Verified, BadLogFile> {
        if self.seed.commitment() != self.commitment {
            return Err(BadLogFile::Commitment);
        }
        let mut game = crate::open(&self.game, self.rules, &self.options, self.seats, self.seed)
            .map_err(BadLogFile::Setup)?;
        see(&*game, None);
        let options =
            crate::canonical_options(&self.game, self.rules, &self.options).map_err(BadLogFile::Setup)?;
        let mut entries = Vec::with_capacity(self.entries.len());
        let mut last = Millis::ZERO;
        for (index, entry) in self.entries.iter().enumerate() {
            if entry.at < last {
                return Err(BadLogFile::Backwards(index + 1));
            }
            last = entry.at;
            let happened = match &entry.by {
                By::Seat(seat, _) if seat.0 >= self.seats => return Err(BadLogFile::NoSeat(index + 1)),
                By::Seat(seat, notation) => {
                    game.play(*seat, notation, entry.at).map_err(|refusal| BadLogFile::Refused {
                        number: index + 1,
                        notation: notation.chars().take(40).collect(),
                        refusal,
                    })?
                }
                By::Clock if game.deadline().is_none_or(|due| due > entry.at) => continue,
                By::Clock => game.tick(entry.at),
            };
            let mut entry = entry.clone();
            if let (By::Seat(_, written), Some(notation)) = (&mut entry.by, &happened.notation) {
                written.clone_from(notation);
            }
            see(&*game, Some((&entry, happened)));
            entries.push(entry);
        }
        if self.outs.iter().any(|out| out.seat.0 >= self.seats) {
            return Err(BadLogFile::NoSeat(self.entries.len()));
        }
        let outcome = crate::outcome(&*game, self.outs.iter().map(|out| out.seat));
        if self.outcome.is_some() && self.outcome != outcome {
            return Err(BadLogFile::OtherOutcome);
        }
        Ok(Verified { game, outcome, canonical: Self { options, entries, ..self.clone() } })
    }
}

/// A log file of which some lines have been read.
#[derive(Default)]
struct Unfinished {
    game: Option<String>,
    rules: Option<RulesVersion>,
    seats: Option<u8>,
    options: Option<String>,
    seed: Option<Seed>,
    commitment: Option<String>,
    names: Vec<String>,
    entries: Vec<GameEntry<String>>,
    outs: Vec<Out>,
    outcome: Option<Outcome>,
}

impl Unfinished {
    /// Takes one line in, whole, or says what it is not.
    fn read_line(&mut self, line: &str) -> Result<(), &'static str> {
        if line.starts_with(|first: char| first.is_ascii_digit()) || line.starts_with("clock@") {
            let entry: GameEntry<String> = line.parse().map_err(
                |_| "an entry is a seat, a time and an action, such as 0@1520 L@c3, or clock@27000",
            )?;
            if entry.at > LATEST {
                return Err("no game lasts that long");
            }
            self.entries.push(entry);
            return Ok(());
        }
        let (key, value) = line.split_once(':').ok_or("it is neither an entry nor `key: value`")?;
        let value = value.trim();
        let repeated = match key {
            "game" => self.game.replace(value.to_owned()).is_some(),
            "rules" => {
                let rules = value.parse().map_err(|_| "rules is the number of a version")?;
                self.rules.replace(RulesVersion(rules)).is_some()
            }
            "seats" => self.seats.replace(value.parse().map_err(|_| "seats is a small number")?).is_some(),
            // On one line, as it is written.
            "options" => self.options.replace(value.replace('\r', " ")).is_some(),
            "seed" => {
                self.seed.replace(value.parse().map_err(|_| "a seed is 64 hexadecimal digits")?).is_some()
            }
            "commitment" => self.commitment.replace(value.to_owned()).is_some(),
            "out" => {
                let out = serde_json::from_str(value).map_err(|_| "who is out is a JSON object")?;
                self.outs.push(out);
                self.outs.len() > usize::from(u8::MAX)
            }
            "outcome" => {
                let outcome = serde_json::from_str(value).map_err(|_| "an outcome is a JSON object")?;
                self.outcome.replace(outcome).is_some()
            }
            name => {
                let seat = name.strip_prefix("name ").ok_or("this key is not known")?;
                self.names.push(value.replace('\r', " "));
                seat.parse() != Ok(self.names.len() - 1)
            }
        };
        if repeated {
            Err("it stands there twice, or names are not in the order of the seats")
        } else {
            Ok(())
        }
    }
}

/// What an error says in passing, as a sentence of its own.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?', ')']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
