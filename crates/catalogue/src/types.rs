//! The TypeScript of everything the client reads, made from the Rust types.

use table::{About, Game, Outcome, Refusal};
use ts_rs::{Config, ExportError, TS};

use crate::{Attend, LessonMoment, RulesPage};

/// Writes the types of all games' views and events, and of what they share.
pub fn export(config: &Config) -> Result<(), ExportError> {
    About::export_all(config)?;
    Refusal::export_all(config)?;
    Outcome::export_all(config)?;
    RulesPage::export_all(config)?;
    Attend::export_all(config)?;
    LessonMoment::export_all(config)?;
    for &id in crate::GAMES {
        let exported: Option<Result<(), ExportError>> = with_game!(id, G => {
            <G as Game>::View::export_all(config).and_then(|()| <G as Game>::Event::export_all(config))
        });
        exported.unwrap_or(Ok(()))?;
    }
    Ok(())
}
