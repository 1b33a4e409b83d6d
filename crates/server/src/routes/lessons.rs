//! The guided first games. Nothing is kept: the learner's page says what was played, and the referee folds it again.

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::StatusCode,
};
use catalogue::{Attend, LessonMoment};

use super::{Granted, House_, NotGranted, queued, read};
use crate::messages;

/// `POST /api/lessons/{game}`: the lesson after these answers.
pub(super) async fn attend(
    State(house): House_,
    Path(game): Path<String>,
    body: Bytes,
) -> Granted<Json<LessonMoment>> {
    let asked: Attend = read(&body)?;
    let lesson = catalogue::lesson(&game).ok_or(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_GAME))?;
    Ok(Json(queued(&house, move || lesson.attend(&game, &asked)).await??))
}
