//! An independent slow count: cards are drawn from their names as points of a plane, half-edges touch where their
//! middles coincide, zones are flooded anew, pyramids are counted one by one.

use std::collections::{BTreeMap, BTreeSet};

use quintazone::{Setup, View};

/// The middles of the half-edges of a card of size 4 × 4, clockwise from the left half of the top side.
pub(crate) const MIDDLES: [(i32, i32); 8] = [(1, 0), (3, 0), (4, 1), (4, 3), (3, 4), (1, 4), (0, 3), (0, 1)];

/// The letter of the panel at a point of an unturned card.
pub(crate) fn letter_at(name: &str, (x, y): (i32, i32)) -> char {
    let letters: Vec<char> = name.chars().collect();
    let first = match letters[..] {
        [_] => true,
        [_, _, '-', 'h'] => y < 2,
        [_, _, '-', 'v'] => x < 2,
        [a, b, '-', 'd'] => {
            let place = |letter| "EAFWS".find(letter).unwrap();
            let apart = (place(b) + 5 - place(a)) % 5;
            // Neighbours in the cyclic order are cut from top left to bottom right.
            if apart == 1 || apart == 4 { x > y } else { x + y < 4 }
        }
        [tl, tr, '-', bl, br] => return [[tl, tr], [bl, br]][usize::from(y >= 2)][usize::from(x >= 2)],
        _ => panic!("no card {name}"),
    };
    if first { letters[0] } else { letters[1] }
}

/// A panel: the number of its card in the layout, and its letter.
type Panel = (usize, char);

/// All zones of a written layout.
pub(crate) fn zones(layout: &[String]) -> Vec<BTreeSet<Panel>> {
    let mut meeting: BTreeMap<(i32, i32), Vec<Panel>> = BTreeMap::new();
    let mut left: BTreeSet<Panel> = BTreeSet::new();
    for (number, text) in layout.iter().enumerate() {
        let (name, place) = text.split_once('@').unwrap();
        let turned = place.ends_with('r');
        let (x, y) = place.trim_end_matches('r').split_once(',').unwrap();
        let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
        for (h, k) in MIDDLES {
            let letter = letter_at(name, if turned { (4 - h, 4 - k) } else { (h, k) });
            meeting.entry((4 * x + h, 4 * y + k)).or_default().push((number, letter));
            left.insert((number, letter));
        }
    }
    let mut zones = Vec::new();
    while let Some(start) = left.pop_first() {
        let mut zone = BTreeSet::from([start]);
        let mut reached = vec![start];
        while let Some(panel) = reached.pop() {
            for panels in meeting.values().filter(|panels| panels.contains(&panel)) {
                for &other in panels.iter().filter(|other| other.1 == panel.1) {
                    if zone.insert(other) {
                        reached.push(other);
                    }
                }
            }
        }
        left.retain(|panel| !zone.contains(panel));
        zones.push(zone);
    }
    zones
}

fn cards(zone: &BTreeSet<Panel>) -> usize {
    zone.iter().map(|panel| panel.0).collect::<BTreeSet<_>>().len()
}

/// What each seat's pyramids score: without goals, and with them.
pub(crate) fn totals(setup: &Setup) -> Vec<(usize, usize)> {
    let zones = zones(&setup.layout);
    let mut totals = vec![(0, 0); setup.seats.len()];
    for standing in &setup.pyramids {
        let (size, place) = standing.pyramid.split_once('^').unwrap();
        let (cell, element) = place.split_once(':').unwrap();
        let letter = element[..1].to_uppercase().chars().next().unwrap();
        let on_cell = |text: &String| text.split_once('@').unwrap().1.trim_end_matches('r') == cell;
        let number = setup.layout.iter().position(on_cell).unwrap();
        let zone = zones.iter().find(|zone| zone.contains(&(number, letter))).unwrap();
        let points = ("SML".find(size).unwrap() + 1) * cards(zone);
        let goal = format!("{:?}", setup.seats[standing.seat.index()].goal);
        let total = &mut totals[standing.seat.index()];
        total.0 += points;
        total.1 += if goal.starts_with(letter) { 2 * points } else { points };
    }
    totals
}

/// The zones of a view, written the same way.
pub(crate) fn zones_of_view(view: &View) -> BTreeSet<BTreeSet<Panel>> {
    let panel = |cell, element: quintazone::Element| {
        let number = view.layout.iter().position(|laid| laid.cell == cell).unwrap();
        (number, format!("{element:?}").chars().next().unwrap())
    };
    view.zones.iter().map(|zone| zone.cells.iter().map(|&cell| panel(cell, zone.element)).collect()).collect()
}
