//! *What would you do?* and *how do I stand?* at a live table: the judge answers from what the asking seat may know.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use bots::{Budget, JudgeTask, judge, outlook};
use catalogue::Live;
use table::{Millis, Seat, Seed};
use tokio::sync::oneshot;

use super::{Granted, House_, NotGranted, identity::Identity, read};
use crate::{
    address::Address,
    fold::Table,
    messages,
    people::{Doing, Guest},
    protocol::{AskHint, Hint, Phase},
    room,
    store::Key,
    thinking::{Place, Progress, Work},
};

/// How long it is thought about.
const A_HINT: Duration = Duration::from_millis(900);
const A_LOOK: Duration = Duration::from_millis(250);
/// On a busy machine an answer comes after so many times that, however little was thought.
const PATIENCE: u32 = 4;
/// By so much the asking page may be ahead of the last thing that happened.
const AHEAD: Millis = Millis(600_000);

/// `POST /api/tables/{id}/hint`
pub(super) async fn hint(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let AskHint { seat, now, standing } = read(&body)?;
    let seat = Seat(seat);
    let busy = || NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::STILL_THINKING);
    let progress: Arc<Progress> = Arc::default();
    // Until this request ends, however it does.
    let _asking = house.analyses.ask_hint(identity.guest, &progress).ok_or_else(busy)?;
    let no_table = NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE);
    // Whoever asks is at the table as a rule, so that nothing has to be opened for them.
    if !house.rooms.is_open(&id) && !identity.may(&house, Doing::Come) {
        return Err(NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_FAST));
    }
    let door = house.rooms.door(&house, &id, from).await?.ok_or(no_table)?;
    let guest = identity.guest;
    let unreadable = || NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNREADABLE_TABLE);
    let Position { key, n, last_at, game } =
        room::look(&door, move |table, _| position(table, guest, seat)).await.ok_or_else(unreadable)??;
    let now = now.unwrap_or(last_at).clamp(last_at, last_at + AHEAD);
    let mut seed = Seed([0; 32]);
    getrandom::fill(&mut seed.0)?;

    let (answer, answered) = oneshot::channel();
    let run = move |time: Duration, stop: &std::sync::atomic::AtomicBool| {
        let part = |of: u32| {
            let time = time / of;
            Budget { patience: time * PATIENCE, ..Budget::time(time) }
        };
        let question = JudgeTask { seat, now, budget: part(1), seed, open: false, also: None };
        let moves = if standing { Vec::new() } else { judge(game.as_ref(), &question, stop) };
        let chances = match moves.first() {
            Some(best) => best.chances.clone(),
            None => outlook(game.as_ref(), &JudgeTask { budget: part(4), ..question }, stop),
        };
        let _ = answer.send(Hint { n, chances, moves });
    };
    let cost = if standing { A_LOOK } else { A_HINT };
    let place = Place { from: Some(from), guest, table: key, people: true };
    house.thinking.work(place, Work { cost, progress, run: Box::new(run) });
    let hint = answered
        .await
        .map_err(|_| NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE))?;
    Ok((identity.jar, Json(hint)).into_response())
}

/// What is thought about.
struct Position {
    key: Key,
    n: u64,
    last_at: Millis,
    game: Box<dyn Live>,
}

/// The game as it stands, if this guest may have a hint for this seat.
fn position(table: &Table, guest: Guest, seat: Seat) -> Granted<Position> {
    let conflict = |words| NotGranted::new(StatusCode::CONFLICT, words);
    if !table.chairs.seats_of(guest).contains(seat) {
        return Err(NotGranted::new(StatusCode::FORBIDDEN, messages::NOT_YOUR_SEAT));
    }
    if !table.hints_open() {
        return Err(NotGranted::new(StatusCode::FORBIDDEN, messages::NO_HINTS));
    }
    if table.phase() == Phase::Over {
        return Err(conflict(messages::GAME_OVER));
    }
    let game = table.game.as_ref().ok_or_else(|| conflict(messages::NOT_STARTED))?;
    Ok(Position { key: table.key, n: table.game_n, last_at: table.last_at, game: game.boxed() })
}
