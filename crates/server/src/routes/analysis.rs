//! The analysis of a finished game: asked for once, made in the background, kept.

use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use bots::{Act, Analyst};
use catalogue::{BadLogFile, LogFile, Moment, Perspective};
use serde::Deserialize;
use serde_json::value::RawValue;
use table::{GameEntry, Millis};

use super::{
    Granted, House_, NotGranted,
    identity::{Identity, same_origin},
    large, read, replay, turn,
};
use crate::{
    House,
    address::Address,
    analyses,
    crowd::Here,
    messages,
    protocol::{AnalysisState, AskLine, Line},
    store::Key,
};

/// No line is longer.
const LONGEST_LINE: usize = 16;

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct AnalysisQuery {
    /// With all secrets open, not by what each seat could know.
    #[serde(default)]
    open: bool,
}

async fn key(house: &House, id: &str) -> Granted<Key> {
    let no_table = NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE);
    Ok(house.store.table(id).await?.ok_or(no_table)?.0)
}

async fn state(house: &House, key: Key, open: bool) -> Granted<AnalysisState> {
    // In this order: what is no longer being made has been kept.
    if let Some((done, all)) = house.judging(key, open) {
        return Ok(AnalysisState::Making { done, all });
    }
    let kept = house.store.analysis(key, open).await?;
    let analysis = kept.and_then(|text| RawValue::from_string(text).ok());
    Ok(analysis.map_or(AnalysisState::None, |analysis| AnalysisState::Made { analysis }))
}

/// `GET /api/tables/{id}/analysis?open=…`
pub(super) async fn look(
    State(house): House_,
    Path(id): Path<String>,
    Query(AnalysisQuery { open }): Query<AnalysisQuery>,
    from: Address,
) -> Granted<Response> {
    let key = key(&house, &id).await?;
    let taker = large::taker(&house, from)?;
    told(&house, taker, state(&house, key, open).await?)
}

/// An analysis that is made is as large as its game is long.
fn told(house: &House, taker: Here<Address>, state: AnalysisState) -> Granted<Response> {
    if !matches!(state, AnalysisState::Made { .. }) {
        return Ok(Json(state).into_response());
    }
    // Strings, numbers and lists: writing them to memory cannot fail.
    let text = serde_json::to_vec(&state).unwrap_or_default();
    large::answer(house, taker, "application/json", text)
}

/// `POST /api/tables/{id}/analysis?open=…`: begins, unless it has been begun.
pub(super) async fn make(
    State(house): House_,
    Path(id): Path<String>,
    Query(AnalysisQuery { open }): Query<AnalysisQuery>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let key = key(&house, &id).await?;
    let too_many = |_| NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_MANY_ANALYSES);
    let taker = large::taker(&house, from)?;
    let known = state(&house, key, open).await?;
    if !matches!(known, AnalysisState::None) {
        return Ok((identity.jar, told(&house, taker, known)?).into_response());
    }
    house.may_judge(identity.guest, from).map_err(too_many)?;
    let turn = turn(&house, from).await?;
    let file = replay::past(&house, &turn, &id, messages::ANALYSIS_AT_THE_END).await?.file;
    let analyst = replay::work_on_log(&house, &turn, move || Analyst::new(&file, open)).await?;
    analyses::begin(&house, (key, open), (identity.guest, from), analyst).map_err(too_many)?;
    let state = state(&house, key, open).await?;
    Ok((StatusCode::ACCEPTED, identity.jar, Json(state)).into_response())
}

/// `POST /api/tables/{id}/line`: what would have come of it.
pub(super) async fn line(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Json<Line>> {
    same_origin(&headers)?;
    let AskLine { n, eyes, at, line } = read(&body)?;
    let eyes: Perspective = eyes.parse().map_err(|_| replay::unprocessable(messages::NOBODYS_EYES))?;
    let turn = turn(&house, from).await?;
    let file = replay::past(&house, &turn, &id, messages::ANALYSIS_AT_THE_END).await?.file;
    replay::check_eyes(eyes, file.seats)?;
    if n as usize > file.entries.len() || line.len() > LONGEST_LINE {
        return Err(replay::unprocessable(messages::NO_MOMENT));
    }
    let play = move || played_otherwise(file, n as usize, eyes, at, line);
    let moments = replay::work_on_log(&house, &turn, play).await?;
    Ok(Json(Line { moments }))
}

/// The game after `n` entries, played on in another way. A line may hang on what only chance can tell: where the referee
/// refuses, it ends.
fn played_otherwise(
    file: LogFile,
    n: usize,
    eyes: Perspective,
    at: Option<Millis>,
    line: Vec<Act>,
) -> Result<Vec<Moment>, BadLogFile> {
    let mut other = LogFile { outcome: None, ..file };
    let before =
        n.checked_sub(1).and_then(|last| other.entries.get(last)).map_or(Millis::ZERO, |entry| entry.at);
    let at = at.unwrap_or(before).max(before);
    other.entries.truncate(n);
    other.entries.extend(line.into_iter().map(|act| GameEntry::act(act.seat, act.action, at)));
    other.moments_after(n, eyes)
}
