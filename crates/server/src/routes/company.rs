//! Other people: their profile, following and blocking them, asking them to a table, and reporting what they said.

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use super::{Granted, House_, NotGranted, identity::Identity, read, turn};
use crate::{
    House,
    address::Address,
    company,
    entry::TableEntry,
    limits, messages,
    notices::Notice,
    people::{Doing, Guest},
    protocol::{Blocked, Company, Followed, Invitation, Invite, Profile, SaidLine, Tied},
    ratings, records,
    store::{
        Key,
        company::{Asked, Tie},
    },
};

fn slowly(house: &House, identity: &Identity) -> Granted<()> {
    identity.counts(house, Doing::Meet, messages::TOO_FAST)
}

/// The one with an account who is called so.
async fn called(house: &House, name: &str) -> Granted<Guest> {
    let nobody = NotGranted::new(StatusCode::NOT_FOUND, messages::NOBODY_THERE);
    let Ok(name) = limits::name(name) else { return Err(nobody) };
    house.store.holder(&name).await?.filter(|guest| !house.people.is_gone(*guest)).ok_or(nobody)
}

fn is_here(house: &House, guest: Guest) -> bool {
    house.people.here.has(guest) || house.town.as_ref().is_some_and(|town| town.times_elsewhere(guest) > 0)
}

/// A number from which a picture is drawn: it says nothing else.
fn picture(guest: Guest) -> u32 {
    let hash = Sha256::new().chain_update("picture").chain_update(guest.0.to_le_bytes()).finalize();
    u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]])
}

async fn profile_of(house: &House, me: Guest, whom: Guest, from: Address) -> Granted<Profile> {
    let person = house.store.person(whom).await?;
    let mut games = records::records(house, (whom, from)).await?;
    games.retain(|game| game.played > 0);
    games.sort_by_key(|game| std::cmp::Reverse(game.played));
    Ok(Profile {
        name: person.name,
        since: person.account,
        picture: picture(whom),
        games,
        ratings: ratings::of_guest(house, whom, ratings::PAST).await?,
        here: is_here(house, whom),
        me: me == whom,
        following: house.store.is_tied(me, Tie::Follows, whom).await?,
        blocked: house.store.is_tied(me, Tie::Blocks, whom).await?,
    })
}

/// `GET /api/people/{name}`
pub(super) async fn profile(
    State(house): House_,
    Path(name): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let whom = called(&house, &name).await?;
    let profile = profile_of(&house, identity.guest, whom, from).await?;
    Ok((identity.jar, Json(profile)).into_response())
}

/// `POST /api/people/{name}`: follow or block them, or no more.
pub(super) async fn tie(
    State(house): House_,
    Path(name): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let whom = called(&house, &name).await?;
    let (tie, on) = match read(&body)? {
        Tied::Follow { on } => (Tie::Follows, on),
        Tied::Block { on } => (Tie::Blocks, on),
    };
    if whom == identity.guest {
        return Err(NotGranted::not_so(messages::THAT_IS_YOU));
    }
    slowly(&house, &identity)?;
    note(&house, identity.guest, tie, whom, on).await?;
    let profile = profile_of(&house, identity.guest, whom, from).await?;
    Ok((identity.jar, Json(profile)).into_response())
}

async fn note(house: &House, me: Guest, tie: Tie, whom: Guest, on: bool) -> Granted<()> {
    if tie == Tie::Blocks && on {
        house.store.tie(me, Tie::Follows, whom, false).await?;
    }
    let noted = house.store.tie(me, tie, whom, on).await?;
    if noted { Ok(()) } else { Err(NotGranted::not_so(messages::TOO_MANY_TIES)) }
}

async fn company_of(house: &House, me: Guest) -> Granted<Company> {
    let follows = house.store.ties(me, Tie::Follows).await?;
    let following = follows
        .into_iter()
        .map(|(guest, name)| Followed { name, picture: picture(guest), here: is_here(house, guest) })
        .collect();
    let blocks = house.store.ties(me, Tie::Blocks).await?;
    let blocked = blocks.into_iter().map(|(guest, name)| Blocked { id: hidden(me, guest), name }).collect();
    let invitations = house.store.invitations(me).await?.into_iter().map(|invited| Invitation {
        table: invited.id,
        game: invited.game,
        name: invited.name,
        by: invited.by_name,
        at: invited.at,
    });
    Ok(Company { following, blocked, invitations: invitations.collect() })
}

/// What somebody knows by whom they have blocked: a guest's number is nobody else's to know.
fn hidden(me: Guest, other: Guest) -> String {
    format!("{:08x}", other.at_table(&me.to_string()))
}

/// `GET /api/me/company`: whom I follow, whom I have blocked, and where I am asked to.
pub(super) async fn mine(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let company = company_of(&house, identity.guest).await?;
    Ok((identity.jar, Json(company)).into_response())
}

/// `DELETE /api/me/blocked/{id}`
pub(super) async fn unblock(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let blocks = house.store.ties(identity.guest, Tie::Blocks).await?;
    for (other, _) in blocks.into_iter().filter(|(other, _)| hidden(identity.guest, *other) == id) {
        house.store.tie(identity.guest, Tie::Blocks, other, false).await?;
    }
    let company = company_of(&house, identity.guest).await?;
    Ok((identity.jar, Json(company)).into_response())
}

/// `DELETE /api/me/invitations/{table}`
pub(super) async fn decline(
    State(house): House_,
    Path(table): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    house.store.decline(identity.guest, table).await?;
    let company = company_of(&house, identity.guest).await?;
    Ok((identity.jar, Json(company)).into_response())
}

async fn table(house: &House, id: &str) -> Granted<Key> {
    let no_table = NotGranted::new(StatusCode::NOT_FOUND, messages::NO_TABLE);
    Ok(house.store.table(id).await?.ok_or(no_table)?.0)
}

/// `POST /api/tables/{id}/invite`: asks somebody with an account to this table.
pub(super) async fn invite(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let Invite { name } = read(&body)?;
    let key = table(&house, &id).await?;
    if !house.store.tables_that_name(identity.guest).await?.contains(&id) {
        return Err(NotGranted::not_so(messages::NOT_AT_THIS_TABLE));
    }
    if house.store.person(identity.guest).await?.name.is_empty() {
        return Err(NotGranted::not_so(messages::NAME_EMPTY));
    }
    if let Some(why) = company::why_silent(&house, identity.guest).await? {
        return Err(NotGranted::not_so(why));
    }
    let whom = called(&house, &name).await?;
    if whom == identity.guest {
        return Err(NotGranted::not_so(messages::THAT_IS_YOU));
    }
    slowly(&house, &identity)?;
    let game = house.store.game_of(&id).await?.unwrap_or_default();
    let invited = Notice::Invited { table: id, game, by: identity.guest };
    let call = invited.call(whom, house.store.now());
    if house.store.invite(key, identity.guest, call).await? == Asked::Unwilling {
        return Err(NotGranted::not_so(messages::NOT_TO_BE_ASKED));
    }
    Ok((StatusCode::CREATED, identity.jar, Json(true)).into_response())
}

/// Who said a line at a table.
async fn speaker(house: &House, key: Key, n: u64) -> Granted<Guest> {
    let row = house.store.log(key, n.saturating_sub(1)).await?.into_iter().next();
    let said = row.filter(|row| row.n == n).and_then(|row| TableEntry::read(&row.entry));
    match said {
        Some(TableEntry::Say { guest, text, .. }) if !text.is_empty() => Ok(guest),
        _ => Err(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_SUCH_LINE)),
    }
}

/// Somebody, a line of somebody else's that they mean, and whose it is.
struct Meant {
    identity: Identity,
    key: Key,
    n: u64,
    whom: Guest,
}

async fn meant(
    house: &House,
    headers: &HeaderMap,
    from: Address,
    table_id: &str,
    body: &Bytes,
) -> Granted<Meant> {
    let identity = Identity::acting(house, headers, from).await?;
    let SaidLine { n } = read(body)?;
    let key = table(house, table_id).await?;
    slowly(house, &identity)?;
    let whom = speaker(house, key, n).await?;
    if whom == identity.guest {
        return Err(NotGranted::not_so(messages::THAT_IS_YOU));
    }
    Ok(Meant { identity, key, n, whom })
}

/// `POST /api/tables/{id}/report`: the keeper is to look at this line.
pub(super) async fn report(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let Meant { identity, key, n, whom } = meant(&house, &headers, from, &id, &body).await?;
    house.store.report(key, n, whom, identity.guest).await?;
    Ok((StatusCode::CREATED, identity.jar, Json(true)).into_response())
}

/// `POST /api/tables/{id}/block`: nothing more of whoever said this, here and anywhere.
pub(super) async fn block(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let Meant { identity, whom, .. } = meant(&house, &headers, from, &id, &body).await?;
    note(&house, identity.guest, Tie::Blocks, whom, true).await?;
    let numbers = blocked_at(&house, identity.guest, &id).await?;
    Ok((identity.jar, Json(numbers)).into_response())
}

/// The numbers by which talk at a table knows those whom somebody has blocked.
async fn blocked_at(house: &House, me: Guest, table: &str) -> Granted<Vec<u32>> {
    let blocks = house.store.ties(me, Tie::Blocks).await?;
    Ok(blocks.into_iter().map(|(other, _)| other.at_table(table)).collect())
}

/// `GET /api/tables/{id}/blocked`
pub(super) async fn blocked(
    State(house): House_,
    Path(id): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let numbers = blocked_at(&house, identity.guest, &id).await?;
    Ok((identity.jar, Json(numbers)).into_response())
}

/// `GET /api/me/export`: all that is known of me, as a file.
pub(super) async fn export(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    identity.counts(&house, Doing::Leave, messages::TOO_FAST)?;
    let _turn = turn(&house, from).await?;
    let all = company::export(&house, identity.guest, from).await?;
    let head = [(header::CONTENT_DISPOSITION, "attachment; filename=\"quintette.json\"")];
    Ok((identity.jar, head, Json(all)).into_response())
}
