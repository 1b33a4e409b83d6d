//! The ladder: each level against the one below, in every game, with counts and intervals.

use crate::shell::{Failed, cargo, run, target};

const LEVELS: [&str; 5] = ["learner", "casual", "club", "expert", "champion"];

/// A game, or one of its modes, and how it is played.
struct Rung {
    game: &'static str,
    what: &'static str,
    args: &'static [&'static str],
    /// Won or lost together: a level has nobody to beat but the game.
    together: bool,
}

const fn rung(game: &'static str, what: &'static str, args: &'static [&'static str], together: bool) -> Rung {
    Rung { game, what, args, together }
}

const RUNGS: [Rung; 9] = [
    rung("pyramids", "two", &[], false),
    rung("thin-ice", "two", &[], false),
    rung("thin-ice", "one against three", &["--seats", "4"], false),
    rung("quintazone", "two", &[], false),
    rung("quintazone", "one against three", &["--seats", "4"], false),
    rung("quadri", "competitive", &[], false),
    rung("quadri", "cooperative", &["--options", r#"{"mode":"cooperative"}"#, "--seats", "2"], true),
    rung("quicksand", "level 13", &["--level", "13", "--seats", "2"], true),
    rung("quicksand", "level 20", &["--level", "20", "--seats", "2"], true),
];

/// `args`: a game to measure alone, and how many games per step (40 if not given).
pub(crate) fn ladder(args: &[String]) -> Result<(), Failed> {
    let mut only = None;
    let mut games = "40".to_owned();
    for arg in args {
        if arg.parse::<u32>().is_ok() {
            games.clone_from(arg);
        } else if RUNGS.iter().any(|rung| rung.game == arg) {
            only = Some(arg.as_str());
        } else {
            return Err(Failed(format!("`{arg}` is neither a game nor a number of games.")));
        }
    }
    cargo(&["build", "--release", "-p", "tools", "--example", "tools"]).run()?;
    let binary = target().join("release/examples/tools").display().to_string();
    for rung in RUNGS.iter().filter(|rung| only.is_none_or(|only| rung.game == only)) {
        println!("\n## {}, {}", rung.game, rung.what);
        let step = |players: &[&str]| {
            let line = [&["arena", rung.game, "--games", &games, "--players"], players, rung.args].concat();
            println!("\n$ quintette {}", line.join(" "));
            run(&binary, &line).run()
        };
        if rung.together {
            LEVELS.iter().try_for_each(|level| step(&[level]))?;
        } else {
            LEVELS.windows(2).try_for_each(|pair| step(&[pair[1], pair[0]]))?;
        }
    }
    Ok(())
}
