//! Accounts without passwords: a guest adds a passkey (`WebAuthn`), keeps everything, and signs in with it elsewhere.
//!
//! Nothing here is remembered in memory: what a passkey is asked to sign lies in the store until it is used, once, on
//! whichever node, or has run out.

use std::{net::IpAddr, num::NonZeroU32};

use axum::http::{HeaderMap, header};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use table::Words;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthenticationServerState, DiscoverableCredentialRequestOptions,
    PublicKeyCredentialCreationOptions, RegistrationServerState,
    bin::{Decode, Encode},
    request::{
        AsciiDomain, PublicKeyCredentialDescriptor, RpId, UserVerificationRequirement,
        auth::AuthenticationVerificationOptions,
        register::{Extension, RegistrationVerificationOptions, UserHandle},
    },
    response::{
        AuthTransports, CredentialId,
        auth::DiscoverableAuthentication16,
        register::{CompressedPubKey, DynamicState, Registration, StaticState},
    },
};

use crate::{messages, people::Guest, store::accounts::Passkey};

/// How long somebody has for signing, in milliseconds.
pub(crate) const PATIENCE: NonZeroU32 = NonZeroU32::new(300_000).expect("five minutes are some");
/// How many devices one person may have.
pub(crate) const MOST_DEVICES: usize = 20;

/// The public key of a passkey, of whichever kind, as it is kept.
type Key = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;
/// Who a passkey is of, for the device: not the guest's own number, which only their cookie holds.
type Handle = UserHandle<16>;

/// The address at which a page of ours asks: a passkey is good at the one where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// `table.example`
    pub(crate) host: String,
    /// `https://table.example:8443`
    origin: String,
}

impl Place {
    /// Where somebody asks who is known to ask from a page of ours; or why passkeys do not work there.
    pub(crate) fn of(headers: &HeaderMap, public: Option<&str>) -> Result<Self, Words> {
        let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        let origin = origin.ok_or(messages::NOT_THAT_WAY)?.to_ascii_lowercase();
        if let Some(public) = public.filter(|public| *public != origin) {
            return Err(messages::passkeys_elsewhere(public));
        }
        Self::at(&origin).ok_or(messages::PASSKEYS_NOT_HERE)
    }

    /// The place with this address, if browsers let passkeys be used there: names, not numbers, and encrypted but on one's own
    /// machine.
    pub(crate) fn at(origin: &str) -> Option<Self> {
        let (scheme, rest) = origin.split_once("://")?;
        if rest.contains(['/', '@', '[']) {
            return None;
        }
        let host = rest.split_once(':').map_or(rest, |(host, _)| host);
        let is_here = host == "localhost" || host.ends_with(".localhost");
        let secure = scheme == "https" || (scheme == "http" && is_here);
        let named = host.parse::<IpAddr>().is_err() && AsciiDomain::try_from(host.to_owned()).is_ok();
        (secure && named).then(|| Self { host: host.to_owned(), origin: origin.to_owned() })
    }

    fn id(&self) -> Option<RpId> {
        AsciiDomain::try_from(self.host.clone()).ok().map(RpId::Domain)
    }
}

/// What a browser is asked to sign.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) challenge: u128,
    /// For the store.
    pub(crate) state: Vec<u8>,
    /// For the browser's `navigator.credentials`.
    pub(crate) options: Value,
}

fn handle_of(guest: Guest) -> Handle {
    let hash = Sha256::new().chain_update("passkeys").chain_update(guest.0.to_le_bytes()).finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    let Ok(handle) = Handle::decode(bytes);
    handle
}

/// What `navigator.credentials` takes as `publicKey`.
fn for_browser(sent: &impl Serialize) -> Option<Value> {
    let mut options = serde_json::to_value(sent).ok()?;
    let inner = options.get_mut("publicKey").map(Value::take);
    Some(inner.unwrap_or(options))
}

/// Asks a guest's browser for a new passkey, on another device than those they have.
pub(crate) fn ask_for_passkey(place: &Place, guest: Guest, name: &str, has: &[Passkey]) -> Option<Asked> {
    let (id, handle) = (place.id()?, handle_of(guest));
    let mut wanted = PublicKeyCredentialCreationOptions::first_passkey_with_blank_user_info(&id, &handle);
    wanted.timeout = PATIENCE;
    wanted.authenticator_selection.user_verification = UserVerificationRequirement::Preferred;
    wanted.extensions = Extension::default();
    let known = has.iter().filter(|passkey| passkey.host == place.host);
    wanted.exclude_credentials = known
        .filter_map(|passkey| {
            let id = CredentialId::<Vec<u8>>::decode(passkey.id.clone()).ok()?;
            Some(PublicKeyCredentialDescriptor { id, transports: AuthTransports::decode(0).ok()? })
        })
        .collect();
    let challenge = wanted.challenge.as_data();
    let (kept, sent) = wanted.start_ceremony().ok()?;
    let mut options = for_browser(&sent)?;
    // The library takes only some names; a device shows any.
    options["user"]["name"] = name.into();
    options["user"]["displayName"] = name.into();
    options["rp"]["name"] = "Quintette".into();
    Some(Asked { challenge, state: kept.encode().ok()?, options })
}

/// What a browser brings of a new passkey.
#[derive(Debug)]
pub(crate) struct Brought(Registration);

impl Brought {
    pub(crate) fn read(json: &str) -> Option<(u128, Self)> {
        let brought = Registration::from_json_relaxed(json.as_bytes()).ok()?;
        let Ok(challenge) = brought.challenge_relaxed().ok()?.encode();
        Some((challenge, Self(brought)))
    }

    /// The passkey, if it is what was asked for.
    pub(crate) fn passkey(&self, place: &Place, guest: Guest, state: &[u8]) -> Option<Passkey> {
        let asked = RegistrationServerState::<16>::decode(state).ok()?;
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &[place.origin.as_str()],
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let passkey = asked.verify(&place.id()?, &self.0, &options);
        let passkey = passkey.inspect_err(|error| tracing::info!(%error, "a passkey is not taken")).ok()?;
        let (Ok(fixed), Ok(changing)) = (passkey.static_state().encode(), passkey.dynamic_state().encode());
        Some(Passkey {
            id: passkey.id().as_ref().to_vec(),
            guest,
            device: String::new(),
            host: place.host.clone(),
            name: String::new(),
            fixed,
            changing: changing.to_vec(),
            made: 0,
            used: 0,
        })
    }
}

/// Asks somebody's browser to sign in with a passkey that it has.
pub(crate) fn ask_to_sign_in(place: &Place) -> Option<Asked> {
    let id = place.id()?;
    let mut wanted = DiscoverableCredentialRequestOptions::passkey(&id);
    wanted.0.timeout = PATIENCE;
    wanted.0.user_verification = UserVerificationRequirement::Preferred;
    let challenge = wanted.0.challenge.as_data();
    let (kept, sent) = wanted.start_ceremony().ok()?;
    Some(Asked { challenge, state: kept.encode().ok()?, options: for_browser(&sent)? })
}

/// What a browser brings that signs in.
#[derive(Debug)]
pub(crate) struct Signed(DiscoverableAuthentication16);

impl Signed {
    pub(crate) fn read(json: &str) -> Option<(u128, Self)> {
        let signed = DiscoverableAuthentication16::from_json_relaxed(json.as_bytes()).ok()?;
        let Ok(challenge) = signed.challenge_relaxed().ok()?.encode();
        Some((challenge, Self(signed)))
    }

    /// The number of the passkey that it is said to be signed with.
    pub(crate) fn id(&self) -> Vec<u8> {
        self.0.raw_id().as_ref().to_vec()
    }

    /// What the passkey has become, if it signed what was asked, here.
    pub(crate) fn by(&self, passkey: &Passkey, place: &Place, state: &[u8]) -> Option<Vec<u8>> {
        if passkey.host != place.host {
            return None;
        }
        let asked = DiscoverableAuthenticationServerState::decode(state).ok()?;
        let handle = handle_of(passkey.guest);
        let fixed = StaticState::<Key>::decode(&passkey.fixed).ok()?;
        let changing = DynamicState::decode(<[u8; 7]>::try_from(passkey.changing.as_slice()).ok()?).ok()?;
        let id = CredentialId::<&[u8]>::decode(passkey.id.as_slice()).ok()?;
        let mut known = AuthenticatedCredential::new(id, &handle, fixed, changing).ok()?;
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &[place.origin.as_str()],
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        let signed = asked.verify(&place.id()?, &self.0, &mut known, &options);
        signed.inspect_err(|error| tracing::info!(%error, "somebody is not let in")).ok()?;
        let Ok(changing) = known.dynamic_state().encode();
        Some(changing.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_work_where_browsers_let_them() {
        for (origin, host) in [
            ("https://table.example", Some("table.example")),
            ("https://table.example:8443", Some("table.example")),
            ("http://localhost:8080", Some("localhost")),
            ("http://house.localhost", Some("house.localhost")),
            ("http://table.example", None),
            ("http://192.168.1.7:8080", None),
            ("https://192.168.1.7", None),
            ("https://[::1]:8080", None),
            ("https://a@table.example", None),
            ("https://", None),
            ("null", None),
        ] {
            assert_eq!(Place::at(origin).map(|place| place.host), host.map(str::to_owned), "{origin}");
        }
    }
}
