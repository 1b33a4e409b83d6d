//! A match as it is written down, not yet known to be one that can be.

use serde::{Deserialize, Serialize};
use table::{Refusal, Seat};

use crate::{
    board::{Board, OWNED, Size, Stock},
    clause::{P_15, P_16, P_18, P_19},
    options::Options,
    refusals::setup as wrong,
    rules::{GOAL, LONGEST_QUIET, RECURRENCE},
    state::{Position, Pyramids, Round, RoundResult, SEATS, Seen, Step},
};

/// A match as text and numbers: the board, and whatever is not as at the start of a match of one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    #[serde(default = "one")]
    pub rounds: u8,
    /// The round in play, from 1; after the end the last.
    #[serde(default = "one")]
    pub round: u8,
    /// The rounds that have ended.
    #[serde(default)]
    pub results: Vec<RoundResult>,
    /// Six rows, row 6 first: `S`, `M`, `L` are seat 0's, `s`, `m`, `l` are seat 1's, `.` is an empty cell.
    pub board: Vec<String>,
    /// What each seat has captured of its opponent's: small, medium, large. What is neither captured nor on the
    /// board is in reserve.
    #[serde(default)]
    pub captures: [Stock; 2],
    #[serde(default)]
    pub turn: Seat,
    #[serde(default)]
    pub step: Step,
    /// Turns completed in this round.
    #[serde(default)]
    pub turns: u16,
    /// Turns completed in a row without a capture.
    #[serde(default)]
    pub quiet: u8,
    /// Whether step one of this turn has captured.
    #[serde(default)]
    pub captured: bool,
    /// The boards since the last capture, oldest first, the present one not among them. Fewer may be told than there
    /// were.
    #[serde(default)]
    pub past: Vec<String>,
}

const fn one() -> u8 {
    1
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            rounds: 1,
            round: 1,
            results: Vec::new(),
            board: Board::default().rows().to_vec(),
            captures: [[0; 3]; 2],
            turn: Seat(0),
            step: Step::PlaceOrJump,
            turns: 0,
            quiet: 0,
            captured: false,
            past: Vec::new(),
        }
    }
}

impl From<Pyramids> for Setup {
    fn from(game: Pyramids) -> Self {
        let round = &game.round;
        let (_, past) = round.seen.positions().split_last().unwrap_or((&round.position(), &[]));
        Self {
            rounds: game.rounds,
            round: game.round_number(),
            board: round.board.rows().to_vec(),
            captures: round.captures,
            turn: round.turn,
            step: round.step,
            turns: round.turns,
            quiet: round.quiet,
            captured: round.captured,
            past: past.iter().map(|position| position.board().to_string()).collect(),
            results: game.results,
        }
    }
}

/// At most 30 captures a round, and at most 100 turns before each.
const MOST_TURNS: u16 = LONGEST_QUIET as u16 * 31;

impl TryFrom<Setup> for Pyramids {
    type Error = Refusal;

    fn try_from(setup: Setup) -> Result<Self, Refusal> {
        let rounds = Options { rounds: setup.rounds.into() }.rounds()?;
        let ended = setup.results.len();
        let over = ended == usize::from(rounds);
        let in_play = if over { ended } else { ended + 1 };
        if ended > usize::from(rounds)
            || usize::from(setup.round) != in_play
            || !setup.results.iter().all(possible)
        {
            return Err(wrong::results_do_not_fit());
        }
        let round = setup.round_in_play()?;
        let end = round.verdict();
        match setup.results.last().filter(|_| over) {
            Some(last) if end.as_ref() != Some(last) => return Err(wrong::not_over()),
            Some(_) => {}
            None => match end {
                Some(end) => return Err(wrong::should_be_over(&end)),
                None if round.pips().iter().any(|&pips| pips >= GOAL) => return Err(wrong::too_many_pips()),
                None => {}
            },
        }
        let mut game = Self { rounds, results: setup.results, round, outcome: None };
        game.outcome = game.verdict();
        Ok(game)
    }
}

impl Setup {
    fn round_in_play(&self) -> Result<Round, Refusal> {
        let board =
            Board::from_rows(self.board.iter().map(String::as_str)).ok_or_else(wrong::unreadable_board)?;
        let reserves = self.reserves(&board)?;
        if self.turn.0 >= SEATS {
            return Err(wrong::no_such_seat());
        }
        let first = Round::starting_seat(self.round);
        if self.turns > MOST_TURNS || u16::from(self.turn.0) != (u16::from(first.0) + self.turns) % 2 {
            return Err(wrong::turns_do_not_fit());
        }
        // P-19: the hundredth ends the round, before another step one.
        let most_quiet = LONGEST_QUIET - u8::from(self.step == Step::Turn);
        if self.quiet > most_quiet || u16::from(self.quiet) > self.turns || self.captured && self.quiet > 0 {
            return Err(wrong::quiet_does_not_fit());
        }
        if self.captured && (self.step != Step::Turn || self.captures[self.turn.index()] == [0; 3]) {
            return Err(wrong::captured_does_not_fit());
        }
        let mut round = Round {
            board,
            captures: self.captures,
            reserves,
            turn: self.turn,
            step: self.step,
            turns: self.turns,
            quiet: self.quiet,
            captured: self.captured,
            seen: Seen::default(),
        };
        self.remember(&mut round)?;
        Ok(round)
    }

    /// P-2: what is neither on the board nor captured is in reserve.
    fn reserves(&self, board: &Board) -> Result<[Stock; 2], Refusal> {
        let mut reserves = [OWNED; 2];
        for owner in Seat::all(SEATS) {
            let standing = board.stock(board.of(owner));
            let captured = self.captures[owner.next(SEATS).index()];
            for size in Size::ALL {
                let left = OWNED[size.index()]
                    .checked_sub(captured[size.index()])
                    .and_then(|left| left.checked_sub(standing[size.index()]));
                reserves[owner.index()][size.index()] =
                    left.ok_or_else(|| wrong::too_many_pyramids(owner, size))?;
            }
        }
        Ok(reserves)
    }

    /// P-18: the positions since the last capture. Seat and step of each follow from how long ago it was.
    fn remember(&self, round: &mut Round) -> Result<(), Refusal> {
        let most = match (self.step, self.captured) {
            (_, true) => 0,
            (Step::PlaceOrJump, _) => 2 * usize::from(self.quiet) + 1,
            (Step::Turn, _) => 2 * usize::from(self.quiet) + 2,
        };
        if self.past.len() > most {
            return Err(wrong::past_does_not_fit());
        }
        let (mut turn, mut step) = (round.turn, round.step);
        let mut seen = vec![round.position()];
        for text in self.past.iter().rev() {
            (turn, step) = match step {
                Step::PlaceOrJump => (turn.next(SEATS), Step::Turn),
                Step::Turn => (turn, Step::PlaceOrJump),
            };
            let board = Board::from_rows(text.split('/')).ok_or_else(wrong::unreadable_board)?;
            self.reserves(&board)?;
            seen.push(Position::new(&board, turn, step));
        }
        seen.reverse();
        // The present position may be there for the third time, if that has ended the round.
        for last in 0..seen.len().saturating_sub(1) {
            if seen[..=last].iter().filter(|&past| *past == seen[last]).count() >= RECURRENCE {
                return Err(wrong::past_does_not_fit());
            }
        }
        round.seen = seen.into_iter().collect();
        Ok(())
    }
}

/// Whether a round can have ended like this.
fn possible(result: &RoundResult) -> bool {
    /// 14 pips, then three large pyramids in one jump.
    const MOST_PIPS: u8 = GOAL - 1 + 9;
    let reached = result.pips.map(|pips| pips >= GOAL);
    let in_range = result.pips.iter().all(|&pips| pips <= MOST_PIPS);
    in_range
        && match (result.clause, result.winner) {
            (P_15, Some(Seat(0))) => reached == [true, false],
            (P_15, Some(Seat(1))) => reached == [false, true],
            (P_16, Some(Seat(0 | 1))) | (P_18 | P_19, None) => reached == [false, false],
            _ => false,
        }
}
