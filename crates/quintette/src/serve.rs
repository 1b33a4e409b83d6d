//! Opens the house.

use anyhow::Result;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    prelude::*,
};

use crate::cli::{AccountsFor, Log, Serve};

pub(crate) fn serve(options: Serve) -> Result<()> {
    let wanted = std::env::var("RUST_LOG").ok().and_then(|wanted| wanted.parse::<Targets>().ok());
    let usual = || Targets::new().with_default(LevelFilter::WARN).with_target("server", LevelFilter::INFO);
    let log = tracing_subscriber::registry().with(wanted.unwrap_or_else(usual));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    match options.log {
        Log::Text => log.with(lines).init(),
        Log::Json => log.with(lines.json().flatten_event(true)).init(),
    }
    // Wherever a panic is caught, what it said is in the log like everything else.
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let house = server::serve(server::Config {
            keep_days: options.keep,
            bot_pause: std::time::Duration::from_millis(options.bot_pause),
            analysis: std::time::Duration::from_millis(options.analysis),
            away: std::time::Duration::from_secs(options.away),
            limits: !options.no_limits,
            connections: options.connections,
            space: server::Space {
                most: options.most_disk.map_or(u64::MAX, |megabytes| megabytes.saturating_mul(1 << 20)),
                free: options.free_disk.saturating_mul(1 << 20),
            },
            trust_proxy: options.trust_proxy,
            public: options.public,
            accounts_for: server::AccountsFor {
                rated: options.accounts_for.contains(&AccountsFor::Rated),
                talk: options.accounts_for.contains(&AccountsFor::Talk),
            },
            notices: server::Notices {
                after: std::time::Duration::from_secs(options.tell_after),
                push_to: options.push_to,
                mail: options.mail,
                mail_from: options.mail_from,
            },
            metrics: options.metrics,
            // An empty `QUINTETTE_NATS` is none.
            nats: options.nats.filter(|nats| !nats.is_empty()),
            ..server::Config::new(options.listen, options.database)
        })
        .await?;
        // Where the log is for programs it has said so, and nothing else stands between its lines.
        if matches!(options.log, Log::Text) {
            println!("Quintette is open at http://{}", house.address());
            if let Some(address) = house.metrics_address() {
                println!("Its figures are at http://{address}/metrics");
            }
        }
        house.until_closed().await;
        Ok(())
    });
    // Long work that nobody waits for any more does not keep the process.
    runtime.shutdown_background();
    match (served, options.log) {
        (Err(error), Log::Json) => Err(logged(&error)),
        (served, _) => served,
    }
}

/// Why the house is not open stands in the log.
#[derive(Debug)]
pub(crate) struct Logged;

impl std::error::Error for Logged {}

impl std::fmt::Display for Logged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the log says why")
    }
}

fn logged(error: &anyhow::Error) -> anyhow::Error {
    tracing::error!("{error:#}");
    Logged.into()
}
