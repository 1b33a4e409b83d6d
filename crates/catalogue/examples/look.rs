//! What it costs to show a move: for both players of random games, microseconds to look at it and to tell what has changed
//! since the look before, and how many bytes that is at the median. `cargo run --release -p catalogue --example look`

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use catalogue::{GAMES, Patch, Seen, open_newest};
use table::{Chance, Millis, Seat, Seed};

const SEEDS: u64 = 6;
const MOVES: usize = 150;
/// The best of so many: whatever else the machine does only ever takes time.
const ROUNDS: usize = 7;

fn main() {
    println!("{:<12}{:>8}{:>9}{:>8}", "game", "look, µs", "since, µs", "bytes");
    for game in GAMES {
        let (mut best, mut sizes) = ([Duration::MAX; 2], Vec::new());
        let mut moves = 0;
        for _ in 0..ROUNDS {
            let mut times = [Duration::ZERO; 2];
            (sizes, moves) = (Vec::new(), 0);
            for seed in 0..SEEDS {
                moves += play(game, seed, &mut times, &mut sizes);
            }
            best = [best[0].min(times[0]), best[1].min(times[1])];
        }
        sizes.sort_unstable();
        let [look, since] = best.map(|time| time.as_secs_f64() * 1e6 / moves.max(1) as f64);
        println!("{game:<12}{look:>8.2}{since:>9.2}{:>8}", sizes.get(sizes.len() / 2).unwrap_or(&0));
    }
}

fn play(game: &str, seed: u64, times: &mut [Duration; 2], sizes: &mut Vec<usize>) -> usize {
    let Ok(mut live) = open_newest(game, "{}", 2, Seed::from(seed)) else { return 0 };
    let both = [Some(Seat(0)), Some(Seat(1))];
    let mut seen: [Box<dyn Seen>; 2] = both.map(|viewer| live.look(viewer, true));
    let (mut chance, mut at, mut moves) = (Chance::new(Seed::from(seed)), Millis::ZERO, 0);
    for _ in 0..MOVES {
        at = at + Millis(900);
        live.tick(at);
        let Some(seat) = live.awaited().first() else { break };
        let Some(action) = chance.pick(&live.actions(seat)).cloned() else { break };
        if live.play(seat, &action, at).is_err() {
            continue;
        }
        moves += 1;
        let start = Instant::now();
        let next = both.map(|viewer| live.look(viewer, true));
        let looked = Instant::now();
        let patches = [0, 1].map(|one: usize| {
            let mut patch = Patch::new();
            next[one].since(&*seen[one], &mut patch);
            black_box(patch)
        });
        times[1] += looked.elapsed();
        times[0] += looked - start;
        sizes.extend(patches.iter().map(|patch| patch.operations().len()));
        seen = next;
    }
    moves
}
