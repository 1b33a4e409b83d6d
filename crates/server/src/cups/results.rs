//! How a table ended for a tournament, and the file of results.

use table::{Lang, Seat};
use tournaments::TieBreak;

use crate::{
    fold::Table,
    people::Guest,
    protocol::{Phase, StandingLine, Tournament},
    store::UnixMillis,
};

/// When a table's game ended if it has, the place of each seat, and the seats whose people never came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) at: Option<UnixMillis>,
    pub(crate) places: Vec<u8>,
    pub(crate) away: Vec<u8>,
}

/// How a table ended at which these people sat down, if it has; or if nobody of them sits there any more.
///
/// Who got up, or whose time was up, comes after everybody who stayed: nobody gains anything by a bot that plays on.
pub(crate) fn of(table: &Table, seated: &[Guest]) -> Option<Ended> {
    let sits = |seat: Seat| table.chairs.person(seat) == seated.get(seat.index()).copied();
    let seats = || Seat::all(table.opening.seats);
    let over = table.phase() == Phase::Over;
    if !over && seats().any(sits) {
        return None;
    }
    let game = table.game.as_ref()?;
    let out = |seat: Seat| table.outs.iter().position(|out| out.seat == seat);
    // Who gets up and sits down again has got up.
    let stayed = |seat: Seat| sits(seat) && !table.helped.contains(seat);
    let lost_seat = |seat: Seat| !stayed(seat) || out(seat).is_some();
    let away = seats().filter(|&seat| lost_seat(seat) && !table.played.has_acted_after(seat, 0));
    let away = away.map(|seat| seat.0).collect();
    if game.together() {
        // A level counts if it is one that counts, and won by people.
        let won = over && game.credit().is_some() && seats().all(stayed);
        let places = seats().map(|_| if won { 1 } else { 2 }).collect();
        return Some(Ended { at: table.ended, places, away });
    }
    let winners = table.outcome().map(|outcome| outcome.winners).unwrap_or_default();
    let scores = table.outcome().map(|outcome| &outcome.scores[..]).unwrap_or_default();
    // The higher, the better: who stayed, who won, the score, who was out later.
    let rank = |seat: Seat| {
        let score =
            if winners.is_empty() { 0 } else { scores.get(seat.index()).copied().unwrap_or_default() };
        if stayed(seat) && (out(seat).is_none() || over && seated.len() == 2) {
            (true, winners.contains(seat), if winners.contains(seat) { 0 } else { score }, 0)
        } else {
            (false, false, 0, out(seat).unwrap_or_default())
        }
    };
    let ranks: Vec<_> = seats().map(rank).collect();
    let places = ranks.iter().map(|mine| 1 + ranks.iter().filter(|other| *other > mine).count() as u8);
    Some(Ended { at: table.ended, places: places.collect(), away })
}

const fn heading(tie_break: TieBreak, lang: Lang) -> &'static str {
    let (en, fr) = match tie_break {
        TieBreak::BuchholzCut => ("Buchholz cut 1", "Buchholz tronqué"),
        TieBreak::Buchholz => ("Buchholz", "Buchholz"),
        TieBreak::SonnebornBerger => ("Sonneborn-Berger", "Sonneborn-Berger"),
        TieBreak::Direct => ("Direct encounter", "Confrontation directe"),
        TieBreak::Wins => ("Wins", "Victoires"),
        TieBreak::FewerGames => ("Games", "Parties"),
        TieBreak::Sooner => ("Seconds to the last level", "Secondes jusqu’au dernier niveau"),
    };
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

/// A cell that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    format!("\"{}{}\"", if formula { "'" } else { "" }, text.replace('"', "\"\""))
}

/// The standings as a table of comma-separated values.
pub(crate) fn csv(tournament: &Tournament, lang: Lang) -> String {
    let fixed = match lang {
        Lang::En => ["Place", "Name", "Team", "Points", "Games", "Won", "Drawn", "Lost"],
        Lang::Fr => ["Rang", "Nom", "Équipe", "Points", "Parties", "Gagnées", "Nulles", "Perdues"],
    };
    let breaks = tournament.tie_breaks.iter().map(|&tie_break| heading(tie_break, lang));
    let head: Vec<String> = fixed.into_iter().chain(breaks).map(cell).collect();
    let mut lines = vec![head.join(",")];
    lines.extend(tournament.standings.iter().map(|line| row(tournament, line)));
    // Spreadsheets know by this mark that it is UTF-8.
    format!("\u{feff}{}\r\n", lines.join("\r\n"))
}

fn row(tournament: &Tournament, line: &StandingLine) -> String {
    let people = line.players.iter().filter_map(|&player| tournament.people.get(player as usize));
    let names: Vec<&str> = people.clone().map(|person| person.name.as_str()).collect();
    let team = people.clone().find_map(|person| person.team.as_deref()).unwrap_or_default();
    let mut cells =
        vec![line.place.to_string(), cell(&names.join(", ")), cell(team), line.points.to_string()];
    cells.extend([line.played, line.won, line.drawn, line.lost].map(|number| number.to_string()));
    cells.extend(line.breaks.iter().map(ToString::to_string));
    cells.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(cell("Zoé \"Z\", 2"), "\"Zoé \"\"Z\"\", 2\"");
        for (name, kept) in [("=1+1", "'=1+1"), ("+1", "'+1"), ("-x", "'-x"), ("@a", "'@a"), ("a=b", "a=b")] {
            assert_eq!(cell(name), format!("\"{kept}\""));
        }
    }
}
