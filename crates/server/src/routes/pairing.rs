//! *Find me somebody*.

use axum::{
    Json,
    body::Bytes,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{Granted, House_, NotGranted, identity::Identity, read};
use crate::{
    House,
    address::Address,
    messages, pairing,
    people::{Doing, Guest},
    protocol::{RatedWish, Seeking, Wishes},
    ratings,
};

/// `POST /api/me/seek`: I wait from now on.
pub(super) async fn begin(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let mut wishes: Wishes = read(&body)?;
    identity.counts(&house, Doing::Meet, messages::TOO_FAST)?;
    if wishes.rated != RatedWish::No
        && let Some(why) = ratings::why_unrated(&house, identity.guest).await?
    {
        if wishes.rated == RatedWish::Yes {
            return Err(NotGranted::new(StatusCode::FORBIDDEN, why));
        }
        wishes.rated = RatedWish::No;
    }
    if pairing::too_many(&wishes) {
        return Err(NotGranted::not_so(messages::TOO_MUCH_TO_SEEK));
    }
    if house.pool.sought(&wishes).kinds.is_empty() {
        return Err(NotGranted::not_so(messages::NOTHING_TO_SEEK));
    }
    house
        .has_room_for(identity.guest)
        .await?
        .map_err(|why| NotGranted::new(StatusCode::INSUFFICIENT_STORAGE, why))?;
    house.store.seek(identity.guest, &wishes, pairing::HERE).await?;
    let seeking = seeking(&house, identity.guest).await?;
    Ok((identity.jar, Json(seeking)).into_response())
}

#[derive(Debug, Deserialize)]
pub(super) struct Looked {
    /// Whether nobody sees the page: then it asks more seldom.
    #[serde(default)]
    hidden: bool,
}

/// `GET /api/me/seek`: I still wait; how does it go?
pub(super) async fn look(
    State(house): House_,
    Query(Looked { hidden }): Query<Looked>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    identity.counts(&house, Doing::Look, messages::TOO_FAST)?;
    let here = if hidden { pairing::HIDDEN } else { pairing::HERE };
    let sought = house.store.sought_by(identity.guest).await?;
    // Only who waits is written down, and not each time.
    if sought.is_some_and(|seek| seek.here_until.0 < house.store.now().0 + here / 2) {
        house.store.still_seeks(identity.guest, here).await?;
    }
    let seeking = seeking(&house, identity.guest).await?;
    Ok((identity.jar, Json(seeking)).into_response())
}

/// `DELETE /api/me/seek`: I wait no more. Whoever is called already is told where.
pub(super) async fn end(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    if let Some(seek) = house.store.sought_by(identity.guest).await? {
        pairing::give_up(&house, &seek).await?;
    }
    let seeking = seeking(&house, identity.guest).await?;
    Ok((identity.jar, Json(seeking)).into_response())
}

/// `DELETE /api/me/seek/{table}`: I have come to where I was called.
pub(super) async fn come(
    State(house): House_,
    Path(table): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    house.store.has_come(identity.guest, table).await?;
    Ok((identity.jar, Json(None::<Seeking>)).into_response())
}

async fn seeking(house: &House, guest: Guest) -> Granted<Option<Seeking>> {
    let Some(seek) = house.store.sought_by(guest).await? else { return Ok(None) };
    let mine = house.pool.sought(&seek.wishes);
    let usually = mine.usually(house).await?;
    let waited = house.store.now().0 - seek.since.0;
    let others = house.pool.others(guest, &mine.kinds);
    Ok(Some(Seeking { wishes: seek.wishes, waited, others, usually, table: seek.table }))
}
