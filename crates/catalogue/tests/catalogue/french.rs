//! What French typography wants before `;` `:` `!` `?` and inside « »: a narrow space that does not break.

use std::{fs, path::Path};

/// Lines with a plain space there. English and Rust, as rustfmt leaves it, have none.
fn wrong(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| {
        let spaced = |(at, _): (usize, &str)| {
            let before = line[..at].ends_with(|c: char| c.is_alphanumeric() || "»)`*’".contains(c));
            let after = line[at + 2..].chars().next();
            before && after.is_none_or(|c| c.is_whitespace() || "\"`".contains(c))
        };
        [" ;", " :", " !", " ?"].iter().any(|sign| line.match_indices(sign).any(spaced))
            || line.contains("« ")
            || line.contains(" »")
    })
}

fn look_into(path: &Path, found: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder can be read") {
            look_into(&entry.expect("a folder can be read").path(), found);
        }
    } else if path.extension().is_some_and(|kind| ["rs", "md", "json"].iter().any(|&known| kind == known)) {
        let text = fs::read_to_string(path).expect("it is text");
        found.extend(wrong(&text).map(|line| format!("{}: {}", path.display(), line.trim())));
    }
}

#[test]
fn french_typography_is_kept_by_the_referee_the_rules_and_the_coach() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for part in ["catalogue/src", "table/src"] {
        look_into(&crates.join(part), &mut found);
    }
    for game in catalogue::GAMES {
        for part in ["src", "rules/fr.md", "lesson.json"] {
            look_into(&crates.join(game).join(part), &mut found);
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
