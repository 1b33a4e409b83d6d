//! The command line, as `--help` tells it.

use std::{net::SocketAddr, num::NonZeroU32, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum, builder::TypedValueParser};
use tools::Tool;

/// Five tabletop games on one online table.
///
/// Play with friends on your phones, on one shared screen, or with bots in any seat. You host it yourself: this one
/// program is the server, the referee and the tools.
#[derive(Debug, Parser)]
#[command(
    version,
    propagate_version = true,
    arg_required_else_help = true,
    after_help = "Start here:\n  quintette serve                 then open the address that it prints\n  quintette playouts pyramids     how fast is the referee?\n  quintette referee               play by JSON lines, from any language (docs/protocol.md)"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open the house: serve the page and its tables.
    Serve(Serve),
    /// Move a house from its file into an empty Postgres database, checked log by log. The file stays where it is.
    Move(Move),
    /// Keep the house's people: who is here, names, silence, removal, keepers, and the log of what was done.
    ///
    /// It works on what keeps the house, also while it is open: it follows within a second.
    People(People),
    /// Show a house's ratings, or make them anew from the logs.
    Ratings(Ratings),
    #[command(flatten)]
    Tool(Tool),
    /// Print a completion script for your shell.
    ///
    /// For example: `quintette completions bash > /etc/bash_completion.d/quintette`
    Completions { shell: clap_complete::Shell },
    /// Print the manual page (quintette man | man -l -).
    Man,
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen. The default is for this machine only; 0.0.0.0:8080 lets the whole network in.
    #[arg(long, default_value = "127.0.0.1:8080", env = "QUINTETTE_LISTEN")]
    pub(crate) listen: SocketAddr,
    /// What keeps everything, tables, moves, people: a file, or a Postgres database (`postgres://user@host/name`).
    #[arg(
        long,
        default_value = "quintette.sqlite",
        env = "QUINTETTE_DATABASE",
        hide_env_values = true,
        value_name = "FILE|URL"
    )]
    pub(crate) database: server::Database,
    /// Where the nodes of a town hear of each other (`nats://host:4222`): all that have the same Postgres database.
    #[arg(long, env = "QUINTETTE_NATS", hide_env_values = true, value_name = "URL")]
    pub(crate) nats: Option<String>,
    /// How long an unfinished table that everybody left is kept, in days; at least one.
    #[arg(long, default_value = "30", value_name = "DAYS", value_parser = days())]
    pub(crate) keep: NonZeroU32,
    /// How long a bot waits before it shows its move, so that people can follow, in milliseconds.
    #[arg(long, default_value_t = 600, value_name = "MS")]
    pub(crate) bot_pause: u64,
    /// How long to think about one move of a game that is analysed, in milliseconds.
    #[arg(long, default_value_t = 200, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub(crate) analysis: u64,
    /// How long somebody may be away before the others may let a bot play for them, in seconds.
    #[arg(long, default_value_t = 20, value_name = "S")]
    pub(crate) away: u64,
    /// How many connections one address may have at once.
    #[arg(long, default_value_t = 200, value_name = "N")]
    pub(crate) connections: u32,
    /// How large the file may become before no new tables are opened, in megabytes; without it only the disk limits it.
    #[arg(long, value_name = "MB")]
    pub(crate) most_disk: Option<u64>,
    /// How much of the disk stays free: below it no new tables are opened, in megabytes.
    #[arg(long, default_value_t = 256, value_name = "MB")]
    pub(crate) free_disk: u64,
    /// Believe what a proxy in front tells in X-Forwarded-For (its last hop) of where somebody comes from.
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// The one address at which passkeys are made and used (`https://table.example`); without it, wherever people come in.
    #[arg(long, env = "QUINTETTE_PUBLIC", value_name = "URL", value_parser = public_address)]
    pub(crate) public: Option<String>,
    /// For what people need an account (a passkey) in this house; by default for nothing.
    #[arg(long, env = "QUINTETTE_ACCOUNTS_FOR", value_name = "WHAT", value_delimiter = ',')]
    pub(crate) accounts_for: Vec<AccountsFor>,
    /// The server that takes mail (`smtp://user:password@mail.example:587?tls=required`, or `smtps://…`); without it none is sent. Needs
    /// --mail-from and --public.
    #[arg(long, env = "QUINTETTE_MAIL", hide_env_values = true, value_name = "URL")]
    pub(crate) mail: Option<String>,
    /// Whom mail comes from: Quintette <table@example.org>.
    #[arg(long, env = "QUINTETTE_MAIL_FROM", value_name = "ADDRESS")]
    pub(crate) mail_from: Option<String>,
    /// A push service of one's own (`http://127.0.0.1:9000`), which may be in this network; all others must not.
    #[arg(long, env = "QUINTETTE_PUSH_TO", value_name = "ORIGIN", value_delimiter = ',')]
    pub(crate) push_to: Vec<String>,
    /// How many seconds after a turn began whoever is not at the table is told, where a turn has hours or days.
    #[arg(long, default_value_t = 30, env = "QUINTETTE_TELL_AFTER", value_name = "S")]
    pub(crate) tell_after: u64,
    /// Where to tell figures for Prometheus (/metrics), to those who run the house alone: not to the public.
    #[arg(long, env = "QUINTETTE_METRICS", value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    /// How the log on standard error is written: for people, or one JSON object a line.
    #[arg(long, value_enum, default_value_t, env = "QUINTETTE_LOG", value_name = "FORM")]
    pub(crate) log: Log,
    /// Let clients send as fast as they can (for measuring; not on a public address).
    #[arg(long)]
    pub(crate) no_limits: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccountsFor {
    /// Rated games.
    Rated,
    /// Talk at tables.
    Talk,
    /// Nothing: guests may do everything.
    Nothing,
}

/// `https://table.example`, with a port if need be, and nothing after it; or a name of this machine.
fn public_address(text: &str) -> Result<String, String> {
    let address = text.trim_end_matches('/').to_ascii_lowercase();
    let rest = match address.split_once("://") {
        Some(("https", rest)) => rest,
        Some(("http", rest)) if rest == "localhost" || rest.starts_with("localhost:") => rest,
        _ => "",
    };
    if rest.is_empty() || rest.contains(['/', '@', '?', '#']) {
        return Err("it is https:// and a name, such as https://table.example".to_owned());
    }
    Ok(address)
}

/// `90s`, `30m`, `2h`, `7d`.
fn how_long(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || "a number with s, m, h or d, such as 30m, 2h or 7d".to_owned();
    let unit = match text.chars().last().ok_or_else(wrong)? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let time = std::time::Duration::from_secs(u64::from(number) * unit);
    let longest = std::time::Duration::from_hours(366 * 24);
    if time.is_zero() || time > longest { Err("between a second and a year".to_owned()) } else { Ok(time) }
}

#[derive(Debug, Args)]
#[command(
    after_help = "NAME is somebody's name or, where several guests share one, #NUMBER as `list` shows it.\n\nTry:\n  quintette people keeper Ada           Ada, who has a passkey, keeps the house: her page is /keeper\n  quintette people silence Bob --for 2h\n  quintette people log"
)]
pub(crate) struct People {
    /// What keeps the house, as with `serve`.
    #[arg(
        long,
        global = true,
        default_value = "quintette.sqlite",
        env = "QUINTETTE_DATABASE",
        hide_env_values = true,
        value_name = "FILE|URL"
    )]
    pub(crate) database: server::Database,
    #[command(subcommand)]
    pub(crate) what: PeopleCommand,
}

#[derive(Debug, Args)]
#[command(
    after_help = "Try:\n  quintette ratings pyramids\n  quintette ratings --recompute    the same numbers, from the logs alone"
)]
pub(crate) struct Ratings {
    /// What keeps the house, as with `serve`.
    #[arg(
        long,
        default_value = "quintette.sqlite",
        env = "QUINTETTE_DATABASE",
        hide_env_values = true,
        value_name = "FILE|URL"
    )]
    pub(crate) database: server::Database,
    /// Make all ratings anew from the logs, and say whether any was other than it should have been.
    #[arg(long)]
    pub(crate) recompute: bool,
    /// Only this game's.
    pub(crate) game: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PeopleCommand {
    /// List people: keepers and who is silenced first, then accounts, then guests.
    List {
        /// Only those whose name holds this.
        #[arg(default_value = "")]
        name: String,
    },
    /// Show one person.
    Show { name: String },
    /// Give somebody another name.
    Rename { name: String, new: String },
    /// Let somebody say nothing at any table for a while, nor take another name. They can play on.
    Silence {
        name: String,
        /// For how long: 30m, 2h, 7d.
        #[arg(long = "for", value_parser = how_long, value_name = "TIME")]
        time: std::time::Duration,
    },
    /// Let somebody talk again.
    Lift { name: String },
    /// Remove somebody and all that is known of them, as if they had deleted themselves.
    Remove {
        name: String,
        /// It cannot be undone: say that you mean it.
        #[arg(long)]
        yes: bool,
    },
    /// Let somebody with an account keep the house, on the page /keeper.
    Keeper {
        name: String,
        /// Let them keep it no more.
        #[arg(long)]
        no_more: bool,
    },
    /// List tournaments, each with its id.
    Tournaments {
        /// Only those whose title, or whose holder's name, holds this.
        #[arg(default_value = "")]
        name: String,
    },
    /// Remove a tournament: its title, its teams and its standings. The games that were played stay.
    RemoveTournament {
        /// As `tournaments` lists it, and as it stands in its address.
        id: String,
        /// It cannot be undone: say that you mean it.
        #[arg(long)]
        yes: bool,
    },
    /// What was done, the newest first.
    Log,
}

#[derive(Debug, Args)]
pub(crate) struct Move {
    /// The house's file. No house may have it open meanwhile.
    #[arg(long, value_name = "FILE")]
    pub(crate) from: PathBuf,
    /// The database that keeps the house from then on (`postgres://user@host/name`).
    #[arg(long, value_name = "URL")]
    pub(crate) to: String,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Log {
    #[default]
    Text,
    Json,
}

fn days() -> impl TypedValueParser<Value = NonZeroU32> {
    clap::value_parser!(u32).range(1..=36_500).try_map(NonZeroU32::try_from)
}
