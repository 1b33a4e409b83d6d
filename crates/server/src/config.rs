//! How a house is run.

use std::{fmt, net::SocketAddr, num::NonZeroU32, path::PathBuf, str::FromStr, time::Duration};

use crate::{Space, Timeouts};

/// What keeps a house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// One file on this machine; made if it is not there.
    File(PathBuf),
    /// The address of a Postgres database, `postgres://…`; anything else that looks like an address is refused when it is opened.
    Postgres(String),
}

impl From<PathBuf> for Database {
    fn from(file: PathBuf) -> Self {
        Self::File(file)
    }
}

impl FromStr for Database {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Err("it is a file, or the address of a database (postgres://user:password@host/name)");
        }
        // Whatever looks like an address is none of a file; whether it is one of a database is said when it is opened, without
        // the password that it may hold.
        let address =
            text.contains("://") || ["postgres:", "postgresql:"].iter().any(|s| text.starts_with(s));
        Ok(if address { Self::Postgres(text.to_owned()) } else { Self::File(text.into()) })
    }
}

impl fmt::Display for Database {
    /// Without a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => file.display().fmt(f),
            Self::Postgres(url) => {
                let begins = url.find("://").map(|at| at + 3).or_else(|| url.find(':').map(|at| at + 1));
                let (scheme, rest) = url.split_at(begins.unwrap_or(0));
                let place = match (rest.rfind('@'), rest.find('?')) {
                    // Whatever of it may be one.
                    (Some(at), Some(more)) if more < at => "…",
                    (at, more) => &rest[at.map_or(0, |at| at + 1)..more.unwrap_or(rest.len())],
                };
                write!(f, "{scheme}{place}")
            }
        }
    }
}

/// For what a guest needs an account in this house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AccountsFor {
    pub rated: bool,
    pub talk: bool,
}

/// How people who are not there are told something.
#[derive(Clone, Debug)]
pub struct Notices {
    /// How long after a turn began whoever is not at the table is told.
    pub after: Duration,
    /// Push services of one's own: `http://127.0.0.1:9000`. All others have to be out in the world, and encrypted.
    pub push_to: Vec<String>,
    /// The server that takes mail, `smtp://user:password@mail.example:587?tls=required`; nothing: no mail is sent.
    pub mail: Option<String>,
    /// Whom mail comes from.
    pub mail_from: Option<String>,
}

impl Default for Notices {
    fn default() -> Self {
        Self { after: Duration::from_secs(30), push_to: Vec::new(), mail: None, mail_from: None }
    }
}

/// How to run the house.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// Where everything is kept.
    pub database: Database,
    /// Where the nodes of a town hear of each other, `nats://…`; nothing: this house is alone.
    pub nats: Option<String>,
    /// How long a table that everybody left is kept.
    pub keep_days: NonZeroU32,
    /// How long after the step before it a bot's move is shown, so that people can follow.
    pub bot_pause: Duration,
    /// How long the house thinks about one move of a game that is analysed.
    pub analysis: Duration,
    /// How long somebody may be away before the others may let a bot play for them.
    pub away: Duration,
    /// Whether there is a limit to how fast and how much a client may ask. Off only for measuring.
    pub limits: bool,
    /// How many connections one address may have.
    pub connections: u32,
    /// How much may be kept.
    pub space: Space,
    /// Whether a proxy in front of the house tells where somebody comes from.
    pub trust_proxy: bool,
    /// The one address at which passkeys are made and used, `https://table.example`; nothing: wherever people come in.
    pub public: Option<String>,
    /// For what people need an account here.
    pub accounts_for: AccountsFor,
    /// How people who are not there are told something.
    pub notices: Notices,
    /// How long a client may take.
    pub timeouts: Timeouts,
    /// Whether other houses may have the same file open. The log allows for it; but each shows only its own people.
    pub shared: bool,
    /// Where to tell figures, to those who run the house alone.
    pub metrics: Option<SocketAddr>,
}

impl Config {
    /// A house with everything as usual.
    pub fn new(listen: SocketAddr, database: impl Into<Database>) -> Self {
        Self {
            listen,
            database: database.into(),
            nats: None,
            keep_days: const { NonZeroU32::new(30).unwrap() },
            bot_pause: Duration::from_millis(600),
            analysis: Duration::from_millis(200),
            away: Duration::from_secs(20),
            limits: true,
            connections: 200,
            space: Space::default(),
            trust_proxy: false,
            public: None,
            accounts_for: AccountsFor::default(),
            notices: Notices::default(),
            timeouts: Timeouts::default(),
            shared: false,
            metrics: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_named_without_a_password_however_that_is_written() {
        for (address, shown) in [
            ("postgres://ada:secret@host:5432/house", "postgres://host:5432/house"),
            ("postgres://ada:se@cret@host/house", "postgres://host/house"),
            ("postgres://host/house?user=ada&password=secret", "postgres://host/house"),
            ("postgres://ada@host/house?password=secret", "postgres://host/house"),
            ("postgres://host/house?password=se@cret", "postgres://…"),
            ("postgres:ada:secret@host/house", "postgres:host/house"),
            ("mysql://ada:secret@host/house", "mysql://host/house"),
        ] {
            let database: Database = address.parse().expect("it is said when it is opened");
            assert!(matches!(database, Database::Postgres(_)), "{address}");
            assert_eq!(database.to_string(), shown);
        }
        assert_eq!("house.sqlite".parse(), Ok(Database::File("house.sqlite".into())));
        assert!("".parse::<Database>().is_err());
    }
}
