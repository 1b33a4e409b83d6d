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
    cargo(&["build", "--release", "-p", "quintette"]).run()?;
    let data = root().join("data");
    fs::create_dir_all(&data).map_err(|e| Failed(format!("{} cannot be made: {e}.", data.display())))?;
    let binary = target().join("release/quintette").display().to_string();
    let database = data.join("quintette.sqlite").display().to_string();
    let mut line = vec!["serve", "--database", &database];
    line.extend(args.iter().map(String::as_str));
    run(&binary, &line).run()
}
