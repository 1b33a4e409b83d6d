//! `cargo xtask new-game NAME`: the skeleton of one more game.
//!
//! The skeleton is the tree under `xtask/new-game`, each file where it goes, with stand-ins for the game's names; besides,
//! three files get a line. docs/adding-a-game.md lists what is touched, and [`check()`] compares.

mod check;
mod names;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    needs,
    shell::{Failed, Run, cargo, root, run},
    web,
};
pub(crate) use check::{browse, check};
use names::Names;

const TEMPLATE: &str = "xtask/new-game";

/// A line that a file gets, at the end of a list.
struct Line {
    file: &'static str,
    /// How the list begins; it ends before an empty line, or a bracket.
    list: &'static str,
    text: &'static str,
}

const LINES: [Line; 3] = [
    Line {
        file: "crates/catalogue/Cargo.toml",
        list: "# The games",
        text: "GAME-ID = { path = \"../GAME-ID\" }",
    },
    Line { file: "crates/catalogue/src/games.rs", list: "games! {", text: "    GAME_ID::GameId," },
    Line { file: "crates/bots/src/lib.rs", list: "mod ", text: "mod GAME_ID;" },
];

pub(crate) fn new_game(args: &[String]) -> Result<(), Failed> {
    let [id] = args else {
        return Err(Failed(
            "say in one word how the game is called: cargo xtask new-game thin-ice.".to_owned(),
        ));
    };
    let names = Names::choose(&root(), id)?;
    web::install()?;
    plant(&root(), &names)?;
    println!(
        "{} stands on the shelf, as a whole little game; its clauses are called {}-1, {}-2 and so on. Try it: cargo test -p \
         {id}, then cargo xtask play. docs/adding-a-game.md lists what was touched, and leads on from there.",
        names.title(),
        names.letter,
        names.letter,
    );
    Ok(())
}

/// Puts the skeleton into the repository at `root`.
fn plant(root: &Path, names: &Names) -> Result<(), Failed> {
    let template = root.join(TEMPLATE);
    for file in files_under(&template)? {
        let within = file.strip_prefix(&template).unwrap_or(&file).to_string_lossy();
        write(&root.join(names.write(&within)), &names.write(&read(&file)?))?;
    }
    for Line { file, list, text } in LINES {
        let path = root.join(file);
        let longer = with_line(&read(&path)?, list, &names.write(text));
        let longer = longer
            .ok_or_else(|| Failed(format!("{file} has no list that begins with `{list}` any more.")))?;
        write(&path, &longer)?;
    }
    // Nothing that was not locked before: nothing is fetched.
    cargo(&["update", "--quiet", "--workspace", "--offline"]).within(root).run()?;
    // Names of other lengths break lines elsewhere.
    needs::rust_component("fmt", "rustfmt")?;
    cargo(&["fmt", "-p", &names.id, "-p", "catalogue", "-p", "bots"]).within(root).run()?;
    prettier(root, names, "--write").run()
}

/// `text` with `line` at the end of the list that begins with `list`.
fn with_line(text: &str, list: &str, line: &str) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| line.starts_with(list))?;
    let length = lines[start..].iter().position(|line| line.is_empty() || line.starts_with('}'))?;
    lines.insert(start + length, line);
    Some(lines.join("\n") + "\n")
}

fn prettier(root: &Path, names: &Names, how: &str) -> Run {
    let folder = format!("src/games/{}", names.id);
    run("npx", &["prettier", "--log-level", "warn", how, &folder]).within(root.join("web"))
}

/// All files in a folder and the folders in it; what a link leads to is elsewhere.
fn files_under(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let entry = entry.map_err(at(folder))?;
        let kind = entry.file_type().map_err(at(folder))?;
        if kind.is_dir() {
            files.extend(files_under(&entry.path())?);
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<String, Failed> {
    fs::read_to_string(path).map_err(at(path))
}

fn write(path: &Path, text: &str) -> Result<(), Failed> {
    make_folder_of(path)?;
    fs::write(path, text).map_err(at(path))
}

fn make_folder_of(path: &Path) -> Result<(), Failed> {
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(at(path))
}

/// Where it went wrong.
fn at(path: &Path) -> impl Fn(io::Error) -> Failed {
    move |error| Failed(format!("{}: {error}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_to_the_end_of_its_list() {
        let text = "games! { $\n    a::A,\n}\n\nfn b() {}\n";
        let planted = with_line(text, "games! {", "    c::C,");
        assert_eq!(planted.as_deref(), Some("games! { $\n    a::A,\n    c::C,\n}\n\nfn b() {}\n"));
        assert_eq!(with_line(text, "# The games", ""), None);
    }

    #[test]
    fn every_list_is_there() {
        for Line { file, list, text } in LINES {
            let found = fs::read_to_string(root().join(file)).unwrap_or_default();
            assert!(with_line(&found, list, text).is_some(), "{file}");
        }
    }
}
