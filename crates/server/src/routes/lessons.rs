//! The guided first games. Nothing is kept: the learner's page says what was played, and the referee folds it again.

use axum::{Json, body::Bytes, extract::Path, http::StatusCode};
use catalogue::{Attend, LessonMoment};

use super::{Granted, NotGranted, read};
use crate::messages;

/// `POST /api/lessons/{game}`: the lesson after these answers.
pub(super) async fn attend(Path(game): Path<String>, body: Bytes) -> Granted<Json<LessonMoment>> {
    let asked: Attend = read(&body)?;
    let lesson = catalogue::lesson(&game).ok_or(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_GAME))?;
    // Folding is work, though little: not on the threads that serve everybody.
    let moment = tokio::task::spawn_blocking(move || lesson.attend(&game, &asked)).await;
    let moment = moment.map_err(|error| {
        tracing::error!(%error, "a lesson fails");
        NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE)
    })?;
    Ok(Json(moment?))
}
