//! The lobby as a page puts it together.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// The lobby, put together from what is new in it.
#[derive(Default)]
pub(crate) struct Lobby {
    open: Vec<Value>,
    mine: Vec<Value>,
    tables: BTreeMap<String, Value>,
}

impl Lobby {
    /// The lobby as it stands after this.
    pub(crate) fn hear(&mut self, news: &Value) -> Value {
        let id = |table: &Value| table["id"].as_str().expect("an id").to_owned();
        let list = |ids: &Value| ids.as_array().cloned();
        self.tables
            .extend(list(&news["tables"]).expect("tables").into_iter().map(|table| (id(&table), table)));
        for (id, moves) in news["moves"].as_object().expect("moves") {
            self.tables.get_mut(id).expect("it is known")["moves"] = moves.clone();
        }
        self.open = list(&news["open"]).unwrap_or_else(|| self.open.clone());
        self.mine = list(&news["mine"]).unwrap_or_else(|| self.mine.clone());
        let tables = |ids: &[Value]| -> Vec<Value> {
            ids.iter().map(|id| self.tables[id.as_str().expect("an id")].clone()).collect()
        };
        let (people, trouble) = (&news["people"], &news["trouble"]);
        json!({ "people": people, "trouble": trouble, "tables": tables(&self.open), "mine": tables(&self.mine) })
    }
}
