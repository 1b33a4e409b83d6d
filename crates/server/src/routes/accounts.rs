//! Passkeys: adding one, the devices that have one, signing in with one, and out.

use std::{sync::Arc, time::Duration};

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use super::{
    Granted, House_, NotGranted,
    identity::{Device, Identity, same_origin},
    me_as, read,
};
use crate::{
    House,
    accounts::{self, Asked, Brought, MOST_DEVICES, PATIENCE, Place, Signed},
    address::Address,
    limits, messages, naming,
    people::{Doing, Guest},
    protocol::{Account, DeviceInfo, NewName, NewPasskey, SignIn},
    store::{
        UnixMillis,
        accounts::{Claimed, Passkey, Person},
    },
};

/// How long whoever adds a passkey waits until others with their name have another.
const NAMESAKES: Duration = Duration::from_secs(3);

/// Where they ask, if it is from a page of ours at an address where passkeys work.
fn place(house: &House, headers: &HeaderMap) -> Granted<Place> {
    same_origin(headers)?;
    Place::of(headers, house.config.public.as_deref()).map_err(NotGranted::not_so)
}

/// Passkeys are made and tried slowly.
fn slowly(house: &House, identity: &Identity) -> Granted<()> {
    identity.counts(house, Doing::Passkey, messages::TOO_MANY_PASSKEYS)
}

fn account(passkeys: Vec<Passkey>, this: Option<&Device>) -> Account {
    let device = |passkey: Passkey| DeviceInfo {
        this: this.is_some_and(|this| this.0 == passkey.device),
        id: passkey.device,
        name: passkey.name,
        made: passkey.made,
        used: passkey.used,
    };
    Account { devices: passkeys.into_iter().map(device).collect() }
}

/// `GET /api/me/account`
pub(super) async fn mine(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::of(&house, &headers, from).await?;
    let passkeys = house.store.passkeys(identity.guest).await?;
    let account = account(passkeys, identity.device.as_ref());
    Ok((identity.jar, Json(account)).into_response())
}

/// Who keeps the house changes their devices where they are signed in by one: otherwise a recovery code would open the keeper's
/// page.
fn no_keeper_by_code(identity: &Identity, person: &Person) -> Granted<()> {
    if person.keeper > 0 && person.account > 0 && identity.device.is_none() {
        return Err(NotGranted::not_so(messages::KEEPERS_SIGN_IN));
    }
    Ok(())
}

async fn ask(house: &House, guest: Option<Guest>, asked: Option<Asked>) -> Granted<serde_json::Value> {
    let failed = NotGranted::new(StatusCode::INTERNAL_SERVER_ERROR, messages::HOUSE_TROUBLE);
    let Asked { challenge, state, options } = asked.ok_or(failed)?;
    let until = UnixMillis(house.store.now().0 + i64::from(PATIENCE.get()));
    house.store.challenge(challenge, guest, state, until).await?;
    Ok(options)
}

/// `POST /api/me/passkeys/ask`: what the browser is to make a passkey of.
pub(super) async fn ask_passkey(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let place = place(&house, &headers)?;
    let identity = Identity::of(&house, &headers, from).await?;
    let person = house.store.person(identity.guest).await?;
    if person.name.is_empty() {
        return Err(NotGranted::not_so(messages::NAME_FIRST));
    }
    no_keeper_by_code(&identity, &person)?;
    let has = house.store.passkeys(identity.guest).await?;
    if has.len() >= MOST_DEVICES {
        return Err(NotGranted::not_so(messages::TOO_MANY_DEVICES));
    }
    let holder = house.store.holder(&person.name).await?;
    if holder.is_some_and(|holder| holder != identity.guest) {
        return Err(NotGranted::not_so(messages::NAME_TAKEN));
    }
    slowly(&house, &identity)?;
    let asked = accounts::ask_for_passkey(&place, identity.guest, &person.name, &has);
    let options = ask(&house, Some(identity.guest), asked).await?;
    Ok((identity.jar, Json(options)).into_response())
}

/// `POST /api/me/passkeys`: the browser has made one. This guest has an account from now on.
pub(super) async fn add_passkey(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let place = place(&house, &headers)?;
    let identity = Identity::of(&house, &headers, from).await?;
    no_keeper_by_code(&identity, &house.store.person(identity.guest).await?)?;
    let NewPasskey { name, credential } = read(&body)?;
    let name = limits::name(&name).map_err(NotGranted::not_so)?;
    let (challenge, brought) =
        Brought::read(credential.get()).ok_or(NotGranted::not_so(messages::PASSKEY_NOT_TAKEN))?;
    // Whatever comes of it, it cannot be tried again.
    let asked = house.store.take_challenge(challenge).await?;
    let state = asked.and_then(|(guest, state)| (guest == Some(identity.guest)).then_some(state));
    let state = state.ok_or(NotGranted::not_so(messages::PASSKEY_NOT_ASKED))?;
    let passkey = brought.passkey(&place, identity.guest, &state);
    let passkey = passkey.ok_or(NotGranted::not_so(messages::PASSKEY_NOT_TAKEN))?;
    if house.store.passkeys(identity.guest).await?.len() >= MOST_DEVICES {
        return Err(NotGranted::not_so(messages::TOO_MANY_DEVICES));
    }
    let (device, made) = (Device::new()?, house.store.now().0);
    let passkey = Passkey { device: device.0.clone(), name, made, used: made, ..passkey };
    if house.store.passkey(&passkey.id).await?.is_some() {
        return Err(NotGranted::not_so(messages::PASSKEY_NOT_TAKEN));
    }
    if house.store.add_passkey(passkey).await? == Claimed::Taken {
        return Err(NotGranted::not_so(messages::NAME_TAKEN));
    }
    let alone = {
        let (house, guest) = (Arc::clone(&house), identity.guest);
        // It is done all the same if they do not wait for it.
        tokio::spawn(async move {
            if let Err(error) = naming::is_theirs_alone(&house, guest).await {
                tracing::error!(%error, "others keep a name that is somebody's alone now");
            }
        })
    };
    let _ = timeout(NAMESAKES, alone).await;
    let this = identity.device.clone().unwrap_or(device);
    let account = account(house.store.passkeys(identity.guest).await?, Some(&this));
    let guest = identity.guest;
    // From now on this browser is signed in by the passkey that it is signed in by, or by this one.
    let jar = identity.becomes(&house, guest, Some(&this), &headers);
    Ok((StatusCode::CREATED, jar, Json(account)).into_response())
}

/// `POST /api/me/passkeys/{device}`: another name for it.
pub(super) async fn name_device(
    State(house): House_,
    Path(device): Path<String>,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let NewName { name } = read(&body)?;
    let name = limits::name(&name).map_err(NotGranted::not_so)?;
    identity.counts(&house, Doing::Rename, messages::TOO_FAST)?;
    if !house.store.name_device(identity.guest, device, name).await? {
        return Err(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_DEVICE));
    }
    let account = account(house.store.passkeys(identity.guest).await?, identity.device.as_ref());
    Ok((identity.jar, Json(account)).into_response())
}

/// `DELETE /api/me/passkeys/{device}`: its browser is signed out, wherever it is.
pub(super) async fn remove_device(
    State(house): House_,
    Path(device): Path<String>,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    no_keeper_by_code(&identity, &house.store.person(identity.guest).await?)?;
    if !house.store.remove_device(identity.guest, device.clone()).await? {
        return Err(NotGranted::new(StatusCode::NOT_FOUND, messages::NO_DEVICE));
    }
    let guest = identity.guest;
    house.people.signs_out(guest, device.clone(), house.store.plain_since(guest).await?);
    // Who removes the device at which they sit stays who they are, here: they can make a code.
    let this = identity.device.clone().filter(|this| this.0 != device);
    let account = account(house.store.passkeys(guest).await?, this.as_ref());
    let jar = identity.becomes(&house, guest, this.as_ref(), &headers);
    Ok((jar, Json(account)).into_response())
}

/// `POST /api/sign-in/ask`: what the browser is to sign with a passkey that it has.
pub(super) async fn ask_to_sign_in(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
) -> Granted<Response> {
    let place = place(&house, &headers)?;
    let identity = Identity::of(&house, &headers, from).await?;
    slowly(&house, &identity)?;
    let options = ask(&house, None, accounts::ask_to_sign_in(&place)).await?;
    Ok((identity.jar, Json(options)).into_response())
}

/// `POST /api/sign-in`: from now on this browser is whose passkey has signed.
pub(super) async fn sign_in(
    State(house): House_,
    headers: HeaderMap,
    from: Address,
    body: Bytes,
) -> Granted<Response> {
    let place = place(&house, &headers)?;
    let identity = Identity::of(&house, &headers, from).await?;
    let SignIn { credential } = read(&body)?;
    let (challenge, signed) =
        Signed::read(credential.get()).ok_or(NotGranted::not_so(messages::PASSKEY_NOT_TAKEN))?;
    let asked = house.store.take_challenge(challenge).await?;
    let state = asked.and_then(|(guest, state)| guest.is_none().then_some(state));
    let state = state.ok_or(NotGranted::not_so(messages::PASSKEY_NOT_ASKED))?;
    let passkey = house.store.passkey(&signed.id()).await?;
    let passkey = passkey.filter(|passkey| !house.people.is_gone(passkey.guest));
    let passkey = passkey.ok_or(NotGranted::not_so(messages::PASSKEY_UNKNOWN))?;
    let changing =
        signed.by(&passkey, &place, &state).ok_or(NotGranted::not_so(messages::PASSKEY_NOT_TAKEN))?;
    house.store.passkey_used(passkey.id, changing).await?;
    let me = me_as(&house, passkey.guest).await?;
    let jar = identity.becomes(&house, passkey.guest, Some(&Device(passkey.device)), &headers);
    Ok((jar, Json(me)).into_response())
}

/// `POST /api/me/sign-out`: this browser is somebody new.
pub(super) async fn sign_out(State(house): House_, headers: HeaderMap, from: Address) -> Granted<Response> {
    let identity = Identity::acting(&house, &headers, from).await?;
    let guest = Guest::new()?;
    let jar = identity.becomes(&house, guest, None, &headers);
    Ok((jar, Json(me_as(&house, guest).await?)).into_response())
}
