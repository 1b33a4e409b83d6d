//! GAME TITLE: nothing is known of how to play it well yet, so that its bots only search.

use catalogue::crates::GAME_ID::GameId;
use table::{Game, Seat};

use crate::{
    Intent,
    judge::{Judging, Judge, Outlook, Term, Weighed},
    old, plain,
    teach::{BotTask, Teach},
};

impl Teach for GameId {
    fn worth(&self, _: Seat) -> f32 {
        0.5
    }

    fn decide(&self, asked: &mut BotTask<'_, '_>) -> Intent {
        if !self.awaited().contains(asked.seat) {
            return Intent::Wait { until: None };
        }
        let action = plain::choose(self, asked.seat, asked.now, asked.chance, asked.timer);
        Intent::now(action, asked.now)
    }
}

/// Of what is not known nothing is judged.
impl Judge for GameId {
    fn weigh(&self, _: &mut Judging<'_, '_, Self>) -> Vec<Weighed<Self::Action>> {
        Vec::new()
    }

    fn outlook(&self, _: &mut Judging<'_, '_, Self>) -> Outlook {
        Outlook { chances: Seat::all(self.seats()).map(|seat| self.worth(seat)).collect(), doubt: 0.0 }
    }

    fn terms(&self, _: Seat, _: &Weighed<Self::Action>) -> Vec<Term> {
        Vec::new()
    }
}

impl old::Teach for GameId {}
