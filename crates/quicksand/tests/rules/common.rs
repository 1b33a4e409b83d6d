//! Hand-made positions in a readable notation, and a table to play them on.

use quicksand::{
    Action, Event, Options, Quicksand, Setup, Step, TimerName, View,
    data::{Card, Colour, GEARS, Pace, Shape, Tile},
};
use table::{Game, GameEntry, Millis, Refusal, Seat, Seed, Told};

/// A position in the making: a level as it is dealt, then changed.
pub(crate) struct Scene {
    setup: Setup,
    spare: Vec<Card>,
}

/// Level `level` for `seats`, just after seat 0's turn came; timers full on their first tiles.
pub(crate) fn scene(level: i32, seats: u8) -> Scene {
    let game = Quicksand::new(&Options { level, ..Options::default() }, seats, Seed::from(1)).unwrap();
    let mut setup = Setup::from(game);
    let mut spare: Vec<Card> = setup.hands.iter().flatten().flatten().copied().collect();
    spare.append(&mut setup.pile);
    spare.sort_unstable();
    setup.turn = Some(Seat(0));
    setup.hands = vec![[None; 3]; usize::from(seats)];
    Scene { setup, spare }
}

impl Scene {
    pub(crate) fn pace(mut self, pace: Pace) -> Self {
        self.setup.pace = pace;
        self
    }

    pub(crate) fn practice(mut self) -> Self {
        self.setup.practice = true;
        self
    }

    /// The first tiles of the track, such as `Tg Cy So Mo`; the others follow from what the box has left.
    pub(crate) fn track(mut self, tiles: &str) -> Self {
        let mut gears = GEARS.to_vec();
        let mut track: Vec<Tile> = tiles.split_whitespace().map(tile).collect();
        for tile in &track {
            gears.remove(gears.iter().position(|gear| gear == tile).expect("the box has that gear"));
        }
        track.extend(gears);
        track.truncate(self.setup.tiles.len());
        self.setup.tiles = track;
        self
    }

    /// Timers in order: `3:20000` stands on tile 3 with 20 s left, `3*:20000` is lost beside it.
    pub(crate) fn timers(mut self, text: &str) -> Self {
        for (timer, text) in self.setup.timers.iter_mut().zip(text.split_whitespace()) {
            let (tile, left) = text.split_once(':').expect("tile:left");
            timer.lost = tile.ends_with('*');
            timer.tile = tile.trim_end_matches('*').parse().unwrap();
            timer.left = Millis(left.parse().unwrap());
        }
        self
    }

    /// A seat's hand: `circle grey joker`; `-` is an empty place.
    pub(crate) fn hand(mut self, seat: usize, cards: &str) -> Self {
        for (place, word) in cards.split_whitespace().enumerate() {
            self.setup.hands[seat][place] = (word != "-").then(|| self.take(word));
        }
        self
    }

    /// The top of the pile, first drawn first.
    pub(crate) fn pile(mut self, cards: &str) -> Self {
        self.setup.pile = cards.split_whitespace().map(|word| self.take(word)).collect();
        self
    }

    pub(crate) fn discard(mut self, cards: &str) -> Self {
        self.setup.discard = cards.split_whitespace().map(|word| self.take(word)).collect();
        self
    }

    /// All cards that are not named are on the discard, below those named: the pile holds only what is named.
    pub(crate) fn short_pile(mut self) -> Self {
        self.fill_hands();
        let mut below = std::mem::take(&mut self.spare);
        below.append(&mut self.setup.discard);
        self.setup.discard = below;
        self
    }

    pub(crate) fn no_card_played(mut self) -> Self {
        self.setup.turn = None;
        self
    }

    /// The last instant; timers were turned then.
    pub(crate) fn at(mut self, at: u64) -> Self {
        self.setup.now = Millis(at);
        for timer in &mut self.setup.timers {
            timer.turned = Millis(at);
        }
        self
    }

    pub(crate) fn setup(mut self) -> Setup {
        self.fill_hands();
        if self.setup.turn.is_some() && self.setup.discard.is_empty() {
            self.setup.discard.extend(self.spare.pop());
        }
        self.setup.pile.append(&mut self.spare);
        self.setup
    }

    pub(crate) fn game(self) -> Quicksand {
        Quicksand::try_from(self.setup()).unwrap_or_else(|refusal| panic!("{refusal}"))
    }

    /// Hands that were not named get what is left, the first of the deck first.
    fn fill_hands(&mut self) {
        for hand in &mut self.setup.hands {
            if hand.iter().all(Option::is_none) {
                *hand = std::array::from_fn(|_| Some(self.spare.remove(0)));
            }
        }
    }

    fn take(&mut self, word: &str) -> Card {
        let card = Card::from_word(word).expect("a card's word");
        self.spare.remove(self.spare.iter().position(|&spare| spare == card).expect("one is left"))
    }
}

fn tile(text: &str) -> Tile {
    let shape = match &text[..1] {
        "T" => Shape::Triangle,
        "C" => Shape::Circle,
        "S" => Shape::Square,
        _ => Shape::Moon,
    };
    let colour = match &text[1..] {
        "g" => Colour::Grey,
        "y" => Colour::Yellow,
        _ => Colour::Orange,
    };
    Tile { shape, colour }
}

/// Plays, letting first happen what was due before.
pub(crate) fn play(game: &mut Quicksand, seat: u8, action: &str, at: u64) -> Told<Event> {
    let mut told = Told::new();
    let action: Action = action.parse().unwrap();
    GameEntry::act(Seat(seat), action, Millis(at)).happen(game, &mut told).unwrap();
    told
}

/// The clause by which an action is refused; the game does not change.
pub(crate) fn refused(game: &Quicksand, seat: u8, action: &str) -> String {
    let mut copy = game.clone();
    let refusal = try_play(&mut copy, seat, action).expect_err("it is refused");
    assert_eq!(copy, *game);
    assert!(!refusal.message.fr.is_empty() && refusal.message.fr != refusal.message.en);
    refusal.clause.to_string()
}

fn try_play(game: &mut Quicksand, seat: u8, action: &str) -> Result<(), Refusal> {
    let action = game.read(Seat(seat), action)?;
    let now = game.now();
    game.play(Seat(seat), action, now, &mut table::Mute)
}

pub(crate) fn tick(game: &mut Quicksand, at: u64) -> Told<Event> {
    let mut told = Told::new();
    game.tick(Millis(at), &mut told);
    told
}

/// Timers as a scene writes them, with what is left at the game's last instant.
pub(crate) fn timers(game: &Quicksand) -> String {
    let write = |timer: &quicksand::Timer| {
        let lost = if timer.lost { "*" } else { "" };
        format!("{}{lost}:{}", timer.tile, timer.left(game.now()))
    };
    game.timers().iter().map(write).collect::<Vec<_>>().join(" ")
}

/// What happened to timers: `t1 3>4`, in order.
pub(crate) fn steps(told: &Told<Event>) -> String {
    let write = |event: &Event| match event {
        Event::Activated(Step { timer, from, to, .. }) => Some(format!("{timer} {from}>{to}")),
        Event::Recovered(Step { timer, from, lost, .. }) => {
            Some(format!("{timer} +{from}{}", if *lost { "*" } else { "" }))
        }
        Event::RanOut { timer, tile, .. } => Some(format!("{timer} out {tile}")),
        _ => None,
    };
    told.events().filter_map(write).collect::<Vec<_>>().join(", ")
}

/// What a seat may do, in notation.
pub(crate) fn actions(game: &Quicksand, seat: u8) -> String {
    let mut actions = Vec::new();
    game.actions(Seat(seat), &mut actions);
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

pub(crate) fn ended(game: &Quicksand) -> Option<String> {
    game.outcome().map(|outcome| outcome.clause.to_string())
}

pub(crate) fn view(game: &Quicksand, seat: u8) -> View {
    game.view(Some(Seat(seat)))
}

/// A hand as a viewer sees it: `circle ? -`.
pub(crate) fn seen(view: &View, seat: usize) -> String {
    let write = |held: &quicksand::HeldView| match (held.held, held.card) {
        (false, _) => "-".to_owned(),
        (true, None) => "?".to_owned(),
        (true, Some(card)) => card.word().to_owned(),
    };
    view.hands[seat].places.iter().map(write).collect::<Vec<_>>().join(" ")
}

pub(crate) fn name(text: &str) -> TimerName {
    text.parse().unwrap()
}

/// The track with nothing to fit triangle, orange or moon on its first six tiles.
pub(crate) const CALM: &str = "Cg Sy Cy Sg Cy Sg";
