//! Planning ahead at a live table: how it would stand, and the lines that somebody keeps.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use bots::Act;
use catalogue::{Live, Trouble};
use serde_json::value::RawValue;
use table::{Millis, Seat};

use super::{Granted, House_, NotGranted, identity::Identity, read, turn, work};
use crate::{
    House,
    address::Address,
    fold::Table,
    line::Turn,
    messages,
    people::{Doing, Guest},
    plans::{self, Line, Plan},
    protocol::{Ahead, AskAhead, ChangePlan, MyPlan, Phase, PlannedStep},
    room::{self, ToRoom},
    rooms::Door,
    store::{Key, plans::PlanRow},
};

/// So often is tried again what somebody else was first with: another page of the same guest, or a room that closed.
const ATTEMPTS: u32 = 8;

/// The table as somebody plans at it.
struct Position {
    key: Key,
    seat: Seat,
    /// After which number of the game's entries.
    n: u64,
    game: Box<dyn Live>,
    at: Millis,
}

fn conflict(words: table::Words) -> NotGranted {
    NotGranted::new(StatusCode::CONFLICT, words)
}

/// The seat with which this guest may plan here.
fn seat_of(table: &Table, guest: Guest) -> Granted<Seat> {
    let mut seats = table.chairs.seats_of(guest).iter();
    let seat = seats.next().ok_or(NotGranted::new(StatusCode::FORBIDDEN, messages::NOT_YOUR_SEAT))?;
    if !plans::may_plan(table) {
        return Err(conflict(messages::PLAN_NOT_HERE));
    }
    if seats.next().is_some() {
        return Err(conflict(messages::PLAN_ALONE));
    }
    match table.phase() {
        Phase::Gathering => Err(conflict(messages::NOT_STARTED)),
        Phase::Playing => Ok(seat),
        Phase::Over => Err(conflict(messages::GAME_OVER)),
    }
}

/// The game after this number, or as it stands.
fn position(table: &Table, guest: Guest, n: Option<u64>) -> Granted<Position> {
    let seat = seat_of(table, guest)?;
    let n = n.unwrap_or(plans::base(table));
    plans::since(table, n).ok_or_else(|| conflict(messages::PLAN_MOVED_ON))?;
    let unreadable = |_| NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNREADABLE_TABLE);
    let game = table.played.game_after(&table.opening, n).map_err(unreadable)?;
    Ok(Position { key: table.key, seat, n, game, at: table.last_at })
}

/// A table at which somebody plans.
struct Place<'a> {
    house: &'a Arc<House>,
    id: &'a str,
    guest: Guest,
    from: Address,
}

impl<'a> Place<'a> {
    /// Whoever plans has the table open as a rule, so that nothing has to be opened for them.
    fn of(house: &'a Arc<House>, id: &'a str, identity: &Identity, from: Address) -> Granted<Self> {
        identity.counts(house, Doing::Arrange, messages::TOO_FAST)?;
        if !house.rooms.is_open(id) {
            identity.counts(house, Doing::Come, messages::TOO_FAST)?;
        }
        Ok(Self { house, id, guest: identity.guest, from })
    }

    async fn door(&self) -> Granted<Door> {
        let no_table = NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE);
        self.house.rooms.door(self.house, self.id, self.from).await?.ok_or(no_table)
    }

    /// What is seen at the table as it stands, with all that was planned for it answered.
    async fn look<T: Send + 'static>(
        &self,
        look: impl Fn(&Table, Guest) -> Granted<T> + Clone + Send + 'static,
    ) -> Granted<T> {
        let guest = self.guest;
        for _ in 0..ATTEMPTS {
            let look = look.clone();
            let seen = room::look(&self.door().await?, move |table, _| look(table, guest)).await;
            // A room where nobody is may close just then.
            if let Some(seen) = seen {
                return seen;
            }
        }
        Err(NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::UNREADABLE_TABLE))
    }

    async fn turn(&self) -> Granted<Arc<Turn>> {
        turn(self.house, self.from).await
    }

    async fn row(&self, key: Key) -> Granted<Option<PlanRow>> {
        Ok(self.house.store.plans(key).await?.into_iter().find(|row| row.guest == self.guest))
    }

    /// Their lines as they are now, with what would come of them.
    async fn told(&self) -> Granted<MyPlan> {
        let turn = self.turn().await?;
        let key = self.look(|table, guest| seat_of(table, guest).map(|_| table.key)).await?;
        let row = self.row(key).await?;
        let (Position { n, game, at, .. }, lines) = self
            .look(move |table, guest| {
                let lines = row.as_ref().map_or_else(Vec::new, |row| Plan::read(row).living(table));
                Ok((position(table, guest, None)?, lines))
            })
            .await?;
        let play_all = move || lines.iter().map(|line| play(game.boxed().as_mut(), line, at)).collect();
        let lines: Granted<Vec<Vec<PlannedStep>>> = work(self.house, &turn, play_all).await?;
        Ok(MyPlan { n, lines: lines? })
    }
}

/// Plays a line, as far as the referee lets.
fn play(game: &mut dyn Live, line: &[Act], at: Millis) -> Granted<Vec<PlannedStep>> {
    if line.len() > plans::LONGEST {
        return Err(NotGranted::not_so(messages::plan_too_long(plans::LONGEST)));
    }
    let mut steps = Vec::with_capacity(line.len());
    for Act { seat, action } in line {
        if seat.0 >= game.seats() {
            return Err(NotGranted::not_so(messages::NO_SEAT));
        }
        let happened = game.play(*seat, action, at).map_err(Trouble::Refused)?;
        // Nothing is secret: everybody hears the same.
        let events = happened.heard_by(Some(*seat)).map(|json| raw(json.to_owned())).collect();
        let action = happened.notation.unwrap_or_else(|| action.clone());
        steps.push(PlannedStep { seat: *seat, action, events });
    }
    Ok(steps)
}

/// Games write JSON: it is read back without fail.
fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_default()
}

fn acts(steps: Vec<PlannedStep>) -> Line {
    steps.into_iter().map(|PlannedStep { seat, action, .. }| Act { seat, action }).collect()
}

/// `POST /api/tables/{id}/ahead`: how it would stand.
pub(super) async fn ahead(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let AskAhead { n, line } = read(&body)?;
    let place = Place::of(&house, &id, &identity, from)?;
    let turn = place.turn().await?;
    let Position { seat, n, mut game, at, .. } =
        place.look(move |table, guest| position(table, guest, n)).await?;
    if game.awaited().contains(seat) {
        return Err(conflict(messages::PLAN_YOUR_TURN));
    }
    let ahead = work(&house, &turn, move || {
        let steps = play(game.as_mut(), &line, at)?;
        let awaited = game.awaited();
        let eyes = awaited.first().unwrap_or(seat);
        let (view, actions) = (raw(game.view(Some(eyes))), game.actions(eyes));
        Ok::<_, NotGranted>(Ahead { n, steps, view, awaited, actions, outcome: game.outcome().cloned() })
    });
    Ok((identity.jar, Json(ahead.await??)).into_response())
}

/// `GET /api/tables/{id}/plan`: my lines.
pub(super) async fn mine(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let plan = Place::of(&house, &id, &identity, from)?.told().await?;
    Ok((identity.jar, Json(plan)).into_response())
}

/// `POST /api/tables/{id}/plan`: one line more, or one less.
pub(super) async fn change(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let change: ChangePlan = read(&body)?;
    let place = Place::of(&house, &id, &identity, from)?;
    let (n, line, keeps) = match change {
        ChangePlan::Keep { n, line } => (n, line, true),
        ChangePlan::Remove { n, line } => (n, line, false),
    };
    let Position { key, seat, mut game, at, .. } =
        place.look(move |table, guest| position(table, guest, Some(n))).await?;
    if keeps && game.awaited().contains(seat) {
        return Err(conflict(messages::PLAN_YOUR_TURN));
    }
    let line = {
        let turn = place.turn().await?;
        let mut line = acts(work(&house, &turn, move || play(game.as_mut(), &line, at)).await??);
        // A line ends with my answer.
        line.truncate(line.iter().rposition(|act| act.seat == seat).map_or(0, |last| last + 1));
        line
    };
    if line.is_empty() {
        return Err(NotGranted::not_so(messages::PLAN_NO_ANSWER));
    }
    let mut replaced = false;
    for _ in 0..ATTEMPTS {
        let was = place.row(key).await?;
        let (old, line) = (was.clone(), line.clone());
        let plan = place
            .look(move |table, guest| changed(table, (guest, seat), old.as_ref(), n, &line, keeps))
            .await?;
        replaced = house.store.replace_plan(key, was, plan).await?;
        if replaced {
            break;
        }
    }
    if !replaced {
        return Err(NotGranted::new(StatusCode::TOO_MANY_REQUESTS, messages::TOO_FAST));
    }
    // They may have played meanwhile what this answers. A room that is closed looks when it is opened.
    let _ = place.door().await?.send(Box::new(ToRoom::Planned)).await;
    let plan = place.told().await?;
    Ok((identity.jar, Json(plan)).into_response())
}

/// Somebody's plan as the game stands now, with this line, told from number `n` on, or without it.
fn changed(
    table: &Table,
    (guest, seat): (Guest, Seat),
    was: Option<&PlanRow>,
    n: u64,
    line: &[Act],
    keeps: bool,
) -> Granted<Option<PlanRow>> {
    let lines = was.map_or_else(Vec::new, |was| Plan::read(was).living(table));
    let rest = plans::since(table, n).and_then(|since| plans::rest(line, &since));
    let lines = match rest {
        Some(rest) if keeps => plans::with(lines, rest, seat),
        None if keeps => return Err(conflict(messages::PLAN_MOVED_ON)),
        Some(rest) => lines.into_iter().filter(|line| *line != rest).collect(),
        None => lines,
    };
    if keeps && lines.len() > plans::MOST {
        return Err(NotGranted::not_so(messages::too_many_plans(plans::MOST)));
    }
    Ok(Plan { guest, seat, base: plans::base(table), lines }.write())
}
