//! Games that are over: their log files, every moment of them, and tables that play on from one. A log file that somebody
//! brings is looked at in the same way.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{
        Path, Query, State,
        rejection::{BytesRejection, QueryRejection},
    },
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use catalogue::{BadLogFile, Eyes, LogFile, Moments};
use serde::Deserialize;
use serde_json::value::RawValue;
use table::{By, Seat, Words};

use super::{
    Granted, House_, NotGranted,
    identity::{Identity, same_origin},
    read, seated,
};
use crate::{
    House,
    entry::Entry,
    limits, names,
    people::Doing,
    protocol::{BotLevel, Fork, Phase, Replay, Taker as TakerInfo},
    says,
    store::{Opening, Wall},
    table::{Table, Taker},
};

/// A game that is over, as it is kept.
struct Past {
    opening: Arc<Opening>,
    sitters: Vec<Option<TakerInfo>>,
    file: LogFile,
}

fn unprocessable(words: Words) -> NotGranted {
    NotGranted::new(StatusCode::UNPROCESSABLE_ENTITY, words)
}

fn trouble() -> NotGranted {
    NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, says::HOUSE_TROUBLE)
}

/// A table's game once it is over; before, `not_yet`.
async fn past(house: &House, id: &str, not_yet: Words) -> Granted<Past> {
    let no_table = NotGranted::new(StatusCode::NOT_FOUND, says::NO_TABLE);
    let (key, opening) = house.store.table(id).await?.ok_or(no_table)?;
    let unreadable = || NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, says::UNREADABLE_TABLE);
    let about = house.about(&opening.game).ok_or_else(unreadable)?;
    let rows = house.store.log(key, 0).await?;
    let opening = Arc::new(opening);
    let table = Table::fold(key, Arc::clone(&opening), &about, &rows, |_| {}).map_err(|_| unreadable())?;
    if table.phase() != Phase::Over {
        return Err(NotGranted::new(StatusCode::CONFLICT, not_yet));
    }
    let mut sitters = Vec::new();
    for chair in &table.chairs {
        sitters.push(match chair.taker {
            Some(Taker::Person(guest)) => {
                Some(TakerInfo::Person { name: house.store.name_of(guest).await?, here: false })
            }
            Some(Taker::Bot(level)) => Some(TakerInfo::Bot { level }),
            None => None,
        });
    }
    let file = table
        .log_file(&rows, sitters.iter().map(|sitter| written(sitter.as_ref())).collect())
        .ok_or_else(unreadable)?;
    Ok(Past { opening, sitters, file })
}

fn bot_name(level: BotLevel) -> String {
    format!("bot ({})", level.name())
}

/// A seat's name as a log file has it.
fn written(sitter: Option<&TakerInfo>) -> String {
    match sitter {
        Some(TakerInfo::Person { name, .. }) => name.clone(),
        Some(TakerInfo::Bot { level }) => bot_name(*level),
        None => String::new(),
    }
}

/// Who a log file says sat there: a bot, or somebody, with or without a name.
fn sitter(name: &str) -> TakerInfo {
    let level = name.strip_prefix("bot (").and_then(|rest| rest.strip_suffix(')'));
    match level.and_then(BotLevel::named) {
        Some(level) => TakerInfo::Bot { level },
        None => TakerInfo::Person { name: limits::name(name).unwrap_or_default(), here: false },
    }
}

/// The whole game as a text file, once it is over.
pub(super) async fn log_file(State(house): House_, Path(id): Path<String>) -> Granted<Response> {
    let Past { file, .. } = past(&house, &id, says::LOG_AT_THE_END).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}-{id}.txt\"", file.game)),
    ];
    Ok((headers, file.write()).into_response())
}

#[derive(Debug, Deserialize)]
pub(super) struct Looked {
    #[serde(default)]
    eyes: Option<String>,
}

impl Looked {
    fn through(&self) -> Granted<Eyes> {
        let eyes = self.eyes.as_deref().map_or(Ok(Eyes::default()), str::parse);
        eyes.map_err(|_| unprocessable(says::NOBODYS_EYES))
    }
}

/// Works on a log where it disturbs nobody: not on the threads that serve, and only so many at once.
async fn apart<T: Send + 'static>(
    house: &House,
    work: impl FnOnce() -> Result<T, BadLogFile> + Send + 'static,
) -> Granted<T> {
    let _turn = house.replays.acquire().await.map_err(|_| trouble())?;
    let worked = tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "a log breaks its reader");
        trouble()
    })?;
    worked.map_err(|bad| unprocessable(bad.words()))
}

fn check_eyes(eyes: Eyes, seats: u8) -> Granted<()> {
    match eyes {
        Eyes::Seat(seat) if seat.0 >= seats => Err(unprocessable(says::NOBODYS_EYES)),
        _ => Ok(()),
    }
}

fn shown(
    file: LogFile,
    moments: Moments,
    sitters: Vec<Option<TakerInfo>>,
    table: Option<(String, String)>,
) -> Json<Replay> {
    let (id, name) = table.unzip();
    Json(Replay {
        table: id,
        name,
        game: file.game,
        // The options were read as JSON when the game was opened.
        options: RawValue::from_string(file.options).unwrap_or_default(),
        seats: sitters,
        seed: file.seed.to_string(),
        commitment: file.commitment,
        outcome: moments.outcome,
        moments: moments.moments,
    })
}

/// `GET /api/tables/{id}/replay?eyes=…`
pub(super) async fn of_table(
    State(house): House_,
    Path(id): Path<String>,
    Query(looked): Query<Looked>,
) -> Granted<Response> {
    let eyes = looked.through()?;
    let Past { opening, sitters, file } = past(&house, &id, says::REPLAY_AT_THE_END).await?;
    check_eyes(eyes, file.seats)?;
    let (file, moments) = apart(&house, move || file.moments(eyes).map(|moments| (file, moments))).await?;
    let table = (opening.id.clone(), opening.name.clone());
    Ok(shown(file, moments, sitters, Some(table)).into_response())
}

type Brought = Result<Bytes, BytesRejection>;

/// A log file that somebody brings.
fn brought(body: Brought) -> Granted<LogFile> {
    let body = body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => NotGranted::new(StatusCode::PAYLOAD_TOO_LARGE, says::LOG_TOO_LARGE),
        status => NotGranted::new(status, says::not_understood(&why.body_text())),
    })?;
    let text = std::str::from_utf8(&body).map_err(|_| unprocessable(says::LOG_NOT_TEXT))?;
    LogFile::read(text).map_err(|bad| unprocessable(bad.words()))
}

/// `POST /api/replay?eyes=…`, the body a log file.
pub(super) async fn of_file(
    State(house): House_,
    Query(looked): Query<Looked>,
    headers: HeaderMap,
    body: Brought,
) -> Granted<Response> {
    same_origin(&headers)?;
    let eyes = looked.through()?;
    let file = brought(body)?;
    let (file, moments) = apart(&house, move || file.moments(eyes).map(|moments| (file, moments))).await?;
    check_eyes(eyes, file.seats)?;
    let name = |seat| file.names.get(seat).map_or("", String::as_str);
    let sitters = (0..usize::from(file.seats)).map(|seat| Some(sitter(name(seat)))).collect();
    Ok(shown(file, moments, sitters, None).into_response())
}

/// `POST /api/tables/{id}/fork`
pub(super) async fn fork_table(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Granted<Response> {
    same_origin(&headers)?;
    let fork: Fork = read(&body)?;
    let Past { file, .. } = past(&house, &id, says::REPLAY_AT_THE_END).await?;
    play_on(&house, &headers, file, fork).await
}

/// `POST /api/replay/fork?n=…`, the body a log file.
pub(super) async fn fork_file(
    State(house): House_,
    fork: Result<Query<Fork>, QueryRejection>,
    headers: HeaderMap,
    body: Brought,
) -> Granted<Response> {
    same_origin(&headers)?;
    let Query(fork) =
        fork.map_err(|why| NotGranted::new(StatusCode::BAD_REQUEST, says::not_understood(&why.body_text())))?;
    play_on(&house, &headers, brought(body)?, fork).await
}

/// A new table whose game begins as this one was after `fork.n` entries.
async fn play_on(house: &House, headers: &HeaderMap, file: LogFile, fork: Fork) -> Granted<Response> {
    let identity = Identity::of(house, headers)?;
    if house.config.limits && !house.people.may(identity.allowance(), Doing::Open) {
        return Err(NotGranted::new(StatusCode::TOO_MANY_REQUESTS, says::TOO_MANY_TABLES));
    }
    if fork.n as usize > file.entries.len() {
        return Err(unprocessable(says::NO_MOMENT));
    }
    if fork.seat >= file.seats {
        return Err(unprocessable(says::NO_SEAT));
    }
    let (begun, over) = apart(house, move || {
        // The whole of it is good, not only its beginning.
        file.verify()?;
        let mut begun = LogFile { outcome: None, ..file };
        begun.entries.truncate(fork.n as usize);
        let over = begun.verify()?.game.outcome().is_some();
        Ok((begun, over))
    })
    .await?;
    if over {
        return Err(unprocessable(says::FORK_AT_THE_END));
    }
    let opening = Opening {
        id: names::table_id()?,
        seats: begun.seats,
        seed: begun.seed,
        host: identity.guest,
        private: true,
        name: names::table_name()?,
        opened: Wall::now(),
        given: Some(given(&begun)),
        game: begun.game,
        options: begun.options,
    };
    let opened = seated(house, opening, Seat(fork.seat), fork.bots).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(opened)).into_response())
}

/// The entries of a log as a table keeps them.
fn given(file: &LogFile) -> String {
    let lines = file.entries.iter().map(|entry| {
        let at = entry.at;
        match &entry.by {
            By::Seat(seat, notation) => Entry::Act { seat: *seat, at, notation: notation.clone() },
            By::Clock => Entry::Clock { at },
        }
        .write()
    });
    lines.collect::<Vec<_>>().join("\n")
}
