//! What is measured, and how it compares with what was committed.

use super::{Programs, number, page};
use crate::shell::{Failed, run};

/// A drop of more than this is said aloud.
const ALOUD: f64 = 0.9;
/// The server is on one core and what loads it on another, so that neither takes the other's time.
const SERVER_CORE: &str = "0";
const LOAD_CORE: &str = "1";

/// One run, which gives some figures.
pub(super) struct Row {
    args: &'static [&'static str],
    program: Program,
    figures: &'static [Figure],
}

/// What is measured.
enum Program {
    House,
    /// In the house's place: it says how fast the machine is just now.
    Relay,
    /// Houses, Postgres and NATS have all of the machine, together with what loads them: several processes cannot share a core
    /// and be told apart. The first row of these is a house on a file under the same conditions.
    Town,
}

/// Which figure of a run, and what it is called.
struct Figure {
    name: &'static str,
    key: &'static str,
    /// The figure of the bare relay, or of the house on a file, that says what the machine is worth just now.
    control: Option<&'static str>,
    more_is_better: bool,
}

const fn more(name: &'static str, key: &'static str, control: Option<&'static str>) -> Figure {
    Figure { name, key, control, more_is_better: true }
}

const fn less(name: &'static str, key: &'static str, control: Option<&'static str>) -> Figure {
    Figure { name, key, control, more_is_better: false }
}

const RELAY_50: &str = "relay, messages/s, 50 tables";
const RELAY_200: &str = "relay, messages/s, 200 tables";
/// Where others use the machine, too, this is what stays the same.
const RELAY_WORK: &str = "relay, messages a second of its work";
/// What a town is measured against: the same load on the same cores.
const ON_A_FILE: &str = "moves/s, 200 tables, on a file";
const ON_POSTGRES: &str = "moves/s, 200 tables, on Postgres";
const AT_THE_SAME: &str = "at 200 moves/s the other, at the same house, sees it, ms, p50";
const AT_ANOTHER: &str = "at 200 moves/s the other, at another house, sees it, ms, p50";

/// One house on Postgres writes so many moves a second.
const WANTED_ON_POSTGRES: f64 = 12_000.0;
/// So many milliseconds more until the other sees a move, at most, where they are at another house.
const WANTED_AT_ANOTHER: f64 = 1.0;

pub(super) const ROWS: &[Row] = &[
    Row {
        args: &["--relay", "--tables", "50"],
        program: Program::Relay,
        figures: &[more(RELAY_50, "moves_per_second", None), more(RELAY_WORK, "moves_per_cpu_second", None)],
    },
    Row {
        args: &["--tables", "50"],
        program: Program::House,
        figures: &[
            more("moves/s, 50 tables", "moves_per_second", Some(RELAY_50)),
            more("moves a second of the server's work", "moves_per_cpu_second", Some(RELAY_WORK)),
            less("the other sees it, ms, p99, 50 tables", "p99", Some(RELAY_50)),
        ],
    },
    Row {
        args: &["--relay", "--tables", "200"],
        program: Program::Relay,
        figures: &[more(RELAY_200, "moves_per_second", None)],
    },
    Row {
        args: &["--tables", "200"],
        program: Program::House,
        figures: &[
            more("moves/s, 200 tables", "moves_per_second", Some(RELAY_200)),
            less("the other sees it, ms, p99, 200 tables", "p99", Some(RELAY_200)),
        ],
    },
    Row {
        args: &["--tables", "50", "--pace", "200"],
        program: Program::House,
        figures: &[
            less("at 200 moves/s the other sees it, ms, p50", "p50", Some(RELAY_50)),
            less("at 200 moves/s the other sees it, ms, p99", "p99", Some(RELAY_50)),
        ],
    },
    Row {
        args: &["--memory"],
        program: Program::House,
        figures: &[
            less("bytes a table, idle", "bytes_a_table_idle", None),
            less("bytes a table with two clients", "bytes_a_table_with_two_clients", None),
        ],
    },
    Row {
        args: &["--start"],
        program: Program::House,
        figures: &[
            less("start with 101,000 tables, ms", "answers_after_ms", None),
            less("the program, bytes", "program_bytes", None),
        ],
    },
    Row {
        args: &["--game", "quicksand", "--tables", "200", "--bots", "1", "--seconds", "20"],
        program: Program::House,
        figures: &[less("sand is seen late by, ms, p99, 200 tables with a bot", "p99", None)],
    },
    Row {
        args: &["--tables", "200"],
        program: Program::Town,
        figures: &[
            more(ON_A_FILE, "moves_per_second", None),
            less("the other sees it, ms, p50, on a file", "p50", Some(ON_A_FILE)),
            less("the other sees it, ms, p99, on a file", "p99", Some(ON_A_FILE)),
        ],
    },
    Row {
        args: &["--tables", "200", "--postgres"],
        program: Program::Town,
        figures: &[
            more(ON_POSTGRES, "moves_per_second", Some(ON_A_FILE)),
            less("the other sees it, ms, p50, on Postgres", "p50", Some(ON_A_FILE)),
            less("the other sees it, ms, p99, on Postgres", "p99", Some(ON_A_FILE)),
            less("Postgres' share of the machine, on Postgres", "postgres", None),
        ],
    },
    Row {
        args: &["--tables", "200", "--houses", "1"],
        program: Program::Town,
        figures: &[
            more("moves/s, 200 tables, a town of one", "moves_per_second", Some(ON_A_FILE)),
            less("the other sees it, ms, p50, a town of one", "p50", Some(ON_A_FILE)),
            less("the other sees it, ms, p99, a town of one", "p99", Some(ON_A_FILE)),
            less("Postgres' share of the machine, a town of one", "postgres", None),
            less("NATS' share of the machine, a town of one", "nats", None),
        ],
    },
    Row {
        args: &["--tables", "200", "--houses", "2"],
        program: Program::Town,
        figures: &[
            more("moves/s, 200 tables, a town of two", "moves_per_second", Some(ON_A_FILE)),
            less("the other sees it, ms, p50, a town of two", "p50", Some(ON_A_FILE)),
            less("the other sees it, ms, p99, a town of two", "p99", Some(ON_A_FILE)),
            less("Postgres' share of the machine, a town of two", "postgres", None),
            less("NATS' share of the machine, a town of two", "nats", None),
        ],
    },
    Row {
        args: &["--tables", "200", "--houses", "3"],
        program: Program::Town,
        figures: &[
            more("moves/s, 200 tables, a town of three", "moves_per_second", Some(ON_A_FILE)),
            less("the other sees it, ms, p50, a town of three", "p50", Some(ON_A_FILE)),
            less("the other sees it, ms, p99, a town of three", "p99", Some(ON_A_FILE)),
            less("Postgres' share of the machine, a town of three", "postgres", None),
            less("NATS' share of the machine, a town of three", "nats", None),
        ],
    },
    Row {
        args: &["--tables", "50", "--pace", "200", "--houses", "1"],
        program: Program::Town,
        figures: &[less(AT_THE_SAME, "p50", Some(ON_A_FILE))],
    },
    Row {
        args: &["--tables", "50", "--pace", "200", "--houses", "2"],
        program: Program::Town,
        figures: &[less(AT_ANOTHER, "p50", Some(ON_A_FILE))],
    },
];

impl Row {
    pub(super) fn measure(&self, programs: &Programs, figures: &mut Figures) -> Result<(), Failed> {
        let pinned = |program: &str| {
            let line = ["-c", LOAD_CORE, &programs.load, "--server", program];
            run("taskset", &[&line, self.args].concat()).env("SERVER_CORE", SERVER_CORE).said()
        };
        let output = match self.program {
            Program::House => pinned(&programs.house)?,
            Program::Relay => pinned(&programs.relay)?,
            Program::Town => {
                run(&programs.load, &[&["--server", &programs.house], self.args].concat()).said()?
            }
        };
        for figure in self.figures {
            let value = number(&output, figure.key)
                .ok_or_else(|| Failed(format!("there is no {} in {output}", figure.key)))?;
            figures.0.push((figure.name.to_owned(), value));
        }
        Ok(())
    }
}

/// Figures by their names.
#[derive(Default)]
pub(super) struct Figures(Vec<(String, f64)>);

impl Figures {
    /// Those that stand in the page: `| name | figure | …`.
    pub(super) fn committed() -> Self {
        let read = |line: &str| {
            let mut cells = line.strip_prefix("| ")?.split(" | ");
            let name = cells.next()?;
            Some((name.to_owned(), cells.next()?.replace(',', "").parse().ok()?))
        };
        Self(page().lines().filter_map(read).collect())
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(known, _)| known == name).map(|&(_, value)| value)
    }

    /// How a figure compares with the committed one, measured against its control of its own run; above 1 is better.
    fn ratio(&self, committed: &Self, figure: &Figure) -> Option<f64> {
        let worth = |figures: &Self| match figure.control {
            None => Some(1.0),
            Some(control) => figures.get(control),
        };
        let (now, then) = (self.get(figure.name)?, committed.get(figure.name)?);
        let machine = worth(self)? / worth(committed)?;
        Some(if figure.more_is_better { now / then / machine } else { then / now / machine })
    }

    /// As the page has them, with the ratio to it, and aloud what has become worse.
    pub(super) fn print(&self, committed: &Self) {
        println!(
            "\n| what | now | committed | better by, against the relay or the file |\n|---|---|---|---|"
        );
        let mut worse = Vec::new();
        for figure in ROWS.iter().flat_map(|row| row.figures) {
            let Some(now) = self.get(figure.name) else { continue };
            let ratio = self.ratio(committed, figure);
            let shown =
                |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"));
            println!(
                "| {} | {now} | {} | {} |",
                figure.name,
                shown(committed.get(figure.name)),
                shown(ratio)
            );
            if let Some(ratio) = ratio.filter(|&ratio| ratio < ALOUD && figure.control.is_some()) {
                worse.push(format!("{}: {ratio:.2} of what was committed", figure.name));
            }
        }
        for (name, relay) in [("moves/s, 50 tables", RELAY_50), ("moves/s, 200 tables", RELAY_200)] {
            if let (Some(moves), Some(relay)) = (self.get(name), self.get(relay)) {
                println!("{name}: {:.2} of the bare relay's messages in the same run", moves / relay);
            }
        }
        for line in self.promises() {
            println!("{line}");
        }
        for line in worse {
            println!("\n!!! WORSE BY MORE THAN A TENTH: {line}");
        }
    }

    /// Whether a town keeps what was promised of its speed.
    fn promises(&self) -> Vec<String> {
        let more = self.get(AT_ANOTHER).zip(self.get(AT_THE_SAME)).map(|(another, same)| another - same);
        let told = |kept: bool, what: String| format!("{}: {what}", if kept { "kept" } else { "!!! MISSED" });
        let on_postgres = self.get(ON_POSTGRES).map(|moves| {
            let what = format!("{moves:.0} moves/s by one house on Postgres, {WANTED_ON_POSTGRES:.0} wanted");
            told(moves >= WANTED_ON_POSTGRES, what)
        });
        let at_another = more.map(|more| {
            let what =
                format!("{more:.2} ms more at another house at the median, {WANTED_AT_ANOTHER} at most");
            told(more <= WANTED_AT_ANOTHER, what)
        });
        on_postgres.into_iter().chain(at_another).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_every_figure_of_a_town() {
        let committed = Figures::committed();
        let town = ROWS.iter().filter(|row| matches!(row.program, Program::Town));
        for figure in town.flat_map(|row| row.figures) {
            assert!(committed.get(figure.name).is_some(), "{} is not in docs/performance.md", figure.name);
            assert!(figure.control.is_none_or(|control| committed.get(control).is_some()), "{}", figure.name);
        }
    }

    #[test]
    fn promises_are_kept_or_missed() {
        let figures = |moves, another| {
            let named = [(ON_POSTGRES, moves), (AT_THE_SAME, 2.0), (AT_ANOTHER, another)];
            Figures(named.map(|(name, value)| (name.to_owned(), value)).into())
        };
        let kept = |figures: Figures| -> Vec<bool> {
            figures.promises().iter().map(|line| line.starts_with("kept")).collect()
        };
        assert_eq!(kept(figures(12_000.0, 3.0)), [true, true]);
        assert_eq!(kept(figures(11_999.0, 3.1)), [false, false]);
        assert!(Figures::default().promises().is_empty());
    }
}
