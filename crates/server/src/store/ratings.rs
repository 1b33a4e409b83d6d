//! Ratings as they are kept: after each rated game, of each who played it. Games may come to be known later than others that ended
//! after them (time that was up while a house was closed): then all that came after them is rated anew.

use std::collections::HashMap;

use futures_util::FutureExt;
use table::Millis;

use super::{
    Key, Result, Store, StoreError, UnixMillis,
    ask::query,
    engine::{At, Engine},
    rows::from_row,
};
use crate::{
    people::Guest,
    ratings::{Feat, Placed, Rated, Rating, System},
};

/// A rated game as its log tells it.
#[derive(Clone, Debug)]
pub(crate) struct RatedGame {
    pub(crate) key: Key,
    pub(crate) ended: UnixMillis,
    pub(crate) rated: Rated,
    /// How often its log had been rewritten when it was read.
    pub(crate) rewrites: i64,
}

/// Somebody's rating after one of their games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeptRating {
    pub(crate) ladder: String,
    pub(crate) ended: i64,
    pub(crate) table_key: i64,
    pub(crate) seat: i64,
    pub(crate) guest: Guest,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) games: i64,
}

from_row!(KeptRating { ladder, ended, table_key, seat, guest, rating, deviation, games });

const KEPT: &str = "SELECT ladder, ended, table_key, seat, guest, rating, deviation, games FROM rated ";

/// Somebody in a list of the best.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    pub(crate) name: String,
    pub(crate) account: i64,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) games: i64,
}

from_row!(Ranked { name, account, rating, deviation, games });

/// A level that a team has won.
#[derive(Clone, Debug)]
pub(crate) struct KeptFeat {
    pub(crate) level: i64,
    pub(crate) seats: i64,
    pub(crate) ms: i64,
    pub(crate) table_key: i64,
    pub(crate) id: String,
    pub(crate) ended: i64,
}

from_row!(KeptFeat { level, seats, ms, table_key, id, ended });

impl Store {
    /// All of somebody's ratings, by ladder and in the order of their games; the newest so many of each.
    pub(crate) async fn ratings_of(&self, guest: Guest, each: u32) -> Result<Vec<KeptRating>> {
        query(sqlx::AssertSqlSafe(format!(
            "{KEPT} WHERE guest = $1 AND games > (SELECT games - $2 FROM rated AS last WHERE last.guest = $1 \
             AND last.ladder = rated.ladder AND last.newest = 1) ORDER BY ladder, ended, table_key",
        )))
        .bind(guest.to_string())
        .bind(i64::from(each))
        .fetch_all(&self.readers)
        .await
    }

    /// How good somebody is held to be on this ladder now.
    pub(crate) async fn rating_of(&self, guest: Guest, ladder: &str) -> Result<Option<KeptRating>> {
        query(sqlx::AssertSqlSafe(format!("{KEPT} WHERE guest = $1 AND ladder = $2 AND newest = 1")))
            .bind(guest.to_string())
            .bind(ladder)
            .fetch_optional(&self.readers)
            .await
    }

    /// What this person's rating was before a game of theirs, and after it.
    pub(crate) async fn rating_through(
        &self,
        guest: Guest,
        key: Key,
    ) -> Result<Option<(Option<KeptRating>, KeptRating)>> {
        let after: Option<KeptRating> =
            query(sqlx::AssertSqlSafe(format!("{KEPT} WHERE table_key = $1 AND guest = $2")))
                .bind(key.0)
                .bind(guest.to_string())
                .fetch_optional(&self.readers)
                .await?;
        let Some(after) = after else { return Ok(None) };
        let before = query(sqlx::AssertSqlSafe(format!(
            "{KEPT} WHERE guest = $1 AND ladder = $2 AND games = $3 ORDER BY ended, table_key LIMIT 1"
        )))
        .bind(guest.to_string())
        .bind(&after.ladder)
        .bind(after.games - 1)
        .fetch_optional(&self.readers)
        .await?;
        Ok(Some((before, after)))
    }

    /// All ratings after all games.
    pub(crate) async fn all_ratings(&self) -> Result<Vec<KeptRating>> {
        query(sqlx::AssertSqlSafe(format!("{KEPT} ORDER BY ladder, ended, table_key, seat")))
            .fetch_all(&self.readers)
            .await
    }

    /// The ladders that anybody has been rated on.
    pub(crate) async fn ladders(&self) -> Result<Vec<String>> {
        query("SELECT DISTINCT ladder FROM rated WHERE newest = 1 ORDER BY ladder")
            .fetch_all(&self.readers)
            .await
    }

    /// The best of a ladder: of those who are still there, and sure to be so good.
    pub(crate) async fn best(&self, ladder: &str, surer_than: f64, limit: u32) -> Result<Vec<Ranked>> {
        query(
            "SELECT people.name, people.account, rated.rating, rated.deviation, rated.games FROM rated \
             JOIN people ON people.guest = rated.guest \
             WHERE rated.ladder = $1 AND rated.newest = 1 AND rated.deviation <= $2 \
             ORDER BY rated.rating DESC, rated.guest LIMIT $3",
        )
        .bind(ladder)
        .bind(surer_than)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await
    }

    /// The fastest who won each level with so many seats.
    pub(crate) async fn feats(&self, game: &str) -> Result<Vec<KeptFeat>> {
        query(
                "SELECT feats.level, feats.seats, feats.ms, feats.table_key, tables.id, coalesce(tables.ended, 0) AS ended \
                 FROM feats JOIN tables ON tables.key = feats.table_key WHERE feats.game = $1 \
                 ORDER BY feats.level, feats.seats",
            )
            .bind(game)
            .fetch_all(&self.readers)
            .await
    }

    /// What the people are called who hold a game's records, table by table in the order of their seats.
    pub(crate) async fn names_of_feats(&self, game: &str) -> Result<Vec<(i64, String)>> {
        query(
            "SELECT feats.table_key, coalesce(people.name, '') FROM feats \
             JOIN endings ON endings.table_key = feats.table_key \
             LEFT JOIN people ON people.guest = endings.guest WHERE feats.game = $1 \
             ORDER BY feats.table_key, endings.seat",
        )
        .bind(game)
        .fetch_all(&self.readers)
        .await
    }

    /// The newest ratings of all who look for somebody.
    pub(crate) async fn ratings_of_seekers(&self) -> Result<Vec<(String, String, f64)>> {
        query(
            "SELECT rated.guest, rated.ladder, rated.rating FROM rated \
             JOIN seeks ON seeks.guest = rated.guest \
             WHERE rated.newest = 1",
        )
        .fetch_all(&self.readers)
        .await
    }

    /// The ids of tables whose log says that they are rated.
    pub(crate) async fn rated_tables(&self) -> Result<Vec<String>> {
        query(
            "SELECT tables.id FROM tables WHERE EXISTS (SELECT 1 FROM entries \
             WHERE entries.table_key = tables.key \
             AND entries.entry LIKE '{\"terms\":%\"rated\":true%') ORDER BY tables.key",
        )
        .fetch_all(&self.readers)
        .await
    }

    /// The ids of finished tables of a game.
    pub(crate) async fn finished_tables(&self, game: &str) -> Result<Vec<String>> {
        query("SELECT id FROM tables WHERE game = $1 AND finished = 1 ORDER BY key")
            .bind(game)
            .fetch_all(&self.readers)
            .await
    }

    /// All team records, and at which tables they were made.
    pub(crate) async fn all_feats(&self) -> Result<Vec<(Key, Feat)>> {
        let rows: Vec<(i64, String, i64, i64, i64)> =
            query("SELECT table_key, game, level, seats, ms FROM feats ORDER BY game, level, seats")
                .fetch_all(&self.readers)
                .await?;
        let read = |(key, game, level, seats, ms): (i64, String, i64, i64, i64)| {
            (Key(key), Feat { game, level: level as u8, seats: seats as u8, took: Millis(ms as u64) })
        };
        Ok(rows.into_iter().map(read).collect())
    }

    /// Makes team records anew of these, as logs tell them, and none of those that are `gone`: what was won meanwhile stays.
    pub(crate) async fn feats_anew(&self, feats: Vec<(Key, Feat)>, gone: Vec<Key>) -> Result<()> {
        self.write(move |at| async move { feats_anew(at, &feats, &gone).await }.boxed()).await
    }

    /// Rates all games anew, these as their logs tell them and none of those that are `gone`: what ended meanwhile stays.
    pub(crate) async fn rate_anew(&self, games: Vec<RatedGame>, gone: Vec<Key>) -> Result<()> {
        self.write(move |at| async move { rate_anew(at, &games, &gone).await }.boxed()).await
    }
}

/// Puts a rated game among the others, and rates it and all that ended after it. Once is enough.
pub(super) async fn note(mut at: At<'_>, game: &RatedGame) -> Result<()> {
    lock(at.at()).await?;
    insert(at.at(), game).await?;
    refold(at, &game.rated.ladder, game.ended.0, game.key).await
}

/// Two nodes rate one after the other; a file has one writer anyway.
async fn lock(at: At<'_>) -> Result<()> {
    if let Engine::Postgres(at) = at {
        sqlx::query("LOCK TABLE rated IN SHARE ROW EXCLUSIVE MODE").execute(at).await?;
    }
    Ok(())
}

async fn insert(mut at: At<'_>, game: &RatedGame) -> Result<()> {
    for (seat, placed) in (0i64..).zip(&game.rated.seats) {
        query(
                "INSERT INTO rated \
                 (ladder, ended, table_key, seat, guest, side, place, rating, deviation, volatility, games, newest) \
                 VALUES ($1,$2,$3,$4,$5,$6,$7,0,0,0,0,0) ON CONFLICT DO NOTHING",
            )
            .bind(&game.rated.ladder)
            .bind(game.ended.0)
            .bind(game.key.0)
            .bind(seat)
            .bind(placed.guest.to_string())
            .bind(i64::from(placed.side))
            .bind(i64::from(placed.place))
            .execute(at.at())
            .await?;
    }
    Ok(())
}

/// A seat of a rated game.
struct RatedSeat {
    ended: i64,
    table_key: i64,
    seat: i64,
    guest: String,
    side: i64,
    place: i64,
    rating: f64,
    deviation: f64,
    volatility: f64,
    games: i64,
    newest: i64,
}

from_row!(RatedSeat {
    ended,
    table_key,
    seat,
    guest,
    side,
    place,
    rating,
    deviation,
    volatility,
    games,
    newest
});

/// How somebody stands while games are rated one after the other.
#[derive(Clone, Copy)]
struct Stands {
    rating: Rating,
    games: i64,
    /// After which game, and on which seat of it.
    at: (i64, i64),
}

/// Rates all games of a ladder from this one on, each after what was before it.
async fn refold(mut at: At<'_>, ladder: &str, ended: i64, key: Key) -> Result<()> {
    let system = System::of(ladder);
    let seats: Vec<RatedSeat> = query(
            "SELECT ended, table_key, seat, guest, side, place, rating, deviation, volatility, games, newest FROM rated \
             WHERE ladder = $1 AND (ended > $2 OR (ended = $2 AND table_key >= $3)) \
             ORDER BY ended, table_key, seat",
        )
        .bind(ladder)
        .bind(ended)
        .bind(key.0)
        .fetch_all(at.at())
        .await?;
    let mut now: HashMap<String, Stands> = HashMap::new();
    for game in seats.chunk_by(|a, b| (a.ended, a.table_key) == (b.ended, b.table_key)) {
        let mut before = Vec::new();
        for seat in game {
            before.push(match now.get(&seat.guest) {
                Some(stands) => (stands.rating, stands.games),
                None => {
                    newest(at.at(), ladder, &seat.guest, (ended, key)).await?.unwrap_or((system.first(), 0))
                }
            });
        }
        let placed = game
            .iter()
            .map(|seat| {
                let guest = seat.guest.parse().map_err(|_| StoreError::Unreadable("a guest"))?;
                Ok(Placed { guest, side: seat.side as u8, place: seat.place as u8 })
            })
            .collect::<Result<Vec<_>>>()?;
        let ratings: Vec<Rating> = before.iter().map(|(rating, _)| *rating).collect();
        for ((seat, rating), (_, games)) in game.iter().zip(system.rate(&placed, &ratings)).zip(before) {
            let games = games + 1;
            now.insert(seat.guest.clone(), Stands { rating, games, at: (seat.table_key, seat.seat) });
            let kept = Rating { points: seat.rating, deviation: seat.deviation, volatility: seat.volatility };
            if (kept, seat.games) == (rating, games) {
                continue;
            }
            query(
                "UPDATE rated SET rating = $1, deviation = $2, volatility = $3, games = $4 \
                 WHERE table_key = $5 AND seat = $6",
            )
            .bind(rating.points)
            .bind(rating.deviation)
            .bind(rating.volatility)
            .bind(games)
            .bind(seat.table_key)
            .bind(seat.seat)
            .execute(at.at())
            .await?;
        }
    }
    for (guest, stands) in &now {
        let mut theirs = seats.iter().filter(|seat| seat.guest == *guest);
        if theirs.all(|seat| (seat.newest == 1) == (stands.at == (seat.table_key, seat.seat))) {
            continue; // It is marked already.
        }
        query("UPDATE rated SET newest = 0 WHERE guest = $1 AND ladder = $2 AND newest = 1")
            .bind(guest)
            .bind(ladder)
            .execute(at.at())
            .await?;
        query("UPDATE rated SET newest = 1 WHERE table_key = $1 AND seat = $2")
            .bind(stands.at.0)
            .bind(stands.at.1)
            .execute(at.at())
            .await?;
    }
    Ok(())
}

/// Somebody's rating before this game, and how many they had played.
async fn newest(
    at: At<'_>,
    ladder: &str,
    guest: &str,
    (ended, key): (i64, Key),
) -> Result<Option<(Rating, i64)>> {
    let row: Option<(f64, f64, f64, i64)> = query(
        "SELECT rating, deviation, volatility, games FROM rated WHERE ladder = $1 AND guest = $2 \
         AND (ended < $3 OR (ended = $3 AND table_key < $4)) ORDER BY ended DESC, table_key DESC LIMIT 1",
    )
    .bind(ladder)
    .bind(guest)
    .bind(ended)
    .bind(key.0)
    .fetch_optional(at)
    .await?;
    Ok(row.map(|(points, deviation, volatility, games)| (Rating { points, deviation, volatility }, games)))
}

/// Somebody who is forgotten goes on as somebody unknown, the same one at all rated tables, so that nobody else's rating changes.
pub(super) async fn replace(at: At<'_>, key: Key, guest: Guest, instead: Guest) -> Result<()> {
    query("UPDATE rated SET guest = $1 WHERE table_key = $2 AND guest = $3")
        .bind(instead.to_string())
        .bind(key.0)
        .bind(guest.to_string())
        .execute(at)
        .await?;
    Ok(())
}

/// A level was won by so many people, in so long.
pub(super) async fn note_feat(mut at: At<'_>, key: Key, feat: &Feat) -> Result<()> {
    query(
        "INSERT INTO feats (table_key, game, level, seats, ms) VALUES ($1,$2,$3,$4,$5) \
         ON CONFLICT DO NOTHING",
    )
    .bind(key.0)
    .bind(&feat.game)
    .bind(i64::from(feat.level))
    .bind(i64::from(feat.seats))
    .bind(feat.took.0 as i64)
    .execute(at.at())
    .await?;
    // Only the fastest is remembered.
    query(
        "DELETE FROM feats WHERE game = $1 AND level = $2 AND seats = $3 AND EXISTS (SELECT 1 \
         FROM feats AS faster \
         WHERE faster.game = feats.game AND faster.level = feats.level AND faster.seats = feats.seats \
         AND (faster.ms < feats.ms OR (faster.ms = feats.ms AND faster.table_key < feats.table_key)))",
    )
    .bind(&feat.game)
    .bind(i64::from(feat.level))
    .bind(i64::from(feat.seats))
    .execute(at)
    .await?;
    Ok(())
}

async fn feats_anew(at: At<'_>, feats: &[(Key, Feat)], gone: &[Key]) -> Result<()> {
    let mut all = at.begin().await?;
    for key in gone {
        query("DELETE FROM feats WHERE table_key = $1").bind(key.0).execute(all.at()).await?;
    }
    for (key, feat) in feats {
        note_feat(all.at(), *key, feat).await?;
    }
    all.commit().await
}

async fn rate_anew(at: At<'_>, games: &[RatedGame], gone: &[Key]) -> Result<()> {
    let mut all = at.begin().await?;
    lock(all.at()).await?;
    for key in gone {
        query("DELETE FROM rated WHERE table_key = $1").bind(key.0).execute(all.at()).await?;
    }
    for game in games {
        let rewrites: Option<i64> = query("SELECT rewrites FROM tables WHERE key = $1")
            .bind(game.key.0)
            .fetch_optional(all.at())
            .await?;
        if rewrites != Some(game.rewrites) {
            // Somebody was forgotten there meanwhile, also in what is rated; or the table is gone.
            continue;
        }
        // As a rule it stands there as the log has it, and nothing is written.
        let kept: Vec<(String, i64, String, i64, i64)> =
            query("SELECT ladder, ended, guest, side, place FROM rated WHERE table_key = $1 ORDER BY seat")
                .bind(game.key.0)
                .fetch_all(all.at())
                .await?;
        let told = game.rated.seats.iter().map(|seat| {
            let (guest, side, place) = (seat.guest.to_string(), i64::from(seat.side), i64::from(seat.place));
            (game.rated.ladder.clone(), game.ended.0, guest, side, place)
        });
        if !told.eq(kept) {
            query("DELETE FROM rated WHERE table_key = $1").bind(game.key.0).execute(all.at()).await?;
            insert(all.at(), game).await?;
        }
    }
    let ladders: Vec<String> = query("SELECT DISTINCT ladder FROM rated").fetch_all(all.at()).await?;
    for ladder in ladders {
        refold(all.at(), &ladder, i64::MIN, Key(i64::MIN)).await?;
    }
    all.commit().await
}
