//! Tournaments: holding one, taking part, looking, and the file of results.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use tournaments::{Entry, Format, Moment, Phase, Plan, Player};

use super::{Granted, House_, InLanguage, NotGranted, identity::Identity, read, turn};
use crate::{
    House,
    address::Address,
    assets, company,
    cups::{self, Announced, Cup, results, shown},
    decide::{self, Declined},
    limits,
    messages::{self, cups as words},
    names,
    people::{Doing, Guest},
    protocol::{
        JoinTournament, MyPart, NewTournament, Opened, RemoveFromTournament, Terms, TournamentCard,
        TournamentDoors, TournamentPage, Tournaments, WhenUp,
    },
    ratings,
    store::{
        StoreError, UnixMillis,
        cups::{CupRow, OPEN, OVER, RUNNING},
    },
};

/// How many of each kind a list shows.
const LISTED: i64 = 60;
/// How many unfinished tournaments somebody may hold.
const HELD: i64 = 5;
/// How many they may announce in a day.
const A_DAY: (i64, i64) = (10, 86_400_000);
/// How far ahead one may be announced.
const AHEAD: i64 = 62 * 86_400_000;
/// Seconds between two rounds, unless somebody says otherwise.
const PAUSE: u32 = 20;

pub(super) fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/tournaments", get(list).post(hold))
        .route("/api/tournaments/{id}/join", post(join))
        .route("/api/tournaments/{id}/leave", post(leave))
        .route("/api/tournaments/{id}/remove", post(remove))
        .route("/api/tournaments/{id}/doors", post(doors))
        .route("/api/tournaments/{id}/start", post(start))
        .route("/api/tournaments/{id}/end", post(end))
}

/// Those whose answers are long.
pub(super) fn large_routes() -> Router<Arc<House>> {
    Router::new()
        .route("/api/tournaments/{id}", get(look))
        .route("/api/tournaments/{id}/results.json", get(results_json))
        .route("/api/tournaments/{id}/results.csv", get(results_csv))
}

async fn cup(house: &House, id: &str) -> Granted<Arc<Cup>> {
    let none = NotGranted::new(StatusCode::NOT_FOUND, words::NO_TOURNAMENT);
    cups::read(house, id).await?.ok_or(none)
}

async fn list(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let list = Tournaments {
        running: cards(&house, RUNNING, identity.guest).await?,
        open: cards(&house, OPEN, identity.guest).await?,
        past: cards(&house, OVER, identity.guest).await?,
    };
    Ok((identity.jar, Json(list)).into_response())
}

async fn cards(house: &House, state: i64, guest: Guest) -> Granted<Vec<TournamentCard>> {
    let mut cards = Vec::new();
    for row in house.store.cups_in(state, guest, LISTED).await? {
        let Ok(Announced { plan, terms, .. }) = serde_json::from_str(&row.plan) else { continue };
        cards.push(TournamentCard {
            holder: house.store.name_of(row.holder).await?,
            id: row.id,
            name: row.name,
            game: row.game,
            format: plan.format,
            terms,
            phase: shown::phase(row.state),
            private: row.private != 0,
            people: row.people,
            starts: row.starts,
            changed: row.changed,
        });
    }
    Ok(cards)
}

/// `GET /api/tournaments/{id}`
async fn look(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let cup = cup(&house, &id).await?;
    let shown = shown::shown(&house, &cup, from).await?;
    let me = cup.tournament.number(identity.guest).map(|player| MyPart {
        player: player.0,
        plays: cup.tournament.plays(player),
        paused: cup.tournament.entrant(player).is_some_and(|entrant| entrant.paused && !entrant.left),
        removed: cup.tournament.entrant(player).is_some_and(|entrant| entrant.removed),
        table: cup.tournament.table_of(player).map(|table| cup.table_id(table)),
    });
    // A team is chosen with the registration; who comes back once it runs is in theirs.
    let own = cup.tournament.number(identity.guest).and_then(|player| cup.tournament.entrant(player));
    let own = own.filter(|_| cup.tournament.phase == Phase::Running).and_then(|own| own.team.as_deref());
    let team = cup.is_relay().then_some(own.unwrap_or_default());
    let not_join = cup.tournament.may_join(identity.guest, team).err().map(words::not_joined);
    let holds = cup.row.holder == identity.guest;
    let page = TournamentPage { holds, me, not_join, tournament: &shown.text };
    // By what it says to whom, and by which build: another house may write it otherwise.
    let mine = serde_json::to_vec(&(holds, &page.me, &page.not_join)).unwrap_or_default();
    let tag = Sha256::new().chain_update(assets::build()).chain_update(shown.hash).chain_update(mine);
    let tag = format!("\"{:x}-{}\"", identity.guest.at_table(&id), BASE64.encode(&tag.finalize()[..12]));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok((StatusCode::NOT_MODIFIED, identity.jar).into_response());
    }
    let head = [(header::ETAG, tag), (header::CACHE_CONTROL, "private, no-cache".to_owned())];
    Ok((identity.jar, head, Json(page)).into_response())
}

/// `POST /api/tournaments`
async fn hold(State(house): House_, headers: HeaderMap, from: Address, body: Bytes) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let wanted: NewTournament = read(&body)?;
    let name = limits::title(&wanted.name).map_err(NotGranted::not_so)?;
    may_speak(&house, identity.guest).await?;
    let announced = announced(&house, &wanted)?;
    let now = house.store.now().0;
    if wanted.starts.is_some_and(|starts| starts <= now || starts > now + AHEAD) {
        return Err(NotGranted::not_so(words::STARTS_BEFORE));
    }
    identity.counts(&house, Doing::Open, messages::TOO_FAST)?;
    if house.config.limits {
        let (most, day) = A_DAY;
        let (unfinished, today) = house.store.cups_held(identity.guest, UnixMillis(now - day)).await?;
        if unfinished >= HELD {
            return Err(NotGranted::not_so(words::HOLDS_MANY));
        }
        if today >= most {
            return Err(NotGranted::not_so(words::HELD_MANY_TODAY));
        }
    }
    if house.store.full(house.config.space).is_some() {
        return Err(NotGranted::new(StatusCode::INSUFFICIENT_STORAGE, messages::NO_ROOM));
    }
    let id = names::table_id()?;
    let row = CupRow {
        key: 0,
        id: id.clone(),
        game: wanted.game,
        name,
        holder: identity.guest,
        private: i64::from(wanted.private),
        // Plain words and numbers: they can be written.
        plan: serde_json::to_string(&announced).unwrap_or_default(),
        made: now,
        starts: wanted.starts,
        state: OPEN,
        n: 0,
        people: 0,
        changed: now,
        rewrites: 0,
    };
    house.store.hold(row).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(Opened { id })).into_response())
}

/// What people write here everybody reads.
async fn may_speak(house: &House, guest: Guest) -> Granted<()> {
    if house.store.person(guest).await?.name.is_empty() {
        return Err(NotGranted::not_so(messages::NAME_EMPTY));
    }
    match company::why_silent(house, guest).await? {
        Some(why) => Err(NotGranted::new(StatusCode::FORBIDDEN, why)),
        None => Ok(()),
    }
}

/// What is wanted, if there can be such a tournament: every table of it could be opened.
fn announced(house: &House, wanted: &NewTournament) -> Granted<Announced> {
    let game = &wanted.game;
    let about = house.about(game).ok_or(catalogue::Trouble::UnknownGame(game.clone()))?;
    let options: Map<String, Value> = match &wanted.options {
        Some(options) => serde_json::from_str(options.get())
            .map_err(|why| NotGranted::new(StatusCode::BAD_REQUEST, messages::not_understood(&why)))?,
        None => Map::new(),
    };
    let relay = matches!(wanted.format, Format::Relay { .. });
    let usual = match wanted.format {
        Format::Tables { .. } => (about.seats.0.max(3), about.seats.1.min(4).max(about.seats.0)),
        Format::Relay { .. } => about.seats,
        _ => (2, 2),
    };
    let seats = wanted.seats.unwrap_or(usual);
    let levels = cups::levels(house, game).map(|(_, levels)| levels).filter(|_| relay);
    let mut seed = [0; 8];
    getrandom::fill(&mut seed)?;
    let plan = Plan {
        format: wanted.format,
        seats,
        starts: wanted.starts.map(Moment),
        pause: i64::from(wanted.pause.unwrap_or(PAUSE)) * 1_000,
        seed: u64::from_le_bytes(seed),
        levels: levels.unwrap_or_default(),
    };
    let fits = seats.0 >= about.seats.0 && seats.1 <= about.seats.1 && relay == levels.is_some();
    if !fits {
        return Err(NotGranted::not_so(words::NOT_FOR_THIS_GAME));
    }
    if !plan.is_sensible() {
        return Err(NotGranted::not_so(words::NO_SUCH_FORMAT));
    }
    for seats in [seats.0, seats.1] {
        for level in [levels.map(|_| 1), levels] {
            let opening = cups::opening(house, game, &options, level, seats)?;
            let game = opening.new_game()?;
            if game.together() != relay {
                return Err(NotGranted::not_so(words::NOT_FOR_THIS_GAME));
            }
            decide::sensible(&opening, wanted.terms).map_err(declined)?;
        }
    }
    timed(relay, wanted.terms)?;
    Ok(Announced { plan, options, terms: wanted.terms })
}

fn declined(why: Declined) -> NotGranted {
    match why {
        Declined::Sorry(words) => NotGranted::not_so(words),
        Declined::Refused(refusal) => NotGranted::not_so(refusal.message),
    }
}

/// Rounds end by the clock; in a relay the clock is the tournament's.
fn timed(relay: bool, terms: Terms) -> Granted<()> {
    match terms.time {
        None if !relay => Err(NotGranted::not_so(words::NEEDS_A_CLOCK)),
        Some(_) if relay => Err(NotGranted::not_so(words::NO_CLOCK_HERE)),
        Some(time) if time.up == WhenUp::Bot => Err(NotGranted::not_so(words::NEEDS_A_CLOCK)),
        _ => Ok(()),
    }
}

/// Lets somebody do something until nobody else was first.
async fn does(
    house: &Arc<House>,
    identity: Identity,
    id: &str,
    entry: impl Fn(&Cup) -> Granted<Entry<Guest>>,
) -> Granted<Response> {
    identity.counts(house, Doing::Arrange, messages::TOO_FAST)?;
    loop {
        let cup = cup(house, id).await?;
        match cups::append(house, &cup, entry(&cup)?).await {
            Ok(_) => break,
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // What is due now does not wait for the next look.
    if let Err(error) = cups::go_on(house, id, false).await {
        tracing::warn!(tournament = id, %error, "a tournament does not go on: it is tried again");
    }
    Ok((identity.jar, Json(true)).into_response())
}

async fn join(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let JoinTournament { team } = read(&body)?;
    let guest = identity.guest;
    let cup = cup(&house, &id).await?;
    may_play(&house, guest, cup.announced.terms).await?;
    let team = match team.filter(|_| cup.is_relay()) {
        Some(team) => {
            let team = limits::name(&team).map_err(NotGranted::not_so)?;
            if !cup.tournament.teams().contains(&team.as_str()) {
                may_speak(&house, guest).await?;
            }
            Some(team)
        }
        // Who comes back is in the team in which they were.
        None => cup.tournament.number(guest).and_then(|player| cup.tournament.entrant(player)?.team.clone()),
    };
    let plain = house.config.limits && !house.store.has_account(guest).await?;
    if plain && !house.cups.may_come(&id, from, guest) {
        return Err(NotGranted::new(StatusCode::TOO_MANY_REQUESTS, words::MANY_FROM_HERE));
    }
    let ladder = cups::ladder(&house, &cup)?;
    let rating = house.store.rating_of(guest, &ladder).await?.map(|kept| kept.rating.round() as i32);
    does(&house, identity, &id, |cup| {
        let may = cup.tournament.may_join(guest, team.as_deref());
        may.map_err(|why| NotGranted::not_so(words::not_joined(why)))?;
        Ok(Entry::Joined { who: guest, rating, team: team.clone() })
    })
    .await
}

/// Whether somebody may sit at such tables.
async fn may_play(house: &House, guest: Guest, terms: Terms) -> Granted<()> {
    if house.store.person(guest).await?.name.is_empty() {
        return Err(NotGranted::not_so(messages::NAME_EMPTY));
    }
    match ratings::why_unrated(house, guest).await?.filter(|_| terms.rated) {
        Some(why) => Err(NotGranted::not_so(why)),
        None => Ok(()),
    }
}

async fn leave(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let guest = identity.guest;
    does(&house, identity, &id, |cup| {
        if cup.tournament.phase == Phase::Over {
            return Err(NotGranted::not_so(words::IS_OVER));
        }
        let player = cup.tournament.number(guest);
        let there = |player: &_| cup.tournament.entrant(*player).is_some_and(|entrant| !entrant.left);
        let player = player.filter(there).ok_or(NotGranted::not_so(words::NOT_REGISTERED))?;
        Ok(Entry::Left { player })
    })
    .await
}

fn holds(cup: &Cup, guest: Guest) -> Granted<()> {
    if cup.row.holder == guest {
        Ok(())
    } else {
        Err(NotGranted::new(StatusCode::FORBIDDEN, words::NOT_THE_HOLDER))
    }
}

async fn remove(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let RemoveFromTournament { player } = read(&body)?;
    let guest = identity.guest;
    does(&house, identity, &id, |cup| {
        holds(cup, guest)?;
        if cup.tournament.phase == Phase::Over {
            return Err(NotGranted::not_so(words::IS_OVER));
        }
        let player = Player(player);
        let there = cup.tournament.entrant(player).is_some_and(|entrant| !entrant.removed);
        if there { Ok(Entry::Removed { player }) } else { Err(NotGranted::not_so(words::NOBODY_TO_REMOVE)) }
    })
    .await
}

async fn doors(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let TournamentDoors { open } = read(&body)?;
    let guest = identity.guest;
    does(&house, identity, &id, |cup| {
        holds(cup, guest)?;
        let over = cup.tournament.phase == Phase::Over;
        if over { Err(NotGranted::not_so(words::IS_OVER)) } else { Ok(Entry::Doors { open }) }
    })
    .await
}

async fn start(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let guest = identity.guest;
    does(&house, identity, &id, |cup| {
        holds(cup, guest)?;
        match cup.tournament.phase {
            Phase::Open if cup.tournament.may_begin() => Ok(Entry::Began),
            Phase::Open => Err(NotGranted::not_so(words::TOO_FEW)),
            Phase::Running => Err(NotGranted::not_so(words::HAS_BEGUN)),
            Phase::Over => Err(NotGranted::not_so(words::IS_OVER)),
        }
    })
    .await
}

async fn end(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let guest = identity.guest;
    does(&house, identity, &id, |cup| {
        holds(cup, guest)?;
        let over = cup.tournament.phase == Phase::Over;
        if over { Err(NotGranted::not_so(words::IS_OVER)) } else { Ok(Entry::Ended) }
    })
    .await
}

async fn results_json(State(house): House_, Path(id): Path<String>, from: Address) -> Granted<Response> {
    let cup = cup(&house, &id).await?;
    let turn = turn(&house, from).await?;
    let write = |tournament| serde_json::to_vec(&tournament);
    let failed = |_| StoreError::Unreadable("a tournament");
    let text = shown::describe(&house, &cup, usize::MAX, turn, write).await?.map_err(failed)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

async fn results_csv(
    State(house): House_,
    Path(id): Path<String>,
    Query(InLanguage { lang }): Query<InLanguage>,
    from: Address,
) -> Granted<Response> {
    let cup = cup(&house, &id).await?;
    let turn = turn(&house, from).await?;
    let text = shown::describe(&house, &cup, 0, turn, move |tournament| results::csv(&tournament, lang));
    let text = text.await?;
    // Ids are letters and digits.
    let attached = format!("attachment; filename=\"{}.csv\"", cup.row.id);
    let head = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attached),
    ];
    Ok((head, text).into_response())
}
