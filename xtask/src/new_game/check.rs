//! The check that a planted game is whole: in a copy of the repository, looked at as everybody else will.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Child,
};

use super::{Names, at, files_under, make_folder_of, plant, read, write};
use crate::{
    needs,
    shell::{Failed, Run, cargo, root, run, target},
    town::OF_THE_TESTS,
    web,
};

const ID: &str = "three-stones";

/// What knows the new game is built without optimisation: that is quick, and cargo, which tells what it builds apart by its
/// profile and by its path within the repository, then keeps it beside ours in the one target folder. All that lies below
/// is the same files in both, and is built once.
const UNLIKE_OURS: [&str; 5] = ["catalogue", "bots", "server", "tools", "quintette"];

/// The game, and what knows it: with the house among them, all below them has the features that it has in the house, which are
/// those of the tests, and is not built once more. (Of the house itself there is no test of these names.)
const AS_IN_THE_HOUSE: [&str; 6] = ["-p", ID, "-p", "catalogue", "-p", "quintette"];

pub(crate) fn check() -> Result<(), Failed> {
    web::install()?;
    let copy = Copy::make()?;
    let names = Names::choose(&copy.0, ID)?;
    plant(&copy.0, &names)?;
    copy.differs_as_the_page_says(&names)?;
    copy.cargo(
        "clippy",
        &[&["--quiet"], &AS_IN_THE_HOUSE[..], &["--test", "rules", "--", "-D", "warnings"]].concat(),
    )
    .run()?;
    // Its own tests with the conformance suite, and what the catalogue asks of every game: rules, lesson, types. Without
    // those that only play the tables of `tables.rs`.
    let tests =
        [&["--quiet"], &AS_IN_THE_HOUSE[..], &["--test", "rules", "--test", "catalogue", "--"]].concat();
    let skipped = ["notation::", "positions::", "learned::", "log_files::"].map(|name| ["--skip", name]);
    copy.cargo("test", &[&tests[..], skipped.as_flattened()].concat()).run()?;
    copy.cargo("test", &["--quiet", "-p", ID, "--doc"]).run()?;
    copy.page_draws_it()?;
    copy.house_has_it()
}

/// Plants a game as [`check`] does, and lets it be played where the browser tests look at everything: whoever is shut out, and
/// whatever sticks out, on its own pages and on the shelf that has become longer.
pub(crate) fn browse() -> Result<(), Failed> {
    check()?;
    needs::with_chromium(web::npm(&["run", "--silent", "test:browser", "tests/browser/access.test.ts"]))?
        .env("QUINTETTE", copy().join("quintette"))
        .env("QUINTETTE_GAMES", ID)
        .run()
}

fn copy() -> PathBuf {
    target().join("new-game")
}

/// The files of the repository, in a folder of their own. It stays until the next one is made, to be looked at.
struct Copy(PathBuf);

impl Copy {
    /// Files keep their times: what cargo has built of them is not stale.
    fn make() -> Result<Self, Failed> {
        let copy = copy();
        if copy.exists() {
            fs::remove_dir_all(&copy).map_err(at(&copy))?;
        }
        let listed = run("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).output();
        let listed =
            listed.ok_or_else(|| Failed("git cannot list the files of this repository.".to_owned()))?;
        for file in listed.split_terminator('\0') {
            let (from, to) = (root().join(file), copy.join(file));
            // One that was deleted is listed until that is committed.
            if !from.is_file() {
                continue;
            }
            make_folder_of(&to)?;
            fs::copy(&from, &to).map_err(at(&to))?;
            let time = from.metadata().and_then(|metadata| metadata.modified()).map_err(at(&from))?;
            let copied = fs::File::options().write(true).open(&to);
            copied.and_then(|copied| copied.set_modified(time)).map_err(at(&to))?;
        }
        let packages = copy.join("web/node_modules");
        std::os::unix::fs::symlink(root().join("web/node_modules"), &packages).map_err(at(&packages))?;
        Ok(Self(copy))
    }

    fn cargo(&self, command: &str, args: &[&str]) -> Run {
        let mut line = vec![command];
        let apart = UNLIKE_OURS.map(|name| format!("profile.dev.package.{name}.opt-level=0"));
        if command != "fmt" {
            line.extend(apart.iter().flat_map(|setting| ["--config", setting.as_str()]));
        }
        line.extend(args);
        cargo(&line).within(&self.0).env("CARGO_TARGET_DIR", target())
    }

    /// docs/adding-a-game.md lists exactly what is other than in the repository.
    fn differs_as_the_page_says(&self, names: &Names) -> Result<(), Failed> {
        let page = read(&self.0.join("docs/adding-a-game.md"))?;
        let list = page.split("```touched\n").nth(1).and_then(|rest| rest.split("```").next());
        let list =
            list.ok_or_else(|| Failed("docs/adding-a-game.md does not list what is touched.".to_owned()))?;
        let listed: Vec<String> = list
            .lines()
            .filter_map(|line| line.split_whitespace().next())
            .map(|path| names.write(path))
            .collect();
        let touched = self.touched()?;
        let covers = |listed: &String, path: &String| {
            listed == path || listed.ends_with('/') && path.starts_with(listed)
        };
        let unlisted = touched.iter().find(|path| !listed.iter().any(|listed| covers(listed, path)));
        let untouched = listed.iter().find(|listed| !touched.iter().any(|path| covers(listed, path)));
        match (unlisted, untouched) {
            (None, None) => Ok(()),
            (Some(path), _) => {
                Err(Failed(format!("{path} is touched, and docs/adding-a-game.md does not list it.")))
            }
            (_, Some(path)) => {
                Err(Failed(format!("docs/adding-a-game.md lists {path}, which is not touched.")))
            }
        }
    }

    fn touched(&self) -> Result<BTreeSet<String>, Failed> {
        let mut touched = BTreeSet::new();
        for file in files_under(&self.0)? {
            let within = file.strip_prefix(&self.0).unwrap_or(&file);
            let ours = fs::read(root().join(within)).ok();
            if ours != Some(fs::read(&file).map_err(at(&file))?) {
                touched.insert(within.to_string_lossy().into_owned());
            }
        }
        Ok(touched)
    }

    /// The page is built with the game in it, and what its folder says fits what the frame asks of a game. (Whether the rest
    /// of the page fits is looked at where the client is.)
    fn page_draws_it(&self) -> Result<(), Failed> {
        let web = self.0.join("web");
        run("npx", &["vite", "build", "--logLevel", "error"]).within(&web).run()?;
        let config = web.join("dist/tsconfig.json");
        write(&config, &format!(r#"{{ "extends": "../tsconfig.json", "include": ["../src/games/{ID}"] }}"#))?;
        let check = ["svelte-check", "--tsconfig", "dist/tsconfig.json", "--fail-on-warnings"];
        run("npx", &check).within(&web).run()
    }

    /// A house that is opened from here has the game on its shelf, and bots who play it.
    fn house_has_it(&self) -> Result<(), Failed> {
        // The smallest example there is.
        self.cargo("build", &[&["--quiet"], &OF_THE_TESTS[..], &["--example", "look"]].concat()).run()?;
        // Away from where ours lies: nobody shall take this one for it.
        let (built, binary) = (target().join("debug/quintette"), self.0.join("quintette"));
        fs::rename(&built, &binary).map_err(at(&built))?;
        let shelf = House::open(&self.0)?.get("/api/games")?;
        if !shelf.contains(&format!("\"id\":\"{ID}\"")) {
            return Err(Failed(format!("{ID} does not stand on the shelf: {shelf}")));
        }
        run("./quintette", &["arena", ID, "--games", "2", "--players", "search:nodes=50,random"])
            .within(&self.0)
            .run()
    }
}

/// A house on this machine, for as long as this is kept.
struct House {
    process: Child,
    address: String,
}

impl House {
    /// The program that lies in `folder`; it keeps its file there.
    fn open(folder: &Path) -> Result<Self, Failed> {
        let line = ["serve", "--listen", "127.0.0.1:0", "--database", "house.sqlite"];
        let mut process = run("./quintette", &line).within(folder).start()?;
        let mut said = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut said).map_err(at(folder))?;
        }
        let address = said.trim().rsplit("//").next().unwrap_or_default().to_owned();
        Ok(Self { process, address })
    }

    /// What it answers, head and body.
    fn get(&self, path: &str) -> Result<String, Failed> {
        let Self { address, .. } = self;
        let ask = || {
            let mut stream = TcpStream::connect(address)?;
            write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).map(|_| answer)
        };
        ask().map_err(|error| Failed(format!("the house at `{address}` does not answer: {error}.")))
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
