//! People who planned ahead answer at once, whether or not they are there.

use table::Millis;

use super::{NotDone, Room};
use crate::{
    decide::{Decision, Who, decide},
    plans::{Plan, may_plan},
    protocol::Request,
};

impl Room {
    /// Plays what people have planned for what has happened, one after the other; plans that do not fit any more are forgotten.
    pub(super) async fn play_plans(&mut self) {
        while std::mem::take(&mut self.plans_due) && !self.ended && may_plan(&self.table) {
            let rows = match self.house.store.plans(self.table.key).await {
                Ok(rows) => rows,
                Err(error) => {
                    // Whoever opens the room anew looks again.
                    tracing::error!(table = self.table.opening.id, %error, "plans cannot be read");
                    self.ended = true;
                    return;
                }
            };
            let plans: Vec<Plan> = rows.iter().map(Plan::read).collect();
            let answer = plans.iter().find_map(|plan| Some((plan.guest, plan.answer(&self.table)?)));
            if let Some((guest, act)) = answer {
                let request =
                    Request::Play { id: 0, seat: act.seat, action: act.action, at: None, expect: None };
                // What cannot be done is left, and they are called as usual.
                let decision = decide(&self.scene(), Who::Guest(guest), &request, Millis::ZERO);
                if let Ok(Decision::Append(entry)) = decision {
                    match self.append(entry).await {
                        Ok(_) => self.house.metrics.moves_by_people.one(),
                        Err(NotDone::Again) => self.plans_due = true,
                        Err(_) => {}
                    }
                }
                continue;
            }
            for (row, _) in
                rows.into_iter().zip(&plans).filter(|(_, plan)| plan.living(&self.table).is_empty())
            {
                if let Err(error) = self.house.store.replace_plan(self.table.key, Some(row), None).await {
                    tracing::warn!(table = self.table.opening.id, %error, "a plan that is void stays");
                }
            }
        }
    }
}
