//! A guest's record: games that ended, levels that were won, the code that moves them to another browser; and how all of
//! it is forgotten.

use futures_util::FutureExt as _;

use super::{
    Key, Result, Row, Store, StoreError, UnixMillis, accounts,
    ask::query,
    engine::At,
    kept,
    ratings::{self, RatedGame},
    rows::from_row,
    writer::Job,
};
use crate::{
    people::Guest,
    protocol::{BotLevel, Verdict},
    ratings::{Feat, Rated},
};

/// How a game ended, for the records of those who sat at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) at: UnixMillis,
    pub(crate) moves: u32,
    /// Those it was played with, which may be others than it was opened with.
    pub(crate) options: String,
    /// In their order.
    pub(crate) seats: Vec<SeatEnding>,
    /// When it is put on record: the game as it counts for everybody's rating, if it does.
    pub(crate) rated: Option<Rated>,
    /// The same: the level that people won together, how many they were, and how long it took them.
    pub(crate) feat: Option<Feat>,
}

/// How it ended for one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatEnding {
    pub(crate) sat: Sat,
    pub(crate) verdict: Verdict,
    pub(crate) score: Option<i32>,
}

/// Who sat there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sat {
    Guest(Guest),
    Bot(BotLevel),
    /// Somebody who has deleted themselves.
    Unknown,
}

/// A finished game as a guest's history shows it.
#[derive(Clone, Debug)]
pub(crate) struct PastGame {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) ending: Ending,
    /// What the people are called now, in the order of the seats.
    pub(crate) names: Vec<String>,
}

/// How one game ended for one of a guest's seats, for counting.
#[derive(Clone, Debug)]
pub(crate) struct CountedGame {
    pub(crate) key: Key,
    pub(crate) game: String,
    pub(crate) verdict: Verdict,
    pub(crate) score: Option<i32>,
}

impl Store {
    /// Puts the end of a table's game on record; once is enough, and the first stands.
    pub(crate) async fn note_ending(&self, key: Key, ending: Ending) -> Result<()> {
        self.ask(|done| Job::Ending { key, ending, done }).await
    }

    /// A guest's code from now on; a former one opens nothing any more.
    pub(crate) async fn note_code(&self, guest: Guest, hash: [u8; 32]) -> Result<()> {
        self.ask(|done| Job::Code { guest, hash, done }).await
    }

    /// Other texts for entries that a table's log already has, and another host if it was `guest`.
    pub(crate) async fn rewrite(&self, key: Key, rows: Vec<Row>, guest: Guest, instead: Guest) -> Result<()> {
        self.ask(|done| Job::Rewrite { key, rows, guest, instead, done }).await
    }

    /// Removes all that is known of a guest, but for what stands in logs.
    pub(crate) async fn forget_guest(&self, guest: Guest) -> Result<()> {
        self.ask(|done| Job::ForgetGuest { guest, done }).await
    }

    /// The guest whose code has this hash.
    pub(crate) async fn guest_of_code(&self, hash: [u8; 32]) -> Result<Option<Guest>> {
        let guest: Option<String> = query("SELECT guest FROM codes WHERE hash = $1")
            .bind(&hash[..])
            .fetch_optional(&self.readers)
            .await?;
        guest.map(|guest| guest.parse().map_err(|_| StoreError::Unreadable("a guest"))).transpose()
    }

    /// When a guest's code was made, if they have one.
    pub(crate) async fn code_made(&self, guest: Guest) -> Result<Option<UnixMillis>> {
        let made: Option<i64> = query("SELECT made FROM codes WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(made.map(UnixMillis))
    }

    /// All levels that a guest has won, by game and in order.
    pub(crate) async fn all_levels(&self, guest: Guest) -> Result<Vec<(String, u8)>> {
        let levels: Vec<(String, i64)> =
            query("SELECT game, level FROM levels WHERE guest = $1 ORDER BY game, level")
                .bind(guest.to_string())
                .fetch_all(&self.readers)
                .await?;
        Ok(levels.into_iter().map(|(game, level)| (game, level as u8)).collect())
    }

    /// Finished tables of a guest whose end is not on record yet, with their ids.
    pub(crate) async fn unrecorded(&self, guest: Guest, limit: u32) -> Result<Vec<(Key, String)>> {
        let rows: Vec<(i64, String)> = query(
            "SELECT tables.key, tables.id FROM tables JOIN sitters ON sitters.table_key = tables.key \
             WHERE sitters.guest = $1 AND tables.finished = 1 AND tables.ended IS NULL LIMIT $2",
        )
        .bind(guest.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|(key, id)| (Key(key), id)).collect())
    }

    /// A guest's finished games, the newest first, after the one at table `before`.
    pub(crate) async fn past_games(
        &self,
        guest: Guest,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Vec<PastGame>> {
        // A table's seats come as rows of their own, one after the other.
        let rows: Vec<PastSeat> = query(
            "SELECT tables.id, tables.game, tables.name, tables.options, tables.ended, tables.moves, \
                 endings.guest, endings.bot, endings.result, endings.score, \
                 coalesce(people.name, '') AS called \
                 FROM (SELECT DISTINCT tables.key, tables.ended FROM endings \
                 JOIN tables ON tables.key = endings.table_key \
                 WHERE endings.guest = $1 AND (CAST($2 AS TEXT) IS NULL OR (tables.ended, tables.key) < \
                      (SELECT ended, key FROM tables WHERE id = $2)) \
                 ORDER BY tables.ended DESC, tables.key DESC LIMIT $3) AS page \
                 JOIN tables ON tables.key = page.key \
                 JOIN endings ON endings.table_key = tables.key \
                 LEFT JOIN people ON people.guest = endings.guest \
                 ORDER BY tables.ended DESC, tables.key DESC, endings.seat",
        )
        .bind(guest.to_string())
        .bind(before)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let mut games: Vec<PastGame> = Vec::new();
        for seat in rows {
            if games.last().is_none_or(|last| last.id != seat.id) {
                let ending = Ending {
                    at: UnixMillis(seat.ended),
                    moves: seat.moves as u32,
                    options: seat.options,
                    seats: Vec::new(),
                    rated: None,
                    feat: None,
                };
                let (id, game, name) = (seat.id, seat.game, seat.name);
                games.push(PastGame { id, game, name, ending, names: Vec::new() });
            }
            if let Some(game) = games.last_mut() {
                game.ending.seats.push(seat_ending(seat.guest, seat.bot, &seat.result, seat.score)?);
                game.names.push(seat.called);
            }
        }
        Ok(games)
    }

    /// How each of a guest's seats ended, the oldest game first. Who plays on from a moment of another game knows too
    /// much: that does not count.
    pub(crate) async fn counted(&self, guest: Guest) -> Result<Vec<CountedGame>> {
        let rows: Vec<(i64, String, String, Option<i64>)> = query(
            "SELECT tables.key, tables.game, endings.result, CAST(endings.score AS BIGINT) \
             FROM endings JOIN tables ON tables.key = endings.table_key WHERE endings.guest = $1 \
             AND tables.given_key IS NULL ORDER BY tables.ended, tables.key, endings.seat",
        )
        .bind(guest.to_string())
        .fetch_all(&self.readers)
        .await?;
        let read = |(key, game, result, score): (i64, String, String, Option<i64>)| {
            let (verdict, score) = (verdict(&result)?, score.map(|score| score as i32));
            Ok(CountedGame { key: Key(key), game, verdict, score })
        };
        rows.into_iter().map(read).collect()
    }

    /// The ids of all tables whose log names a guest, or that they opened.
    pub(crate) async fn tables_that_name(&self, guest: Guest) -> Result<Vec<String>> {
        query(
            "SELECT tables.id FROM named JOIN tables ON tables.key = named.table_key \
             WHERE named.guest = $1 ORDER BY tables.key",
        )
        .bind(guest.to_string())
        .fetch_all(&self.readers)
        .await
    }

    /// Notes that a guest wants to be forgotten, so that it is done whatever happens to the house.
    pub(crate) async fn note_leaving(&self, guest: Guest) -> Result<()> {
        let now = self.now();
        self.write(move |at| async move { leaves(at, guest, now).await }.boxed()).await
    }

    /// Whether somebody is to be forgotten, and is not yet.
    pub(crate) async fn is_leaving(&self, guest: Guest) -> Result<bool> {
        let leaving: Option<String> = query("SELECT guest FROM leaving WHERE guest = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.readers)
            .await?;
        Ok(leaving.is_some())
    }

    /// Those who wanted to be forgotten, and are not yet.
    pub(crate) async fn leaving(&self) -> Result<Vec<Guest>> {
        let guests: Vec<String> = query("SELECT guest FROM leaving").fetch_all(&self.readers).await?;
        let read = |guest: &String| guest.parse().map_err(|_| StoreError::Unreadable("a guest"));
        guests.iter().map(read).collect()
    }
}

async fn leaves(at: At<'_>, guest: Guest, now: UnixMillis) -> Result<()> {
    let mut all = at.begin().await?;
    // Nobody is called together with whoever goes.
    query("DELETE FROM seeks WHERE guest = $1").bind(guest.to_string()).execute(all.at()).await?;
    query("INSERT INTO leaving (guest) VALUES ($1) ON CONFLICT DO NOTHING")
        .bind(guest.to_string())
        .execute(all.at())
        .await?;
    accounts::note_change(all.at(), guest, None, now).await?;
    all.commit().await?;
    Ok(())
}

/// A seat of a finished game, with what is known of its table.
struct PastSeat {
    id: String,
    game: String,
    name: String,
    options: String,
    ended: i64,
    moves: i64,
    guest: Option<String>,
    bot: Option<String>,
    result: String,
    score: Option<i64>,
    called: String,
}

from_row!(PastSeat { id, game, name, options, ended, moves, guest, bot, result, score, called });

fn verdict(result: &str) -> Result<Verdict> {
    match result {
        "won" => Ok(Verdict::Won),
        "drawn" => Ok(Verdict::Drawn),
        "lost" => Ok(Verdict::Lost),
        _ => Err(StoreError::Unreadable("a result")),
    }
}

fn seat_ending(
    guest: Option<String>,
    bot: Option<String>,
    result: &str,
    score: Option<i64>,
) -> Result<SeatEnding> {
    let sat = match (guest, bot) {
        (Some(guest), _) => Sat::Guest(guest.parse().map_err(|_| StoreError::Unreadable("a guest"))?),
        (None, Some(bot)) => Sat::Bot(BotLevel::named(&bot).ok_or(StoreError::Unreadable("a bot"))?),
        (None, None) => Sat::Unknown,
    };
    Ok(SeatEnding { sat, verdict: verdict(result)?, score: score.map(|score| score as i32) })
}

pub(super) async fn note_ending(at: At<'_>, key: Key, ending: &Ending) -> Result<()> {
    let mut all = at.begin().await?;
    let noted = query(
        "UPDATE tables SET finished = 1, ended = $1, moves = $2, options = $3 \
         WHERE key = $4 AND ended IS NULL",
    )
    .bind(ending.at.0)
    .bind(i64::from(ending.moves))
    .bind(&ending.options)
    .bind(key.0)
    .execute(all.at())
    .await?;
    if noted == 0 {
        return Ok(()); // It stands there already.
    }
    // Nobody has anything left to answer.
    query("DELETE FROM plans WHERE table_key = $1").bind(key.0).execute(all.at()).await?;
    for (seat, SeatEnding { sat, verdict, score }) in (0i64..).zip(&ending.seats) {
        let (guest, bot) = match sat {
            Sat::Guest(guest) => (Some(guest.to_string()), None),
            Sat::Bot(level) => (None, Some(level.name())),
            Sat::Unknown => (None, None),
        };
        let result = match verdict {
            Verdict::Won => "won",
            Verdict::Drawn => "drawn",
            Verdict::Lost => "lost",
        };
        query("INSERT INTO endings (table_key, seat, guest, bot, result, score) VALUES ($1,$2,$3,$4,$5,$6)")
            .bind(key.0)
            .bind(seat)
            .bind(guest)
            .bind(bot)
            .bind(result)
            .bind(score.map(i64::from))
            .execute(all.at())
            .await?;
    }
    if let Some(rated) = &ending.rated {
        let game = RatedGame { key, ended: ending.at, rated: rated.clone(), rewrites: 0 };
        ratings::note(all.at(), &game).await?;
    }
    if let Some(feat) = &ending.feat {
        ratings::note_feat(all.at(), key, feat).await?;
    }
    all.commit().await
}

pub(super) async fn note_code(at: At<'_>, guest: Guest, hash: [u8; 32]) -> Result<()> {
    query(
        "INSERT INTO codes (guest, hash, made) VALUES ($1,$2,$3) \
         ON CONFLICT (guest) DO UPDATE SET hash = excluded.hash, made = excluded.made",
    )
    .bind(guest.to_string())
    .bind(&hash[..])
    .bind(UnixMillis::now().0)
    .execute(at)
    .await?;
    Ok(())
}

pub(super) async fn rewrite(at: At<'_>, key: Key, rows: &[Row], guest: Guest, instead: Guest) -> Result<()> {
    let mut all = at.begin().await?;
    for row in rows {
        query("UPDATE log SET entry = $1 WHERE table_key = $2 AND n = $3")
            .bind(&row.entry)
            .bind(key.0)
            .bind(row.n as i64)
            .execute(all.at())
            .await?;
    }
    query("UPDATE tables SET host = $1 WHERE key = $2 AND host = $3")
        .bind(instead.to_string())
        .bind(key.0)
        .bind(guest.to_string())
        .execute(all.at())
        .await?;
    query("UPDATE tables SET rewrites = rewrites + 1 WHERE key = $1").bind(key.0).execute(all.at()).await?;
    ratings::replace(all.at(), key, guest, instead).await?;
    kept::forget(all.at(), key).await?;
    all.commit().await
}

pub(super) async fn forget_guest(at: At<'_>, guest: Guest) -> Result<()> {
    let guest = guest.to_string();
    let mut all = at.begin().await?;
    for forget in [
        "DELETE FROM people WHERE guest = $1",
        "DELETE FROM sitters WHERE guest = $1",
        "DELETE FROM levels WHERE guest = $1",
        "DELETE FROM codes WHERE guest = $1",
        "DELETE FROM passkeys WHERE guest = $1",
        "DELETE FROM challenges WHERE guest = $1",
        "DELETE FROM reports WHERE guest = $1 OR by_guest = $1",
        "DELETE FROM ties WHERE guest = $1 OR other = $1",
        "DELETE FROM invitations WHERE guest = $1 OR by_guest = $1",
        "DELETE FROM notices WHERE guest = $1",
        "DELETE FROM told WHERE guest = $1",
        "DELETE FROM wishes WHERE guest = $1",
        "DELETE FROM pushes WHERE guest = $1",
        "DELETE FROM mails WHERE guest = $1",
        // That something was done stays on the log; to whom does not.
        "UPDATE deeds SET guest = NULL, whom = '', detail = '' WHERE guest = $1",
        "UPDATE deeds SET by_guest = NULL, by_whom = '' WHERE by_guest = $1",
        "DELETE FROM tournament_people WHERE guest = $1",
        "DELETE FROM seeks WHERE guest = $1",
        "DELETE FROM vacations WHERE guest = $1",
        "DELETE FROM plans WHERE guest = $1",
        "DELETE FROM named WHERE guest = $1",
        "DELETE FROM leaving WHERE guest = $1",
        "UPDATE endings SET guest = NULL WHERE guest = $1",
    ] {
        query(forget).bind(&guest).execute(all.at()).await?;
    }
    all.commit().await
}
