//! Ratings: mine, a table's, and the best of a game.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};

use super::{Granted, House_, NotGranted, identity::Identity};
use crate::{
    address::Address,
    fold::Table,
    messages,
    people::Guest,
    protocol::{Phase, SeatRating, TableRatings},
    ratings::{self, System},
};

/// `GET /api/ratings/{game}`
pub(super) async fn of_game(State(house): House_, Path(game): Path<String>) -> Granted<Response> {
    if house.about(&game).is_none() {
        return Err(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_GAME));
    }
    Ok(Json(ratings::of_game(&house.store, &game).await?).into_response())
}

/// `GET /api/me/ratings`
pub(super) async fn mine(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let mine = ratings::of_guest(&house, identity.guest, ratings::PAST).await?;
    Ok((identity.jar, Json(mine)).into_response())
}

/// `GET /api/tables/{id}/ratings`: how those who sit there are rated, and what the game did to it once it is over.
pub(super) async fn of_table(
    State(house): House_,
    Path(id): Path<String>,
    from: Address,
) -> Granted<Response> {
    let no_table = || NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE);
    let look = |table: &Table| {
        let people: Vec<Option<Guest>> = table.chairs.iter().map(|(_, chair)| chair.of()).collect();
        (table.key, table.terms.rated, table.phase(), table.ladder(), people)
    };
    let seen = match house.rooms.look(&id, look).await {
        Some(seen) => seen,
        None => look(&house.fold_listed(&id, from).await?.ok_or_else(no_table)?),
    };
    let (key, rated, phase, ladder, people) = seen;
    let system = System::of(&ladder);
    let mut seats = Vec::new();
    for guest in people {
        let Some(guest) = guest.filter(|_| rated) else {
            seats.push(None);
            continue;
        };
        let through = if phase == Phase::Over { house.store.rating_through(guest, key).await? } else { None };
        let (before, after) = match through {
            Some((before, after)) => (before, Some(after)),
            None => (house.store.rating_of(guest, &ladder).await?, None),
        };
        seats.push(Some(SeatRating {
            before: before.map_or_else(|| system.shown_first(), |kept| system.shown(&kept)),
            after: after.map(|kept| system.shown(&kept)),
        }));
    }
    Ok(Json(TableRatings { seats }).into_response())
}
