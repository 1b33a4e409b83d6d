//! Licences, sources and known weaknesses of what we depend on.

use crate::{
    shell::{Failed, cargo, run},
    web,
};

pub(crate) fn audit() -> Result<(), Failed> {
    if run("cargo", &["deny", "--version"]).output().is_none() {
        cargo(&["install", "--locked", "cargo-deny"]).run()?;
    }
    cargo(&["deny", "check"]).run()?;
    web::install()?;
    web::npm(&["audit", "--omit=dev"]).run()
}
