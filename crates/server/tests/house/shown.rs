//! A table as a page puts it together from frames. The load uses it too.

use serde_json::{Map, Value, json};

type Trouble = Box<dyn std::error::Error + Send + Sync>;

/// The table and the game, as the newest frame left them.
#[derive(Debug)]
pub(crate) struct Shown(Value);

impl Default for Shown {
    fn default() -> Self {
        Self(json!({}))
    }
}

impl Shown {
    /// Takes a frame in, which then holds what it told: `awaited`, `outcome`, and `table` and `eyes` if they changed.
    /// Returns the same with all of it.
    pub(crate) fn take(&mut self, frame: &mut Value) -> Result<Value, Trouble> {
        let told = frame.as_object_mut().ok_or("a frame is an object")?;
        let mut changed: Vec<&str> = Vec::new();
        for part in ["table", "game"] {
            if let Some(whole) = told.remove(part) {
                self.0[part] = whole;
                changed.push(part);
            }
        }
        if let Some(patch) = told.remove("patch") {
            let patch = written_out(&patch)?;
            json_patch::patch(&mut self.0, &patch)?;
            let paths = patch.iter().map(|operation| operation.path().as_str());
            changed.extend(paths.map(|path| if path.starts_with("/table") { "table" } else { "game" }));
        }
        let Value::Object(game) = &self.0["game"] else {
            return Err(format!("there is no game in {told:?}").into());
        };
        let mut all: Map<String, Value> = told.clone();
        all.extend(game.clone());
        all.insert("table".into(), self.0["table"].clone());
        for (part, key) in [("table", "table"), ("game", "awaited"), ("game", "outcome"), ("game", "eyes")] {
            if changed.contains(&part) || matches!(key, "awaited" | "outcome") {
                told.insert(key.into(), all[key].clone());
            }
        }
        Ok(Value::Object(all))
    }
}

/// A patch in its compact form, written out.
fn written_out(patch: &Value) -> Result<json_patch::Patch, Trouble> {
    let operation = |compact: &Value| {
        let mut operation = json!({ "path": compact[1] });
        operation["op"] =
            ["add", "remove", "replace"][compact[0].as_u64().unwrap_or_default() as usize].into();
        if let Some(value) = compact.get(2) {
            operation["value"] = value.clone();
        }
        operation
    };
    let operations: Value = patch.as_array().ok_or("a patch is a list")?.iter().map(operation).collect();
    Ok(serde_json::from_value(operations)?)
}
