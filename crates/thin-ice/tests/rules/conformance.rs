//! What every game promises, tried on every mode, seat count, team, extension and variant that the rules allow.

use table::{Chance, Game, Millis, Seat, Seed, conformance, random};
use thin_ice::{Ask, Extension, Mode, Options, ThinIce};

fn mode(mode: Mode) -> Options {
    Options { mode, ..Options::default() }
}

fn teams(teams: &[&[u8]]) -> Vec<Vec<Seat>> {
    teams.iter().map(|team| team.iter().copied().map(Seat).collect()).collect()
}

const LONGEST: usize = 60_000;

#[test]
fn basic_games_of_two_to_six_conform() {
    for seats in 2..=6 {
        conformance::conforms::<ThinIce>(&mode(Mode::Basic), seats, 2, LONGEST);
    }
}

#[test]
fn intermediate_games_of_two_to_six_conform() {
    for seats in 2..=6 {
        conformance::conforms::<ThinIce>(&mode(Mode::Intermediate), seats, 2, LONGEST);
    }
}

#[test]
fn advanced_games_of_two_to_six_conform() {
    for seats in 2..=6 {
        conformance::conforms::<ThinIce>(&mode(Mode::Advanced), seats, 2, LONGEST);
    }
}

#[test]
fn teams_pawns_extension_and_variants_conform() {
    for (number, (options, seats)) in combinations().into_iter().enumerate() {
        if number % 7 == 0 {
            conformance::conforms::<ThinIce>(&options, seats, 1, LONGEST);
        }
    }
}

/// Every combination that the rules allow, with a few teams for each seat count.
fn combinations() -> Vec<(Options, u8)> {
    let mut all = Vec::new();
    for seats in 2..=6u8 {
        let groups: Vec<Option<Vec<Vec<Seat>>>> = match seats {
            2 => vec![None],
            3 => vec![None, Some(teams(&[&[0, 2], &[1]]))],
            4 => vec![None, Some(teams(&[&[0, 2], &[1, 3]])), Some(teams(&[&[0, 1], &[2], &[3]]))],
            5 => vec![None, Some(teams(&[&[0, 2, 4], &[1, 3]]))],
            _ => {
                vec![None, Some(teams(&[&[0, 3], &[1, 4], &[2, 5]])), Some(teams(&[&[0, 1, 2], &[3, 4, 5]]))]
            }
        };
        for mode in [Mode::Basic, Mode::Intermediate, Mode::Advanced] {
            for extension in [Extension::None, Extension::Added, Extension::Replacing] {
                for (friendly, harsh) in [(false, false), (true, false), (false, true), (true, true)] {
                    for teams in &groups {
                        let options = Options {
                            mode,
                            extension,
                            friendly,
                            harsh,
                            teams: teams.clone(),
                            ..Options::default()
                        };
                        if seats == 2 {
                            all.push((
                                Options { pawns: 2, ask: Ask::All, reaction_seconds: 1, ..options.clone() },
                                seats,
                            ));
                            if mode == Mode::Advanced {
                                all.push((Options { tiles: 12, ..options.clone() }, seats));
                            } else {
                                all.push((Options { grid: Some(4), ..options.clone() }, seats));
                            }
                        }
                        if seats == 3 && mode == Mode::Advanced {
                            all.push((Options { tiles: 9, ask: Ask::All, ..options.clone() }, seats));
                        }
                        all.push((options, seats));
                    }
                }
            }
        }
    }
    all
}

/// Random games of every combination end, and whoever is awaited has an action all along.
/// `THIN_ICE_GAMES` sets how many are played.
#[test]
fn t_31_random_games_of_every_combination_end() {
    let games: usize =
        std::env::var("THIN_ICE_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    let combinations = combinations();
    let mut buffer = Vec::new();
    for number in 0..games {
        let (options, seats) = &combinations[number % combinations.len()];
        let seed = number as u64;
        let mut game = ThinIce::new(options, *seats, Seed::from(seed)).unwrap();
        let mut chance = Chance::new(Seed::from(seed + 1));
        let mut now = Millis::ZERO;
        for step in 0.. {
            assert!(step < LONGEST, "{options:?}, {seats} seats, seed {seed}: the game does not end");
            for seat in game.awaited().iter() {
                buffer.clear();
                game.choices(seat, &mut buffer);
                assert!(!buffer.is_empty(), "{options:?}, seed {seed}, step {step}: seat {seat} cannot act");
            }
            let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) else {
                assert!(game.outcome().is_some(), "{options:?}, seed {seed}, step {step}: stuck\n{game:?}");
                break;
            };
            now = entry.at;
            entry.happen(&mut game, &mut table::Mute).unwrap();
        }
        assert!(!game.outcome().unwrap().winners.is_empty());
    }
}

#[test]
fn looking_back_all_cards_tiles_and_undersides_are_open() {
    for options in [mode(Mode::Intermediate), mode(Mode::Advanced)] {
        let mut game = ThinIce::new(&options, 3, Seed::from(5)).unwrap_or_else(|refusal| panic!("{refusal}"));
        let (mut chance, mut now, mut buffer) = (Chance::new(Seed::from(6)), Millis::ZERO, Vec::new());
        let (mut cards, mut tiles, mut hidden) = (0, 0, 0);
        while let Some(entry) = random::next(&game, now, &mut chance, &mut buffer) {
            let (open, watched) = (game.open_view(), game.view(None));
            for of in &open.seats {
                let held = of.open.as_ref().unwrap_or_else(|| panic!("{of:?}"));
                assert_eq!((held.cards.len(), held.tiles.len()), (of.cards.into(), of.tiles.into()));
                let own = game.view(Some(of.seat));
                assert_eq!(held.cards, own.hand.iter().map(|held| held.card).collect::<Vec<_>>());
                assert_eq!(held.tiles, own.my_tiles);
                cards += held.cards.len();
                tiles += held.tiles.len();
            }
            assert!(open.tiles.iter().all(|tile| tile.under.is_some()));
            assert!(watched.seats.iter().all(|of| of.open.is_none()), "not during the game");
            hidden += watched.tiles.iter().filter(|tile| tile.under.is_none()).count();
            now = entry.at;
            entry.happen(&mut game, &mut table::Mute).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        assert!(hidden > 0 && (cards > 0 || tiles > 0), "something was secret");
    }
}
