//! The house's doors: what answers at which address.

mod accounts;
mod analysis;
mod company;
mod hint;
mod identity;
mod keeper;
mod large;
mod lessons;
mod levels;
mod mine;
mod notices;
pub(crate) mod operations;
mod page;
mod pairing;
mod plans;
mod puzzles;
mod ratings;
mod replay;
mod tournaments;

use std::{future::ready, sync::Arc};

use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{
        DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade,
        ws::rejection::WebSocketUpgradeRejection,
    },
    http::{Extensions, HeaderMap, StatusCode, Version, header},
    middleware::Next,
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use serde::{Deserialize, de::DeserializeOwned};
use table::{Lang, Seat, Words};
use tokio::time::timeout;
use tower_http::{CompressionLevel, compression::CompressionLayer};

use crate::{
    House,
    address::Address,
    assets, connection,
    connection::Visitor,
    decide::{self, Declined},
    entry::TableEntry,
    limits::{self, LOG_BYTES, MESSAGE_BYTES},
    line::{TooLong, Turn},
    messages,
    metrics::RefusedWhy,
    naming,
    people::{Doing, Guest},
    protocol::{BotLevel, Me, NewName, NewTable, Opened, Sorry, Terms},
    serving::Admitted,
    store::{
        NotOpened, Opening,
        accounts::{Claimed, Person},
    },
};
use identity::Identity;
pub(crate) use identity::look_at;

/// A WebSocket's buffers: requests are short; a larger default would cost more than all else a client needs. What is longer
/// is read in parts.
const READ_BUFFER: usize = 256;
const WRITE_BUFFER: usize = 4 << 10;

type House_ = State<Arc<House>>;

pub(crate) fn router(house: Arc<House>) -> Router {
    let compressed = Router::new()
        .route("/api/games", get(games))
        .route("/api/rules/{game}", get(rules))
        .route("/api/lessons/{game}", post(lessons::attend))
        .route("/api/puzzles/{game}", get(puzzles::list))
        .route("/api/puzzles/{game}/{number}", post(puzzles::attempt))
        .route("/api/tables/{id}/log", get(replay::log_file))
        .route("/api/tables/{id}/replay", get(replay::of_table))
        .route("/api/tables/{id}/analysis", get(analysis::look).post(analysis::make))
        .route("/api/tables/{id}/line", post(analysis::line))
        .route("/api/tables/{id}/ahead", post(plans::ahead))
        .route("/api/tables/{id}/plan", get(plans::mine).post(plans::change))
        .route("/api/me/export", get(company::export))
        .route("/api/replay", post(replay::of_file).layer(DefaultBodyLimit::max(LOG_BYTES)))
        .merge(tournaments::large_routes())
        .layer(CompressionLayer::new());
    let pages = Router::new()
        .fallback(get(page::serve))
        // A page is another one for everybody, so that it is compressed each time; files are already.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_kept_by_nobody));
    Router::new()
        .route("/api/me", get(me).post(rename).delete(mine::delete))
        .route("/api/me/games", get(mine::games))
        .route("/api/me/records", get(mine::records))
        .route("/api/me/code", get(mine::code_made).post(mine::new_code))
        .route("/api/me/recover", post(mine::recover))
        .route("/api/me/vacation", get(mine::vacation).post(mine::go_away).delete(mine::come_back))
        .route("/api/me/account", get(accounts::mine))
        .route("/api/me/passkeys/ask", post(accounts::ask_passkey))
        .route("/api/me/passkeys", post(accounts::add_passkey))
        .route("/api/me/passkeys/{device}", post(accounts::name_device).delete(accounts::remove_device))
        .route("/api/me/company", get(company::mine))
        .route("/api/me/blocked/{id}", delete(company::unblock))
        .route("/api/me/invitations/{table}", delete(company::decline))
        .route("/api/people/{name}", get(company::profile).post(company::tie))
        .route("/api/tables/{id}/invite", post(company::invite))
        .route("/api/tables/{id}/report", post(company::report))
        .route("/api/tables/{id}/block", post(company::block))
        .route("/api/tables/{id}/blocked", get(company::blocked))
        .route("/api/keeper", get(keeper::page))
        .route("/api/keeper/people/{id}", post(keeper::act))
        .route("/api/keeper/reports", post(keeper::settle))
        .route("/api/keeper/tournaments/{id}", delete(keeper::remove_tournament))
        .route("/api/me/sign-out", post(accounts::sign_out))
        .route("/api/sign-in/ask", post(accounts::ask_to_sign_in))
        .route("/api/sign-in", post(accounts::sign_in))
        .route("/api/me/levels/{game}", get(levels::levels))
        .route("/api/me/ratings", get(ratings::mine))
        .route("/api/me/seek", get(pairing::look).post(pairing::begin).delete(pairing::end))
        .route("/api/me/seek/{table}", delete(pairing::come))
        .route("/api/ratings/{game}", get(ratings::of_game))
        .route("/api/tables/{id}/ratings", get(ratings::of_table))
        .route("/api/tables", post(open_table))
        .route("/api/tables/{id}/fork", post(replay::fork_table))
        .route("/api/replay/fork", post(replay::fork_file).layer(DefaultBodyLimit::max(LOG_BYTES)))
        .route("/api/tables/{id}/hint", post(hint::hint))
        .route("/api/tables/{id}/live", get(table_live))
        .route("/api/lobby/live", get(lobby_live))
        .merge(tournaments::routes())
        .route("/api/{*nothing}", get(nothing))
        .route("/healthz", get(operations::healthz))
        .route("/readyz", get(operations::readyz))
        .merge(notices::routes())
        .merge(compressed)
        .merge(pages)
        .layer(DefaultBodyLimit::max(MESSAGE_BYTES))
        .layer(axum::middleware::map_response(in_words))
        .layer(axum::middleware::from_fn(by_a_name))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&house), in_time))
        .layer(axum::middleware::map_response(assets::guard))
        .with_state(house)
}

fn is_kept_by_nobody(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers.get(header::CACHE_CONTROL).is_some_and(|kept| kept == "no-store")
}

/// A request that is not granted.
#[derive(Debug)]
pub(crate) struct NotGranted(StatusCode, Sorry);

impl NotGranted {
    pub(crate) fn new(status: StatusCode, message: Words) -> Self {
        Self(status, Sorry { message, clause: None })
    }

    /// What they ask for was understood, and cannot be.
    fn not_so(message: Words) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }
}

impl IntoResponse for NotGranted {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// Nothing here has a name with a zero in it, and a database cannot even be asked for one.
async fn by_a_name(request: Request, next: Next) -> Response {
    if request.uri().path().contains("%00") {
        return NotGranted::new(StatusCode::NOT_FOUND, messages::NO_PAGE).into_response();
    }
    next.run(request).await
}

/// All of a request comes, and its answer begins, within a while.
async fn in_time(State(house): House_, request: Request, next: Next) -> Response {
    let response = match timeout(house.config.timeouts.request, next.run(request)).await {
        Ok(response) => response,
        Err(_) => NotGranted::new(StatusCode::REQUEST_TIMEOUT, messages::TOOK_TOO_LONG).into_response(),
    };
    let refused = match response.status() {
        StatusCode::TOO_MANY_REQUESTS => Some(RefusedWhy::TooFast),
        StatusCode::INSUFFICIENT_STORAGE => Some(RefusedWhy::NoRoom),
        status => status.is_client_error().then_some(RefusedWhy::Request),
    };
    if let Some(why) = refused {
        house.metrics.refused(why);
    }
    response
}

/// What is refused before it reaches us, the library refuses without a sentence for people.
async fn in_words(response: Response) -> Response {
    let (status, headers) = (response.status(), response.headers());
    let told = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !status.is_client_error() || told {
        return response;
    }
    let allow = headers.get(header::ALLOW).cloned();
    let words = match status {
        StatusCode::PAYLOAD_TOO_LARGE => messages::TOO_LARGE,
        StatusCode::NOT_FOUND => messages::NO_PAGE,
        _ => messages::NOT_THAT_WAY,
    };
    let mut response = NotGranted::new(status, words).into_response();
    response.headers_mut().extend(allow.map(|allow| (header::ALLOW, allow)));
    response
}

impl From<crate::store::StoreError> for NotGranted {
    fn from(error: crate::store::StoreError) -> Self {
        tracing::error!(%error, "a request fails");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE)
    }
}

impl From<getrandom::Error> for NotGranted {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "no randomness");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE)
    }
}

impl From<catalogue::Trouble> for NotGranted {
    fn from(trouble: catalogue::Trouble) -> Self {
        let clause = match &trouble {
            catalogue::Trouble::Refused(refusal) => Some(refusal.clause),
            _ => None,
        };
        Self(StatusCode::UNPROCESSABLE_ENTITY, Sorry { message: trouble.words(), clause })
    }
}

impl From<NotOpened> for NotGranted {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::Trouble(trouble) => trouble.into(),
            NotOpened::Randomness(error) => error.into(),
        }
    }
}

type Granted<T> = Result<T, NotGranted>;

fn read<T: DeserializeOwned>(body: &Bytes) -> Granted<T> {
    serde_json::from_slice(body)
        .map_err(|why| NotGranted::new(StatusCode::BAD_REQUEST, messages::not_understood(&why)))
}

/// A turn for long work, once those before in the line have had theirs.
async fn turn(house: &House, from: Address) -> Granted<Arc<Turn>> {
    let turn = house.line.turn(from).await.map_err(|_: TooLong| {
        house.metrics.refused(RefusedWhy::Busy);
        NotGranted::new(StatusCode::SERVICE_UNAVAILABLE, messages::BUSY)
    })?;
    Ok(Arc::new(turn))
}

/// Does long work for a request whose turn it is.
async fn work<T: Send + 'static>(
    house: &House,
    turn: &Arc<Turn>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Granted<T> {
    let failed = NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE);
    house.on_blocking_pool(Arc::clone(turn), work).await.ok_or(failed)
}

async fn nothing() -> NotGranted {
    NotGranted::new(StatusCode::NOT_FOUND, messages::NO_PAGE)
}

async fn games() -> Response {
    Json(catalogue::abouts()).into_response()
}

#[derive(Debug, Deserialize)]
struct InLanguage {
    #[serde(default)]
    lang: Lang,
}

async fn rules(Path(game): Path<String>, Query(InLanguage { lang }): Query<InLanguage>) -> Granted<Response> {
    let page =
        catalogue::rules(&game, lang).ok_or(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_GAME))?;
    Ok(Json(page).into_response())
}

async fn me(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let me = Me { mistaken: identity.mistaken, ..me_as(&house, identity.guest).await? };
    Ok((identity.jar, Json(me)).into_response())
}

/// A guest as the page needs to know them.
async fn me_as(house: &House, guest: Guest) -> Granted<Me> {
    let Person { name, account, keeper } = house.store.person(guest).await?;
    let (account, keeper) = (account > 0, keeper > 0);
    Ok(Me { name, mistaken: false, account, keeper: keeper && account, build: assets::build() })
}

async fn rename(State(house): House_, headers: HeaderMap, from: Address, body: Bytes) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let NewName { name } = read(&body)?;
    let name = limits::name(&name).map_err(NotGranted::not_so)?;
    identity.counts(&house, Doing::Rename, messages::TOO_MANY_NAMES)?;
    // A name is said at every table, too.
    if let Some(why) = crate::company::silenced(&house, identity.guest).await? {
        return Err(NotGranted::new(StatusCode::FORBIDDEN, why));
    }
    if naming::call(&house, identity.guest, &name).await? == Claimed::Taken {
        return Err(NotGranted::new(StatusCode::CONFLICT, messages::NAME_TAKEN));
    }
    let me = me_as(&house, identity.guest).await?;
    Ok((identity.jar, Json(me)).into_response())
}

async fn open_table(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let wanted: NewTable = read(&body)?;
    let about = house.about(&wanted.game).ok_or(catalogue::Trouble::UnknownGame(wanted.game.clone()))?;
    let options = wanted.options.map_or_else(|| "{}".to_owned(), |options| options.get().to_owned());
    let seats = wanted.seats.unwrap_or(about.seats.0);
    let opening = Opening::new(wanted.game, None, &options, seats, identity.guest, wanted.private)?;
    identity.counts(&house, Doing::Open, messages::TOO_MANY_TABLES)?;
    decide::sensible(&opening, wanted.terms).map_err(|why| match why {
        Declined::Sorry(words) => NotGranted::new(StatusCode::UNPROCESSABLE_ENTITY, words),
        Declined::Refused(refusal) => NotGranted::new(StatusCode::UNPROCESSABLE_ENTITY, refusal.message),
    })?;
    if wanted.terms.rated {
        if wanted.bots.is_some() {
            return Err(NotGranted::not_so(messages::RATED_PEOPLE_ONLY));
        }
        if let Some(why) = crate::ratings::why_unrated(&house, identity.guest).await? {
            return Err(NotGranted::new(StatusCode::FORBIDDEN, why));
        }
    }
    let opened = seated(&house, opening, wanted.terms, Seat(0), wanted.bots).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(opened)).into_response())
}

/// Keeps a new table. Who opens it sits down at it; with bots on all other seats it starts.
async fn seated(
    house: &House,
    opening: Opening,
    terms: Terms,
    seat: Seat,
    bots: Option<BotLevel>,
) -> Granted<Opened> {
    let (id, guest) = (opening.id.clone(), opening.host);
    house.has_room_for(guest).await?.map_err(|why| NotGranted::new(StatusCode::INSUFFICIENT_STORAGE, why))?;
    let terms = (terms != Terms::default()).then_some(TableEntry::Terms { guest, terms });
    let mut entries: Vec<TableEntry> = terms.into_iter().collect();
    entries.push(TableEntry::Sit { seat, guest });
    if let Some(level) = bots {
        let others = Seat::all(opening.seats).filter(|&other| other != seat);
        entries.extend(others.map(|seat| TableEntry::Bot { seat, level }));
        entries.push(TableEntry::Start);
    }
    house.open_table(opening, &entries).await?;
    Ok(Opened { id })
}

#[derive(Debug, Deserialize)]
struct Since {
    #[serde(default)]
    since: u64,
}

/// Where they come from, and their entry among those who are connected.
type Origin = (Address, Option<Extension<Arc<Admitted>>>);
type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

async fn table_live(
    State(house): House_,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
    from: Origin,
    upgrade: Upgrade,
) -> Granted<Response> {
    let open = house.rooms.is_open(&id);
    if !open && house.town.is_some() && house.store.cannot_save() {
        // It could only be waited for here: another node has it at once.
        return Err(NotGranted::new(StatusCode::SERVICE_UNAVAILABLE, messages::NOTHING_SAVED));
    }
    if !open && house.store.table(&id).await?.is_none() {
        return Err(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE));
    }
    let (identity, visitor, upgrade) = enter(&house, &headers, from, upgrade).await?;
    // A task of its own: the one in which a line becomes a socket has room for all that this takes, and would be there as long.
    let live = upgrade.on_upgrade(move |socket| {
        tokio::spawn(connection::at_table(house, Box::new(socket), visitor, id, since));
        ready(())
    });
    Ok((identity.jar, live).into_response())
}

async fn lobby_live(
    State(house): House_,
    headers: HeaderMap,
    from: Origin,
    upgrade: Upgrade,
) -> Granted<Response> {
    let (identity, visitor, upgrade) = enter(&house, &headers, from, upgrade).await?;
    let live = upgrade.on_upgrade(move |socket| connection::in_lobby(house, Box::new(socket), visitor));
    Ok((identity.jar, live).into_response())
}

/// Who comes, and the socket they come through, if they come from our own pages.
async fn enter(
    house: &House,
    headers: &HeaderMap,
    (from, entry): Origin,
    upgrade: Upgrade,
) -> Granted<(Identity, Box<Visitor>, WebSocketUpgrade)> {
    let upgrade =
        upgrade.map_err(|why| NotGranted::new(why.status(), messages::not_understood(&why.body_text())))?;
    let identity = Identity::acting(house, headers, from).await?;
    identity.counts(house, Doing::Come, messages::TOO_FAST)?;
    let name = house.store.name_of(identity.guest).await?;
    let entry = entry.map(|Extension(entry)| entry);
    let Identity { guest, issued, newcomer, .. } = identity;
    let device = identity.device.clone().map(|device| device.0);
    let visitor = Box::new(Visitor { guest, device, issued, name, from, newcomer, _entry: entry });
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES);
    Ok((identity, visitor, upgrade))
}
