//! `pyramids` judged: the same search with an exact score for several steps, and what each of them does to the board.

use std::sync::LazyLock;

use catalogue::crates::pyramids::{Action, Deed, Pyramids, Step};
use table::{Game, Millis, Mute, Seat, Words};

use super::{
    TABLE_BITS,
    evaluation::{PIP, best_capture, weight},
    position::{Position, other},
    search::{DEEPEST, Search, WON},
    sight::Sight,
    transpositions::Transpositions,
};
use crate::{
    judge::{CANDIDATES, Judge, Judging, Outlook, Speaks, Term, Weighed, pips_en, pips_fr},
    luce,
};

/// A lead of so many hundredths of a pip makes the chances e to 1: fitted to games of self-play.
static SCALE: LazyLock<f32> = LazyLock::new(|| {
    let [pips] = luce::read(&["lead"], include_str!("../../data/pyramids-chances.tsv"));
    pips.max(0.1) * PIP as f32
});
/// No line is longer, in steps.
const LONGEST: usize = 8;
/// The part of the time after which no iteration is begun.
const LATE: f64 = 0.45;

const SHARP: Sight = Sight { misses: 0, eyes: 0 };

impl Judge for Pyramids {
    const EXACT: bool = true;

    fn weigh(&self, asking: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Action>> {
        let table = Transpositions::new(TABLE_BITS);
        let position = Position::of(self);
        let also = asking.also.map(|(action, _)| action);
        let mut search = Search::new(self, SHARP, &table, asking.timer);
        let scored = search.scores(&position, CANDIDATES, also);
        let weighed = scored.into_iter().map(|(action, score)| Weighed {
            action,
            at: asking.now,
            chances: chances(self, asking.seat, score),
            doubt: 0.0,
            line: search.line(&position, action),
        });
        weighed.collect()
    }

    fn outlook(&self, asking: &mut Judging<'_, '_, Self>) -> Outlook {
        let (turn, _) = self.turn();
        let table = Transpositions::new(TABLE_BITS);
        let mut search = Search::new(self, SHARP, &table, asking.timer);
        let best = search.scores(&Position::of(self), 1, None).first().map_or(0, |&(_, score)| score);
        Outlook { chances: chances(self, turn, best), doubt: 0.0 }
    }

    fn terms(&self, seat: Seat, weighed: &Weighed<Action>) -> Vec<Term> {
        let before = Position::of(self);
        let mut after = before;
        after.play(weighed.action);
        let taken = i32::from(after.pips(seat)) - i32::from(before.pips(seat));
        let mut terms = vec![Term {
            name: "pips",
            weight: pips(taken),
            value: taken,
            more_is_better: true,
            speaks: Speaks::for_if(taken > 0),
            words: match taken {
                0 => Words::fixed("it takes nothing", "cela ne prend rien"),
                _ => Words::new(
                    format!("it takes {}", pips_en(taken)),
                    format!("cela prend {}", pips_fr(taken)),
                ),
            },
        }];
        if self.wins_with(seat, weighed.action) {
            terms.push(Term {
                name: "wins",
                weight: 1.0,
                value: 1,
                more_is_better: true,
                speaks: Speaks::For,
                words: Words::fixed("it wins the round at once", "cela gagne la manche aussitôt"),
            });
            return terms;
        }
        // What can be taken is plain only once the coaster has been turned.
        let then = weighed.line.first().filter(|(next, _)| after.step == Step::Turn && *next == seat);
        if let Some((_, turn)) = then {
            after.play(*turn);
        }
        if after.turn == seat {
            return terms;
        }
        // As the move list says it, not in notation.
        let prefix = |words: Words| match then.map(|(_, turn)| turn.deed()) {
            Some(Deed::Turn { coaster, angle }) => Words::new(
                format!("then turn `{coaster} by {angle}°`: {}", words.en),
                format!("puis tournez `{coaster} de {angle}°`\u{202f}: {}", words.fr),
            ),
            _ => words,
        };
        let capture = |of: Seat| best_capture(&after, of, SHARP, &mut Vec::new()).map_or(0, i32::from);
        let (theirs, mine) = (capture(other(seat)), capture(seat));
        terms.push(Term {
            name: "can capture",
            weight: -weight("can capture") * pips(theirs),
            value: theirs,
            more_is_better: false,
            speaks: Speaks::for_if(theirs == 0),
            words: prefix(match theirs {
                0 => Words::fixed(
                    "nothing of yours can be taken next",
                    "rien à vous ne peut être pris ensuite",
                ),
                _ => Words::new(
                    format!("{} of yours can be taken next", pips_en(theirs)),
                    format!("{} à vous peuvent être pris ensuite", pips_fr(theirs)),
                ),
            }),
        });
        terms.push(Term {
            name: "threatens",
            weight: weight("threatens") * pips(mine),
            value: mine,
            more_is_better: true,
            speaks: Speaks::for_if(mine > 0),
            words: prefix(match mine {
                0 => Words::fixed("you threaten nothing", "vous ne menacez rien"),
                _ => Words::new(
                    format!("you threaten to take {}", pips_en(mine)),
                    format!("vous menacez de prendre {}", pips_fr(mine)),
                ),
            }),
        });
        let left = after.reserve(seat).iter().sum::<u8>();
        if left < 3 {
            let name = ["nothing in reserve", "one in reserve", "two in reserve"][usize::from(left)];
            terms.push(Term {
                name: "reserve",
                weight: weight(name) * pips(1),
                value: left.into(),
                more_is_better: true,
                speaks: Speaks::Either,
                words: match left {
                    0 => Words::fixed("you have nothing left to place", "il ne vous reste rien à poser"),
                    1 => Words::fixed("you have 1 pyramid left to place", "il vous reste 1 pyramide à poser"),
                    _ => {
                        Words::fixed("you have 2 pyramids left to place", "il vous reste 2 pyramides à poser")
                    }
                },
            });
        }
        terms
    }
}

/// What so many pips do to an even chance.
fn pips(count: i32) -> f32 {
    0.25 * (count * PIP) as f32 / *SCALE
}

trait Winning {
    fn wins_with(&self, seat: Seat, action: Action) -> bool;
}

impl Winning for Pyramids {
    /// Whether a round ends with this step, and `seat` has won it.
    fn wins_with(&self, seat: Seat, action: Action) -> bool {
        let mut after = self.clone();
        let past = self.rounds().1.len();
        after.apply(seat, action, Millis::ZERO, &mut Mute);
        after.rounds().1.get(past).is_some_and(|round| round.winner == Some(seat))
    }
}

/// Both seats' chances of the match, where this round is worth `score` to `seat`.
fn chances(game: &Pyramids, seat: Seat, score: i32) -> Vec<f32> {
    let (rounds, past) = game.rounds();
    let round = 1.0 / (1.0 + (-(score as f32) / *SCALE).exp());
    let mine = if rounds == 1 {
        round
    } else {
        // P-17: all pips count. Rounds to come may bring either side as much as this one is likely to.
        let pips = |of: Seat| past.iter().map(|round| f32::from(round.pips[of.index()])).sum::<f32>();
        let lead = (pips(seat) - pips(other(seat))) * PIP as f32 + (score as f32).clamp(-1500.0, 1500.0);
        let to_come = f32::from(rounds) - past.len() as f32;
        1.0 / (1.0 + (-lead / (*SCALE * 2.0 * to_come.sqrt())).exp())
    };
    let mut chances = vec![1.0 - mine; 2];
    chances[seat.index()] = mine;
    chances
}

impl Search<'_, '_> {
    /// The best `count` steps and `also`, each with its score for the seat to move, best first: of the deepest whole
    /// iteration.
    fn scores(&mut self, position: &Position, count: usize, also: Option<Action>) -> Vec<(Action, i32)> {
        let mut list: Vec<Action> =
            self.list(position, 0, None).into_iter().map(|(_, action)| action).collect();
        if let Some(also) = also.filter(|also| !list.contains(also)) {
            list.push(also);
        }
        // What nobody has looked at is worth what it takes.
        let mut kept: Vec<(Action, i32)> =
            list.iter().map(|&action| (action, position.lead() * PIP)).collect();
        let first = if position.step == Step::Turn { 1 } else { 2 };
        for depth in first..DEEPEST as i32 / 2 {
            let mut found: Vec<(Action, i32)> = Vec::new();
            for (index, &action) in list.iter().enumerate() {
                // Only what may be among the best has to be known exactly.
                let least = if Some(action) == also || found.len() < count {
                    -WON
                } else {
                    let mut best: Vec<i32> = found.iter().map(|&(_, score)| score).collect();
                    best.sort_unstable_by(|a, b| b.cmp(a));
                    best[count - 1]
                };
                let score = self.probe(position, action, depth - 1, 0, (least, WON), index == 0);
                if self.is_over() {
                    break;
                }
                if score > least || Some(action) == also || found.len() < count {
                    found.push((action, score));
                }
            }
            if self.is_over() {
                break;
            }
            found.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
            list.sort_by_key(|action| {
                found.iter().position(|(known, _)| known == action).unwrap_or(usize::MAX)
            });
            kept = found;
            let decided = kept.first().is_some_and(|&(_, score)| score.abs() >= WON - 2 * DEEPEST as i32);
            if decided || self.spent() > LATE {
                break;
            }
        }
        let best: Vec<Action> = kept.iter().take(count).map(|&(action, _)| action).collect();
        kept.retain(|(action, _)| best.contains(action) || Some(*action) == also);
        kept
    }

    /// How it goes on after a step, as far as the table remembers.
    fn line(&self, position: &Position, first: Action) -> Vec<(Seat, Action)> {
        let mut line = Vec::new();
        let mut position = *position;
        position.play(first);
        let mut possible = Vec::new();
        while line.len() < LONGEST {
            possible.clear();
            position.board.jumps(position.turn, &mut possible);
            if position.verdict(|| !possible.is_empty()).is_some() {
                break;
            }
            let Some(next) = self.remembered(&position) else { break };
            possible.clear();
            position.actions(&mut possible);
            if !possible.contains(&next) {
                break;
            }
            line.push((position.turn, next));
            position.play(next);
        }
        line
    }
}
