//! The web client's own tools, through npm.

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    needs,
    shell::{Failed, Run, root, run},
    town,
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

/// Builds the page that the binary carries; once is enough for all that one command does.
pub(crate) fn build() -> Result<(), Failed> {
    static BUILT: AtomicBool = AtomicBool::new(false);
    if BUILT.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    install()?;
    npm(&["run", "--silent", "build"]).run()
}

/// A place for the page: a program that was built where there is none never finds it.
pub(crate) fn make_room() -> Result<(), Failed> {
    fs::create_dir_all(root().join("web/dist")).map_err(|e| Failed(format!("web/dist: {e}.")))
}

/// What the browser tests and the pictures need: the page, the program, what opens a town of it, Chromium.
pub(crate) fn browser(args: &[&str]) -> Result<Run, Failed> {
    let npm = needs::with_chromium(npm(args))?;
    let [house, load] = town::build(false)?;
    Ok(npm.env("QUINTETTE", house).env("LOAD", load))
}

/// The pictures of the docs, taken from the running program.
pub(crate) fn pictures() -> Result<(), Failed> {
    browser(&["run", "--silent", "pictures"])?.run()
}
