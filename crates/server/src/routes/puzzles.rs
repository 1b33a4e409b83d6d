//! Puzzles: which there are, today's, and a try at one. Nothing is kept: the page says what was tried, and the referee
//! folds it again, as in a lesson.

use axum::{Json, body::Bytes, extract::Path, http::StatusCode};
use bots::puzzle::{NOT_BEST, puzzles};
use catalogue::{Attend, LessonMoment};

use super::{Granted, NotGranted, read};
use crate::{messages, protocol::Puzzles, store::UnixMillis};

const A_DAY: i64 = 86_400_000;

fn none() -> NotGranted {
    NotGranted::new(StatusCode::NOT_FOUND, messages::NO_PUZZLE)
}

/// `GET /api/puzzles/{game}`
pub(super) async fn list(Path(game): Path<String>) -> Granted<Json<Puzzles>> {
    let all = puzzles(&game);
    if all.is_empty() {
        return Err(none());
    }
    // Another one each day, the same for everybody.
    let day = UnixMillis::now().0.div_euclid(A_DAY);
    let today = day.rem_euclid(all.len() as i64) as u32;
    Ok(Json(Puzzles { today, difficulties: all.iter().map(|puzzle| puzzle.difficulty).collect() }))
}

/// `POST /api/puzzles/{game}/{number}`: the puzzle after what was tried.
pub(super) async fn attempt(
    Path((game, number)): Path<(String, usize)>,
    body: Bytes,
) -> Granted<Json<LessonMoment>> {
    let asked: Attend = read(&body)?;
    let puzzle = puzzles(&game).get(number).ok_or_else(none)?;
    let moment = tokio::task::spawn_blocking(move || puzzle.lesson().attend(&game, &asked)).await;
    let mut moment = moment.map_err(|error| {
        tracing::error!(%error, "a puzzle fails");
        NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE)
    })??;
    if moment.not_this.is_some() && moment.act {
        moment.not_this = Some(NOT_BEST);
    }
    Ok(Json(moment))
}
