//! What an arena prints: a table for people, JSON for programs.

use serde_json::{Value, json};

use super::{
    entrant::Entrant,
    tally::{Share, Sprt, Tally, elo},
};

/// The first entrant's strength against the second, if there are two.
fn strength(share: Share) -> (f64, f64) {
    (elo(share.rate), (elo(share.high) - elo(share.low)) / 2.0)
}

pub(crate) fn json(
    game: &str,
    entrants: &[Entrant],
    tally: &Tally,
    sprt: Option<Sprt>,
    seconds: f64,
) -> Value {
    let games = tally.played.len().max(1) as f64;
    let players: Vec<Value> = entrants
        .iter()
        .enumerate()
        .map(|(index, entrant)| {
            json!({
                "player": entrant.to_string(),
                "wins": tally.wins(index),
                "share": tally.share(index),
                "mean_score": mean_score(tally, index),
                "mean_thought_ms": tenth(tally.mean_thought(index)),
            })
        })
        .collect();
    let mut report = json!({
        "game": game,
        "games": tally.played.len(),
        "players": players,
        "shared": tally.played.iter().filter(|played| played.winners.len() > 1).count(),
        "without_winner": tally.played.iter().filter(|played| played.winners.is_empty()).count(),
        "mean_entries": tenth(tally.played.iter().map(|played| played.entries as f64).sum::<f64>() / games),
        "mean_seconds": tenth(tally.played.iter().map(|played| played.ended as f64 / 1000.0).sum::<f64>() / games),
        "seconds": seconds.round(),
    });
    let left: Vec<f64> =
        tally.played.iter().filter_map(|p| p.left).map(|left| left as f64 / 1000.0).collect();
    if !left.is_empty() {
        report["mean_seconds_left"] = tenth(left.iter().sum::<f64>() / left.len() as f64).into();
    }
    if entrants.len() == 2 && !tally.together {
        let (elo, error) = strength(tally.share(0));
        report["elo"] = json!({ "difference": elo.round(), "error": error.round() });
        if let Some(sprt) = sprt {
            let rounds = tally.rounds();
            report["sprt"] = json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": tenth(sprt.likelihood(&rounds)),
                "judged": sprt.judge(&rounds),
            });
        }
    }
    report
}

pub(crate) fn table(
    game: &str,
    entrants: &[Entrant],
    tally: &Tally,
    sprt: Option<Sprt>,
    seconds: f64,
) -> String {
    let games = tally.played.len();
    let count =
        |wanted: &dyn Fn(usize) -> bool| tally.played.iter().filter(|p| wanted(p.winners.len())).count();
    let mut lines = vec![format!(
        "{game}: {games} games, {} shared, {} without a winner, {seconds:.0} s",
        count(&|winners| winners > 1),
        count(&|winners| winners == 0),
    )];
    let names: Vec<String> = entrants.iter().map(ToString::to_string).collect();
    let width = names.iter().map(String::len).max().unwrap_or_default().max(6);
    lines.push(format!("{:width$}  wins  share   95 % interval   score  ms per thought", "player"));
    for (index, name) in names.iter().enumerate() {
        let share = tally.share(index);
        lines.push(format!(
            "{name:width$}  {:4}  {:4.1}%  {:4.1}% – {:5.1}%  {:>6}  {:6.1}",
            tally.wins(index),
            100.0 * share.rate,
            100.0 * share.low,
            100.0 * share.high,
            mean_score(tally, index).map_or("–".to_owned(), |score| format!("{score:.1}")),
            tally.mean_thought(index),
        ));
    }
    if entrants.len() == 2 && !tally.together {
        let (elo, error) = strength(tally.share(0));
        lines.push(format!("Elo {elo:+.0} ± {error:.0} for {}", names[0]));
        if let Some(sprt) = sprt {
            let rounds = tally.rounds();
            lines.push(format!(
                "sequential test {}, {} Elo: log likelihood {:.2}, {}",
                sprt.elo0,
                sprt.elo1,
                sprt.likelihood(&rounds),
                match sprt.judge(&rounds) {
                    super::tally::Judged::Accepted => "accepted",
                    super::tally::Judged::Rejected => "rejected",
                    super::tally::Judged::Open => "open",
                }
            ));
        }
    }
    lines.join("\n")
}

fn mean_score(tally: &Tally, entrant: usize) -> Option<f64> {
    let scores: Vec<i32> = tally.played.iter().filter_map(|p| p.scores.get(entrant).copied()).collect();
    (!scores.is_empty())
        .then(|| tenth(scores.iter().map(|&s| f64::from(s)).sum::<f64>() / scores.len() as f64))
}

fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
