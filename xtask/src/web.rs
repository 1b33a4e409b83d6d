//! The web client's own tools, through npm.

use std::fs;

use crate::{
    needs,
    shell::{Failed, Run, cargo, root, run, target},
};

/// npm, in the client's folder.
pub(crate) fn npm(args: &[&str]) -> Run {
    run("npm", args).within(root().join("web"))
}

/// Installs the client's packages, unless they are those of the lock file already.
pub(crate) fn install() -> Result<(), Failed> {
    needs::node()?;
    let web = root().join("web");
    let lock =
        fs::read(web.join("package-lock.json")).map_err(|e| Failed(format!("web/package-lock.json: {e}")))?;
    let mark = web.join("node_modules/.installed-lock.json");
    if fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    // Not `npm ci`: the bundler's binaries for other systems appear in registries later than the bundler itself, and a
    // lock file made before they do would be refused on every system.
    npm(&["install", "--no-save", "--no-audit", "--no-fund"]).run()?;
    fs::write(&mark, lock).map_err(|e| Failed(format!("{}: {e}", mark.display())))
}

/// Builds the page that the binary carries.
pub(crate) fn build() -> Result<(), Failed> {
    install()?;
    npm(&["run", "--silent", "build"]).run()
}

/// What the browser tests and the pictures need: the page, the program, Chromium.
pub(crate) fn browser(args: &[&str]) -> Result<Run, Failed> {
    let chromium = needs::chromium()?;
    build()?;
    cargo(&["build", "--quiet", "-p", "quintette"]).run()?;
    let binary = target().join("debug/quintette");
    Ok(npm(args).env("CHROMIUM", chromium).env("QUINTETTE", binary))
}

/// The pictures of the docs, taken from the running program.
pub(crate) fn pictures() -> Result<(), Failed> {
    browser(&["run", "--silent", "pictures"])?.run()
}
