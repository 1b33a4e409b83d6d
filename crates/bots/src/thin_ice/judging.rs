//! `thin-ice` judged: room to walk, the bear, and who is still on the ice.

use catalogue::crates::thin_ice::{Action, Stage, ThinIce};
use table::{Chance, Game, Millis, Mute, Seat, Words};

use super::{
    footing,
    safety::{Floe, Standing, standing},
};
use crate::{
    judge::{CANDIDATES, Judge, Judging, Outlook, Speaks, Term, Weighed},
    mcts::{self, Foresee},
};

/// What a pawn that is gone weighs: more than any place on the ice.
const PAWN: f32 = 2.0;
/// From a weight in the exponent to a part of an even chance.
const SLOPE: f32 = 0.25;

impl Judge for ThinIce {
    fn laid_open(&self, chance: &mut Chance) -> Self {
        self.with_other_dice(chance)
    }

    /// The setup is played by eye: nobody can say yet who will be the last.
    fn weigh(&self, asking: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Action>> {
        match self.stage() {
            Stage::Playing => mcts::weigh(self, asking, |asking| asking.world(self)),
            Stage::Placing => by_eye(self, asking),
            Stage::Draft => Vec::new(),
        }
    }

    fn outlook(&self, asking: &mut Judging<'_, '_, Self>) -> Outlook {
        match self.stage() {
            Stage::Playing => mcts::outlook(self, asking, |asking| asking.world(self)),
            Stage::Placing | Stage::Draft => Outlook { chances: even(self), doubt: 0.0 },
        }
    }

    fn terms(&self, seat: Seat, weighed: &Weighed<Action>) -> Vec<Term> {
        let mut after = self.clone();
        after.apply(seat, weighed.action, Millis::ZERO, &mut Mute);
        let side = self.side(seat);
        let count = |game: &Self, mine: bool| standing(game, |seat| (game.side(seat) == side) == mine);
        let was = [count(self, true), count(self, false)];
        let [mine, theirs] = [count(&after, true), count(&after, false)];
        let mut terms = room(&mine, &theirs);
        let lost = was[0].pawns - mine.pawns;
        let gone = was[1].pawns - theirs.pawns;
        if self.stage() == Stage::Playing && lost > 0 {
            terms.push(Term {
                name: "pawns lost",
                weight: -SLOPE * PAWN * lost as f32,
                value: lost,
                more_is_better: false,
                speaks: Speaks::Against,
                words: match lost {
                    1 => Words::fixed("it costs you a pawn", "cela vous coûte un pion"),
                    _ => Words::new(
                        format!("it costs you {lost} pawns"),
                        format!("cela vous coûte {lost} pions"),
                    ),
                },
            });
        }
        if self.stage() == Stage::Playing && gone > 0 {
            terms.push(Term {
                name: "pawns gone",
                weight: SLOPE * PAWN * gone as f32,
                value: gone,
                more_is_better: true,
                speaks: Speaks::For,
                words: match gone {
                    1 => Words::fixed("a pawn of the others goes out", "un pion des autres est éliminé"),
                    _ => Words::new(
                        format!("{gone} pawns of the others go out"),
                        format!("{gone} pions des autres sont éliminés"),
                    ),
                },
            });
        }
        terms
    }
}

fn room(mine: &Standing, theirs: &Standing) -> Vec<Term> {
    let mut terms = Vec::new();
    if mine.pawns > 0 {
        terms.push(Term {
            name: "my reach",
            weight: SLOPE * mine.room / mine.pawns as f32,
            value: mine.reach,
            more_is_better: true,
            speaks: Speaks::Either,
            words: match (mine.pawns, mine.reach) {
                (1, 0) => Words::fixed(
                    "your pawn can reach no other tile",
                    "votre pion n’atteint aucune autre tuile",
                ),
                (1, 1) => Words::fixed(
                    "your pawn can reach 1 tile in three steps",
                    "votre pion atteint 1 tuile en trois pas",
                ),
                (1, reach) => Words::new(
                    format!("your pawn can reach {reach} tiles in three steps"),
                    format!("votre pion atteint {reach} tuiles en trois pas"),
                ),
                (_, reach) => Words::new(
                    format!("your pawns can reach {reach} tiles in three steps, all told"),
                    format!("vos pions atteignent {reach} tuiles en trois pas, au total"),
                ),
            },
        });
        terms.push(Term {
            name: "bear",
            weight: SLOPE * mine.bear / mine.pawns as f32,
            value: mine.beside_bear,
            more_is_better: false,
            speaks: Speaks::for_if(mine.beside_bear == 0),
            words: match mine.beside_bear {
                0 => Words::fixed(
                    "the bear, if awake, is not beside you",
                    "l’ours, s’il veille, n’est pas à côté de vous",
                ),
                1 => Words::fixed(
                    "a pawn of yours stands beside the bear",
                    "un pion à vous est à côté de l’ours",
                ),
                beside => Words::new(
                    format!("{beside} pawns of yours stand beside the bear"),
                    format!("{beside} pions à vous sont à côté de l’ours"),
                ),
            },
        });
    }
    if theirs.pawns > 0 {
        terms.push(Term {
            name: "others' reach",
            weight: -SLOPE * theirs.room / theirs.pawns as f32,
            value: theirs.reach,
            more_is_better: false,
            speaks: Speaks::For,
            words: match (theirs.pawns, theirs.reach) {
                (1, 0) => Words::fixed(
                    "the other pawn can reach no tile",
                    "l’autre pion n’atteint plus aucune tuile",
                ),
                (1, reach) => Words::new(
                    format!("the other pawn can reach {reach} {} in three steps", tiles_en(reach)),
                    format!("l’autre pion atteint {reach} {} en trois pas", tiles_fr(reach)),
                ),
                (_, reach) => Words::new(
                    format!("the other pawns can reach {reach} {} in three steps, all told", tiles_en(reach)),
                    format!("les autres pions atteignent {reach} {} en trois pas, au total", tiles_fr(reach)),
                ),
            },
        });
    }
    for (name, fallen, weight, good) in [
        ("fallen in", mine.fallen, mine.cold, false),
        ("others fallen in", theirs.fallen, -theirs.cold, true),
    ] {
        if fallen > 0 {
            terms.push(Term {
                name,
                weight: SLOPE * weight,
                value: fallen,
                more_is_better: good,
                speaks: Speaks::for_if(good),
                words: if good {
                    Words::new(
                        format!("others who fell in and miss a turn: {fallen}"),
                        format!("autres tombés à l’eau, qui passent un tour\u{202f}: {fallen}"),
                    )
                } else {
                    Words::new(
                        format!("your pawns that fell in and miss a turn: {fallen}"),
                        format!("vos pions tombés à l’eau, qui passent un tour\u{202f}: {fallen}"),
                    )
                },
            });
        }
    }
    terms
}

const fn tiles_en(count: i32) -> &'static str {
    if count == 1 { "tile" } else { "tiles" }
}

const fn tiles_fr(count: i32) -> &'static str {
    if count == 1 { "tuile" } else { "tuiles" }
}

fn even(game: &ThinIce) -> Vec<f32> {
    game.values()[..usize::from(game.seats())].to_vec()
}

/// T-8, T-43: the places that look safest.
fn by_eye(game: &ThinIce, asking: &Judging<'_, '_, ThinIce>) -> Vec<Weighed<Action>> {
    let mut places = Vec::new();
    game.choices(asking.seat, &mut places);
    let floe = Floe::of(game);
    let liking = |action: &Action| match *action {
        Action::Put(cell) => 4.0 * game.face_on(cell).map_or(0.0, footing) + floe.exits(cell) as f32,
        _ => 0.0,
    };
    places.sort_by(|a, b| liking(b).total_cmp(&liking(a)));
    places.truncate(CANDIDATES);
    if let Some((also, _)) = asking.also
        && !places.contains(&also)
    {
        places.push(also);
    }
    let weighed =
        |action| Weighed { action, at: asking.now, chances: even(game), doubt: 0.0, line: Vec::new() };
    places.into_iter().map(weighed).collect()
}
