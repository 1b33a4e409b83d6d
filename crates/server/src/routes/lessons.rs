//! The guided first games. Nothing is kept: the learner's page says what was played, and the referee folds it again.

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
};
use catalogue::{Attend, LessonMoment};

use super::{Granted, House_, NotGranted, read, turn, work};
use crate::{address::Address, messages};

/// `POST /api/lessons/{game}`: the lesson after these answers.
pub(super) async fn attend(
    State(house): House_,
    Path(game): Path<String>,
    from: Address,
    body: Bytes,
) -> Granted<Json<LessonMoment>> {
    let asked: Attend = read(&body)?;
    let lesson = catalogue::lesson(&game).ok_or(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_GAME))?;
    let turn = turn(&house, from).await?;
    Ok(Json(work(&house, &turn, move || lesson.attend(&game, &asked)).await??))
}
