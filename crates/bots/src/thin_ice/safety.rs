//! How safe each pawn is: its ways out, what lies behind them, and the bear.

use std::sync::LazyLock;

use catalogue::crates::thin_ice::{Card, Cell, Face, ThinIce};
use table::Seat;

use super::sheet::Sheet;
use crate::{
    luce,
    mcts::{MOST_SEATS, Values},
};

/// What is counted of a pawn. "To move" is whose turn comes, "waiting" all others, as many times as turns come before its own;
/// "late" features grow as tiles go. A tile is *loose* if it can slide away from the pawn. A *rescue* is a tile that can slide
/// beside the pawn, or the pawn's own tile that can carry it to others. A chase is by an awake bear that may come next.
pub(crate) const NAMES: [&str; 46] = [
    "no way out, to move",
    "one way out, to move",
    "two ways out, to move",
    "three ways out, to move",
    "no way out, no rescue, to move",
    "one way out, no rescue, to move",
    "one tile beside, to move",
    "two tiles beside, to move",
    "no way out, waiting",
    "one way out, waiting",
    "two ways out, waiting",
    "three ways out, waiting",
    "four ways out, waiting",
    "no way out, no rescue, waiting",
    "one way out, no rescue, waiting",
    "two ways out, no rescue, waiting",
    "one way out, loose or cracked, waiting",
    "two ways out, loose and cracked, waiting",
    "one tile beside, loose",
    "one tile beside, cracked",
    "one tile beside, waiting",
    "two tiles beside, loose and cracked",
    "two tiles beside, loose",
    "two tiles beside, waiting",
    "three tiles beside, waiting",
    "rescues",
    "firm ways out",
    "reach of two",
    "reach of two, late",
    "reach of three",
    "reach of three, late",
    "reach of six",
    "reach of six, late",
    "cracked underfoot",
    "cracked underfoot, late",
    "others beside",
    "bear beside",
    "bear beside, few ways out",
    "bear two away",
    "bear asleep beside",
    "chase into the sea",
    "chase into a trap",
    "chase into a hole",
    "fallen in",
    "to move",
    "cards",
];
const COUNT: usize = NAMES.len();

/// While two sides are left, and while there are more: one of two is won as the other is lost, one of many may outlast others
/// who are busy with each other.
static TWO: LazyLock<[f32; COUNT]> =
    LazyLock::new(|| luce::read(&NAMES, include_str!("../../data/thin-ice.tsv")));
static MANY: LazyLock<[f32; COUNT]> =
    LazyLock::new(|| luce::read(&NAMES, include_str!("../../data/thin-ice-many.tsv")));

/// The sides that still have a pawn on the ice, as bits.
fn sides_in(game: &ThinIce) -> u32 {
    game.on_the_ice().fold(0, |all, (seat, ..)| all | 1 << game.side(seat))
}

/// How many sides still have a pawn on the ice.
pub(crate) fn sides_left(game: &ThinIce) -> u32 {
    sides_in(game).count_ones()
}

fn weights(game: &ThinIce) -> &'static [f32; COUNT] {
    if sides_left(game) > 2 { &MANY } else { &TWO }
}

/// Tiles that a floe of five by five has.
const MANY_TILES: f32 = 25.0;

/// The floe as bits, for pawns to look at.
pub(crate) struct Floe {
    corner: Cell,
    /// Tiles that can be walked on and hold no piece.
    pub(super) free: Sheet,
    pub(super) tiles: Sheet,
    /// Walkable tiles that are not cracked.
    firm: Sheet,
    holes: Sheet,
    /// Tiles without a piece that can slide.
    loose: Sheet,
    /// Cracked tiles without a piece.
    pub(super) brittle: Sheet,
    pawns: Sheet,
    late: f32,
}

impl Floe {
    pub(crate) fn of(game: &ThinIce) -> Self {
        // The middle of the pawns is the middle of the window.
        let (mut x, mut y, mut count) = (0i32, 0i32, 0i32);
        for (_, cell, _) in game.on_the_ice() {
            x += i32::from(cell.x);
            y += i32::from(cell.y);
            count += 1;
        }
        let middle = match count {
            0 => Cell::MIDDLE,
            _ => Cell { x: (x / count) as i16, y: (y / count) as i16 },
        };
        let corner = middle.step((-Sheet::SIDE / 2, -Sheet::SIDE / 2));
        let empty = Sheet::EMPTY;
        let mut floe = Self {
            corner,
            free: empty,
            tiles: empty,
            firm: empty,
            holes: empty,
            loose: empty,
            brittle: empty,
            pawns: empty,
            late: 0.0,
        };
        let mut tiles = 0;
        for (cell, face) in game.tiles() {
            tiles += 1;
            let Some(at) = floe.place(cell) else { continue };
            floe.tiles.set(at);
            if face.cracked() {
                floe.brittle.set(at);
            } else {
                floe.loose.set(at);
            }
            if face.walkable() {
                floe.free.set(at);
                if !face.cracked() {
                    floe.firm.set(at);
                }
                if face.is_hole() {
                    floe.holes.set(at);
                }
            }
        }
        floe.late = (1.0 - tiles as f32 / MANY_TILES).clamp(0.0, 1.0);
        for (_, cell, _) in game.on_the_ice() {
            if let Some(at) = floe.place(cell) {
                floe.hold(at);
                floe.pawns.set(at);
            }
        }
        if let Some(at) = game.bear().and_then(|bear| floe.place(bear.at)) {
            floe.hold(at);
        }
        floe
    }

    /// A piece stands there.
    fn hold(&mut self, at: u32) {
        self.free.clear(at);
        self.loose.clear(at);
        self.brittle.clear(at);
    }

    #[inline]
    pub(super) fn place(&self, cell: Cell) -> Option<u32> {
        Sheet::place(self.corner.to(cell))
    }

    #[inline]
    pub(super) fn one(&self, cell: Cell) -> Sheet {
        self.place(cell).map_or(Sheet::EMPTY, Sheet::one)
    }

    /// Free tiles around a cell.
    #[inline]
    pub(crate) fn exits(&self, cell: Cell) -> u32 {
        self.place(cell)
            .map_or(0, |at| Sheet::one(at).spread().both(&self.free).without(&Sheet::one(at)).count())
    }

    fn features(&self, game: &ThinIce, seat: Seat, cell: Cell, fallen: bool, waits: f32) -> [f32; COUNT] {
        let own = self.one(cell);
        let ring = own.spread();
        let near = ring.both(&self.free);
        let two = near.spread().both(&self.free);
        let three = two.spread().both(&self.free);
        let six = three.spread().both(&self.free).spread().both(&self.free).spread().both(&self.free);
        let beside = ring.both(&self.tiles).without(&own);
        let sides = beside.count();
        let exits = near.count();
        let firm = near.both(&self.firm).count();
        let sea = ring.without(&self.tiles);
        let loose = self.loose.both(&self.tiles.either(&ring).others().cross()).both(&beside);
        let brittle = beside.both(&self.brittle);
        let free_firm = self.free.both(&self.firm);
        let incoming = free_firm.without(&ring).cross().both(&sea);
        let cracked = game.face_on(cell).is_some_and(Face::cracked);
        let carried = if cracked {
            Sheet::EMPTY
        } else {
            own.cross().both(&sea).spread().both(&self.free).without(&ring)
        };
        let rescues = incoming.count() + carried.count().min(2);
        let safe = rescues > 0;
        let flag = |is: bool| f32::from(u8::from(is));
        let moves = |is: bool| flag(is && waits == 0.0);
        let waiting = |is: bool| if is { waits } else { 0.0 };
        let (is_loose, is_brittle) = (!loose.is_empty(), !brittle.is_empty());
        let (way_loose, way_brittle) = (!loose.both(&near).is_empty(), !brittle.both(&near).is_empty());
        let bear = game.bear();
        let away = bear.map_or(9, |bear| cell.distance(bear.at));
        let awake = bear.is_some_and(|bear| bear.awake);
        let chased = awake && away == 1;
        // T-28: whoever chases chooses where to, and chooses the worst.
        let trap = chased && exits > 0 && {
            let worst = cell.around().filter(|&to| self.place(to).is_some_and(|at| self.free.has(at)));
            worst.map(|to| self.exits(to)).min() == Some(0)
        };
        let ln = |count: u32| (1.0 + count as f32).ln();
        let late = self.late;
        let cards = game.cards(seat);
        [
            moves(exits == 0),
            moves(exits == 1),
            moves(exits == 2),
            moves(exits == 3),
            moves(exits == 0 && !safe),
            moves(exits == 1 && !safe),
            moves(sides == 1),
            moves(sides == 2),
            waiting(exits == 0),
            waiting(exits == 1),
            waiting(exits == 2),
            waiting(exits == 3),
            waiting(exits == 4),
            waiting(exits == 0 && !safe),
            waiting(exits == 1 && !safe),
            waiting(exits == 2 && !safe),
            waiting(exits == 1 && (way_loose || way_brittle)),
            waiting(exits == 2 && way_loose && way_brittle),
            waiting(sides == 1 && is_loose),
            waiting(sides == 1 && is_brittle),
            waiting(sides <= 1),
            waiting(sides == 2 && is_loose && is_brittle),
            waiting(sides == 2 && loose.count() == 2),
            waiting(sides == 2),
            waiting(sides == 3),
            ln(rescues),
            ln(firm),
            ln(two.count()),
            ln(two.count()) * late,
            ln(three.count()),
            ln(three.count()) * late,
            ln(six.count()),
            ln(six.count()) * late,
            flag(cracked),
            flag(cracked) * late,
            ring.both(&self.pawns).count().saturating_sub(1) as f32,
            flag(chased),
            flag(chased && exits <= 2),
            flag(awake && away == 2),
            flag(!awake && away == 1),
            flag(chased && exits == 0),
            flag(trap),
            flag(chased && !near.both(&self.holes).is_empty()),
            flag(fallen),
            moves(true),
            (cards.len() + 2 * cards.count(Card::Lifeline)) as f32,
        ]
    }
}

/// How many turns come before the next one of a seat's side; none if it is its own. Sides that are out only roll (T-21),
/// which endangers a pawn much less than a turn of somebody who wants to outlast it: they are not counted.
fn turns_before(game: &ThinIce, seat: Seat) -> f32 {
    let (sides, first, left) = (game.sides(), game.this_turn().side, sides_in(game));
    let until_own = (0..sides).map(|k| (first + k) % sides).take_while(|&side| side != game.side(seat));
    until_own.filter(|side| left >> side & 1 == 1).count() as f32
}

/// Each pawn on the ice: its side, and what is counted of it.
pub(crate) fn pawns(game: &ThinIce) -> impl Iterator<Item = (u8, [f32; COUNT])> + '_ {
    let floe = Floe::of(game);
    game.on_the_ice().map(move |(seat, cell, fallen)| {
        (game.side(seat), floe.features(game, seat, cell, fallen, turns_before(game, seat)))
    })
}

/// What is counted of some pawns together, in the evaluation's own terms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    pub(crate) pawns: i32,
    /// The tiles that they can reach in three steps.
    pub(crate) reach: i32,
    /// Those beside a bear that is awake.
    pub(crate) beside_bear: i32,
    /// Those that fell in and miss a turn.
    pub(crate) fallen: i32,
    /// What room, the bear, and falling in weigh in all.
    pub(crate) room: f32,
    pub(crate) bear: f32,
    pub(crate) cold: f32,
}

/// The free tiles that a pawn can walk to from a cell in three steps, if nothing else changes (T-11, T-53).
fn reach(game: &ThinIce, cell: Cell) -> usize {
    let mut reached = vec![cell];
    let mut newest = 0;
    for _ in 0..3 {
        let from = newest..reached.len();
        newest = reached.len();
        for at in from {
            let steps: Vec<Cell> = game.steps_from(reached[at]).map(|(to, _)| to).collect();
            reached.extend(steps.into_iter().filter(|to| !reached.contains(to)).collect::<Vec<_>>());
        }
    }
    reached.len() - 1
}

/// How the pawns of these seats stand.
pub(crate) fn standing(game: &ThinIce, whose: impl Fn(Seat) -> bool) -> Standing {
    let floe = Floe::of(game);
    let weights = weights(game);
    let mut all = Standing::default();
    for (seat, cell, fallen) in game.on_the_ice().filter(|&(seat, ..)| whose(seat)) {
        let features = floe.features(game, seat, cell, fallen, turns_before(game, seat));
        let weigh = |range: std::ops::Range<usize>| range.map(|k| weights[k] * features[k]).sum::<f32>();
        all.pawns += 1;
        all.reach += reach(game, cell) as i32;
        all.beside_bear += features[36] as i32;
        all.fallen += i32::from(fallen);
        all.room += weigh(0..36);
        all.bear += weigh(36..43);
        all.cold += weigh(43..44);
    }
    all
}

/// Each side's chance to be the last on the ice.
pub(crate) fn chances(game: &ThinIce) -> Values {
    let mut strengths = [0.0f32; MOST_SEATS];
    let weights = weights(game);
    for (side, features) in pawns(game) {
        strengths[usize::from(side)] += luce::strength(weights, &features);
    }
    let all: f32 = strengths.iter().sum();
    let mut values = [0.0; MOST_SEATS];
    for seat in Seat::all(table::Game::seats(game)) {
        let side = usize::from(game.side(seat));
        values[seat.index()] = if all > 0.0 { strengths[side] / all } else { 0.5 };
    }
    values
}

#[cfg(test)]
mod tests {
    use table::{Chance, Game, Millis, Mute, Seed};

    use super::*;

    /// Of two who are left of four one is next and one waits for it, however many roll in between.
    #[test]
    fn t_21_turns_of_sides_that_are_out_are_not_counted() {
        let mut chance = Chance::new(Seed::from(5));
        let mut game = ThinIce::new(&Default::default(), 4, chance.seed()).unwrap();
        let mut seen = 0;
        while let Some(seat) = game.awaited().first() {
            if sides_left(&game) == 2 {
                let mut turns: Vec<f32> =
                    game.on_the_ice().map(|(seat, ..)| turns_before(&game, seat)).collect();
                turns.sort_by(f32::total_cmp);
                assert_eq!(turns, [0.0, 1.0]);
                seen += 1;
            }
            let mut choices = Vec::new();
            game.choices(seat, &mut choices);
            let action = *chance.pick(&choices).unwrap();
            game.apply(seat, action, Millis::ZERO, &mut Mute);
        }
        assert!(seen > 0);
    }

    #[test]
    fn every_feature_has_a_weight() {
        for file in [include_str!("../../data/thin-ice.tsv"), include_str!("../../data/thin-ice-many.tsv")] {
            for name in NAMES {
                assert!(file.lines().any(|line| line.starts_with(&format!("{name}\t"))), "{name}");
            }
        }
    }
}
