//! Puzzles: which there are, today's, and a try at one. Nothing is kept: the page says what was tried, and the referee
//! folds it again, as in a lesson.

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
};
use bots::puzzle::{NOT_BEST, puzzles};
use catalogue::{Attend, LessonMoment};

use super::{Granted, House_, NotGranted, read, turn, work};
use crate::{address::Address, messages, protocol::Puzzles, store::UnixMillis};

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
    State(house): House_,
    Path((game, number)): Path<(String, usize)>,
    from: Address,
    body: Bytes,
) -> Granted<Json<LessonMoment>> {
    let asked: Attend = read(&body)?;
    let puzzle = puzzles(&game).get(number).ok_or_else(none)?;
    let turn = turn(&house, from).await?;
    let mut moment = work(&house, &turn, move || puzzle.lesson().attend(&game, &asked)).await??;
    if moment.not_this.is_some() && moment.act {
        moment.not_this = Some(NOT_BEST);
    }
    Ok(Json(moment))
}
