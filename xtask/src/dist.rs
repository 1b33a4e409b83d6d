//! An archive that runs on any Debian 12 or later, without Rust or Node.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    needs,
    shell::{Failed, cargo, root, run, target},
    web,
};

/// Debian 12's C library: a program that needs a newer one does not start there.
const GLIBC: u32 = 36;
const BUILD: &str = "rustc --profile dist --locked -p quintette --no-default-features --bin quintette --";
/// What the linker of this architecture, which comes with Rust, makes smaller: addresses that are put right when the program is loaded
/// are told in a few bits each (which Debian 12's C library is the first to read), and functions that are the same stand once.
const SMALLER: [&str; 4] = ["-C", "link-arg=-Wl,-z,pack-relative-relocs", "-C", "link-arg=-Wl,--icf=all"];
/// What is told to the compiler of every crate. With frame pointers, how a stack is unwound is said in half as many words, and nothing is
/// longer for it.
const EVERYWHERE: [&str; 2] = ["-C", "force-frame-pointers=yes"];
/// What goes along as it is.
const ALONG: [&str; 4] = ["LICENSE", "README.md", "CHANGELOG.md", "docs/operations.md"];

pub(crate) fn dist() -> Result<(), Failed> {
    needs::c_compiler()?;
    web::build()?;
    let mut build: Vec<&str> = BUILD.split(' ').collect();
    if cfg!(target_arch = "x86_64") {
        build.extend(SMALLER);
    }
    cargo(&build).env("CARGO_ENCODED_RUSTFLAGS", flags().join("\x1f")).run()?;
    let name = format!("quintette-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let folder = target().join("archive").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| trouble(&folder, &error))?;
    }
    fs::create_dir_all(&folder).map_err(|error| trouble(&folder, &error))?;
    let binary = folder.join("quintette");
    copy(&target().join("dist/quintette"), &binary)?;
    let program = binary.display().to_string();
    run("strip", &[&program]).run()?;
    let bytes = fs::read(&binary).map_err(|error| trouble(&binary, &error))?;
    let newest = newest_glibc(&bytes);
    if newest > GLIBC {
        return Err(Failed(format!(
            "built here the program needs glibc 2.{newest}, and Debian 12 has 2.{GLIBC}: build on Debian 12."
        )));
    }
    print_of(&program, &["man"], &folder.join("man/quintette.1"))?;
    for (shell, file) in [("bash", "quintette.bash"), ("zsh", "_quintette"), ("fish", "quintette.fish")] {
        print_of(&program, &["completions", shell], &folder.join("completions").join(file))?;
    }
    for file in ALONG {
        copy(&root().join(file), &folder.join(file))?;
    }
    let deploy = root().join("deploy");
    for file in fs::read_dir(&deploy).map_err(|error| trouble(&deploy, &error))?.flatten() {
        if !is_for_containers(&file.path()) {
            copy(&file.path(), &folder.join("deploy").join(file.file_name()))?;
        }
    }
    let (within, archive) = (target().join("archive"), format!("{name}.tar.gz"));
    // The same source gives the same archive, but for what the compiler does.
    let order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "-czf", &archive, &name];
    run("tar", &order).within(&within).run()?;
    let whole = within.join(&archive);
    let size = fs::metadata(&whole).map_err(|error| trouble(&whole, &error))?.len();
    println!("{}: {:.1} MB, needs glibc 2.{newest} or newer", whole.display(), size as f64 / 1e6);
    Ok(())
}

/// What is told to the compiler of every crate; also that a panic names a library's files by the library alone, wherever it was kept here.
fn flags() -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let kept = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let nameless = |folder: fs::DirEntry| format!("--remap-path-prefix={}/=", folder.path().display());
    let here = kept.into_iter().flatten().flatten().map(nameless);
    EVERYWHERE.map(str::to_owned).into_iter().chain(here).collect()
}

/// What builds an image from the source, which is not in the archive.
fn is_for_containers(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "yaml")
        || file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("Containerfile"))
}

fn trouble(path: &Path, error: &std::io::Error) -> Failed {
    Failed(format!("{}: {error}.", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), Failed> {
    make_room_for(to)?;
    fs::copy(from, to).map(|_| ()).map_err(|error| trouble(from, &error))
}

fn make_room_for(file: &Path) -> Result<(), Failed> {
    file.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(|error| trouble(folder, &error)))
}

/// What the program prints, into a file.
fn print_of(program: &str, args: &[&str], to: &Path) -> Result<(), Failed> {
    let printed = run(program, args)
        .output()
        .ok_or_else(|| Failed(format!("`{program} {}` failed.", args.join(" "))))?;
    make_room_for(to)?;
    fs::write(to, printed + "\n").map_err(|error| trouble(to, &error))
}

/// The newest version of the C library that a program names (`GLIBC_2.34`): its second number.
fn newest_glibc(program: &[u8]) -> u32 {
    let mark = b"GLIBC_2.";
    let number = |at: usize| {
        let digits = program[at + mark.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        digits.fold(0, |number: u32, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
    };
    let found = program.windows(mark.len()).enumerate().filter(|(_, bytes)| bytes == mark);
    found.map(|(at, _)| number(at)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_the_source_can_build_is_not_packed() {
        let packed = |file: &str| !is_for_containers(Path::new(file));
        assert!(packed("deploy/town.haproxy.cfg") && packed("deploy/quintette.service"));
        assert!(!packed("deploy/town.compose.yaml") && !packed("deploy/Containerfile.dockerignore"));
    }

    #[test]
    fn the_newest_library_is_found_wherever_it_is_named() {
        assert_eq!(newest_glibc(b"..GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0"), 34);
        assert_eq!(newest_glibc(b"GLIBC_2."), 0);
        assert_eq!(newest_glibc(b""), 0);
    }
}
