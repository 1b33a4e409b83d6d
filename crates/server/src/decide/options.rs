//! Other options before the game begins.

use serde_json::{Map, Value};

use super::{Decision, Declined, Scene};
use crate::{entry::TableEntry, messages, people::Guest, protocol::Phase, store::Opening};

/// The host chooses other options for those who gather. What the rules do not allow is refused now, not at the start.
pub(super) fn change(
    scene: &Scene<'_>,
    guest: Guest,
    wanted: &Map<String, Value>,
) -> Result<Decision, Declined> {
    let opening = &scene.table.opening;
    if scene.table.phase() != Phase::Gathering {
        return Err(messages::ALREADY_STARTED.into());
    }
    if guest != opening.host {
        return Err(messages::NOT_THE_HOST.into());
    }
    // What had happened there happened with the options it had.
    if opening.given.is_some() {
        return Err(messages::OPTIONS_GIVEN.into());
    }
    let wanted = Value::Object(wanted.clone()).to_string();
    let options = catalogue::canonical_options(&opening.game, opening.rules, &wanted)?;
    if options == opening.options {
        return Ok(Decision::Done(scene.table.n));
    }
    // Whoever sat down agreed to these.
    if scene.table.terms.rated && scene.table.chairs.sitting().any(|other| other != guest) {
        return Err(messages::RATED_OPTIONS_STAND.into());
    }
    let changed = Opening { options: options.clone(), ..Opening::clone(opening) };
    changed.new_game()?;
    Ok(Decision::Append(TableEntry::Options { guest, options }))
}
