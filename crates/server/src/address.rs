//! Where somebody comes from.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, request::Parts},
};

use serde::{Deserialize, Serialize};

use crate::House;

/// An IPv4 address, or the network of an IPv6 address: every household has as many of the latter as it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Address(IpAddr);

impl Address {
    /// The house itself, where it works for nobody in particular.
    pub(crate) const HOUSE: Self = Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
}

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            IpAddr::V4(ip) => ip.into(),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who asks, as a proxy in front of the house tells it: the last hop it names is the one that it has seen itself; those
/// before are what the client says.
pub(crate) fn told(headers: &HeaderMap) -> Option<Address> {
    let hops = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let last = hops.rsplit(',').next()?.trim();
    last.parse::<IpAddr>().ok().map(Address::from)
}

impl FromRequestParts<Arc<House>> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<Self>().copied();
        let told = house.config.trust_proxy.then(|| told(&parts.headers)).flatten();
        // Every connection is marked with its peer.
        Ok(told.or(peer).unwrap_or(Self(Ipv6Addr::UNSPECIFIED.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn a_household_is_one_address() {
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::9"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
    }

    #[test]
    fn of_what_a_proxy_tells_only_its_own_word_counts() {
        let told = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for &value in values {
                headers.append("x-forwarded-for", axum::http::HeaderValue::from_static(value));
            }
            super::told(&headers)
        };
        assert_eq!(told(&["192.0.2.7"]), Some(address("192.0.2.7")));
        assert_eq!(told(&["10.0.0.1, 192.0.2.7"]), Some(address("192.0.2.7")));
        assert_eq!(told(&["10.0.0.1", "10.0.0.2,2001:db8::1"]), Some(address("2001:db8::1")));
        for noise in [&[][..], &[""], &["nonsense"], &["192.0.2.7, unknown"], &["192.0.2.7:80"]] {
            assert_eq!(told(noise), None, "{noise:?}");
        }
    }
}
