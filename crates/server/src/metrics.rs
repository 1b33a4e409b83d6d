//! What the house says of itself in figures, in Prometheus' text format.
//!
//! Each part of the house has its own figures: plain atomics, nothing global, no lock. Whoever plays waits for nobody who
//! counts; what is dear to find out is found out when somebody asks. docs/operations.md says what each of them means.

use std::{
    fmt::{Display, Write as _},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use crate::House;

/// In microseconds: from what nobody notices to what nobody would wait for.
const TIMES: &[u64] = &[
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 10_000_000,
];
/// How many entries are one commit.
const SIZES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/// What only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn one(&self) {
        self.add(1);
    }

    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// How many there are now. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauge(Arc<AtomicU64>);

impl Gauge {
    /// One more, for as long as the result is held.
    pub(crate) fn come(&self) -> Counted {
        self.0.fetch_add(1, Relaxed);
        Counted(self.clone())
    }

    fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// One of those who are counted.
#[derive(Debug)]
pub(crate) struct Counted(Gauge);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Relaxed);
    }
}

/// How often something was how much.
#[derive(Debug)]
pub(crate) struct Histogram {
    bounds: &'static [u64],
    /// So many of what is recorded are one of what is told.
    unit: f64,
    /// How many were at most each bound, and more than the one before; the last: more than all of them.
    buckets: Box<[AtomicU64]>,
    sum: AtomicU64,
}

impl Histogram {
    fn new(bounds: &'static [u64], unit: f64) -> Self {
        let buckets = (0..=bounds.len()).map(|_| AtomicU64::default()).collect();
        Self { bounds, unit, buckets, sum: AtomicU64::default() }
    }

    fn of_times() -> Self {
        Self::new(TIMES, 1e6)
    }

    fn of_sizes() -> Self {
        Self::new(SIZES, 1.0)
    }

    pub(crate) fn record(&self, value: u64) {
        self.buckets[self.bounds.partition_point(|&bound| bound < value)].fetch_add(1, Relaxed);
        self.sum.fetch_add(value, Relaxed);
    }

    pub(crate) fn time(&self, took: Duration) {
        self.record(took.as_micros() as u64);
    }
}

/// Why somebody did not get what they asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusedWhy {
    /// By a clause of the game's rules.
    Rules,
    /// By the table: not their seat, not now.
    Table,
    NotSaved,
    TooFast,
    NotUnderstood,
    /// They, or all, have too many connections.
    Connections,
    /// No new tables: too many of theirs, or the disk.
    NoRoom,
    /// Too many wait for a replay, a fork or a lesson.
    Busy,
    /// Any other request that the house answers with 4xx.
    Request,
}

/// In the order of the kinds.
const REFUSALS: [&str; 9] = [
    "rules",
    "table",
    "not_saved",
    "too_fast",
    "not_understood",
    "connections",
    "no_room",
    "busy",
    "request",
];

/// The writer's.
#[derive(Debug)]
pub(crate) struct Writing {
    pub(crate) groups: Histogram,
    pub(crate) commits: Histogram,
}

impl Default for Writing {
    fn default() -> Self {
        Self { groups: Histogram::of_sizes(), commits: Histogram::of_times() }
    }
}

/// The bots'.
#[derive(Debug)]
pub(crate) struct Queueing {
    pub(crate) waiting: Gauge,
    pub(crate) waits: Histogram,
}

impl Default for Queueing {
    fn default() -> Self {
        Self { waiting: Gauge::default(), waits: Histogram::of_times() }
    }
}

/// The house's own.
#[derive(Debug)]
pub(crate) struct Metrics {
    pub(crate) at_tables: Gauge,
    pub(crate) in_lobby: Gauge,
    pub(crate) moves_by_people: Counter,
    pub(crate) moves_by_bots: Counter,
    /// From when a person's move has been read until the others' connections have the frame, and theirs the answer.
    pub(crate) shown: Histogram,
    /// From when an action was made, by the database's clock, until those at this node have the frame that another node wrote.
    pub(crate) shown_elsewhere: Histogram,
    pub(crate) acknowledged: Histogram,
    pub(crate) races_lost: Counter,
    refusals: [Counter; REFUSALS.len()],
    pub(crate) folds: Counter,
    pub(crate) folded_entries: Counter,
    pub(crate) snapshot_hits: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            at_tables: Gauge::default(),
            in_lobby: Gauge::default(),
            moves_by_people: Counter::default(),
            moves_by_bots: Counter::default(),
            shown: Histogram::of_times(),
            shown_elsewhere: Histogram::of_times(),
            acknowledged: Histogram::of_times(),
            races_lost: Counter::default(),
            refusals: Default::default(),
            folds: Counter::default(),
            folded_entries: Counter::default(),
            snapshot_hits: Counter::default(),
        }
    }
}

impl Metrics {
    pub(crate) fn refused(&self, why: RefusedWhy) {
        self.refusals[why as usize].one();
    }
}

/// Everything, as Prometheus reads it.
pub(crate) async fn page(house: &House) -> String {
    let Metrics { at_tables, in_lobby, moves_by_people, moves_by_bots, .. } = &house.metrics;
    let metrics = &house.metrics;
    let (writing, bots) = (&house.store.figures, &house.thinking.figures);
    let mut page = Page::default();
    page.family("quintette_build_info", "gauge", "Always 1; the version is a label.");
    page.line("quintette_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    let ready = u8::from(house.not_ready().await.is_none());
    page.one("quintette_ready", "gauge", "Whether people may be sent here, as /readyz says.", ready);
    // Where it cannot be read, /readyz and the log say why.
    if let Ok(tables) = house.store.unfinished().await {
        page.one("quintette_tables", "gauge", "Tables whose game is not over.", tables);
    }
    page.one("quintette_rooms", "gauge", "Tables that are in memory now.", house.rooms.count());
    page.one("quintette_guests", "gauge", "People who are connected, each once.", house.people.here.count());
    page.one(
        "quintette_neighbours",
        "gauge",
        "Other nodes of the town that are heard of.",
        house.town.as_ref().map_or(0, |town| town.count()),
    );
    if let Some(town) = &house.town {
        let connected = u8::from(town.connected());
        page.one("quintette_nats_connected", "gauge", "Whether this node has a line to NATS.", connected);
    }
    page.family("quintette_connections", "gauge", "WebSockets, by where they lead.");
    page.line("quintette_connections", &[("to", "table")], at_tables.get());
    page.line("quintette_connections", &[("to", "lobby")], in_lobby.get());
    page.family("quintette_moves_total", "counter", "Moves that are on the disk.");
    page.line("quintette_moves_total", &[("by", "person")], moves_by_people.get());
    page.line("quintette_moves_total", &[("by", "bot")], moves_by_bots.get());
    let help = "From when a person's move was read until it was on the disk and the answer on its way.";
    page.histogram("quintette_move_acknowledged_seconds", help, &metrics.acknowledged);
    let help = "From when a person's move was read until the frame was handed to the others' connections.";
    page.histogram("quintette_move_shown_seconds", help, &metrics.shown);
    let help = "From when a move was made at another node until the frame was handed to connections here, by the database's clock.";
    page.histogram("quintette_move_shown_from_elsewhere_seconds", help, &metrics.shown_elsewhere);
    page.histogram("quintette_commit_entries", "Entries written in one commit.", &writing.groups);
    page.histogram("quintette_commit_seconds", "How long such a commit took.", &writing.commits);
    let waiting = bots.waiting.get();
    page.one("quintette_bots_waiting", "gauge", "Bots that wait for their turn to think.", waiting);
    page.histogram("quintette_bot_wait_seconds", "How long bots waited for it.", &bots.waits);
    let help = "Entries that found their number taken, and were decided anew.";
    page.one("quintette_races_lost_total", "counter", help, metrics.races_lost.get());
    page.family("quintette_refusals_total", "counter", "What was not granted, by why.");
    for (kind, count) in REFUSALS.iter().zip(&metrics.refusals) {
        page.line("quintette_refusals_total", &[("kind", kind)], count.get());
    }
    let help = "Tables made from their logs: for a room, or for a list that did not know how they stand.";
    page.one("quintette_folds_total", "counter", help, metrics.folds.get());
    let help = "Entries that were folded for that.";
    page.one("quintette_folded_entries_total", "counter", help, metrics.folded_entries.get());
    let help = "Folds that began from a snapshot.";
    page.one("quintette_snapshot_hits_total", "counter", help, metrics.snapshot_hits.get());
    page.0
}

#[derive(Debug, Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to memory cannot fail.
        let _ = write!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    /// Labels are our own words: nothing in them has to be escaped.
    fn line(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<_> = labels.iter().map(|(label, text)| format!("{label}=\"{text}\"")).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.family(name, kind, help);
        self.line(name, &[], value);
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.family(name, "histogram", help);
        let Histogram { bounds, unit, buckets, sum } = histogram;
        let bounds = bounds.iter().map(|&bound| (bound as f64 / unit).to_string()).chain(["+Inf".to_owned()]);
        let (bucket, mut count) = (format!("{name}_bucket"), 0);
        for (bound, here) in bounds.zip(buckets) {
            count += here.load(Relaxed);
            self.line(&bucket, &[("le", &bound)], count);
        }
        self.line(&format!("{name}_sum"), &[], sum.load(Relaxed) as f64 / unit);
        self.line(&format!("{name}_count"), &[], count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_up_to_each_bound_and_it_included() {
        let histogram = Histogram::new(&[1_000, 2_500_000], 1e6);
        for micros in [0, 1_000, 1_001, 2_500_000, 2_500_001] {
            histogram.time(Duration::from_micros(micros));
        }
        let mut page = Page::default();
        page.histogram("x_seconds", "Why.", &histogram);
        let told = [
            "# HELP x_seconds Why.",
            "# TYPE x_seconds histogram",
            r#"x_seconds_bucket{le="0.001"} 2"#,
            r#"x_seconds_bucket{le="2.5"} 4"#,
            r#"x_seconds_bucket{le="+Inf"} 5"#,
            "x_seconds_sum 5.002002",
            "x_seconds_count 5",
            "",
        ];
        assert_eq!(page.0, told.join("\n"));
    }

    #[test]
    fn every_kind_of_refusal_has_its_name() {
        assert_eq!(REFUSALS[RefusedWhy::Rules as usize], "rules");
        assert_eq!(REFUSALS[RefusedWhy::Connections as usize], "connections");
        assert_eq!(REFUSALS.len(), RefusedWhy::Request as usize + 1);
        assert_eq!(REFUSALS[RefusedWhy::Request as usize], "request");
    }

    #[test]
    fn whoever_is_counted_is_so_until_dropped() {
        let gauge = Gauge::default();
        let (one, two) = (gauge.come(), gauge.come());
        assert_eq!(gauge.get(), 2);
        drop(one);
        assert_eq!(gauge.get(), 1);
        drop(two);
        assert_eq!(gauge.get(), 0);
    }
}
