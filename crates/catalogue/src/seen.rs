//! What one viewer sees and may do, kept as it is, so that the next look can say what has changed.

use std::{any::Any, fmt};

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use table::{Game, Seat, Since};

use crate::{live::raw, patch::Patch};

/// What one viewer sees and may do.
pub trait Seen: fmt::Debug + Send + Sync {
    fn view(&self) -> Box<RawValue>;
    /// A list of notations.
    fn actions(&self) -> Box<RawValue>;
    /// Tells what has changed of both since this viewer last looked.
    fn since(&self, before: &dyn Seen, patch: &mut Patch);
    fn as_any(&self) -> &dyn Any;
}

/// An action as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Notation<A>(A);

impl<A: fmt::Display> Serialize for Notation<A> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<A: PartialEq + fmt::Display> Since for Notation<A> {}

#[derive(Debug)]
struct SeenOf<G: Game> {
    view: G::View,
    actions: Vec<Notation<G::Action>>,
}

/// What `viewer` sees of a game, and may do if it `may_act`; `None` is a spectator.
pub(crate) fn look<G: Game>(game: &G, viewer: Option<Seat>, may_act: bool) -> Box<dyn Seen> {
    let mut actions = Vec::new();
    if let Some(seat) = viewer.filter(|_| may_act) {
        game.actions(seat, &mut actions);
    }
    let actions = actions.into_iter().map(Notation).collect();
    Box::new(SeenOf::<G> { view: game.view(viewer), actions })
}

impl<G: Game> Seen for SeenOf<G> {
    fn view(&self) -> Box<RawValue> {
        raw(&self.view)
    }

    fn actions(&self) -> Box<RawValue> {
        raw(&self.actions)
    }

    fn since(&self, before: &dyn Seen, patch: &mut Patch) {
        let before = before.as_any().downcast_ref::<Self>();
        patch.at("view", |patch| match before {
            Some(before) => self.view.since(&before.view, patch),
            None => patch.replace(&self.view),
        });
        patch.at("actions", |patch| match before {
            Some(before) => self.actions.since(&before.actions, patch),
            None => patch.replace(&self.actions),
        });
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
