//! Hand-made floes as a map. One token a cell, the first row is 1 and the first column is a:
//!
//! `.` sea; `i` `p` `o` ice over cracked, permanent, orca; `c` cracked; `P` permanent; `O` orca; `h` hole over cracked
//! hole, `H` cracked hole; `k` hole over kraken, `K` kraken; floes across and along: `-` `|`, cracked `=` `"`; turning
//! floes `~` `!`, cracked `z` `s`. After it what stands there: pawns by number, `b` the bear asleep, `B` awake.
// Each test file uses a part of it, and tests speak by panicking.
use table::{Chance, Game, Millis, Outcome, Seat, Seed, Told};
use thin_ice::*;

pub(crate) fn options(mode: Mode) -> Options {
    Options { mode, first: First::Seat(Seat(0)), ..Options::default() }
}

pub(crate) fn basic() -> Options {
    options(Mode::Basic)
}

pub(crate) fn with_cards() -> Options {
    options(Mode::Intermediate)
}

pub(crate) fn extended(base: Options) -> Options {
    Options { extension: Extension::Added, ..base }
}

pub(crate) fn teams(mut base: Options, teams: &[&[u8]]) -> Options {
    base.teams = Some(teams.iter().map(|team| team.iter().copied().map(Seat).collect()).collect());
    base
}

/// The clause that refuses these options.
pub(crate) fn setup_refused(options: &Options, seats: u8) -> String {
    ThinIce::new(options, seats, Seed::from(1)).unwrap_err().clause.to_string()
}

/// A new game, as it is written.
pub(crate) fn fresh(options: &Options, seats: u8, seed: u64) -> Setup {
    Setup::from(ThinIce::new(options, seats, Seed::from(seed)).unwrap())
}

pub(crate) fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

/// A position in the making.
#[derive(Clone)]
pub(crate) struct Made(pub(crate) Setup);

/// Reads a map; pawns that are not on it are out.
pub(crate) fn floe(options: Options, seats: u8, map: &str) -> Made {
    let mut setup = Setup::new(options, seats);
    for pawn in &mut setup.pawns {
        pawn.out = true;
    }
    let rows = map.lines().map(str::trim).filter(|line| !line.is_empty());
    for (y, row) in rows.enumerate() {
        for (x, token) in row.split_whitespace().enumerate() {
            let at = Cell { x: x as i16 + 1, y: y as i16 + 1 };
            let (face, pieces) = token.split_at(1);
            let laid = match face {
                "." => None,
                "i" => Some((Kind::Cracking, false, Axis::Across)),
                "c" => Some((Kind::Cracking, true, Axis::Across)),
                "p" => Some((Kind::Permanent, false, Axis::Across)),
                "P" => Some((Kind::Permanent, true, Axis::Across)),
                "o" => Some((Kind::Orca, false, Axis::Across)),
                "O" => Some((Kind::Orca, true, Axis::Across)),
                "h" => Some((Kind::Hole, false, Axis::Across)),
                "H" => Some((Kind::Hole, true, Axis::Across)),
                "k" => Some((Kind::Kraken, false, Axis::Across)),
                "K" => Some((Kind::Kraken, true, Axis::Across)),
                "-" => Some((Kind::Floe, false, Axis::Across)),
                "|" => Some((Kind::Floe, false, Axis::Along)),
                "=" => Some((Kind::Floe, true, Axis::Across)),
                "\"" => Some((Kind::Floe, true, Axis::Along)),
                "~" => Some((Kind::TurningFloe, false, Axis::Across)),
                "!" => Some((Kind::TurningFloe, false, Axis::Along)),
                "z" => Some((Kind::TurningFloe, true, Axis::Across)),
                "s" => Some((Kind::TurningFloe, true, Axis::Along)),
                other => panic!("no tile is written {other}"),
            };
            if let Some((kind, flipped, axis)) = laid {
                let place = Place::On(at);
                setup.tiles.push(TileSetup {
                    kind,
                    place,
                    flipped,
                    axis,
                    seen: flipped,
                    looked: table::Seats::NONE,
                });
            }
            for piece in pieces.chars() {
                match piece {
                    'b' | 'B' => setup.bear = Some(Bear { at, awake: piece == 'B' }),
                    digit => {
                        let pawn = digit.to_digit(10).unwrap() as usize;
                        setup.pawns[pawn] = Pawn { at: Some(at), ..Pawn::default() };
                    }
                }
            }
        }
    }
    Made(setup)
}

impl Made {
    pub(crate) fn hand(mut self, seat: usize, cards: &[Card]) -> Self {
        self.0.hands[seat] = cards.to_vec();
        self
    }

    pub(crate) fn turn(mut self, change: impl FnOnce(&mut Turn)) -> Self {
        change(&mut self.0.turn);
        self
    }

    /// The side whose turn it is.
    pub(crate) fn side(self, side: u8) -> Self {
        self.turn(|turn| turn.side = side)
    }

    /// Everything but the roll is done.
    pub(crate) fn only_roll(self) -> Self {
        self.turn(|turn| (turn.moved, turn.slid) = (0b11_1111, true)).trim()
    }

    /// Everything but the move is done.
    pub(crate) fn only_move(self) -> Self {
        self.turn(|turn| (turn.rolled, turn.slid) = (true, true))
    }

    /// Everything but the tile is done.
    pub(crate) fn only_tile(self) -> Self {
        self.turn(|turn| (turn.rolled, turn.moved) = (true, 0b11_1111)).trim()
    }

    fn trim(mut self) -> Self {
        self.0.turn.moved &= (1 << self.0.pawns.len()) - 1;
        self
    }

    pub(crate) fn fallen(mut self, pawn: usize) -> Self {
        self.0.pawns[pawn].fallen = true;
        self
    }

    /// The next throws of the die.
    pub(crate) fn rolling(mut self, faces: &[Die]) -> Self {
        const DIE: [Die; 6] = [Die::Bear, Die::Bear, Die::Tile, Die::Crack, Die::Crack, Die::Freeze];
        self.0.chance = (0..100_000)
            .map(|seed| Chance::new(Seed::from(seed)))
            .find(|chance| {
                let mut next = chance.clone();
                faces.iter().all(|&face| DIE[next.below(6) as usize] == face)
            })
            .unwrap();
        self
    }

    pub(crate) fn build(self) -> Board {
        Board { game: ThinIce::try_from(self.0).unwrap(), now: Millis::ZERO, told: Vec::new() }
    }

    /// The sentence, and the clause in brackets.
    pub(crate) fn wrong(self) -> String {
        ThinIce::try_from(self.0).unwrap_err().to_string()
    }
}

/// A game on the table, played by notation.
pub(crate) struct Board {
    pub game: ThinIce,
    pub now: Millis,
    /// What the last action brought about.
    pub told: Vec<Event>,
}

impl Board {
    pub(crate) fn new(options: &Options, seats: u8, seed: u64) -> Self {
        Self {
            game: ThinIce::new(options, seats, Seed::from(seed)).unwrap(),
            now: Millis::ZERO,
            told: Vec::new(),
        }
    }

    #[track_caller]
    pub(crate) fn play(&mut self, seat: u8, notation: &str) -> &mut Self {
        let action = self.game.read(Seat(seat), notation).unwrap();
        let mut told = Told::new();
        if let Err(refusal) = self.game.play(Seat(seat), action, self.now, &mut told) {
            panic!("seat {seat}'s {notation} is refused: {refusal}\nit may {:?}", self.actions(seat));
        }
        self.told = told.events().cloned().collect();
        self
    }

    /// The clause that refuses it.
    #[track_caller]
    pub(crate) fn refused(&self, seat: u8, notation: &str) -> String {
        let refusal = match self.game.read(Seat(seat), notation) {
            Ok(action) => self.game.check(Seat(seat), &action).expect_err("it is accepted"),
            Err(refusal) => refusal,
        };
        assert!(!refusal.message.en.is_empty() && !refusal.message.fr.is_empty());
        refusal.clause.to_string()
    }

    pub(crate) fn actions(&self, seat: u8) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.actions(Seat(seat), &mut actions);
        let mut actions: Vec<String> = actions.iter().map(ToString::to_string).collect();
        actions.sort();
        actions
    }

    /// The seat's actions that begin so.
    pub(crate) fn those(&self, seat: u8, start: &str) -> Vec<String> {
        self.actions(seat).into_iter().filter(|action| action.starts_with(start)).collect()
    }

    pub(crate) fn view(&self, seat: u8) -> View {
        self.game.view(Some(Seat(seat)))
    }

    pub(crate) fn public(&self) -> View {
        self.game.view(None)
    }

    pub(crate) fn face(&self, at: &str) -> Option<Face> {
        self.public().tiles.into_iter().find(|tile| tile.cell == cell(at)).map(|tile| tile.face)
    }

    pub(crate) fn tile(&self, seat: u8, at: &str) -> TileView {
        self.view(seat).tiles.into_iter().find(|tile| tile.cell == cell(at)).unwrap()
    }

    pub(crate) fn pawn(&self, pawn: usize) -> Option<String> {
        self.public().pawns[pawn].cell.map(|cell| cell.to_string())
    }

    pub(crate) fn out(&self, seat: usize) -> bool {
        self.public().seats[seat].out
    }

    pub(crate) fn bear(&self) -> Option<String> {
        self.public().bear.map(|bear| bear.cell.to_string())
    }

    pub(crate) fn awaited(&self) -> Vec<u8> {
        self.game.awaited().iter().map(|seat| seat.0).collect()
    }

    pub(crate) fn pending(&self) -> Option<What> {
        self.public().pending.map(|pending| pending.what)
    }

    /// The side whose turn it is, if nothing else waits.
    pub(crate) fn turn_of(&self) -> u8 {
        assert_eq!(self.pending(), None);
        self.public().turn.unwrap().side
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        self.game.outcome()
    }

    /// The winners and the clause.
    pub(crate) fn ended(&self) -> Option<(Vec<u8>, String)> {
        self.outcome()
            .map(|outcome| (outcome.winners.iter().map(|seat| seat.0).collect(), outcome.clause.to_string()))
    }

    pub(crate) fn cards(&self, seat: u8) -> Vec<Card> {
        self.view(seat).hand.iter().map(|card| card.card).collect()
    }

    /// Time passes until silence is a pass.
    pub(crate) fn wait(&mut self) -> &mut Self {
        self.now = self.game.deadline().expect("somebody is asked");
        let mut told = Told::new();
        self.game.tick(self.now, &mut told);
        self.told = told.events().cloned().collect();
        self
    }
}
