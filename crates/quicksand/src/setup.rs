//! A position as it is written, not yet trusted, and what must hold before it is a game.

use serde::{Deserialize, Serialize};
use table::{Clause, Millis, Outcome, Refusal, Seat, Seats};

use crate::{
    action::Place,
    clause::{
        S_1, S_2, S_5, S_6, S_7, S_8, S_9, S_10, S_12, S_17, S_18, S_19, S_22, S_23, S_24, S_26, S_28, S_29,
        S_30,
    },
    data::{Card, GEARS, MOST_TIMERS, Pace, Tile},
    event::Suggestion,
    hand::Hand,
    options,
    state::{HAND, MOST_SEATS, Quicksand, deck, laid, seats_allowed, starting_timers},
    stock::Stock,
    timer::Timer,
};

/// The largest time that every reader of JSON takes exactly.
const LATEST: Millis = Millis(1 << 53);

/// A position as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub level: i32,
    #[serde(default)]
    pub pace: Pace,
    #[serde(default)]
    pub practice: bool,
    /// The kind that left the deck (S-29).
    #[serde(default)]
    pub removed: Option<Card>,
    /// The track from tile 1 on, danger zone included.
    pub tiles: Vec<Tile>,
    /// The tiles that bear a block marker.
    #[serde(default)]
    pub blocks: Vec<u8>,
    /// In the order of the level's row.
    pub timers: Vec<TimerSetup>,
    /// One a seat: three places each.
    pub hands: Vec<[Option<Card>; HAND]>,
    /// For each seat the places whose cards came from a discard that was turned over. None: no such cards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Vec<Place>>,
    /// The next card to be drawn first.
    pub pile: Vec<Card>,
    /// The card discarded first, first.
    pub discard: Vec<Card>,
    #[serde(default)]
    pub turned_over: bool,
    /// Whose turn; nobody's before the first card.
    #[serde(default)]
    pub turn: Option<Seat>,
    /// The place of a shown joker whose effect is being chosen.
    #[serde(default)]
    pub choosing: Option<Place>,
    #[serde(default)]
    pub suggestions: Vec<Suggestion>,
    /// The last instant at which something happened. In practice: how long the sand has run.
    pub now: Millis,
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

/// A timer as it is written. Its kind and duration follow from the level and the pace.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimerSetup {
    pub tile: u8,
    #[serde(default)]
    pub lost: bool,
    /// When it was last turned.
    pub turned: Millis,
    /// What was left in its upper half right after that turn.
    pub left: Millis,
}

impl From<Quicksand> for Setup {
    fn from(game: Quicksand) -> Self {
        let seats = usize::from(game.seats);
        let hands = &game.hands[..seats];
        let places = |hand: &Hand| Place::ALL.into_iter().filter(|p| hand.known[p.index()]).collect();
        let known: Vec<Vec<Place>> = hands.iter().map(places).collect();
        Self {
            level: i32::from(game.level.number),
            pace: game.pace,
            practice: game.practice,
            removed: game.removed,
            tiles: game.tiles[..usize::from(game.level.tiles())].to_vec(),
            blocks: game.blocks.iter().collect(),
            timers: game
                .timers()
                .iter()
                .map(|t| TimerSetup { tile: t.tile, lost: t.lost, turned: t.turned, left: t.held })
                .collect(),
            hands: hands.iter().map(|hand| hand.cards).collect(),
            known: if known.iter().all(Vec::is_empty) { Vec::new() } else { known },
            pile: game.stock.pile().collect(),
            discard: game.stock.discard().collect(),
            turned_over: game.turned_over,
            turn: game.turn,
            choosing: game.choosing,
            suggestions: game.standing_suggestions().collect(),
            now: game.now,
            outcome: game.outcome,
        }
    }
}

impl TryFrom<Setup> for Quicksand {
    type Error = Refusal;

    fn try_from(setup: Setup) -> Result<Self, Refusal> {
        let level = options::level(setup.level)?;
        let seats = u8::try_from(setup.hands.len()).unwrap_or(u8::MAX);
        seats_allowed(seats)?;
        setup.cards_are_a_deck(level.discard)?;
        setup.tiles_are_a_track(level.tiles())?;

        let mut hands = [Hand::default(); MOST_SEATS];
        for (hand, &cards) in hands.iter_mut().zip(&setup.hands) {
            hand.cards = cards;
        }
        hold(
            setup.known.is_empty() || setup.known.len() == setup.hands.len(),
            S_12,
            "`known` has one list of places a seat, or none at all.",
            "«\u{202f}known\u{202f}» a une liste d’emplacements par place, ou aucune.",
        )?;
        for (hand, places) in hands.iter_mut().zip(&setup.known) {
            for place in places {
                hold(
                    setup.turned_over && hand.at(*place).is_some(),
                    S_12,
                    "Only a card drawn after the discard was turned over is known.",
                    "Seule une carte piochée après que la défausse a été retournée est connue.",
                )?;
                hand.known[place.index()] = true;
            }
        }
        let mut suggestions = [None; MOST_SEATS];
        for &Suggestion { by, to, place } in &setup.suggestions {
            hold(
                level.outward
                    && by != to
                    && by.0 < seats
                    && to.0 < seats
                    && hands[to.index()].at(place).is_some(),
                S_30,
                "A suggestion points at a card in another hand, in a level with cards outward.",
                "Une suggestion montre une carte d’une autre main, dans un niveau aux cartes vers l’extérieur.",
            )?;
            suggestions[by.index()] = Some((to, place));
        }
        hold(
            setup.blocks.iter().all(|tile| level.blocks().any(|block| block == *tile)),
            S_28,
            "A block marker lies on a tile where this level has none.",
            "Un marqueur de blocage est sur une case où ce niveau n’en met pas.",
        )?;
        let game = Self {
            level,
            pace: setup.pace,
            practice: setup.practice,
            seats,
            removed: setup.removed,
            tiles: laid(&setup.tiles),
            blocks: setup.blocks.iter().copied().collect(),
            timers: setup.standing_timers(level)?,
            hands,
            stock: Stock::new(&setup.pile, &setup.discard),
            turned_over: setup.turned_over,
            turn: setup.turn,
            choosing: setup.choosing,
            suggestions,
            now: setup.now,
            outcome: setup.outcome,
        };
        game.timers_can_stand_so()?;
        game.turn_can_be_so()?;
        game.end_can_be_so()?;
        Ok(game)
    }
}

impl Setup {
    /// S-1, S-29.
    fn cards_are_a_deck(&self, discard: Option<crate::data::Sort>) -> Result<(), Refusal> {
        let fits = match (discard, self.removed) {
            (None, None) => true,
            (Some(sort), Some(card)) => sort.cards().contains(&card),
            _ => false,
        };
        hold(
            fits,
            S_29,
            "`removed` is a kind of the sort that the level discards, and nothing in other levels.",
            "«\u{202f}removed\u{202f}» est une sorte que le niveau défausse, et rien dans les autres niveaux.",
        )?;
        let mut here: Vec<Card> = self.hands.iter().flatten().copied().flatten().collect();
        here.extend(&self.pile);
        here.extend(&self.discard);
        here.sort_unstable();
        hold(
            here.into_iter().eq(deck(self.removed)),
            S_1,
            "Hands, pile and discard together are not the deck: 7 of each shape and colour and 6 jokers.",
            "Mains, pioche et défausse ne font pas le paquet\u{202f}: 7 de chaque forme et couleur et 6 jokers.",
        )
    }

    /// S-2, S-6.
    fn tiles_are_a_track(&self, tiles: u8) -> Result<(), Refusal> {
        hold(
            self.tiles.len() == usize::from(tiles),
            S_6,
            "The track has not the level's number of tiles, danger zone included.",
            "La piste n’a pas le nombre de cases du niveau, zone de danger comprise.",
        )?;
        let mut box_of_gears = GEARS.to_vec();
        for tile in &self.tiles {
            let found = box_of_gears.iter().position(|gear| gear == tile);
            hold(
                found.is_some(),
                S_2,
                "The track has more gears of one shape and colour than the box.",
                "La piste a plus d’engrenages d’une forme et couleur que la boîte.",
            )?;
            if let Some(index) = found {
                box_of_gears.swap_remove(index);
            }
        }
        Ok(())
    }

    /// S-5.
    fn standing_timers(&self, level: &crate::data::Level) -> Result<[Timer; MOST_TIMERS], Refusal> {
        hold(
            self.timers.len() == level.timers.len(),
            S_9,
            "There are not as many timers as the level has.",
            "Il n’y a pas autant de sabliers que le niveau en a.",
        )?;
        let mut timers = starting_timers(level, self.pace);
        for (timer, written) in timers.iter_mut().zip(&self.timers) {
            hold(
                written.left <= timer.duration && written.turned <= self.now && self.now <= LATEST,
                S_5,
                "A timer was turned after the last instant, or holds more sand than it has.",
                "Un sablier a été retourné après le dernier instant, ou tient plus de sable qu’il n’en a.",
            )?;
            timer.tile = written.tile;
            timer.lost = written.lost;
            timer.turned = written.turned;
            timer.held = written.left;
        }
        Ok(timers)
    }
}

impl Quicksand {
    /// S-7, S-17, S-18, S-28.
    fn timers_can_stand_so(&self) -> Result<(), Refusal> {
        for (index, timer) in self.timers().iter().enumerate() {
            hold(
                (1..=self.level.tiles()).contains(&timer.tile),
                S_17,
                "A timer stands off the track's tiles.",
                "Un sablier est hors des cases de la piste.",
            )?;
            // S-7: it started on the tile of its place in the row, and no timer ever goes back.
            hold(
                usize::from(timer.tile) > index,
                S_7,
                "A timer stands before the tile that it started on.",
                "Un sablier est avant la case d’où il est parti.",
            )?;
            let alone = self.timers()[..index].iter().all(|other| other.lost || other.tile != timer.tile);
            hold(
                timer.lost || alone,
                S_17,
                "Two timers stand on one tile.",
                "Deux sabliers sont sur une même case.",
            )?;
            hold(
                !timer.lost || !self.is_danger(timer.tile),
                S_18,
                "A lost timer stands beside a tile before the disarm marker.",
                "Un sablier perdu est à côté d’une case avant le marqueur de désarmement.",
            )?;
            hold(
                !self.blocks.contains(timer.tile),
                S_28,
                "A timer stands on a blocked tile.",
                "Un sablier est sur une case bloquée.",
            )?;
        }
        let tiles = || self.timers().iter().map(|timer| timer.tile);
        let passed = |block: u8| tiles().any(|tile| tile > block);
        let reached = |block: u8| tiles().any(|tile| tile + 1 >= block);
        hold(
            self.level.blocks().all(|b| if self.blocks.contains(b) { !passed(b) } else { reached(b) }),
            S_28,
            "A block marker was passed before it came off, or came off before a timer was right before it.",
            "Un marqueur de blocage a été dépassé sans être enlevé, ou enlevé sans qu’un sablier soit juste avant.",
        )
    }

    /// S-8, S-10, S-26, S-30.
    fn turn_can_be_so(&self) -> Result<(), Refusal> {
        hold(
            self.turn.is_none_or(|seat| seat.0 < self.seats),
            S_10,
            "It is the turn of a seat that is not at the table.",
            "C’est le tour d’une place qui n’est pas à la table.",
        )?;
        let unplayed = self.stock.discard().next().is_none() && !self.turned_over;
        hold(
            self.turn.is_none() == unplayed,
            S_10,
            "`turn` is null before the first card is played, and a seat after it.",
            "«\u{202f}turn\u{202f}» est null avant la première carte, et une place ensuite.",
        )?;
        hold(
            self.choosing.is_none()
                || self.outward()
                    && self.outcome.is_none()
                    && self.stock.discard().last() == Some(Card::Joker),
            S_30,
            "`choosing` needs cards outward and a joker on top of the discard.",
            "«\u{202f}choosing\u{202f}» demande des cartes vers l’extérieur et un joker au sommet de la défausse.",
        )?;
        for seat in Seat::all(self.seats) {
            let hand = self.hand(seat);
            let mine = self.turn == Some(seat);
            if self.seats == 1 {
                let may_lack = mine && (self.outcome.is_some() || !hand.is_empty());
                hold(
                    may_lack || hand.held().count() == HAND,
                    S_26,
                    "Alone, the hand is refilled when it is empty, and full before the first card.",
                    "Seul, la main se refait quand elle est vide, et est pleine avant la première carte.",
                )?;
                continue;
            }
            let gaps = Place::ALL.into_iter().filter(|&place| hand.at(place).is_none());
            let over = mine && self.outcome.is_some();
            let fits = if over { gaps.count() <= 1 } else { gaps.eq(self.choosing.filter(|_| mine)) };
            hold(
                fits,
                S_8,
                "A hand has three cards, but for the place of a joker being chosen or of the card that ended the game.",
                "Une main a trois cartes, sauf l’emplacement d’un joker en cours ou de la carte qui a fini la partie.",
            )?;
        }
        Ok(())
    }

    /// S-19, S-22 to S-24.
    fn end_can_be_so(&self) -> Result<(), Refusal> {
        let all_in_danger = self.timers().iter().all(|t| !t.lost && self.is_danger(t.tile));
        let out = |t: &&Timer| t.runs_out() <= self.now;
        let lost_out = self.timers().iter().filter(out).any(|t| t.lost);
        let standing_out = self.timers().iter().filter(out).any(|t| !t.lost);
        let danger_out = self.timers().iter().filter(out).all(|t| t.lost || self.is_danger(t.tile));
        let Some(outcome) = &self.outcome else {
            let past = if self.practice {
                // The sand may stand still with a timer that has just nothing left: the next card acts first.
                self.timers().iter().any(|t| t.runs_out() < self.now)
            } else {
                lost_out || standing_out
            };
            hold(
                !past,
                S_19,
                "A timer has run out, which must have happened already.",
                "Un sablier s’est écoulé, ce qui doit déjà avoir eu lieu.",
            )?;
            return hold(
                !all_in_danger,
                S_24,
                "All timers are in the danger zone: the game is won, and outcome must say so.",
                "Tous les sabliers sont dans la zone de danger\u{202f}: la partie est gagnée, outcome doit le dire.",
            );
        };
        let won = outcome.clause == S_24
            && all_in_danger
            && !standing_out
            && outcome.winners == Seats::all(self.seats);
        let nobody = outcome.winners.is_empty() && danger_out;
        let lost = outcome.clause == S_22 && lost_out && nobody
            || outcome.clause == S_23 && standing_out && !lost_out && nobody;
        hold(
            outcome.scores.is_empty() && (won || lost),
            outcome.clause,
            "The outcome does not follow from the timers.",
            "L’issue ne découle pas des sabliers.",
        )
    }
}

fn hold(fits: bool, clause: Clause, en: &'static str, fr: &'static str) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(Refusal::fixed(clause, en, fr)) }
}
