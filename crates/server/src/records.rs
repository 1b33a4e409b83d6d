//! A guest's record: how games ended for them, counted and listed.

use std::collections::BTreeMap;

use table::{Outcome, Seat};

use crate::{
    House,
    address::Address,
    fold::{Holder, Table},
    people::Guest,
    protocol::{GameRecord, GamesPage, MyGame, MyResult, Phase, Taker, Terms, Verdict},
    ratings,
    store::{
        Key, StoreError,
        endings::{CountedGame, Ending, PastGame, Sat, SeatEnding},
        raw_options,
    },
};

/// How many finished games come at once.
const PAGE: usize = 50;
/// How many unfinished ones are looked at.
const RUNNING: u32 = 50;
/// How many old tables are folded for one look at one's games.
const CAUGHT_UP: u32 = 500;

/// How a game ended for a seat. Where all seats win or lose as one, nobody winning is a loss; elsewhere it is a draw, and
/// so is everybody winning.
fn verdict(outcome: &Outcome, seat: Seat, seats: u8, together: bool) -> Verdict {
    let everybody = Seat::all(seats).all(|seat| outcome.winners.contains(seat));
    if outcome.winners.contains(seat) && (together || !everybody || seats == 1) {
        Verdict::Won
    } else if together || (!everybody && !outcome.winners.is_empty()) {
        Verdict::Lost
    } else {
        Verdict::Drawn
    }
}

/// How a table's game ended, once it has. A seat that was left to a bot counts for whoever left it.
pub(crate) fn ending(table: &Table) -> Option<Ending> {
    let (game, at) = (table.game.as_ref()?, table.ended?);
    let outcome = table.outcome()?;
    let seats = table.chairs.iter().map(|(seat, chair)| SeatEnding {
        sat: match (chair.holder, chair.left_by) {
            (Some(Holder::Person(guest)), _) | (_, Some(guest)) => Sat::Guest(guest),
            (Some(Holder::Bot(level)), None) => Sat::Bot(level),
            (None, None) => Sat::Unknown,
        },
        verdict: verdict(outcome, seat, table.opening.seats, game.together()),
        score: outcome.scores.get(seat.index()).copied(),
    });
    let (moves, options) = (table.played.moves(), table.opening.options.clone());
    let (rated, feat) = (ratings::rated(table), ratings::feat(table));
    Some(Ending { at, moves, options, seats: seats.collect(), rated, feat })
}

/// What a guest takes from a game, of which they may have held several seats on one screen.
fn result(mine: &[(Verdict, Option<i32>)]) -> (MyResult, Option<i32>) {
    let Some(&(first, _)) = mine.first() else { return (MyResult::Shared, None) };
    if mine.iter().any(|&(verdict, _)| verdict != first) {
        // They played both sides: the game is theirs, the win is not.
        return (MyResult::Shared, None);
    }
    let result = match first {
        Verdict::Won => MyResult::Won,
        Verdict::Drawn => MyResult::Drawn,
        Verdict::Lost => MyResult::Lost,
    };
    (result, mine.iter().filter_map(|&(_, score)| score).max())
}

/// Puts on record what ended without being noted: before there were records, or when the house closed just then.
async fn catch_up(house: &House, guest: Guest, from: Address) -> Result<(), StoreError> {
    for (key, id) in house.store.unrecorded(guest, CAUGHT_UP).await? {
        note_late(house, key, &id, from).await?;
    }
    Ok(())
}

/// Puts the end of a game on record that has been over for a while.
pub(crate) async fn note_late(house: &House, key: Key, id: &str, from: Address) -> Result<(), StoreError> {
    match house.fold_listed(id, from).await?.as_ref().and_then(ending) {
        Some(ending) => house.store.note_ending(key, ending).await,
        None => {
            tracing::warn!(table = id, "how this table ended cannot be read");
            Ok(())
        }
    }
}

/// Puts the end of a table's game on record if it is over, which was not noted when it ended. Says whether it is.
pub(crate) async fn put_if_over(house: &House, id: &str) -> Result<bool, StoreError> {
    match house.fold_listed(id, Address::HOUSE).await? {
        Some(table) if table.phase() == Phase::Over => put(house, &table).await.map(|()| true),
        _ => Ok(false),
    }
}

/// Puts the end of a table's game on record: how it ended for everybody who sat there, and the level that was won.
pub(crate) async fn put(house: &House, table: &Table) -> Result<(), StoreError> {
    match ending(table) {
        Some(ending) => house.store.note_ending(table.key, ending).await?,
        None => house.store.note_finished(table.key).await?,
    }
    if table.opening.given.is_some() {
        return Ok(()); // Who plays on from a moment of another game knows too much.
    }
    let Some(level) = table.game.as_ref().and_then(|game| game.credit()) else { return Ok(()) };
    for guest in table.chairs.sitting() {
        house.store.note_level(guest, table.opening.game.clone(), level).await?;
    }
    Ok(())
}

/// A guest's games: with the first page those that still go on; then the finished ones after the one at table `before`.
pub(crate) async fn history(
    house: &House,
    (guest, from): (Guest, Address),
    before: Option<&str>,
) -> Result<GamesPage, StoreError> {
    catch_up(house, guest, from).await?;
    let running = if before.is_none() { running(house, guest, from).await? } else { Vec::new() };
    // One more than is shown says whether there are more.
    let mut past = house.store.past_games(guest, before, PAGE as u32 + 1).await?;
    let more = past.len() > PAGE;
    past.truncate(PAGE);
    let games: Vec<MyGame> = past.into_iter().map(|game| past_game(guest, game)).collect();
    let before = games.last().filter(|_| more).map(|last| last.id.clone());
    Ok(GamesPage { running, games, before })
}

async fn running(house: &House, guest: Guest, from: Address) -> Result<Vec<MyGame>, StoreError> {
    let mut running = Vec::new();
    for listed in house.store.tables_of(guest, RUNNING).await? {
        let Some((key, opening, stands)) = house.stands(listed, from).await? else { continue };
        if stands.phase == Phase::Over {
            note_late(house, key, &opening.id, from).await?;
            continue;
        }
        let chairs = &stands.chairs;
        let mut others = Vec::new();
        for (_, chair) in chairs.iter() {
            match chair.holder {
                Some(Holder::Person(other)) if other != guest => {
                    let name = house.store.name_of(other).await?;
                    others.push(Taker::Person { name, here: false });
                }
                Some(Holder::Bot(level)) if chair.left_by != Some(guest) => {
                    others.push(Taker::Bot { level });
                }
                _ => {}
            }
        }
        if !chairs.people().any(|sitting| sitting == guest) {
            continue; // They got up before it began.
        }
        running.push(MyGame {
            options: raw_options(&stands.options),
            id: opening.id,
            game: opening.game,
            name: opening.name,
            phase: stands.phase,
            up: chairs
                .seats_of(guest)
                .iter()
                .filter_map(|seat| stands.up.get(seat.index()).copied().flatten())
                .min()
                .map(|up| up.0),
            terms: stands.terms,
            my_turn: stands.awaited.iter().any(|seat| chairs.seats_of(guest).contains(seat)),
            others,
            result: None,
            score: None,
            at: opening.opened.0,
            moves: stands.moves,
        });
    }
    Ok(running)
}

fn past_game(guest: Guest, past: PastGame) -> MyGame {
    let PastGame { id, game, name, ending, names } = past;
    let (mut mine, mut others) = (Vec::new(), Vec::new());
    for (SeatEnding { sat, verdict, score }, name) in ending.seats.into_iter().zip(names) {
        match sat {
            Sat::Guest(sitting) if sitting == guest => mine.push((verdict, score)),
            Sat::Guest(_) | Sat::Unknown => others.push(Taker::Person { name, here: false }),
            Sat::Bot(level) => others.push(Taker::Bot { level }),
        }
    }
    let (result, score) = result(&mine);
    MyGame {
        id,
        game,
        name,
        options: raw_options(&ending.options),
        phase: Phase::Over,
        my_turn: false,
        up: None,
        terms: Terms::default(),
        others,
        result: Some(result),
        score,
        at: ending.at.0,
        moves: ending.moves,
    }
}

/// A guest's record in every game that they have finished.
pub(crate) async fn records(
    house: &House,
    (guest, from): (Guest, Address),
) -> Result<Vec<GameRecord>, StoreError> {
    catch_up(house, guest, from).await?;
    let mut records = count(&house.store.counted(guest).await?);
    for (game, level) in house.store.all_levels(guest).await? {
        records.entry(game.clone()).or_insert_with(|| GameRecord::new(game)).levels.push(level);
    }
    Ok(records.into_values().collect())
}

/// Seats in the order in which their games ended.
fn count(seats: &[CountedGame]) -> BTreeMap<String, GameRecord> {
    let mut records = BTreeMap::new();
    let mut running: BTreeMap<&str, u32> = BTreeMap::new();
    for game in seats.chunk_by(|a, b| a.key == b.key) {
        let Some(CountedGame { game: name, .. }) = game.first() else { continue };
        let mine: Vec<_> = game.iter().map(|seat| (seat.verdict, seat.score)).collect();
        let (result, score) = result(&mine);
        let record = records.entry(name.clone()).or_insert_with(|| GameRecord::new(name.clone()));
        let streak = running.entry(name).or_default();
        record.played += 1;
        match result {
            MyResult::Won => {
                record.won += 1;
                *streak += 1;
                record.streak = record.streak.max(*streak);
            }
            MyResult::Drawn | MyResult::Lost => {
                *(if result == MyResult::Drawn { &mut record.drawn } else { &mut record.lost }) += 1;
                *streak = 0;
            }
            MyResult::Shared => {}
        }
        record.best = record.best.max(score);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Clause, Seats};

    fn seats(list: &[u8]) -> Seats {
        list.iter().map(|&seat| Seat(seat)).collect()
    }

    fn verdicts(winners: &[u8], of: u8, together: bool) -> Vec<Verdict> {
        let outcome = Outcome::new(seats(winners), Clause::new('X', 1));
        Seat::all(of).map(|seat| verdict(&outcome, seat, of, together)).collect()
    }

    #[test]
    fn a_win_a_draw_and_a_loss_are_told_apart() {
        use Verdict::{Drawn, Lost, Won};
        assert_eq!(verdicts(&[1], 2, false), [Lost, Won]);
        assert_eq!(verdicts(&[], 2, false), [Drawn, Drawn]);
        assert_eq!(verdicts(&[0, 1], 2, false), [Drawn, Drawn]);
        assert_eq!(verdicts(&[0, 1], 3, false), [Won, Won, Lost]);
        assert_eq!(verdicts(&[0, 1], 2, true), [Won, Won]);
        assert_eq!(verdicts(&[], 2, true), [Lost, Lost]);
        assert_eq!(verdicts(&[0], 1, false), [Won]);
    }

    #[test]
    fn a_record_counts_games_streaks_and_the_best_score() {
        use Verdict::{Drawn, Lost, Won};
        let seat =
            |key, verdict, score| CountedGame { key: Key(key), game: "pyramids".into(), verdict, score };
        let record = &count(&[
            seat(1, Won, Some(9)),
            seat(2, Won, Some(15)),
            // Both sides of one board: it is played, and breaks no streak.
            seat(3, Won, Some(40)),
            seat(3, Lost, Some(3)),
            seat(4, Won, Some(7)),
            seat(5, Lost, Some(20)),
            seat(6, Drawn, None),
            seat(7, Won, None),
        ])["pyramids"];
        assert_eq!((record.played, record.won, record.drawn, record.lost), (7, 4, 1, 1));
        assert_eq!((record.streak, record.best), (3, Some(20)));
    }
}
