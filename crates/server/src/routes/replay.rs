//! Games that are over: their log files, every moment of them, and tables that play on from one. A log file that somebody
//! brings is looked at in the same way.

use std::{num::NonZeroU32, sync::Arc};

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
use catalogue::{BadLogFile, LogFile, Perspective, Trouble};
use serde::Deserialize;
use serde_json::value::RawValue;
use table::{Seat, Words};

use super::{
    Granted, House_, NotGranted,
    identity::{Identity, same_origin},
    large, read, seated, turn, work,
};
use crate::{
    House,
    address::Address,
    entry::TableEntry,
    fold::{Holder, Played, given_text},
    limits,
    line::Turn,
    messages,
    people::{Doing, MOST_AT_ONCE},
    protocol::{BotLevel, Fork, Phase, Replay, StepOut, Taker, Terms},
    store::{Given, Opening},
};

/// So many entries that a table is given count as one more table.
const ENTRIES_OF_A_TABLE: usize = 500;

/// A game that is over, as it is kept.
pub(super) struct Past {
    opening: Arc<Opening>,
    sitters: Vec<Option<Taker>>,
    pub(super) file: LogFile,
}

pub(super) fn unprocessable(words: Words) -> NotGranted {
    NotGranted::new(StatusCode::UNPROCESSABLE_ENTITY, words)
}

fn trouble() -> NotGranted {
    NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE)
}

/// A table's game once it is over; before, `not_yet`.
pub(super) async fn past(house: &House, turn: &Arc<Turn>, id: &str, not_yet: Words) -> Granted<Past> {
    let no_table = NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE);
    let (key, opening) = house.store.table(id).await?.ok_or(no_table)?;
    let unreadable = || NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNREADABLE_TABLE);
    let table = house.fold_if_readable(Arc::clone(turn), key, opening).await?.ok_or_else(unreadable)?;
    if table.phase() != Phase::Over {
        return Err(NotGranted::new(StatusCode::CONFLICT, not_yet));
    }
    let mut sitters = Vec::new();
    for (_, chair) in table.chairs.iter() {
        sitters.push(match chair.holder {
            Some(Holder::Person(guest)) => {
                Some(Taker::Person { name: house.store.name_of(guest).await?, here: false })
            }
            Some(Holder::Bot(level)) => Some(Taker::Bot { level }),
            None => None,
        });
    }
    let file = table.log_file(sitters.iter().map(|sitter| written(sitter.as_ref())).collect());
    Ok(Past { opening: table.opening, sitters, file })
}

fn bot_name(level: BotLevel) -> String {
    format!("bot ({})", level.name())
}

/// A seat's name as a log file has it.
fn written(sitter: Option<&Taker>) -> String {
    match sitter {
        Some(Taker::Person { name, .. }) => name.clone(),
        Some(Taker::Bot { level }) => bot_name(*level),
        None => String::new(),
    }
}

/// Who a log file says sat there: a bot, or somebody, with or without a name.
fn sitter(name: &str) -> Taker {
    let level = name.strip_prefix("bot (").and_then(|rest| rest.strip_suffix(')'));
    match level.and_then(BotLevel::named) {
        Some(level) => Taker::Bot { level },
        None => Taker::Person { name: limits::name(name).unwrap_or_default(), here: false },
    }
}

/// The whole game as a text file, once it is over, or once nobody can go on with it.
pub(super) async fn log_file(
    State(house): House_,
    Path(id): Path<String>,
    from: Address,
) -> Granted<Response> {
    let taker = large::taker(&house, from)?;
    let turn = turn(&house, from).await?;
    let file = match closed(&house, &id).await? {
        Some(file) => file,
        None => past(&house, &turn, &id, messages::LOG_AT_THE_END).await?.file,
    };
    let attachment = format!("attachment; filename=\"{}-{id}.txt\"", file.game);
    let answer = large::answer(&house, taker, "text/plain; charset=utf-8", file.write().into_bytes())?;
    Ok(([(header::CONTENT_DISPOSITION, attachment)], answer).into_response())
}

/// The log of a game whose rules this house does not play any more: as it is kept. One of rules that it does not play yet
/// may still go on, so that its secrets stay.
async fn closed(house: &House, id: &str) -> Granted<Option<LogFile>> {
    let Some((key, mut opening)) = house.store.table(id).await? else { return Ok(None) };
    match opening.new_game() {
        Err(Trouble::OtherRules { rules, known, .. }) if rules < known.oldest => {}
        Err(other @ Trouble::OtherRules { .. }) => return Err(other.into()),
        _ => return Ok(None),
    }
    let rows = house.store.log(key, 0).await?;
    let played = Played::read(&opening, &rows).map_err(|_| trouble())?;
    let chosen = rows.iter().rev().find_map(|row| match TableEntry::read(&row.entry) {
        Some(TableEntry::Options { options, .. }) => Some(options),
        _ => None,
    });
    opening.options = chosen.unwrap_or(opening.options);
    Ok(Some(opening.log_file(&played, Vec::new(), None)))
}

#[derive(Debug, Deserialize)]
pub(super) struct ReplayQuery {
    #[serde(default)]
    eyes: Option<String>,
}

impl ReplayQuery {
    fn through(&self) -> Granted<Perspective> {
        let eyes = self.eyes.as_deref().map_or(Ok(Perspective::default()), str::parse);
        eyes.map_err(|_| unprocessable(messages::NOBODYS_EYES))
    }
}

/// Works on a log that may be bad.
pub(super) async fn work_on_log<T: Send + 'static>(
    house: &House,
    turn: &Arc<Turn>,
    on_log: impl FnOnce() -> Result<T, BadLogFile> + Send + 'static,
) -> Granted<T> {
    work(house, turn, on_log).await?.map_err(|bad| unprocessable(bad.words()))
}

pub(super) fn check_eyes(eyes: Perspective, seats: u8) -> Granted<()> {
    match eyes {
        Perspective::Seat(seat) if seat.0 >= seats => Err(unprocessable(messages::NOBODYS_EYES)),
        _ => Ok(()),
    }
}

/// Looks at every moment of a log and answers with them.
async fn answer(
    house: &House,
    turn: Arc<Turn>,
    from: Address,
    eyes: Perspective,
    (file, sitters, table): (LogFile, Vec<Option<Taker>>, Option<(String, String)>),
) -> Granted<Response> {
    check_eyes(eyes, file.seats)?;
    let taker = large::taker(house, from)?;
    let text = work_on_log(house, &turn, move || {
        let moments = file.moments(eyes)?;
        let (id, name) = table.unzip();
        let replay = Replay {
            table: id,
            name,
            game: file.game,
            // The options were read as JSON when the game was opened.
            options: RawValue::from_string(file.options).unwrap_or_default(),
            seats: sitters,
            seed: file.seed.to_string(),
            commitment: file.commitment,
            outcome: moments.outcome,
            outs: file.outs.iter().map(|out| StepOut { seat: out.seat, why: out.why }).collect(),
            timed: moments.timed,
            moments: moments.moments,
        };
        // Strings, numbers and lists: writing them to memory cannot fail.
        Ok(serde_json::to_vec(&replay).unwrap_or_default())
    })
    .await?;
    large::answer(house, taker, "application/json", text)
}

/// `GET /api/tables/{id}/replay?eyes=…`
pub(super) async fn of_table(
    State(house): House_,
    Path(id): Path<String>,
    Query(looked): Query<ReplayQuery>,
    from: Address,
) -> Granted<Response> {
    let eyes = looked.through()?;
    let turn = turn(&house, from).await?;
    let Past { opening, sitters, file } = past(&house, &turn, &id, messages::REPLAY_AT_THE_END).await?;
    let table = (opening.id.clone(), opening.name.clone());
    answer(&house, turn, from, eyes, (file, sitters, Some(table))).await
}

type Brought = Result<Bytes, BytesRejection>;

/// A log file that somebody brings.
fn brought(body: Brought) -> Granted<LogFile> {
    let body = body.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            NotGranted::new(StatusCode::PAYLOAD_TOO_LARGE, messages::LOG_TOO_LARGE)
        }
        status => NotGranted::new(status, messages::not_understood(&why.body_text())),
    })?;
    let text = std::str::from_utf8(&body).map_err(|_| unprocessable(messages::LOG_NOT_TEXT))?;
    LogFile::read(text).map_err(|bad| unprocessable(bad.words()))
}

/// `POST /api/replay?eyes=…`, the body a log file.
pub(super) async fn of_file(
    State(house): House_,
    Query(looked): Query<ReplayQuery>,
    headers: HeaderMap,
    from: Address,
    body: Brought,
) -> Granted<Response> {
    same_origin(&headers)?;
    let eyes = looked.through()?;
    let turn = turn(&house, from).await?;
    let file = work(&house, &turn, move || brought(body)).await??;
    let name = |seat| file.names.get(seat).map_or("", String::as_str);
    let sitters = (0..usize::from(file.seats)).map(|seat| Some(sitter(name(seat)))).collect();
    answer(&house, turn, from, eyes, (file, sitters, None)).await
}

/// `POST /api/tables/{id}/fork`
pub(super) async fn fork_table(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    same_origin(&headers)?;
    let fork: Fork = read(&body)?;
    let turn = turn(&house, from).await?;
    let Past { file, .. } = past(&house, &turn, &id, messages::REPLAY_AT_THE_END).await?;
    play_on(&house, &turn, &headers, from, file, fork).await
}

/// `POST /api/replay/fork?n=…`, the body a log file.
pub(super) async fn fork_file(
    State(house): House_,
    fork: Result<Query<Fork>, QueryRejection>,
    headers: HeaderMap,
    from: Address,
    body: Brought,
) -> Granted<Response> {
    same_origin(&headers)?;
    let Query(fork) = fork.map_err(|why| {
        NotGranted::new(StatusCode::BAD_REQUEST, messages::not_understood(&why.body_text()))
    })?;
    let turn = turn(&house, from).await?;
    let file = work(&house, &turn, move || brought(body)).await??;
    play_on(&house, &turn, &headers, from, file, fork).await
}

/// As how many tables one counts that keeps this game: the longest as many as anybody may open at once.
fn weight(file: &LogFile) -> NonZeroU32 {
    let times = 1 + file.entries.len() / ENTRIES_OF_A_TABLE;
    NonZeroU32::MIN.saturating_add(times.min(MOST_AT_ONCE as usize) as u32 - 1)
}

/// A new table whose game begins as this one was after `fork.n` entries.
async fn play_on(
    house: &House,
    turn: &Arc<Turn>,
    headers: &HeaderMap,
    from: Address,
    file: LogFile,
    fork: Fork,
) -> Granted<Response> {
    let identity = Identity::of(house, headers, from).await?;
    if !identity.may_so_much(house, Doing::Open, weight(&file)) {
        return Err(NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MANY_TABLES));
    }
    if fork.seat >= file.seats {
        return Err(unprocessable(messages::NO_SEAT));
    }
    let begun = work_on_log(house, turn, move || {
        // The whole of it is good, not only its beginning.
        let mut begun = LogFile { outs: Vec::new(), outcome: None, ..file.verify()?.canonical };
        if fork.n as usize > begun.entries.len() {
            return Ok(None);
        }
        let given = Given { text: given_text(&begun.entries).into(), n: fork.n };
        begun.entries.truncate(fork.n as usize);
        let over = begun.verify()?.game.outcome().is_some();
        Ok(Some((begun, given, over)))
    })
    .await?;
    let (begun, given, over) = begun.ok_or(unprocessable(messages::NO_MOMENT))?;
    if over {
        return Err(unprocessable(messages::FORK_AT_THE_END));
    }
    let (seed, given, rules) = (begun.seed, Some(given), Some(begun.rules));
    let opening = Opening::new(begun.game, rules, &begun.options, begun.seats, identity.guest, true)?;
    let opening = Opening { seed, given, ..opening };
    let opened = seated(house, opening, Terms::default(), Seat(fork.seat), fork.bots).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(opened)).into_response())
}
