//! Which guest asks, and whether the page that asks is ours.

use std::num::NonZeroU32;

use axum::http::{HeaderMap, StatusCode, header};
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use table::Words;

use super::{Granted, NotGranted};
use crate::{
    House,
    address::{self, Address},
    messages,
    people::{Doing, Guest},
    store::UnixMillis,
};

const COOKIE: &str = "quintette";
const YEAR: i64 = 365 * 24 * 3600;
/// A cookie is renewed when it is this old, so that those who keep coming stay who they are.
const RENEWED_AFTER: i64 = 30 * 24 * 3600;

/// The device with the passkey by which a browser is signed in: once it is removed, that browser is somebody new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Device(pub(super) String);

impl Device {
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)?;
        Ok(Self(format!("{:016x}", u64::from_le_bytes(bytes))))
    }

    fn read(text: &str) -> Option<Self> {
        let is_one = text.len() == 16 && text.bytes().all(|c| c.is_ascii_hexdigit());
        is_one.then(|| Self(text.to_owned()))
    }
}

/// A guest, and the cookies that go back to them.
#[derive(Debug)]
pub(super) struct Identity {
    pub(crate) guest: Guest,
    pub(crate) device: Option<Device>,
    pub(crate) jar: SignedCookieJar,
    /// When the cookie that they brought was issued, in seconds since 1970.
    pub(crate) issued: i64,
    /// Whether they brought no good cookie, or a new one, and have done nothing yet.
    pub(crate) newcomer: bool,
    from: Address,
    /// Whether they brought one that is not good: forged, or of somebody whom the house does not know any more.
    pub(crate) mistaken: bool,
}

impl Identity {
    /// The guest of a good cookie; a new guest for a missing, expired or forged one.
    pub(super) async fn of(house: &House, headers: &HeaderMap, from: Address) -> Granted<Self> {
        let now = seconds(house);
        let jar = SignedCookieJar::from_headers(headers, house.key.clone());
        let known = jar.get(COOKIE).and_then(|cookie| read(cookie.value(), now));
        let mut known = known.filter(|known| !house.people.is_gone(known.guest));
        if let Some(Known { guest, device, age }) = &known {
            let good = match device {
                Some(device) => house.store.is_device_of(&device.0, *guest).await?,
                None => now - age >= house.store.plain_since(*guest).await?,
            };
            known = known.filter(|_| good);
        }
        let mistaken = known.is_none() && brings_a_cookie(headers);
        let newcomer = known.as_ref().is_none_or(|known| house.people.is_newcomer(known.guest, known.age));
        let (guest, device, age, renew) = match known {
            Some(Known { guest, device, age }) => (guest, device, age, age > RENEWED_AFTER),
            None => (Guest::new()?, None, 0, true),
        };
        let jar = if renew { jar.add(cookie(guest, device.as_ref(), now, is_https(headers))) } else { jar };
        Ok(Self { guest, device, jar, issued: now - age, newcomer, from, mistaken })
    }

    /// The same for who changes something: that is done from a page of ours.
    pub(super) async fn acting(house: &House, headers: &HeaderMap, from: Address) -> Granted<Self> {
        same_origin(headers)?;
        Self::of(house, headers, from).await
    }

    /// Counts that they do this once more; or says why they may not now.
    pub(super) fn counts(&self, house: &House, doing: Doing, too_often: Words) -> Granted<()> {
        if self.may(house, doing) {
            Ok(())
        } else {
            Err(NotGranted::new(StatusCode::TOO_MANY_REQUESTS, too_often))
        }
    }

    /// Whether they may do this once more now; if so, it counts.
    pub(super) fn may(&self, house: &House, doing: Doing) -> bool {
        self.may_so_much(house, doing, NonZeroU32::MIN)
    }

    /// The same for what counts as much as several.
    pub(super) fn may_so_much(&self, house: &House, doing: Doing, times: NonZeroU32) -> bool {
        let Self { guest, newcomer, from, .. } = *self;
        !house.config.limits || house.people.may_so_much(guest, newcomer, from, doing, times)
    }

    /// The cookies that make this browser another guest, or the same one signed in by another device.
    pub(super) fn becomes(
        self,
        house: &House,
        guest: Guest,
        device: Option<&Device>,
        headers: &HeaderMap,
    ) -> SignedCookieJar {
        self.jar.add(cookie(guest, device, seconds(house), is_https(headers)))
    }
}

/// The time by which cookies go: every node's is the same.
fn seconds(house: &House) -> i64 {
    house.store.now().0 / 1000
}

/// Whether there is a cookie of ours among those sent, good or bad.
fn brings_a_cookie(headers: &HeaderMap) -> bool {
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    sent.flat_map(Cookie::split_parse).flatten().any(|cookie| cookie.name() == COOKIE)
}

fn cookie(guest: Guest, device: Option<&Device>, now: i64, https: bool) -> Cookie<'static> {
    let value = match device {
        Some(Device(device)) => format!("{guest}.{now}.{device}"),
        None => format!("{guest}.{now}"),
    };
    Cookie::build((COOKIE, value))
        .path("/")
        .max_age(cookie::time::Duration::seconds(YEAR))
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(https)
        .build()
}

/// What a cookie says.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    guest: Guest,
    /// In seconds.
    age: i64,
    device: Option<Device>,
}

/// The guest of a signed value; nothing if it is older than a year. One that was issued before the house knew the time is
/// to be renewed.
fn read(value: &str, now: i64) -> Option<Known> {
    let (guest, rest) = value.split_once('.')?;
    let (issued, device) = match rest.split_once('.') {
        Some((issued, device)) => (issued, Some(Device::read(device)?)),
        None => (rest, None),
    };
    let issued: i64 = issued.parse().ok()?;
    let unknown = (0..UnixMillis::PLAUSIBLE.0 / 1000).contains(&issued);
    let age = if unknown { RENEWED_AFTER + 1 } else { now.checked_sub(issued)? };
    (age <= YEAR).then_some(Known { guest: guest.parse().ok()?, age, device })
}

/// A proxy in front of the house messages whether the guest's side is encrypted.
fn is_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"))
}

/// Refuses what a page of another house asks in a guest's name. Programs send no origin, and hold no guest's cookie.
pub(super) fn same_origin(headers: &HeaderMap) -> Granted<()> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let host = headers.get(header::HOST).map(axum::http::HeaderValue::as_bytes);
    let from = origin.as_bytes();
    let from = from.strip_prefix(b"http://").or_else(|| from.strip_prefix(b"https://"));
    if from.is_some() && from == host {
        Ok(())
    } else {
        Err(NotGranted::new(StatusCode::FORBIDDEN, messages::FOREIGN_ORIGIN))
    }
}

/// Reads whatever a browser or a proxy sends, as a request would: for those who look for headers that break it.
pub(crate) fn look_at(headers: &HeaderMap) {
    let _ =
        (same_origin(headers).is_ok(), is_https(headers), brings_a_cookie(headers), address::told(headers));
    let key = axum_extra::extract::cookie::Key::from(&[7; 64]);
    let _ = SignedCookieJar::from_headers(headers, key).get(COOKIE);
    let sent = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    for cookie in sent.flat_map(Cookie::split_parse).flatten() {
        let _ = read(cookie.value(), 1_000);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_good_for_a_year() {
        let issued = UnixMillis::PLAUSIBLE.0 / 1000;
        let value = format!("{}.{issued}", Guest(5));
        let plain = |age| Some(Known { guest: Guest(5), age, device: None });
        assert_eq!(read(&value, issued + YEAR), plain(YEAR));
        let device = Device("0123456789abcdef".to_owned());
        let signed_in = cookie(Guest(5), Some(&device), issued, true);
        assert_eq!(read(signed_in.value(), issued).and_then(|known| known.device), Some(device));
        assert_eq!(read(&value, issued + 1 + YEAR), None);
        // A small computer did not know the time when it was issued, and does now.
        let early = read(&format!("{}.1000", Guest(5)), issued + YEAR).expect("it is good");
        assert!(early.guest == Guest(5) && early.age > RENEWED_AFTER, "{early:?}");
        for noise in [
            "",
            ".",
            "x.1",
            &format!("{}.x", Guest(5)),
            &format!("{}.{issued}.", Guest(5)),
            &format!("{}.{issued}.x", Guest(5)),
            &format!("{}", Guest(5)),
            &format!("{}.{}", Guest(5), i64::MIN),
        ] {
            assert_eq!(read(noise, 1000), None, "{noise}");
        }
    }

    #[test]
    fn only_our_own_pages_may_ask() {
        let asks = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, axum::http::HeaderValue::from_static("table.example:8080"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, axum::http::HeaderValue::from_static(origin));
            }
            same_origin(&headers).is_ok()
        };
        assert!(
            asks(None) && asks(Some("http://table.example:8080")) && asks(Some("https://table.example:8080"))
        );
        for foreign in ["http://evil.example", "null", "http://table.example", "table.example:8080"] {
            assert!(!asks(Some(foreign)), "{foreign}");
        }
    }
}
