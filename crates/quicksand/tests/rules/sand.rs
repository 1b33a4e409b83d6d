//! What always holds of the sand, whatever is played.

use proptest::prelude::*;
use quicksand::{Event, Options, Quicksand, Step, data::Pace};
use table::{Chance, Game, Millis, Seed, Told, random};

/// Plays at random and looks at every entry: the game before, what was told, the game after.
fn watch(
    options: &Options,
    seats: u8,
    seed: u64,
    mut look: impl FnMut(&Quicksand, &Told<Event>, &Quicksand, Millis),
) {
    let mut game = Quicksand::new(options, seats, Seed::from(seed)).unwrap();
    let mut chance = Chance::new(Seed::from(seed));
    let (mut now, mut buffer) = (Millis::ZERO, Vec::new());
    while let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) {
        now = entry.at;
        let (before, mut told) = (game.clone(), Told::new());
        entry.happen(&mut game, &mut told).unwrap();
        look(&before, &told, &game, now);
    }
}

fn tables() -> impl Strategy<Value = (Options, u8, u64)> {
    let pace = prop_oneof![Just(Pace::Printed), Just(Pace::Gentle), Just(Pace::Fierce)];
    (1i32..=21, pace, any::<bool>(), 1u8..=7, any::<u64>()).prop_map(
        |(level, pace, practice, seats, seed)| {
            (Options { level, pace, practice, ..Options::default() }, seats, seed)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn s_5_no_timer_holds_more_than_its_sand((options, seats, seed) in tables()) {
        watch(&options, seats, seed, |_, _, after, now| {
            for timer in after.timers() {
                assert!(timer.held <= timer.duration);
                assert!(timer.left(now) <= timer.held);
                assert!(after.outcome().is_some() || timer.runs_out() >= after.now());
            }
        });
    }

    /// A turned timer has D − r: what it held before and after the turn is all its sand.
    #[test]
    fn s_5_a_turn_conserves_the_sand((options, seats, seed) in tables()) {
        watch(&options, seats, seed, |before, told, after, _| {
            for event in told.events() {
                let (Event::Activated(Step { timer, left, .. }) | Event::Recovered(Step { timer, left, .. })) = event else { continue };
                // Turned once in this entry, and not also by running out.
                let ran_out = told.events().any(|e| matches!(e, Event::RanOut { timer: t, .. } if t == timer));
                let instant = told.events().find_map(|e| match e { Event::Played { at, .. } => Some(*at), _ => None });
                if let (false, Some(instant)) = (ran_out, instant) {
                    let was = &before.timers()[timer.index()];
                    assert_eq!(was.left(instant) + *left, was.duration);
                    assert_eq!(after.timers()[timer.index()].turned, instant);
                }
            }
        });
    }

    #[test]
    fn s_17_no_two_timers_stand_on_one_tile_and_none_goes_back((options, seats, seed) in tables()) {
        watch(&options, seats, seed, |before, _, after, _| {
            for (index, timer) in after.timers().iter().enumerate() {
                let was = before.timers()[index].tile;
                assert!(timer.tile == was || timer.tile == was + 1);
                for other in &after.timers()[..index] {
                    assert!(timer.lost || other.lost || timer.tile != other.tile);
                }
            }
        });
    }

    #[test]
    fn s_19_after_every_entry_the_next_run_out_is_later((options, seats, seed) in tables()) {
        watch(&options, seats, seed, |_, _, after, now| {
            assert!(after.deadline().is_none_or(|due| due > now));
        });
    }

    #[test]
    fn s_24_it_is_won_exactly_with_all_timers_in_danger((options, seats, seed) in tables()) {
        watch(&options, seats, seed, |_, _, after, _| {
            let danger = after.timers().iter().all(|t| !t.lost && t.tile > after.level().before);
            let won = after.outcome().is_some_and(|end| !end.winners.is_empty());
            let out = after.timers().iter().any(|t| t.runs_out() <= after.now());
            assert_eq!(won, danger && !out);
        });
    }

    /// What the view foretells of a card is what the card does.
    #[test]
    fn the_view_foretells_what_a_card_does((options, seats, seed) in tables()) {
        watch(&options, seats, seed, |before, told, _, _| {
            let Some(Event::Played { card, .. }) = told.events().find(|e| matches!(e, Event::Played { .. })) else { return };
            let done: Vec<_> = told.events().filter_map(|event| match event {
                Event::Activated(step) | Event::Recovered(step) => Some((step.timer, step.from, step.to, step.lost, step.unblocks)),
                _ => None,
            }).collect();
            let ran_out_first = told.events().next().is_some_and(|e| matches!(e, Event::RanOut { .. }));
            if done.is_empty() || ran_out_first {
                return;
            }
            let foretold = before.view(None).effects;
            assert!(foretold.iter().filter(|effect| effect.card == *card).any(|effect| {
                let steps = effect.steps.iter().map(|step| (step.timer, step.from, step.to, step.lost, step.unblocks));
                steps.eq(done.iter().copied())
            }));
        });
    }
}
