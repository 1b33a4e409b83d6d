//! The rules, clause by clause: who may do what ([`check`]), a turn (`play`), timers and the end (`sand`).

mod check;
mod play;
mod sand;

use table::{
    About, Chance, Game, Millis, Outcome, Refusal, RulesVersion, Seat, Seats, Seed, Sink, Texts, Words,
};

use crate::{
    action::{Action, Place},
    clause::S_27,
    data::Card,
    event::Event,
    options::{self, Options},
    setup::Setup,
    state::Quicksand,
    view::View,
};

impl Game for Quicksand {
    type Options = Options;
    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    const ID: &'static str = "quicksand";
    const TEXTS: Texts = Texts {
        rules: [include_str!("../../rules/en.md"), include_str!("../../rules/fr.md")],
        lesson: include_str!("../../lesson.json"),
    };

    /// Suggestions (S-30).
    const OUT_OF_TURN: bool = true;

    fn about() -> About {
        About {
            id: Self::ID,
            name: Words::fixed("Quicksand", "Quicksand"),
            tagline: Words::fixed("Together against the sand", "Ensemble contre le sable"),
            kind: Words::fixed("cooperative, real time", "coopératif, temps réel"),
            seats: (1, 7),
            hidden: true,
            real_time: true,
            // S-19: how much later than it was announced a card may arrive and still count from then.
            grace: Millis(250),
            options: options::about(),
        }
    }

    fn begin(_: RulesVersion, options: &Options, seats: u8, seed: Seed) -> Result<Self, Refusal> {
        Self::deal(options, seats, seed)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    /// S-10: anyone for the first card, then one seat.
    fn awaited(&self) -> Seats {
        match (&self.outcome, self.turn) {
            (Some(_), _) => Seats::NONE,
            (None, Some(seat)) => Seats::one(seat),
            (None, None) => Seats::all(self.seats),
        }
    }

    fn actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat.0 >= self.seats || self.outcome.is_some() {
            return;
        }
        self.card_actions(seat, into);
        self.suggestion_actions(seat, into);
    }

    /// A seat that may play only thinks about its cards: a suggestion moves no timer.
    fn choices(&self, seat: Seat, into: &mut Vec<Action>) {
        if seat.0 >= self.seats || self.outcome.is_some() {
            return;
        }
        let before = into.len();
        self.card_actions(seat, into);
        if into.len() == before {
            self.suggestion_actions(seat, into);
        }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.may(seat, *action)
    }

    fn apply(&mut self, seat: Seat, action: Action, at: Millis, tell: &mut impl Sink<Event>) {
        self.happen(seat, action, at, tell);
    }

    /// The next run-out. In practice nothing happens by itself.
    fn deadline(&self) -> Option<Millis> {
        if self.practice || self.outcome.is_some() { None } else { self.next_run_out() }
    }

    fn tick(&mut self, at: Millis, tell: &mut impl Sink<Event>) {
        while let Some(due) = self.deadline().filter(|&due| due <= at) {
            self.now = due;
            self.settle(tell);
        }
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        View::of(self, viewer.filter(|seat| seat.0 < self.seats), false)
    }

    fn open_view(&self) -> View {
        View::of(self, None, true)
    }

    fn imagine(&self, seat: Seat, chance: &mut Chance) -> Self {
        self.imagine_unseen(|owner| self.sees(seat, owner), chance)
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// S-22 to S-24: the team wins, or the team loses.
    fn together(&self) -> bool {
        true
    }

    /// S-25.
    fn credit(&self) -> Option<u8> {
        Self::credit(self)
    }

    /// S-13: talk is free; S-27: but not in silence.
    fn talk(&self) -> Result<(), Refusal> {
        if self.silence() && self.outcome.is_none() {
            return Err(silent());
        }
        Ok(())
    }
}

impl Quicksand {
    /// As [`imagine`](Game::imagine), but with what free talk tells: where seats see their cards and may speak (S-13), a
    /// team that talks knows all its hands. In silence (S-27), and of one's own cards turned outward (S-30), nothing is told.
    pub fn imagine_with_talk(&self, seat: Seat, chance: &mut Chance) -> Self {
        let told = !self.silence() && !self.outward();
        self.imagine_unseen(|owner| told || self.sees(seat, owner), chance)
    }

    /// Draws anew the pile, until it has been turned over once, and the hands that are not seen, but for the cards that
    /// everybody saw on their way there.
    fn imagine_unseen(&self, seen: impl Fn(Seat) -> bool, chance: &mut Chance) -> Self {
        let mut world = self.clone();
        let hidden: Vec<(Seat, Place)> = Seat::all(self.seats)
            .filter(|&owner| !seen(owner))
            .flat_map(|owner| self.hand(owner).held().map(move |(place, _)| (owner, place)))
            .filter(|&(owner, place)| !self.hand(owner).known[place.index()])
            .collect();
        let mut unknown: Vec<Card> =
            hidden.iter().filter_map(|&(owner, place)| self.hand(owner).at(place)).collect();
        if !self.turned_over {
            unknown.extend(self.stock.pile());
        }
        // Sorted first: what is drawn follows from what is known, and from chance, alone.
        unknown.sort_unstable();
        chance.shuffle(&mut unknown);
        for (&(owner, place), &card) in hidden.iter().zip(&unknown) {
            world.hands[owner.index()].put(place, card, false);
        }
        if !self.turned_over {
            world.stock.redraw_pile(&unknown[hidden.len()..]);
        }
        world
    }

    fn card_actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if self.turn.is_some_and(|turn| turn != seat) {
            return;
        }
        let hand = self.hand(seat);
        if self.choosing.is_some() {
            into.extend(self.joker_effects().map(Action::Choose));
            return;
        }
        if self.outward() {
            into.extend(hand.held().map(|(place, _)| Action::PlayPlace(place)));
        } else {
            for card in hand.kinds() {
                if card == Card::Joker {
                    into.extend(self.joker_effects().map(Action::PlayJoker));
                } else {
                    into.push(Action::Play(card));
                }
            }
        }
        if self.practice {
            into.push(Action::Wait);
        }
    }

    fn suggestion_actions(&self, seat: Seat, into: &mut Vec<Action>) {
        if !self.outward() || self.silence() {
            return;
        }
        for to in Seat::all(self.seats).filter(|&to| to != seat) {
            into.extend(self.hand(to).held().map(|(place, _)| Action::Suggest { to, place }));
        }
    }
}

fn silent() -> Refusal {
    Refusal::fixed(
        S_27,
        "Silence: until the end of the game nobody may say or show anything but the card they play.",
        "Silence\u{202f}: jusqu’à la fin de la partie, nul ne dit ni ne montre rien d’autre que la carte qu’il joue.",
    )
}
