//! The quick generator against a slow one that knows nothing but the clauses, on any board.

use proptest::prelude::*;
use pyramids::{Pyramids, Setup};
use table::{Game, Seat};

use crate::table_of_two::{jumps, refused};

/// A board as letters, `[row][column]` from a1.
type Grid = [[char; 6]; 6];

/// Any board that the owners' pyramids allow: letters beyond the fifth of a kind are left out.
fn boards() -> impl Strategy<Value = Vec<String>> {
    let cell = prop_oneof![3 => Just('.'), 2 => prop::sample::select(vec!['S', 'M', 'L', 's', 'm', 'l'])];
    prop::collection::vec(cell, 36).prop_map(|cells| {
        let mut left = [5; 128];
        let mut put = |letter: char| match letter {
            '.' => '.',
            _ if left[letter as usize] == 0 => '.',
            _ => {
                left[letter as usize] -= 1;
                letter
            }
        };
        let cells: Vec<char> = cells.into_iter().map(&mut put).collect();
        cells.chunks(6).map(|row| row.iter().collect()).collect()
    })
}

fn grid(rows: &[String]) -> Grid {
    let mut grid = [['.'; 6]; 6];
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, letter) in text.chars().enumerate() {
            grid[row][column] = letter;
        }
    }
    grid
}

fn name((column, row): (i32, i32)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Every jump of seat 0, one step of one hop at a time.
fn slow_jumps(grid: &Grid) -> Vec<String> {
    let mut found = Vec::new();
    for row in 0..6 {
        for column in 0..6 {
            let wanted: &[usize] = match grid[row as usize][column as usize] {
                'S' => &[1],
                'M' => &[2],
                'L' => &[1, 2, 3],
                _ => continue,
            };
            let mut standing = *grid;
            standing[row as usize][column as usize] = '.';
            go_on(&standing, (column, row), &name((column, row)), &mut Vec::new(), wanted, &mut found);
        }
    }
    found.sort();
    found
}

fn go_on(
    standing: &Grid,
    here: (i32, i32),
    path: &str,
    jumped: &mut Vec<(i32, i32)>,
    wanted: &[usize],
    found: &mut Vec<String>,
) {
    let letter = |(column, row): (i32, i32)| -> Option<char> {
        ((0..6).contains(&column) && (0..6).contains(&row)).then(|| standing[row as usize][column as usize])
    };
    for columns in -1..=1 {
        for rows in -1..=1 {
            if (columns, rows) == (0, 0) {
                continue;
            }
            let mut line = Vec::new();
            let mut at = (here.0 + columns, here.1 + rows);
            while letter(at).is_some_and(|letter| letter != '.') {
                line.push(at);
                at = (at.0 + columns, at.1 + rows);
            }
            let twice = line.iter().any(|cell| jumped.contains(cell));
            let many = jumped.len() + line.len();
            if line.is_empty() || letter(at).is_none() || twice || many > 3 {
                continue;
            }
            let path = format!("{path}x{}", name(at));
            if wanted.contains(&many) {
                found.push(path.clone());
            }
            jumped.extend(&line);
            go_on(standing, at, &path, jumped, wanted, found);
            jumped.truncate(many - line.len());
        }
    }
}

fn on_board(board: Vec<String>) -> Option<Pyramids> {
    // A board where seat 0 can do nothing is no position in play.
    Pyramids::try_from(Setup { board, ..Setup::default() }).ok()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn p_6_to_p_13_the_quick_jumps_are_the_slow_ones(board in boards()) {
        if let Some(game) = on_board(board.clone()) {
            prop_assert_eq!(jumps(&game, 0), slow_jumps(&grid(&board)));
        }
    }

    #[test]
    fn a_path_is_accepted_exactly_if_it_is_listed(board in boards(), path in prop::collection::vec(0usize..36, 2..5)) {
        if let Some(game) = on_board(board) {
            let path: Vec<String> = path.into_iter().map(|cell| pyramids::Cell::ALL[cell].to_string()).collect();
            let jump = path.join("x");
            let accepted = refused(&game, 0, &jump).ends_with("legal");
            prop_assert_eq!(accepted, jumps(&game, 0).contains(&jump));
        }
    }

    #[test]
    fn p_5_four_quarters_change_nothing(board in boards(), coaster in 0usize..4) {
        let turned = |rows: &[String], by: usize| {
            let setup = Setup { board: rows.to_vec(), step: pyramids::Step::Turn, ..Setup::default() };
            let mut game = Pyramids::try_from(setup).unwrap();
            let mut turns = Vec::new();
            game.actions(Seat(0), &mut turns);
            game.apply(Seat(0), turns[coaster * 3 + by], table::Millis::ZERO, &mut table::Mute);
            game.board().rows().to_vec()
        };
        let quarter = turned(&board, 0);
        prop_assert_eq!(&turned(&quarter, 0), &turned(&board, 1));
        prop_assert_eq!(&turned(&turned(&quarter, 0), 0), &turned(&board, 2));
        prop_assert_eq!(&turned(&turned(&quarter, 2), 0), &quarter);
        prop_assert_eq!(turned(&quarter, 2), board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// P-14: what the seat to move is told of its hops is what its jumps then take and send home; nobody else is told.
    #[test]
    fn p_14_hops_say_what_a_jump_takes(rows in boards()) {
        let Ok(game) = Pyramids::try_from(crate::table_of_two::on(&rows.join("\n"))) else { return Ok(()) };
        let told = |viewer| {
            let hops = game.view(viewer).hops;
            let hops = hops.iter().map(|(from, to, gains)| (format!("{from}x{to}"), gains.to_vec()));
            hops.collect::<std::collections::BTreeMap<_, _>>()
        };
        let hops = told(Some(Seat(0)));
        prop_assert!(told(Some(Seat(1))).is_empty() && told(None).is_empty());
        let mut used = std::collections::BTreeSet::new();
        for notation in jumps(&game, 0) {
            let (mut pips, mut home) = (0, Vec::new());
            let cells: Vec<&str> = notation.split('x').collect();
            for hop in cells.windows(2).map(|hop| hop.join("x")) {
                for (cell, gain) in &hops[&hop] {
                    pips += gain;
                    home.extend((*gain == 0).then_some(*cell));
                }
                used.insert(hop);
            }
            home.sort();
            let mut after = game.clone();
            let action = after.read(Seat(0), &notation).unwrap();
            let mut told = table::Told::default();
            after.play(Seat(0), action, table::Millis::ZERO, &mut told).unwrap();
            let jumped = told.events().find_map(|event| match event {
                pyramids::Event::Jumped { pips, returned, .. } => {
                    Some((*pips, returned.iter().map(|gone| gone.cell).collect::<Vec<_>>()))
                }
                _ => None,
            });
            prop_assert_eq!(jumped, Some((pips, home)), "{}", notation);
        }
        prop_assert_eq!(used.len(), hops.len(), "no hop that is part of no jump");
    }
}
