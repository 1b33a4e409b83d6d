//! The levels that a guest has won.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use axum_extra::extract::cookie::SignedCookieJar;

use super::{Granted, House_, identity::Identity};
use crate::address::Address;

/// `GET /api/me/levels/{game}`: numbers, in order.
pub(super) async fn levels(
    State(house): House_,
    Path(game): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<(SignedCookieJar, Json<Vec<u8>>)> {
    let Identity { guest, jar, .. } = Identity::of(&house, &headers, from).await?;
    Ok((jar, Json(house.store.levels(guest, &game).await?)))
}
