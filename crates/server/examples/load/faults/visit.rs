//! One time at a table, from when somebody comes until their line breaks: what they see there, and what they do.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};

use super::{
    group::{Shared, Where, look},
    ledger::What,
    person::Person,
};
use crate::{
    Trouble,
    door::{Client, Door},
};

/// How long somebody looks before they act: from this to twice this.
const LOOK: Duration = Duration::from_millis(250);
/// A line that was silent this long is asked, and given up when nothing comes for as long again.
const QUIET: Duration = Duration::from_secs(2);
/// Once in so many looks somebody loads the page anew, and so comes to the next house; …
const RELOAD: u32 = 100;
/// … more often while something is asked or voted on, where it must make no difference; …
const RELOAD_WHILE_ASKED: u32 = 8;
/// … goes for a while in the middle of a game; …
const WALK: u32 = 60;
/// … asks the others something; …
const ASK: u32 = 25;
/// … and chooses another name.
const RENAME: u32 = 60;

/// Why somebody is at a table no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    Over,
    Walks,
    Broken,
}

/// What is asked and not answered yet.
enum Waiting {
    Wish(u32, usize),
    /// A seat, a bot, the start: the next frame says what became of it.
    Chore(u32),
}

pub(super) struct Visit<'a> {
    person: &'a mut Person,
    place: &'a Where,
    door: Door,
    ledger: Shared,
    client: Client,
    /// Nothing is seen yet on this line.
    first: bool,
    /// The game as it was last seen.
    game: [Value; 3],
    id: u32,
    waiting: Option<Waiting>,
    acts: Instant,
    /// When the line is asked, or given up.
    quiet: Instant,
    asked: bool,
}

impl Drop for Visit<'_> {
    /// However it ends, the line does.
    fn drop(&mut self) {
        if let Some((_, to)) = look(&self.ledger).lines.last_mut().filter(|_| !self.first) {
            *to = Some(Instant::now());
        }
    }
}

impl<'a> Visit<'a> {
    pub(super) fn new(
        person: &'a mut Person,
        place: &'a Where,
        door: Door,
        ledger: Shared,
        client: Client,
    ) -> Self {
        let now = Instant::now();
        Self {
            person,
            place,
            door,
            ledger,
            client,
            first: true,
            game: Default::default(),
            id: 0,
            waiting: None,
            acts: now + LOOK,
            quiet: now + QUIET,
            asked: false,
        }
    }

    pub(super) const fn has_seen(&self) -> bool {
        !self.first
    }

    /// A line that breaks is trouble.
    pub(super) async fn stay(&mut self) -> Result<Left, Trouble> {
        loop {
            tokio::select! {
                biased;
                message = self.client.hear() => {
                    self.hear(&message?).await?;
                    if self.phase() == "over" && self.playing() && self.leaves_what_is_over() {
                        return Ok(Left::Over);
                    }
                }
                () = sleep_until(self.quiet) => {
                    if self.asked {
                        return Err("the line is dead".into());
                    }
                    (self.asked, self.quiet) = (true, Instant::now() + QUIET);
                    let ping = json!({ "op": "ping" });
                    self.send(ping).await?;
                }
                () = sleep_until(self.acts) => {
                    self.acts = Instant::now() + self.a_look();
                    if self.first || !self.playing() {
                        continue;
                    }
                    let reload = if self.is_asked() { RELOAD_WHILE_ASKED } else { RELOAD };
                    if self.person.chance.one_in(reload) {
                        return Err("the page is loaded anew".into());
                    }
                    if self.person.chance.one_in(RENAME) {
                        self.person.is_renamed(self.door);
                    }
                    if self.waiting.is_some() {
                        continue;
                    }
                    let walks = self.phase() == "playing" && self.person.group.sort.lets_people_walk();
                    if walks && self.person.chance.one_in(WALK) {
                        return Ok(Left::Walks);
                    }
                    self.act().await?;
                }
            }
        }
    }

    fn playing(&self) -> bool {
        *self.person.playing.borrow()
    }

    fn phase(&self) -> &str {
        self.client.frame["table"]["phase"].as_str().unwrap_or_default()
    }

    /// Whether anything is asked here, or voted on.
    fn is_asked(&self) -> bool {
        let table = &self.client.frame["table"];
        let mut seats = table["seats"].as_array().into_iter().flatten();
        table["asked"].is_object() || seats.any(|seat| seat["vote"].is_object())
    }

    fn a_look(&mut self) -> Duration {
        LOOK + LOOK * self.person.chance.below(1000) / 1000
    }

    /// After a game there is a rematch, and after that another table.
    fn leaves_what_is_over(&self) -> bool {
        if let Some(next) = self.client.frame["table"]["next"]["id"].as_str() {
            self.person.group.go_on(&self.place.table, next);
            return true;
        }
        self.place.again
    }

    async fn send(&mut self, mut request: Value) -> Result<u32, Trouble> {
        self.id += 1;
        request["id"] = self.id.into();
        timeout(QUIET, self.client.send(request.to_string())).await??;
        Ok(self.id)
    }

    async fn hear(&mut self, message: &Value) -> Result<(), Trouble> {
        (self.asked, self.quiet) = (false, Instant::now() + QUIET);
        if message["op"] == "frame" {
            return self.see(message).await;
        }
        match self.waiting {
            Some(Waiting::Wish(id, wish)) if message["id"] == id => {
                look(&self.ledger).settle(wish, message);
                self.waiting = None;
            }
            Some(Waiting::Chore(id)) if message["id"] == id => self.waiting = None,
            _ => {}
        }
        Ok(())
    }

    async fn see(&mut self, frame: &Value) -> Result<(), Trouble> {
        look(&self.ledger).see(frame);
        let game = ["awaited", "outcome", "eyes"].map(|part| frame[part].clone());
        let goes_on = self.game != game;
        self.game = game;
        let steps = frame["steps"].as_array().into_iter().flatten();
        // Talk is no sign that the game goes on, and no more are questions and votes.
        if let Some(n) =
            steps.filter(|step| step["said"].is_null()).filter_map(|step| step["n"].as_u64()).next_back()
            && goes_on
        {
            self.person.group.saw(self.place, n, &frame["awaited"]);
        }
        if std::mem::take(&mut self.first) {
            look(&self.ledger).lines.push((Instant::now(), None));
            self.person.group.is_back(self.person.number);
            let again = look(&self.ledger).wants_again();
            if let Some((wish, request)) = again {
                let id = self.send(request).await?;
                self.waiting = Some(Waiting::Wish(id, wish));
            }
        }
        Ok(())
    }

    /// The next thing to do here, if there is any.
    async fn act(&mut self) -> Result<(), Trouble> {
        let what = match self.phase() {
            "gathering" => {
                if let Some(chore) = self.chore() {
                    let id = self.send(chore).await?;
                    self.waiting = Some(Waiting::Chore(id));
                }
                return Ok(());
            }
            // All at once, each at another house: only one table may come of it.
            "over" => Some(What::Rematch),
            _ => self.wants(),
        };
        if let Some(what) = what {
            let (wish, request) = look(&self.ledger).want(what);
            let id = self.send(request).await?;
            self.waiting = Some(Waiting::Wish(id, wish));
        }
        Ok(())
    }

    /// What somebody wants in the middle of a game.
    fn wants(&mut self) -> Option<What> {
        let (seat, table) = (look(&self.ledger).seat, &self.client.frame["table"]);
        let has = |seats: &Value, seat: usize| {
            seats.as_array().is_some_and(|seats| seats.iter().any(|one| *one == seat))
        };
        let chance = &mut self.person.chance;
        if has(&table["asked"]["of"], seat) && chance.one_in(3) {
            return Some(What::Answer(!chance.one_in(4)));
        }
        let mut votes = (0..).zip(table["seats"].as_array()?).map(|(of, info)| (of, &info["vote"]));
        let open = votes.find(|(_, vote)| has(&vote["of"], seat) && !has(&vote["yes"], seat));
        if let Some((of, _)) = open.filter(|_| chance.one_in(2)) {
            return Some(What::Vote(of));
        }
        if table["asked"].is_null()
            && chance.one_in(ASK)
            && let Some(question) = chance.pick(self.person.group.sort.questions())
        {
            return Some(question.clone());
        }
        if chance.one_in(25) {
            return Some(What::Say(format!("{seat} says {}", look(&self.ledger).wishes.len())));
        }
        if chance.one_in(40) {
            return Some(What::Play("nonsense".to_owned()));
        }
        self.choose(seat).map(What::Play)
    }

    /// Of what I may do, something; only who is awaited is asked for anything.
    fn choose(&mut self, seat: usize) -> Option<String> {
        let frame = &self.client.frame;
        if !frame["awaited"].as_array()?.iter().any(|awaited| *awaited == seat) {
            return None;
        }
        // Until I am given my seat back, I only watch.
        let eyes = frame["eyes"].as_array()?.iter().find(|eyes| eyes["seat"] == seat)?;
        let actions = eyes["actions"].as_array()?.iter().filter_map(Value::as_str);
        // A suggestion (S-28) changes nothing, and one could suggest for ever.
        let actions: Vec<&str> = actions.filter(|action| !action.starts_with("suggest")).collect();
        self.person.chance.pick(&actions).map(|&action| action.to_owned())
    }

    /// Before the game: everybody takes their seat, which others see to; the first of them puts the bots, and starts.
    fn chore(&self) -> Option<Value> {
        let seats = self.client.frame["table"]["seats"].as_array()?;
        let (mine, sort) = (look(&self.ledger).seat, self.person.group.sort);
        let free = |seat: usize| seats[seat]["taken_by"].is_null();
        if free(mine) {
            return Some(json!({ "op": "sit", "seat": mine }));
        }
        let of_bots = sort.of_bots(self.place.again);
        // Whoever was away at the end of the last game has a bot where they sit now, and may not send it away themselves.
        let bot = |seat: &usize| seats[*seat]["taken_by"]["type"] == "bot" && !of_bots.contains(seat);
        if let Some(seat) = (0..seats.len()).filter(|seat| *seat != mine).find(bot) {
            return Some(json!({ "op": "dismiss", "seat": seat }));
        }
        if self.person.number > 0 {
            return None;
        }
        if let Some(seat) = of_bots.iter().find(|seat| free(**seat)) {
            return Some(json!({ "op": "bot", "seat": seat, "level": sort.level() }));
        }
        // A rated game begins once everybody is here.
        let away = seats.iter().any(|seat| seat["taken_by"]["here"] == false);
        (!away && !(0..seats.len()).any(free)).then(|| json!({ "op": "start" }))
    }
}
