//! How a game is called, here and there.

use std::{collections::BTreeSet, fs, path::Path};

use super::{at, read};
use crate::shell::Failed;

/// The game's names, as they are written here and there.
#[derive(Debug)]
pub(super) struct Names {
    /// `thin-ice`.
    pub(super) id: String,
    /// The letter of its clauses.
    pub(super) letter: char,
}

impl Names {
    /// Refuses what no crate, module or folder of the repository at `root` can be called.
    pub(super) fn choose(root: &Path, id: &str) -> Result<Self, Failed> {
        let word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
        if !id.split('-').all(word) {
            return Err(Failed(format!(
                "`{id}` is no name for a game: write small letters without accents or digits, words joined by a hyphen, such as thin-ice."
            )));
        }
        if is_keyword(id) {
            return Err(Failed(format!("`{id}` is a word of Rust: choose another name.")));
        }
        if is_taken(root, id)? {
            return Err(Failed(format!("`{id}` is taken: choose another name.")));
        }
        let used = letters_used(root)?;
        let free = |c: &char| c.is_ascii_uppercase() && !used.contains(c);
        let letter = id.to_ascii_uppercase().chars().find(free).or_else(|| ('A'..='Z').find(free));
        let letter =
            letter.ok_or_else(|| Failed("all letters are taken by other games' clauses.".to_owned()))?;
        Ok(Self { id: id.to_owned(), letter })
    }

    /// Every word of it with a capital.
    fn words(&self) -> Vec<String> {
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        self.id.split('-').map(capital).collect()
    }

    /// `Thin Ice`.
    pub(super) fn title(&self) -> String {
        self.words().join(" ")
    }

    /// A text of the template in this game's words.
    pub(super) fn write(&self, text: &str) -> String {
        text.replace("GAME-ID", &self.id)
            .replace("GAME_ID", &self.id.replace('-', "_"))
            .replace("GameId", &self.words().concat())
            .replace("GAME TITLE", &self.title())
            .replace("letter_", &format!("{}_", self.letter.to_ascii_lowercase()))
            .replace("LETTER", &self.letter.to_string())
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern \
        false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static \
        struct super trait true try type typeof unsafe unsized use virtual where while yield";
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}

/// Whether a crate, of ours, of others or of Rust, or a module of the bots is called so.
fn is_taken(root: &Path, id: &str) -> Result<bool, Failed> {
    const OF_RUST: [&str; 5] = ["alloc", "core", "proc-macro", "std", "test"];
    let lock = read(&root.join("Cargo.lock"))?;
    let is_crate = |name: &str| lock.lines().any(|line| line == format!("name = \"{name}\""));
    let module = id.replace('-', "_");
    let bots = read(&root.join("crates/bots/src/lib.rs"))?;
    let is_module = bots.lines().any(|line| line == format!("mod {module};"));
    Ok(is_module || is_crate(id) || is_crate(&module) || OF_RUST.contains(&id))
}

/// The letters of the clauses of all games.
fn letters_used(root: &Path) -> Result<BTreeSet<char>, Failed> {
    let crates = root.join("crates");
    let mut letters = BTreeSet::new();
    for game in fs::read_dir(&crates).map_err(at(&crates))? {
        let rules = game.map_err(at(&crates))?.path().join("rules/en.md");
        if rules.exists() {
            letters
                .extend(read(&rules)?.lines().filter_map(|line| line.strip_prefix("- **")?.chars().next()));
        }
    }
    Ok(letters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::root;

    #[test]
    fn a_name_that_cannot_be_is_refused_in_a_sentence() {
        for (id, why) in [
            ("", "no name"),
            ("Thin-Ice", "no name"),
            ("thin_ice", "no name"),
            ("thin--ice", "no name"),
            ("-ice", "no name"),
            ("glacé", "no name"),
            ("three-8", "no name"),
            ("ludo2", "no name"),
            ("../ice", "no name"),
            ("match", "word of Rust"),
            ("thin-ice", "taken"),
            ("table", "taken"),
            ("serde", "taken"),
            ("serde-json", "taken"),
            ("std", "taken"),
            ("greedy", "taken"),
        ] {
            match Names::choose(&root(), id) {
                Err(Failed(sentence)) => assert!(sentence.contains(why), "{id}: {sentence}"),
                Ok(names) => unreachable!("{id} is no name: {names:?}"),
            }
        }
    }

    #[test]
    fn a_game_is_called_after_its_name_everywhere() {
        let names = Names { id: "last-stone".to_owned(), letter: 'L' };
        let written = names.write("GAME-ID GAME_ID GameIdView “GAME TITLE” LETTER_4 letter_4_never LETTER-4");
        assert_eq!(written, "last-stone last_stone LastStoneView “Last Stone” L_4 l_4_never L-4");
    }

    #[test]
    fn the_letter_of_its_clauses_is_no_other_games() {
        let used = letters_used(&root()).unwrap_or_default();
        assert!(used.contains(&'T') && used.len() >= 5, "{used:?}");
        let letter = Names::choose(&root(), "tttt").map(|names| names.letter);
        assert!(letter.is_ok_and(|letter| !used.contains(&letter)));
    }
}
