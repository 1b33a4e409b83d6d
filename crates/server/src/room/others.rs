//! The other nodes that have this table open: what they wrote, who is there, and which of us does what happens by itself.

use std::{future::poll_fn, task::Poll};

use async_nats::Subscriber;
use axum::extract::ws::Utf8Bytes;
use futures_util::StreamExt as _;
use table::Millis;
use tokio::time::{Duration, Instant};

use super::{OpenError, Room, show::Has};
use crate::{
    frames, messages,
    neighbours::{self, Node, TableHere, TableNews, Told},
    people::Guest,
    protocol::Phase,
    store::{Row, UnixMillis},
};

/// How often a node says that it has a table open, to those who have it, too, …
const TELL: Duration = Duration::from_secs(2);
/// … once more soon after somebody has come or gone, …
const TELL_AGAIN: Duration = Duration::from_millis(500);
/// … and where nobody is known to, in case that was lost, unless somebody who sits here is not to be seen.
const TELL_NOBODY: Duration = Duration::from_secs(10);
/// A node that has not looked for so long was frozen: it looks once a second.
const ASLEEP: Duration = Duration::from_secs(3);
/// Whoever is so late with it may have closed it, and said so in vain: then nobody tells what was written last.
const LATE: Duration = Duration::from_millis(2500);
/// Whoever has not said so for this long has it open no more.
const SILENCE: Duration = Duration::from_secs(8);
/// Without NATS the log is looked at so often.
const LOOK: Duration = Duration::from_secs(1);
/// So much later than by what was just written it may be for a node: messages are under way for a while.
const AHEAD: Millis = Millis(500);
/// What happens by itself is done by the first; by the next when it is so late, and so on. For a bot's thought and its pause the first
/// has longer: whoever comes after the second waits little more, so that a table goes on soon, whichever nodes are gone.
const LATE_TICK: Millis = Millis(400);
const LATE_BOT: Duration = Duration::from_millis(2500);
const LATER_BOT: Duration = Duration::from_millis(500);

/// The other nodes at this table.
#[derive(Debug)]
pub(super) struct Others {
    /// What they tell; nothing yet, if NATS was away when this table was opened.
    news: Option<Subscriber>,
    nodes: Vec<Other>,
    /// When this node next says that it has the table open.
    tell: Instant,
    /// When it is next looked whether the log has to be, for want of NATS.
    look: Instant,
    /// When this node last looked after all this.
    awake: Instant,
    /// Whether nodes did not hear each other when it was last looked.
    cut_off: bool,
    /// Whether something may have been written then that was not heard of here.
    behind: bool,
    /// Whether somebody who came was told so: they hear when it is over, also where it was before the next look.
    told_late: bool,
    /// How often this node has said so to nobody it knew of.
    in_vain: u32,
    /// Who was here when it last did.
    told: Vec<Guest>,
    /// When the table last changed.
    pub(super) changed: Instant,
    /// The newest entry that was heard, read or written, to compare with what others say it is.
    newest: Option<(u64, String)>,
}

#[derive(Debug)]
struct Other {
    node: Node,
    heard: Instant,
    people: Vec<Guest>,
}

impl Others {
    pub(super) fn new(news: Option<Subscriber>) -> Self {
        let now = Instant::now();
        Self {
            news,
            nodes: Vec::new(),
            tell: now,
            look: now + LOOK,
            awake: now,
            cut_off: false,
            behind: false,
            told_late: false,
            in_vain: 0,
            told: Vec::new(),
            changed: now,
            newest: None,
        }
    }

    /// This is the newest entry now.
    pub(super) fn note(&mut self, n: u64, entry: &str) {
        self.newest = Some((n, entry.to_owned()));
    }

    /// Whether another entry has this number than the one that was applied here: then that one was never written.
    fn disagrees(&self, n: u64, entry: &str) -> bool {
        self.newest.as_ref().is_some_and(|(newest, known)| *newest == n && known != entry)
    }
}

/// What another node tells; never, where there are none. Every room waits for it: so no message has a place in what waits.
pub(super) fn next(others: &mut Option<Box<Others>>) -> impl Future<Output = Option<Told<TableNews>>> {
    poll_fn(|context| {
        let news = others.as_mut().and_then(|others| others.news.as_mut());
        match news.map(|news| news.poll_next_unpin(context)) {
            Some(Poll::Ready(Some(message))) => Poll::Ready(neighbours::read(&message)),
            _ => Poll::Pending,
        }
    })
}

impl Room {
    /// How many nodes that have this table open come before this one.
    fn rank(&self) -> u32 {
        let (Some(town), Some(others)) = (&self.house.town, &self.others) else { return 0 };
        let key = self.table.key.0;
        let mine = town.me.rank_at(key);
        others.nodes.iter().filter(|other| other.node.rank_at(key) < mine).count() as u32
    }

    /// How much later than due this node does what happens by itself.
    pub(super) fn late(&self) -> Millis {
        Millis(LATE_TICK.0 * u64::from(self.rank()))
    }

    /// When this node lets bots think, if another one should have by then.
    pub(super) fn late_bots(&self) -> Option<Instant> {
        let others = self.others.as_ref()?;
        let after_the_second = self.rank().checked_sub(1)?;
        Some(others.changed + LATE_BOT + LATER_BOT * after_the_second)
    }

    /// Another node where people are at this table.
    pub(super) fn attended_at(&self) -> Option<Node> {
        let others = self.others.as_ref()?;
        others.nodes.iter().find(|other| !other.people.is_empty()).map(|other| other.node)
    }

    /// Whether another node has the table, so that this one needs not without people of its own.
    pub(super) fn left_to_others(&self) -> bool {
        self.attended_at().is_some() || self.rank() > 0
    }

    /// Whether anybody is at the table, here or elsewhere.
    pub(super) fn anybody(&self) -> bool {
        !self.clients.is_empty() || self.attended_at().is_some()
    }

    /// When something is to be told or looked at.
    pub(super) fn next_of_others(&self) -> Option<Instant> {
        let others = self.others.as_ref()?;
        let now = Instant::now();
        let bots = self.late_bots().filter(|&late| late > now);
        [Some(others.tell), Some(others.look), bots].into_iter().flatten().min()
    }

    /// Whoever was frozen has still to hear what the others said meanwhile, and has missed nobody: this comes before anything is
    /// decided.
    pub(super) fn see_whether_asleep(&mut self) {
        let now = Instant::now();
        let Some(others) = &mut self.others else { return };
        if now.duration_since(std::mem::replace(&mut others.awake, now)) > ASLEEP {
            others.nodes.iter_mut().for_each(|other| other.heard = now);
            self.presence.unsure_until(now + SILENCE);
            self.presence.notice(&self.table, now);
        }
    }

    /// Tells and looks as is due.
    pub(super) async fn mind_the_others(&mut self) {
        let now = Instant::now();
        let (Some(town), Some(others)) = (&self.house.town, &mut self.others) else { return };
        // Whoever says nothing of this table has it open no more, unless nothing can be heard of them: then everybody is where
        // they were, for as long as that node lives.
        let silent = |other: &&Other| {
            let unheard =
                if others.cut_off { town.is_alive(other.node) } else { town.is_unheard(other.node) };
            other.heard + SILENCE <= now && !unheard
        };
        let lost: Vec<Node> = others.nodes.iter().filter(silent).map(|other| other.node).collect();
        for node in lost {
            self.other_is_gone(node).await;
        }
        if self.others.as_ref().is_some_and(|others| others.tell <= now) {
            self.tell_the_others(self.others.as_ref().is_some_and(|others| others.nodes.is_empty()));
        }
        if self.others.as_ref().is_some_and(|others| others.look <= now) {
            self.look_at_the_line(now).await;
        }
    }

    /// Whether another node may have written something that is not heard of here; also one of which nothing is known yet at
    /// this table.
    pub(super) fn may_be_behind(&self) -> bool {
        match &self.house.town {
            Some(town) => !town.connected() || town.anybody_unheard(neighbours::SILENCE),
            None => self.house.config.shared,
        }
    }

    /// What whoever comes is told where other nodes are not to be heard.
    pub(super) fn why_late(&mut self) -> Option<Utf8Bytes> {
        let cut_off = self.house.is_cut_off();
        let others = self.others.as_mut().filter(|_| cut_off)?;
        others.told_late = true;
        Some(frames::error(None, &messages::NODES_CUT_OFF))
    }

    /// Without NATS the log is read instead, now and then; and people are told.
    async fn look_at_the_line(&mut self, now: Instant) {
        if let (Some(town), Some(others)) = (&self.house.town, &mut self.others)
            && others.news.is_none()
        {
            others.news = town.hear_table(&self.table.opening.id).await;
            if others.news.is_some() {
                // What the others answered so far was not heard.
                (others.tell, others.in_vain) = (now, 0);
            }
        }
        let cut_off = self.house.is_cut_off();
        let Some(others) = &mut self.others else { return };
        others.look = now + LOOK;
        let was = std::mem::replace(&mut others.cut_off, cut_off);
        if was != cut_off || (others.told_late && !cut_off) {
            others.told_late &= cut_off;
            let words = if cut_off { messages::NODES_CUT_OFF } else { messages::NODES_HEAR_AGAIN };
            let message = frames::error(None, &words);
            self.clients.iter_mut().for_each(|client| client.send(message.clone()));
        }
        let unheard = self.may_be_behind();
        let Some(others) = &mut self.others else { return };
        // Once more when all are heard again, or when one of them leaves out what it should have said.
        let late = others.nodes.iter().any(|other| now > other.heard + LATE);
        let behind = std::mem::replace(&mut others.behind, unheard || late);
        if unheard {
            // Whoever is at a node that is not heard is not gone.
            self.presence.unsure_until(now + 2 * LOOK);
        }
        if unheard || late || behind {
            self.read_on().await;
        }
        if was && !cut_off {
            if let Some(others) = &mut self.others {
                others.nodes.iter_mut().for_each(|other| other.heard = now);
            }
            self.presence.unsure_until(now + SILENCE);
            self.tell_the_others(true);
        }
    }

    /// Says that this node has the table open, and who is here.
    pub(super) fn tell_the_others(&mut self, asks: bool) {
        let now = self.clock.runs().then(|| self.scene().now);
        let wall = self.house.store.now();
        let since = |(guest, Millis(long))| (guest, UnixMillis(wall.0 - long as i64));
        let gone = self.presence.gone(Instant::now()).into_iter().map(since).collect();
        let (Some(town), Some(others)) = (&self.house.town, &mut self.others) else { return };
        let mut people: Vec<(Guest, String)> = Vec::new();
        for client in &self.clients {
            if !people.iter().any(|(guest, _)| *guest == client.guest) {
                people.push((client.guest, self.names.get(&client.guest).cloned().unwrap_or_default()));
            }
        }
        let here: Vec<Guest> = people.iter().map(|(guest, _)| *guest).collect();
        let changed = others.told != here;
        others.told = here;
        town.tell_table(
            &self.table.opening.id,
            &TableNews::Here(TableHere {
                n: self.table.n,
                rewrites: self.table.opening.rewrites,
                now,
                people,
                gone,
                asks,
            }),
        );
        others.in_vain = if others.nodes.is_empty() { others.in_vain.saturating_add(1) } else { 0 };
        let all_are_here = self.table.chairs.people().all(|guest| others.told.contains(&guest));
        let pause = if changed {
            TELL_AGAIN
        } else if all_are_here && others.nodes.is_empty() && others.in_vain > 2 {
            TELL_NOBODY
        } else {
            TELL
        };
        others.tell = Instant::now() + pause;
    }

    /// The other nodes hear what was just written.
    pub(super) fn tell_entry(&mut self, row: Row) {
        if let (Some(town), Some(others)) = (&self.house.town, &mut self.others) {
            let Row { n, entry, wall } = row;
            others.note(n, &entry);
            town.tell_table(&self.table.opening.id, &TableNews::Entry { n, entry, wall });
        }
    }

    pub(super) async fn hear_of_others(&mut self, Told { by, news }: Told<TableNews>) {
        self.see_whether_asleep();
        let heard = Instant::now();
        let nodes = self.others.iter_mut().flat_map(|others| &mut others.nodes);
        nodes.filter(|other| other.node == by).for_each(|other| other.heard = heard);
        match news {
            TableNews::Entry { n, entry, wall } if n == self.table.n + 1 => {
                if let Some(others) = &mut self.others {
                    others.note(n, &entry);
                }
                let change = self.table.read_on(&Row { n, entry, wall });
                self.go_by_the_log();
                let act = change.as_ref().is_ok_and(|change| change.act.is_some());
                self.take_in(change).await;
                if act && !self.clients.is_empty() {
                    let passed = self.house.store.now().0.saturating_sub(wall.0).max(0);
                    self.house.metrics.shown_elsewhere.time(Duration::from_millis(passed as u64));
                }
                self.learn_names().await;
            }
            TableNews::Entry { n, entry, .. } => {
                if n > self.table.n {
                    self.read_on().await;
                } else if self.others.as_ref().is_some_and(|others| others.disagrees(n, &entry)) {
                    tracing::error!(table = self.table.opening.id, n, "the log does not hold what was told");
                    self.ended = true;
                }
            }
            TableNews::Here(here) => self.other_is_here(by, here).await,
            TableNews::Gone => self.other_is_gone(by).await,
            TableNews::Rewritten => self.is_rewritten().await,
        }
    }

    /// Folds the table again if its log has been rewritten since.
    pub(super) async fn look_at_rewrites(&mut self) {
        match self.house.store.table(&self.table.opening.id).await {
            Ok(Some((_, opening))) if opening.rewrites > self.table.opening.rewrites => {
                self.is_rewritten().await;
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(table = self.table.opening.id, %error, "it cannot be seen whether a log was rewritten");
                self.ended = true;
            }
        }
    }

    async fn is_rewritten(&mut self) {
        if let Err(error) = self.fold_again().await {
            tracing::error!(table = self.table.opening.id, %error, "a rewritten table cannot be read");
            self.ended = true;
        }
    }

    async fn other_is_here(&mut self, node: Node, here: TableHere) {
        let TableHere { n, rewrites, now, people, gone, asks } = here;
        let guests: Vec<Guest> = people.iter().map(|(guest, _)| *guest).collect();
        for (guest, name) in people {
            if !self.names.contains_key(&guest) {
                self.is_called(guest, name);
            }
        }
        let Some(others) = &mut self.others else { return };
        let changed = if let Some(other) = others.nodes.iter_mut().find(|other| other.node == node) {
            std::mem::replace(&mut other.people, guests.clone()) != guests
        } else {
            others.nodes.push(Other { node, heard: Instant::now(), people: guests.clone() });
            true
        };
        if changed {
            self.presence.are_elsewhere(node, guests);
            self.presence_changed();
        }
        // Whom this node has not missed itself yet is told again in a moment.
        let wall = self.house.store.now();
        for (guest, since) in gone {
            let long = Millis(wall.0.saturating_sub(since.0).max(0) as u64);
            self.presence.has_been_gone(guest, long, Instant::now());
        }
        if asks {
            self.tell_the_others(false);
        }
        if rewrites > self.table.opening.rewrites {
            self.is_rewritten().await;
        } else if n > self.table.n {
            self.read_on().await;
        }
        // Whoever does not know what was written since may not know either that time stood still.
        if let Some(now) = now.filter(|_| n >= self.table.n) {
            self.clock_of_others(now);
        }
    }

    /// Another node has the table open no more; what it wrote last may not have been heard.
    async fn other_is_gone(&mut self, node: Node) {
        if let Some(others) = &mut self.others {
            others.nodes.retain(|other| other.node != node);
        }
        self.presence.are_elsewhere(node, Vec::new());
        self.bots.ask_again();
        self.presence_changed();
        self.read_on().await;
    }

    /// Time does not go back when somebody at another node acts, and where it runs for one it runs for all.
    fn clock_of_others(&mut self, at: Millis) {
        let now = Instant::now();
        if self.table.phase() != Phase::Playing || (self.clock.runs() && self.clock.now(now) >= at) {
            return;
        }
        if !self.clock.runs() {
            self.waiting_since = None;
            self.bots.ask_again();
            self.presence_changed();
        }
        self.clock.run(at, now);
    }

    /// What another node has written says what time it was: no earlier, and not much later either. A node that slept or was cut off
    /// may think that time ran on, though it stood still where the others were.
    pub(super) fn go_by_the_log(&mut self) {
        if !self.clock.runs() || self.others.is_none() {
            return;
        }
        self.clock_of_others(self.table.last_at);
        let (now, told) = (Instant::now(), self.table.moment(self.house.store.now()));
        if self.clock.now(now) > told + AHEAD {
            self.clock.run_anew(told.max(self.table.last_at), now);
        }
    }

    /// What those are called who came to the table at another node.
    pub(super) async fn learn_names(&mut self) {
        let unknown: Vec<Guest> =
            self.table.chairs.people().filter(|guest| !self.names.contains_key(guest)).collect();
        for guest in unknown {
            let name = self.house.store.name_of(guest).await.unwrap_or_default();
            self.names.insert(guest, name);
            self.presence_changed();
        }
    }

    /// The table as its log makes it now, where that has been rewritten.
    async fn fold_again(&mut self) -> Result<(), OpenError> {
        // What is not known yet is shown as it happened.
        self.read_on().await;
        let id = self.table.opening.id.clone();
        let (key, opening) = self.house.store.table(&id).await?.ok_or(OpenError::Gone)?;
        let turn = self.house.room_turn(crate::address::Address::HOUSE).await;
        self.table = self.house.fold(turn, key, opening.into()).await?;
        self.kept = self.table.folded;
        self.recent.clear();
        self.bots.table_changed();
        self.plans_due = true;
        // Everybody is shown all of it anew.
        self.clients.iter_mut().for_each(|client| client.has = Has { table: false, game: false });
        self.learn_names().await;
        self.show_info();
        self.shelf_changed();
        Ok(())
    }
}
