//! How well the judge's chances foretell who wins: `cargo run --release -p bots --example calibrate -- quadri 20`.
//!
//! Bots play each other; every few moves the chances that the judge gives the seat to move are noted. What was said to be
//! won in seven of ten should be won in seven of ten. The last line says by what power the odds foretell best who wins: above
//! one the judge is too timid, below one too bold.
#![allow(clippy::unwrap_used, clippy::expect_used)] // A tool for those who tune it.

use std::sync::atomic::AtomicBool;

use bots::{Budget, Intent, JudgeTask, Player, decide, outlook};
use table::{Millis, Seed};

fn main() {
    let mut given = std::env::args().skip(1);
    let game = given.next().expect("which game");
    let games: u64 = given.next().and_then(|n| n.parse().ok()).unwrap_or(20);
    let options = given.next().unwrap_or_else(|| "{}".to_owned());
    let player: Player =
        given.next().unwrap_or_else(|| "search:nodes=300".to_owned()).parse().expect("a player");
    let stop = AtomicBool::new(false);
    let mut bins = [(0u32, 0.0f64, 0.0f64); 10];
    let (mut bits, mut even, mut count) = (0.0, 0.0, 0u32);
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for seed in 0..games {
        let mut live = catalogue::open_newest(&game, &options, 2, Seed::from(seed)).expect("it opens");
        let (mut said, mut now, mut step) = (Vec::new(), Millis::ZERO, 0u64);
        while live.outcome().is_none() {
            step += 1;
            let mut acted = false;
            for seat in live.awaited().iter() {
                if step % 7 == 3 {
                    let question = JudgeTask {
                        seat,
                        now,
                        budget: Budget::nodes(3_000),
                        seed: Seed::from(step),
                        open: false,
                        also: None,
                    };
                    said.push((seat, outlook(live.as_ref(), &question, &stop)[seat.index()]));
                }
                let seed = Seed::from(seed * 100_000 + step);
                if let Intent::Play { action, not_before } =
                    decide(live.as_ref(), seat, player, now, seed, &stop)
                {
                    now = now.max(not_before);
                    if live.deadline().is_none_or(|due| due >= now) {
                        live.play(seat, &action, now).expect("bots play by the rules");
                        acted = true;
                        break;
                    }
                }
            }
            if !acted && let Some(due) = live.deadline() {
                now = due;
                live.tick(due);
            }
        }
        let outcome = live.outcome().unwrap();
        for (seat, chance) in said {
            let won = match outcome.winners.len() {
                0 if live.together() => 0.0,
                0 => 0.5,
                n => {
                    f64::from(u8::from(outcome.winners.contains(seat)))
                        / if live.together() { 1.0 } else { n as f64 }
                }
            };
            let chance = f64::from(chance).clamp(0.005, 0.995);
            pairs.push((chance, won));
            bits -= won * chance.log2() + (1.0 - won) * (1.0 - chance).log2();
            even += 1.0;
            count += 1;
            let bin = &mut bins[((chance * 10.0) as usize).min(9)];
            *bin = (bin.0 + 1, bin.1 + chance, bin.2 + won);
        }
    }
    println!(
        "{game}: {count} positions of {games} games; {:.3} bits a position (even chances: {:.3})",
        bits / f64::from(count.max(1)),
        even / f64::from(count.max(1))
    );
    for (n, said, won) in bins.into_iter().filter(|bin| bin.0 > 0) {
        println!(
            "  said {:>3.0} %  won {:>3.0} %  ({n})",
            100.0 * said / f64::from(n),
            100.0 * won / f64::from(n)
        );
    }
    let (power, left) = best_power(&pairs);
    println!("  odds to the power of {power:.2} fit best: {left:.3} bits a position");
}

/// By what power the odds foretell best who won, and how many bits a position stay unexplained then.
fn best_power(pairs: &[(f64, f64)]) -> (f64, f64) {
    let bits = |power: f64| {
        let of = |&(chance, won): &(f64, f64)| {
            let odds = (chance / (1.0 - chance)).powf(power);
            let chance = (odds / (1.0 + odds)).clamp(1e-6, 1.0 - 1e-6);
            -won * chance.log2() - (1.0 - won) * (1.0 - chance).log2()
        };
        pairs.iter().map(of).sum::<f64>() / pairs.len().max(1) as f64
    };
    let powers = (1..=80).map(|step| f64::from(step) * 0.05);
    powers.map(|power| (power, bits(power))).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((1.0, 1.0))
}
