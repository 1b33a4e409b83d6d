//! Who is who: guests, known by a random number in a signed cookie, and by a name they choose.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    num::NonZeroU32,
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use governor::{DefaultKeyedRateLimiter, Quota};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{address::Address, crowd::Crowd, limits::once_in};

/// A guest: 128 random bits, known to nobody but the guest's browser and the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Guest(pub u128);

impl Guest {
    /// Nobody: whose the tables are that the house itself opens.
    pub(crate) const HOUSE: Self = Self(0);

    /// A new guest, from the system's randomness.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(u128::from_le_bytes(bytes)))
    }

    /// Who has done at a table what this guest did there, once they are forgotten: the same somebody, whichever node asks.
    pub(crate) fn instead(self, table: &str) -> Self {
        let hash =
            Sha256::new().chain_update("forgotten").chain_update(table).chain_update(self.0.to_le_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        Self(u128::from_le_bytes(bytes))
    }

    /// A number that others at a table may know this guest by: another one at each table.
    pub(crate) fn at_table(self, table: &str) -> u32 {
        let hash = Sha256::new().chain_update(table).chain_update(self.0.to_le_bytes()).finalize();
        u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]])
    }
}

impl fmt::Display for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A text that is no guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownGuest;

impl fmt::Display for UnknownGuest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a guest is 32 hexadecimal digits")
    }
}

impl FromStr for Guest {
    type Err = UnknownGuest;
    fn from_str(text: &str) -> Result<Self, UnknownGuest> {
        if text.len() != 32 {
            return Err(UnknownGuest);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| UnknownGuest)
    }
}

impl std::error::Error for UnknownGuest {}

impl Serialize for Guest {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Guest {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Whoever has had their cookie for longer, in seconds, is no newcomer.
const A_DAY: i64 = 86_400;

/// How many tables a guest may open at once.
pub(crate) const MOST_AT_ONCE: u32 = 20;

/// What a guest, and an address, may do only so often. Newcomers of one address share one allowance: a new cookie costs
/// nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Doing {
    /// Opening a table.
    Open,
    /// Making or trying a recovery code.
    Code,
    /// Making a passkey, or signing in with one.
    Passkey,
    /// Following, blocking, asking somebody to a table, reporting what was said.
    Meet,
    /// Taking another name.
    Rename,
    /// Being forgotten.
    Leave,
    /// Saying something, at whichever table and through whichever connection.
    Talk,
    /// Everything else at a table that is no move: sitting down, votes, taking back.
    Arrange,
    /// Coming to a table or into the lobby: whoever comes is told all that has happened.
    Come,
    /// Loading a page.
    Look,
    /// Making a move.
    Play,
}

impl Doing {
    /// In the order of their declaration, in which allowances are kept.
    const ALL: [Self; 11] = [
        Self::Open,
        Self::Code,
        Self::Passkey,
        Self::Meet,
        Self::Rename,
        Self::Leave,
        Self::Talk,
        Self::Arrange,
        Self::Come,
        Self::Look,
        Self::Play,
    ];

    /// How often a guest may.
    fn quota(self) -> Quota {
        match self {
            Self::Open => once_in(Duration::from_secs(5), MOST_AT_ONCE),
            Self::Code => once_in(Duration::from_secs(10), 10),
            Self::Passkey => once_in(Duration::from_secs(10), 20),
            Self::Meet => once_in(Duration::from_secs(10), 30),
            Self::Rename => once_in(Duration::from_secs(5), 10),
            Self::Leave => once_in(Duration::from_secs(10), 5),
            Self::Talk => once_in(Duration::from_secs(2), 6),
            Self::Arrange => once_in(Duration::from_millis(200), 120),
            Self::Come => once_in(Duration::from_secs(1), 60),
            Self::Look => once_in(Duration::from_millis(500), 120),
            Self::Play => once_in(Duration::from_millis(100), 5_000),
        }
    }

    /// How often all newcomers of an address together may: a class that comes in, but not a machine that makes cookies.
    fn quota_of_newcomers(self) -> Quota {
        match self {
            Self::Open => once_in(Duration::from_secs(4), 60),
            Self::Code | Self::Leave => once_in(Duration::from_secs(10), 15),
            Self::Passkey => once_in(Duration::from_secs(10), 60),
            Self::Meet => once_in(Duration::from_secs(5), 60),
            Self::Rename => once_in(Duration::from_secs(1), 100),
            Self::Talk => once_in(Duration::from_millis(250), 60),
            Self::Arrange => once_in(Duration::from_millis(50), 600),
            Self::Come => once_in(Duration::from_millis(100), 400),
            Self::Look => once_in(Duration::from_millis(50), 1_000),
            Self::Play => once_in(Duration::from_millis(50), 20_000),
        }
    }

    /// How often all guests of an address, which may have so many connections, together may: a school comes from one.
    fn quota_of_address(self, connections: u32) -> Quota {
        match self {
            // 300 at once, and some thousands per day.
            Self::Open => once_in(Duration::from_secs(30), 300),
            Self::Code => once_in(Duration::from_secs(10), 30),
            Self::Passkey => once_in(Duration::from_secs(5), 120),
            Self::Meet => once_in(Duration::from_secs(1), 200),
            Self::Rename => once_in(Duration::from_secs(1), 100),
            Self::Leave => once_in(Duration::from_secs(10), 20),
            Self::Talk => once_in(Duration::from_millis(200), 60),
            Self::Arrange => once_in(Duration::from_millis(20), 1200),
            Self::Come => once_in(Duration::from_millis(50), 600),
            Self::Look => once_in(Duration::from_millis(20), 2_000),
            // As many as its connections can make who think for a few seconds: that is 250 MB a day with 200 of them.
            Self::Play => once_in(Duration::from_secs(6) / connections.max(1), 500 * connections.max(1)),
        }
    }
}

/// How often one thing may still be done.
#[derive(Debug)]
struct Allowance {
    guests: DefaultKeyedRateLimiter<Guest>,
    newcomers: DefaultKeyedRateLimiter<Address>,
    addresses: DefaultKeyedRateLimiter<Address>,
}

impl Allowance {
    fn new(doing: Doing, connections: u32) -> Self {
        Self {
            guests: DefaultKeyedRateLimiter::keyed(doing.quota()),
            newcomers: DefaultKeyedRateLimiter::keyed(doing.quota_of_newcomers()),
            addresses: DefaultKeyedRateLimiter::keyed(doing.quota_of_address(connections)),
        }
    }
}

/// The guests who are here now.
#[derive(Clone, Debug)]
pub(crate) struct People {
    /// The connections of each of them.
    pub(crate) here: Crowd<Guest>,
    /// The connections from each address.
    pub(crate) from: Crowd<Address>,
    allowances: Arc<[Allowance; Doing::ALL.len()]>,
    /// Those who have deleted themselves since the house opened: their cookies are nobody's.
    gone: Arc<Mutex<HashSet<Guest>>>,
    /// Those who have made a move lately.
    players: Arc<Mutex<HashSet<Guest>>>,
    /// What was signed out since the house opened: for lines that are open. Who comes anew is looked up.
    signed_out: Arc<Mutex<SignedOut>>,
}

/// Devices that were removed; and of whom they were, since when a cookie without a device is good, in seconds since 1970.
#[derive(Debug, Default)]
struct SignedOut {
    devices: HashSet<String>,
    plain: HashMap<Guest, i64>,
}

impl People {
    /// Nobody yet. An address may have so many connections.
    pub(crate) fn new(connections: u32) -> Self {
        let allowances = Doing::ALL.map(|doing| Allowance::new(doing, connections));
        Self {
            here: Crowd::default(),
            from: Crowd::default(),
            allowances: Arc::new(allowances),
            gone: Arc::default(),
            players: Arc::default(),
            signed_out: Arc::default(),
        }
    }

    fn signed_out(&self) -> MutexGuard<'_, SignedOut> {
        self.signed_out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This device of theirs is signed out: its lines end, and those of browsers without a device whose cookies are older.
    pub(crate) fn signs_out(&self, guest: Guest, device: String, since: i64) {
        let mut out = self.signed_out();
        out.devices.insert(device);
        let plain = out.plain.entry(guest).or_default();
        *plain = since.max(*plain);
    }

    /// Whether the lines of this guest are to end: they came with this device, or without one by a cookie that was issued then.
    pub(crate) fn must_go(&self, guest: Guest, device: Option<&str>, issued: i64) -> bool {
        let out = self.signed_out();
        let signed_out = match device {
            Some(device) => out.devices.contains(device),
            None => out.plain.get(&guest).is_some_and(|since| issued < *since),
        };
        signed_out || self.is_gone(guest)
    }

    /// A move of theirs has been acknowledged.
    pub(crate) fn has_played(&self, guest: Guest) {
        self.players().insert(guest);
    }

    /// Whether a guest with a cookie of this age, in seconds, is a newcomer.
    pub(crate) fn is_newcomer(&self, guest: Guest, age: i64) -> bool {
        age < A_DAY && !self.players().contains(&guest)
    }

    fn players(&self) -> MutexGuard<'_, HashSet<Guest>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a guest, who may be a newcomer, may do this once more now; if so, it counts.
    pub(crate) fn may(&self, guest: Guest, newcomer: bool, from: Address, doing: Doing) -> bool {
        self.may_so_much(guest, newcomer, from, doing, NonZeroU32::MIN)
    }

    /// The same for what counts as much as several. Nobody may do more at once than they ever may.
    pub(crate) fn may_so_much(
        &self,
        guest: Guest,
        newcomer: bool,
        from: Address,
        doing: Doing,
        times: NonZeroU32,
    ) -> bool {
        let Allowance { guests, newcomers, addresses } = &self.allowances[doing as usize];
        matches!(guests.check_key_n(&guest, times), Ok(Ok(())))
            && (!newcomer || matches!(newcomers.check_key_n(&from, times), Ok(Ok(()))))
            && matches!(addresses.check_key_n(&from, times), Ok(Ok(())))
    }

    /// This guest deletes themselves.
    pub(crate) fn goes(&self, guest: Guest) {
        self.gone().insert(guest);
    }

    /// It came to nothing.
    pub(crate) fn stays(&self, guest: Guest) {
        self.gone().remove(&guest);
    }

    pub(crate) fn is_gone(&self, guest: Guest) -> bool {
        self.gone().contains(&guest)
    }

    fn gone(&self) -> MutexGuard<'_, HashSet<Guest>> {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets those whose allowance is whole again, and who has played: whoever still does is soon known again.
    pub(crate) fn forget_rested(&self) {
        *self.players() = HashSet::new();
        for Allowance { guests, newcomers, addresses } in self.allowances.iter() {
            guests.retain_recent();
            guests.shrink_to_fit();
            for of_addresses in [newcomers, addresses] {
                of_addresses.retain_recent();
                of_addresses.shrink_to_fit();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_reads_as_it_is_written() {
        let guest = Guest(0xABC);
        assert_eq!(guest.to_string().parse(), Ok(guest));
        for noise in ["", "abc", "zz", &"g".repeat(32), &"+".repeat(32)] {
            assert_eq!(noise.parse::<Guest>(), Err(UnknownGuest), "{noise}");
        }
    }

    #[test]
    fn a_guest_cannot_open_tables_without_end_and_neither_can_an_address() {
        let people = People::new(200);
        let address = |last| Address::from(std::net::IpAddr::from([192, 0, 2, last]));
        let (here, there) = (address(1), address(2));
        let opened = |guest, newcomer, from| {
            (0..100).filter(|_| people.may(Guest(guest), newcomer, from, Doing::Open)).count()
        };
        let first = opened(1, false, here);
        assert!((20..30).contains(&first), "{first}");
        assert!(people.may(Guest(2), false, here, Doing::Open), "each has an allowance of their own");
        assert!(people.may(Guest(1), false, here, Doing::Talk), "and one for each thing");
        let newcomers: usize = (100..300).map(|guest| opened(guest, true, here)).sum();
        assert!((60..70).contains(&newcomers), "newcomers of an address share one: {newcomers}");
        assert!(people.may(Guest(3), true, there, Doing::Open), "others have theirs");
        let all: usize = (300..1000).map(|guest| opened(guest, false, here)).sum();
        assert!((200..240).contains(&all), "cookies are free, addresses are not: {all}");
        assert!(people.may(Guest(5000), false, there, Doing::Open));
    }
}
