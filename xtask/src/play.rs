//! From a checkout to an open house.

use std::fs;

use crate::{
    needs,
    shell::{Failed, cargo, root, run, target},
    web,
};

pub(crate) fn play(args: &[String]) -> Result<(), Failed> {
    needs::node()?;
    needs::c_compiler()?;
    web::build()?;
    cargo(&["build", "--profile", "play", "-p", "quintette", "--no-default-features"]).run()?;
    let binary = target().join("play/quintette").display().to_string();
    let mut line = vec!["serve".to_owned()];
    if !names_a_database(args) {
        let data = root().join("data");
        fs::create_dir_all(&data).map_err(|e| Failed(format!("{} cannot be made: {e}.", data.display())))?;
        line.extend(["--database".to_owned(), data.join("quintette.sqlite").display().to_string()]);
    }
    line.extend_from_slice(args);
    run(&binary, &line.iter().map(String::as_str).collect::<Vec<_>>()).run()
}

/// Whether whoever starts it says where the house keeps what it has.
fn names_a_database(args: &[String]) -> bool {
    args.iter().any(|arg| arg == "--database" || arg.starts_with("--database="))
        || std::env::var_os("QUINTETTE_DATABASE").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_is_named_is_the_one() {
        let named =
            |args: &[&str]| names_a_database(&args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>());
        assert!(named(&["--listen", "127.0.0.1:0", "--database", "mine.sqlite"]));
        assert!(named(&["--database=postgres:///house"]));
        assert!(!named(&["--listen", "0.0.0.0:8080"]));
    }
}
