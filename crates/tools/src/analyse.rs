//! Judges a finished game, move by move.

use std::{
    fmt::Write as _,
    io::{IsTerminal, Write as _},
    sync::atomic::AtomicBool,
    time::Duration,
};

use anyhow::{Context, Result};
use bots::{Analysis, Analyst, Budget, Candidate, JudgedMove, Mark};
use catalogue::LogFile;

use crate::cli::Analyse;

pub(crate) fn analyse(options: &Analyse) -> Result<()> {
    let name = options.file.display();
    let bytes = std::fs::read(&options.file).with_context(|| format!("{name} cannot be read"))?;
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text file"))?;
    let log = LogFile::read(&text).with_context(|| name.to_string())?;
    let mut analyst = Analyst::new(&log, options.open).with_context(|| name.to_string())?;
    let budget = match options.nodes {
        Some(nodes) => Budget::nodes(nodes),
        None => Budget::time(Duration::from_millis(options.time)),
    };
    let stop = AtomicBool::new(false);
    let shows = std::io::stderr().is_terminal();
    while analyst.step(budget, &stop) {
        if shows {
            let (done, all) = analyst.progress();
            let _ = write!(std::io::stderr(), "\r{done} of {all} moves");
        }
    }
    if shows {
        let _ = writeln!(std::io::stderr());
    }
    let analysis = analyst.finish();
    if options.json {
        serde_json::to_writer_pretty(std::io::stdout().lock(), &analysis)?;
        println!();
    } else {
        write!(std::io::stdout().lock(), "{}", told(&analysis, &log.names))?;
    }
    Ok(())
}

const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Brilliant => "!!",
        Mark::Good => "!",
        Mark::Doubtful => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
    }
}

/// The analysis as a person reads it.
fn told(analysis: &Analysis, names: &[String]) -> String {
    let mut text = String::new();
    let percent = |chances: &[f32]| {
        let shown = if analysis.together { &chances[..1] } else { chances };
        shown.iter().map(|chance| format!("{:>3.0}", 100.0 * chance)).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(
        text,
        "{}, {}. Chances in percent after each move, all secrets open.",
        analysis.game,
        if analysis.open { "judged with all secrets open" } else { "judged by what each seat could know" }
    );
    for done in &analysis.moves {
        told_move(&mut text, done, &percent(&done.chances));
    }
    let _ = writeln!(text);
    for (seat, judged) in analysis.seats.iter().enumerate() {
        let name = names
            .get(seat)
            .filter(|name| !name.is_empty())
            .map_or_else(|| format!("seat {seat}"), Clone::clone);
        let accuracy = judged.accuracy.map_or_else(|| "–".to_owned(), |part| format!("{part:.0} %"));
        let _ = writeln!(
            text,
            "{name}: accuracy {accuracy} of {} moves; {} brilliant, {} good, {} doubtful, {} mistakes, {} blunders; \
             gave away {:.2} wins, luck {:+.2}",
            judged.moves,
            judged.brilliant,
            judged.good,
            judged.doubtful,
            judged.mistakes,
            judged.blunders,
            judged.lost,
            judged.luck
        );
    }
    match &analysis.moments[..] {
        [] => text.push_str("No single moment decided it.\n"),
        moments => {
            let moments: Vec<String> = moments.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "Decided at: {}.", moments.join(", "));
        }
    }
    text
}

fn told_move(text: &mut String, done: &JudgedMove, chances: &str) {
    let who = done.seat.map_or_else(|| "clock".to_owned(), |seat| format!("seat {seat}"));
    let action = done.action.as_deref().unwrap_or("");
    let mark = done.mark.map_or("", sign);
    let luck = done.luck.filter(|luck| luck.abs() >= 0.005);
    let luck = luck.map_or_else(String::new, |luck| format!("  luck {:+.0}", 100.0 * luck));
    let _ = writeln!(text, "{:>4}  {who:<7} {action:<22}{mark:<3} {chances}{luck}", done.n);
    let erred = matches!(done.mark, Some(Mark::Doubtful | Mark::Mistake | Mark::Blunder));
    if let Some(better) = done.better.as_ref().filter(|_| erred) {
        let _ = writeln!(text, "              better: {}", line(better));
        for reason in &better.reasons {
            let _ =
                writeln!(text, "                {} {}", if reason.good { "+" } else { "-" }, reason.words.en);
        }
    }
}

fn line(better: &Candidate) -> String {
    let mut line = better.action.clone();
    if let Some(at) = better.at {
        let _ = write!(line, " at {:.1} s", at.0 as f64 / 1000.0);
    }
    for act in &better.line {
        let _ = write!(line, ", {}", act.action);
    }
    line
}
