//! What belongs to a guest: their games, their records, the code that moves them to another browser, when they
//! are away, and the way out.

use axum::{
    Json,
    body::Bytes,
    extract::{Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{Granted, House_, NotGranted, identity::Identity, me_as, read};
use crate::{
    House,
    address::Address,
    codes::Code,
    forget, messages,
    people::{Doing, Guest},
    protocol::{CodeMade, NewCode, NewVacation, Recover},
    records,
    store::UnixMillis,
    vacations,
};

#[derive(Debug, Deserialize)]
pub(super) struct Before {
    before: Option<String>,
}

/// `GET /api/me/games?before=…`
pub(super) async fn games(
    State(house): House_,
    Query(Before { before }): Query<Before>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    // No table has a zero in its name, and a database cannot be asked for one.
    let before = before.filter(|before| !before.contains('\0'));
    let page = records::history(&house, (identity.guest, from), before.as_deref()).await?;
    Ok((identity.jar, Json(page)).into_response())
}

/// `GET /api/me/records`
pub(super) async fn records(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let records = records::records(&house, (identity.guest, from)).await?;
    Ok((identity.jar, Json(records)).into_response())
}

/// `GET /api/me/code`: whether there is one. The code itself is shown once, to whoever made it.
pub(super) async fn code_made(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let made = house.store.code_made(identity.guest).await?.map(|made| made.0);
    Ok((identity.jar, Json(CodeMade { made })).into_response())
}

/// `POST /api/me/code`: a new code; the former opens nothing any more.
pub(super) async fn new_code(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    slowly(&house, &identity)?;
    let code = Code::new()?;
    house.store.note_code(identity.guest, code.hash()).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(NewCode { code: code.to_string() })).into_response())
}

/// `POST /api/me/recover`: from now on this browser is the guest of the code.
pub(super) async fn recover(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let Recover { code } = read(&body)?;
    let code = Code::read(&code).ok_or_else(|| NotGranted::not_so(messages::CODE_MALFORMED))?;
    slowly(&house, &identity)?;
    let guest = house.store.guest_of_code(code.hash()).await?;
    let guest = guest.ok_or_else(|| NotGranted::not_so(messages::CODE_UNKNOWN))?;
    let jar = identity.becomes(&house, guest, None, &headers);
    Ok((jar, Json(me_as(&house, guest).await?)).into_response())
}

/// Codes are made and tried slowly.
fn slowly(house: &House, identity: &Identity) -> Granted<()> {
    identity.counts(house, Doing::Code, messages::TOO_MANY_CODES)
}

/// `GET /api/me/vacation`: whether I am away, and for how long I may be.
pub(super) async fn vacation(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    away_now(&house, identity).await
}

async fn away_now(house: &House, identity: Identity) -> Granted<Response> {
    let state = vacations::state(house, identity.guest).await?;
    Ok((identity.jar, Json(state)).into_response())
}

/// `POST /api/me/vacation`: I am away from now on, or until another moment than I said.
pub(super) async fn go_away(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let NewVacation { until } = read(&body)?;
    identity.counts(&house, Doing::Meet, messages::TOO_FAST)?;
    let announced = vacations::announce(&house, identity.guest, UnixMillis(until)).await?;
    announced.map_err(NotGranted::not_so)?;
    away_now(&house, identity).await
}

/// `DELETE /api/me/vacation`: I am back.
pub(super) async fn come_back(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    identity.counts(&house, Doing::Meet, messages::TOO_FAST)?;
    vacations::come_back(&house, identity.guest).await?;
    away_now(&house, identity).await
}

/// `DELETE /api/me`: the guest and all that is known of them go; this browser is somebody new.
pub(super) async fn delete(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    identity.counts(&house, Doing::Leave, messages::TOO_FAST)?;
    forget::forget(&house, identity.guest).await?;
    let guest = Guest::new()?;
    let jar = identity.becomes(&house, guest, None, &headers);
    Ok((jar, Json(me_as(&house, guest).await?)).into_response())
}
