//! What people mean to answer at tables of hours or days. Nothing here understands it: a plan is a text from a number of the log
//! on, and it is replaced only by whoever has seen it as it was.

use futures_util::FutureExt;

use super::{Key, Result, Store, ask::query, engine::At, rows::from_row};
use crate::people::Guest;

/// One guest's plan at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanRow {
    pub(crate) guest: Guest,
    pub(crate) seat: i64,
    /// After which number of the log it begins.
    pub(crate) base: i64,
    pub(crate) lines: String,
}

from_row!(PlanRow { guest, seat, base, lines });

impl Store {
    /// All plans of a table.
    pub(crate) async fn plans(&self, key: Key) -> Result<Vec<PlanRow>> {
        #[cfg(test)]
        if self.disk.is_some() {
            return Ok(Vec::new());
        }
        query("SELECT guest, seat, base, lines FROM plans WHERE table_key = $1 ORDER BY guest")
            .bind(key.0)
            .fetch_all(&self.readers)
            .await
    }

    /// A guest's plans everywhere, with the ids of the tables.
    pub(crate) async fn plans_of(&self, guest: Guest) -> Result<Vec<(String, String)>> {
        query(
            "SELECT tables.id, plans.lines FROM plans JOIN tables ON tables.key = plans.table_key \
             WHERE plans.guest = $1 ORDER BY tables.key",
        )
        .bind(guest.to_string())
        .fetch_all(&self.readers)
        .await
    }

    /// Puts a guest's plan in place of the one that was, or of none. Says whether it was still so.
    pub(crate) async fn replace_plan(
        &self,
        key: Key,
        was: Option<PlanRow>,
        plan: Option<PlanRow>,
    ) -> Result<bool> {
        self.write(move |at| async move { replace(at, key, was.as_ref(), plan.as_ref()).await }.boxed()).await
    }
}

async fn replace(at: At<'_>, key: Key, was: Option<&PlanRow>, plan: Option<&PlanRow>) -> Result<bool> {
    let replaced = match (was, plan) {
        (None, None) => return Ok(true),
        (None, Some(plan)) => {
            query(
                "INSERT INTO plans (table_key, guest, seat, base, lines) VALUES ($1,$2,$3,$4,$5) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(key.0)
            .bind(plan.guest.to_string())
            .bind(plan.seat)
            .bind(plan.base)
            .bind(&plan.lines)
            .execute(at)
            .await?
        }
        (Some(was), Some(plan)) => {
            query(
                "UPDATE plans SET seat = $1, base = $2, lines = $3 \
                 WHERE table_key = $4 AND guest = $5 AND base = $6 AND lines = $7",
            )
            .bind(plan.seat)
            .bind(plan.base)
            .bind(&plan.lines)
            .bind(key.0)
            .bind(was.guest.to_string())
            .bind(was.base)
            .bind(&was.lines)
            .execute(at)
            .await?
        }
        (Some(was), None) => {
            query("DELETE FROM plans WHERE table_key = $1 AND guest = $2 AND base = $3 AND lines = $4")
                .bind(key.0)
                .bind(was.guest.to_string())
                .bind(was.base)
                .bind(&was.lines)
                .execute(at)
                .await?
        }
    };
    Ok(replaced > 0)
}
