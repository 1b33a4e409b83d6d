//! What calls for attention before anything is tried: actions that take ways out, or the last tiles beside them, from others,
//! and leave them to one's own pawns.

use catalogue::crates::thin_ice::{Action, Card, Cell, Face, ThinIce};
use table::Seat;

use super::{footing, safety::Floe, sheet::Sheet};

/// How bad it is to have so few ways out, …
const FEW_WAYS: [f32; 9] = [2.5, 1.4, 0.8, 0.45, 0.25, 0.12, 0.06, 0.02, 0.0];
/// … and so few tiles beside one's own: with none it drifts (T-22).
const FEW_TILES: [f32; 9] = [5.0, 1.6, 0.7, 0.3, 0.1, 0.05, 0.0, 0.0, 0.0];
/// What one's own danger weighs against that of another.
const OWN: f32 = 1.0;

fn danger(ways: i32, tiles: i32) -> f32 {
    FEW_WAYS[ways.clamp(0, 8) as usize] + FEW_TILES[tiles.clamp(0, 8) as usize]
}

struct Pawn {
    cell: Cell,
    mine: bool,
    ring: Sheet,
    ways: i32,
    tiles: i32,
}

impl Pawn {
    /// What it means to this pawn's enemies, or its friends, if so many ways and tiles come or go.
    fn shift(&self, ways: i32, tiles: i32) -> f32 {
        if ways == 0 && tiles == 0 {
            return 0.0;
        }
        self.weigh(danger(self.ways + ways, self.tiles + tiles) - danger(self.ways, self.tiles))
    }

    fn weigh(&self, danger: f32) -> f32 {
        if self.mine { -OWN * danger } else { danger }
    }
}

/// How much each of these actions calls for `seat`, added to `into`.
pub(super) fn urges(game: &ThinIce, seat: Seat, actions: &[Action], into: &mut Vec<f32>) {
    let floe = Floe::of(game);
    let side = game.side(seat);
    let mut pawns: [Option<Pawn>; 6] = [const { None }; 6];
    for ((of, cell, _), pawn) in game.on_the_ice().zip(&mut pawns) {
        let own = floe.one(cell);
        let ring = own.spread().without(&own);
        *pawn = Some(Pawn {
            cell,
            mine: game.side(of) == side,
            ways: ring.both(&floe.free).count() as i32,
            tiles: ring.both(&floe.tiles).count() as i32,
            ring,
        });
    }
    let pawns = || pawns.iter().flatten();
    let bear = game.bear();
    let near_bear = |cell: Cell| bear.is_some_and(|bear| bear.awake && bear.at.distance(cell) == 1);
    into.extend(actions.iter().map(|action| match *action {
        Action::Slide { from, to } => {
            let (left, taken) = (floe.place(from), floe.place(to));
            let walkable = game.face_on(from).is_some_and(Face::walkable);
            let gain = pawns().map(|pawn| {
                if pawn.cell == from {
                    let own = floe.one(to);
                    let ring = own.spread().without(&own).without(&floe.one(from));
                    let (ways, tiles) = (ring.both(&floe.free).count(), ring.both(&floe.tiles).count());
                    return pawn.weigh(danger(ways as i32, tiles as i32) - danger(pawn.ways, pawn.tiles));
                }
                let at = |place: Option<u32>| i32::from(place.is_some_and(|place| pawn.ring.has(place)));
                let tiles = at(taken) - at(left);
                let carries = pawns().any(|other| other.cell == from);
                pawn.shift(if walkable && !carries { tiles } else { 0 }, tiles)
            });
            0.2 * gain.sum::<f32>().exp()
        }
        Action::Crack(cell) => {
            let Some(at) = floe.place(cell) else { return 0.1 };
            let near = pawns().filter(|pawn| pawn.ring.has(at));
            if floe.brittle.has(at) {
                0.2 * near.map(|pawn| pawn.shift(-1, -1)).sum::<f32>().exp()
            } else {
                0.2 * near.map(|pawn| 0.15 * pawn.shift(-1, -1)).sum::<f32>().exp()
            }
        }
        Action::Freeze(cell) => {
            let Some(at) = floe.place(cell) else { return 0.1 };
            let near = pawns().filter(|pawn| pawn.ring.has(at));
            let opens = i32::from(!floe.free.has(at));
            0.2 * near.map(|pawn| pawn.shift(opens, 0) + 0.15 * pawn.shift(1, 0)).sum::<f32>().exp()
        }
        Action::Move { from, to } => match game.face_on(to) {
            None => 0.02,
            Some(_) => {
                let own = floe.one(to);
                let ring = own.spread().without(&own);
                let goes = game.face_on(from).is_some_and(Face::cracked);
                let stays = i32::from(!goes);
                let ways = ring.both(&floe.free).count() as i32 + stays;
                let tiles = ring.both(&floe.tiles).count() as i32 - 1 + stays;
                let left = floe.place(from);
                let taken = floe.place(to);
                let gain = pawns().filter(|pawn| pawn.cell != from).map(|pawn| {
                    let at = |place: Option<u32>| i32::from(place.is_some_and(|place| pawn.ring.has(place)));
                    pawn.shift(at(left) * stays - at(taken), at(left) * (stays - 1))
                });
                let bear = if near_bear(to) { 0.4 } else { 0.0 };
                let behind = ring.both(&floe.free).spread().both(&floe.free).count();
                let room = 0.3 * (1.0 + behind as f32).ln();
                let footing = 0.3 * game.face_on(to).map_or(0.0, footing);
                (gain.sum::<f32>() + room + footing - bear - OWN * danger(ways, tiles)).exp()
            }
        },
        Action::Bear(cell) => {
            let (left, taken) = (bear.and_then(|bear| floe.place(bear.at)), floe.place(cell));
            let face = bear.and_then(|bear| game.face_on(bear.at));
            let (goes, opens) = (face.is_some_and(Face::cracked), face.is_some_and(|face| !face.cracked()));
            let blocks = taken.is_some_and(|at| floe.free.has(at));
            let gain = pawns().map(|pawn| {
                if pawn.cell == cell {
                    let own = if pawn.ways == 0 { 5.0 } else { 1.0 + 0.5 * danger(pawn.ways, 8) };
                    return pawn.weigh(own);
                }
                let at = |place: Option<u32>| i32::from(place.is_some_and(|place| pawn.ring.has(place)));
                let ways = at(left) * i32::from(opens) - at(taken) * i32::from(blocks);
                pawn.shift(ways, -at(left) * i32::from(goes))
            });
            0.3 * gain.sum::<f32>().exp()
        }
        // Whoever is chased is put where it is worst.
        Action::Put(cell) => {
            let own = floe.one(cell);
            let ring = own.spread().without(&own);
            let falls = if game.face_on(cell).is_some_and(Face::is_hole) { 0.7 } else { 0.0 };
            (falls + danger(ring.both(&floe.free).count() as i32, ring.both(&floe.tiles).count() as i32))
                .exp()
        }
        Action::Roll | Action::End => 2.0,
        Action::Draw => 4.0,
        // A card in the hand is worth more than one on the pile.
        Action::Discard(_) => 0.05,
        Action::Play(Card::Lifeline | Card::BearSpray) => 6.0,
        _ => 1.0,
    }));
}
