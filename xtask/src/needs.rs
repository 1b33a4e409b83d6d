//! What the machine must have, and how it comes to have it.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use crate::shell::{Failed, Run, run, say};

const OLDEST_NODE: u32 = 20;

/// All that the tests need.
pub(crate) fn all() -> Result<(), Failed> {
    rust_component("fmt", "rustfmt")?;
    rust_component("clippy", "clippy")?;
    town()?;
    faketime()?;
    chromium().map(drop)
}

/// Node and npm: they are the machine's own matter.
pub(crate) fn node() -> Result<(), Failed> {
    let version = run("node", &["--version"]).output().ok_or_else(|| {
        Failed(format!(
            "Node is missing: install Node {OLDEST_NODE} or newer (on Debian: apt-get install nodejs npm)."
        ))
    })?;
    let major: u32 =
        version.trim_start_matches('v').split('.').next().and_then(|m| m.parse().ok()).unwrap_or(0);
    if major < OLDEST_NODE {
        return Err(Failed(format!("Node {version} is too old: install Node {OLDEST_NODE} or newer.")));
    }
    if run("npm", &["--version"]).output().is_none() {
        return Err(Failed("npm is missing: install it (on Debian: apt-get install npm).".to_owned()));
    }
    Ok(())
}

/// A C compiler, for the embedded SQLite.
pub(crate) fn c_compiler() -> Result<(), Failed> {
    if run("cc", &["--version"]).output().is_some() {
        return Ok(());
    }
    apt("gcc", "a C compiler (for the embedded SQLite)")?;
    apt("libc6-dev", "the C library's headers (for the embedded SQLite)")
}

/// A C++ compiler, for libFuzzer.
pub(crate) fn c_plus_plus() -> Result<(), Failed> {
    if run("c++", &["--version"]).output().is_some() {
        return Ok(());
    }
    apt("g++", "a C++ compiler (for libFuzzer)")
}

/// The tool that builds and runs fuzz targets.
pub(crate) fn cargo_fuzz() -> Result<(), Failed> {
    if run("cargo", &["fuzz", "--version"]).output().is_some() {
        return Ok(());
    }
    say("Installing cargo-fuzz …");
    run("cargo", &["install", "--locked", "cargo-fuzz"]).run()
}

/// Chromium for the browser tests: the paths of a whole one, and of the one that only draws pages and takes a third less of a
/// processor for them. Where there is none of those, the whole one does it.
fn chromium() -> Result<[String; 2], Failed> {
    const WHOLE: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
    const PAGES: [&str; 1] = ["chromium-headless-shell"];
    if let Ok(path) = std::env::var("CHROMIUM") {
        return Ok([path.clone(), path]);
    }
    let find = |names: &[&str]| names.iter().find_map(|name| run("which", &[name]).output());
    let or_install = |names: &[&str]| {
        if let Some(path) = find(names) {
            return Ok(path);
        }
        apt(names[0], "Chromium (for the browser tests)")?;
        find(names).ok_or_else(|| {
            Failed("Chromium is installed but cannot be found: set CHROMIUM to its path.".to_owned())
        })
    };
    let whole = or_install(&WHOLE)?;
    let pages = or_install(&PAGES).unwrap_or_else(|_| whole.clone());
    Ok([whole, pages])
}

/// What the browser tests are told of it.
pub(crate) fn with_chromium(run: Run) -> Result<Run, Failed> {
    let [whole, pages] = chromium()?;
    Ok(run.env("CHROMIUM", whole).env("CHROMIUM_PAGES", pages))
}

/// The proxies that `deploy/` has configurations for.
pub(crate) fn proxies() -> Result<(), Failed> {
    service("nginx", "nginx", is_there("nginx"))?;
    service("haproxy", "HAProxy", is_there("haproxy"))
}

/// What a town is made of, besides houses. Only the programs: a town starts them itself, in folders and at ports of its own.
pub(crate) fn town() -> Result<(), Failed> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let postgres = versions.into_iter().any(|version| version.path().join("bin/initdb").exists());
    service("postgresql", "PostgreSQL (for a town)", postgres)?;
    service("nats-server", "NATS (for a town)", is_there("nats-server"))?;
    service("haproxy", "HAProxy (for a town)", is_there("haproxy"))
}

/// What makes a process believe another time.
pub(crate) fn faketime() -> Result<(), Failed> {
    if is_there("faketime") {
        Ok(())
    } else {
        apt("faketime", "faketime (for houses whose clocks are wrong)")
    }
}

/// Debian has servers in a folder where not everybody looks.
fn is_there(program: &str) -> bool {
    run("which", &[program]).output().is_some() || Path::new("/usr/sbin").join(program).exists()
}

/// Says no to whatever an installation wants to start. Debian asks this file, where there is one.
const POLICY: &str = "/usr/sbin/policy-rc.d";

/// Installs a server for its program alone: the system's own service of it is neither started now nor at the next boot.
fn service(package: &str, what: &str, there: bool) -> Result<(), Failed> {
    if there {
        return Ok(());
    }
    let ours = !Path::new(POLICY).exists()
        && fs::write(POLICY, "#!/bin/sh\nexit 101\n").is_ok()
        && fs::set_permissions(POLICY, fs::Permissions::from_mode(0o755)).is_ok();
    let installed = apt(package, what);
    if ours {
        fs::remove_file(POLICY).map_err(|e| Failed(format!("{POLICY} has to be removed: {e}.")))?;
    }
    installed?;
    // Where there is no systemd, nothing starts it anyway.
    run("systemctl", &["disable", package]).output();
    Ok(())
}

/// The parts of the Rust toolchain that checks need.
pub(crate) fn rust_component(command: &str, component: &str) -> Result<(), Failed> {
    if run("cargo", &[command, "--version"]).output().is_some() {
        return Ok(());
    }
    run("rustup", &["component", "add", component]).run().map_err(|_| {
        Failed(format!("`cargo {command}` is missing: install it with `rustup component add {component}`."))
    })
}

fn apt(package: &str, what: &str) -> Result<(), Failed> {
    let sentence =
        || Failed(format!("{what} is missing: install it (on Debian, as root: apt-get install {package})."));
    if run("id", &["-u"]).output().as_deref() != Some("0") || run("which", &["apt-get"]).output().is_none() {
        return Err(sentence());
    }
    say(&format!("Installing {what} …"));
    run("apt-get", &["update", "--quiet"]).run().map_err(|_| sentence())?;
    let install = ["install", "--yes", "--quiet", "--no-install-recommends", package];
    run("apt-get", &install).env("DEBIAN_FRONTEND", "noninteractive").run().map_err(|_| sentence())
}
