//! What those who run the house ask it. `/healthz` and `/readyz` answer everybody; the figures have an address of their own,
//! because a proxy on this machine comes from this machine, whoever stands behind it.

use std::sync::Arc;

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use super::House_;
use crate::{Database, House, metrics};

/// What answers at the address for figures.
pub(crate) fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/metrics", get(figures))
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .with_state(house)
}

/// `GET /healthz`: whether the house is open, and keeps what it is told.
pub(super) async fn healthz(State(house): House_) -> Response {
    match house.store.trouble().await {
        None => match house.store.full(house.config.space) {
            None => "ok\n".into_response(),
            // Tables that are open go on.
            Some(full) => format!("ok, but no new tables: {full}\n").into_response(),
        },
        // A database that is away comes back; starting this node again would not help.
        Some(trouble) if matches!(house.config.database, Database::Postgres(_)) => {
            format!("ok, but nothing can be saved: {trouble}\n").into_response()
        }
        Some(trouble) => {
            (StatusCode::SERVICE_UNAVAILABLE, format!("nothing can be saved: {trouble}\n")).into_response()
        }
    }
}

/// `GET /readyz`: whether people may be sent here.
pub(super) async fn readyz(State(house): House_) -> Response {
    match house.not_ready().await {
        None => "ready\n".into_response(),
        Some(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response(),
    }
}

async fn figures(State(house): House_) -> Response {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], metrics::page(&house).await).into_response()
}
