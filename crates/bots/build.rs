//! Packs the puzzles: they are a tenth of their length then, and most programs never look at them.

use std::{env, fs, io::Write as _, path::Path};

use flate2::{Compression, write::GzEncoder};

const PUZZLES: &str = "data/puzzles";

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={PUZZLES}");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    for file in fs::read_dir(PUZZLES)? {
        let (path, name) = file.map(|file| (file.path(), file.file_name()))?;
        let packed = fs::File::create(Path::new(&out).join(name).with_added_extension("gz"))?;
        let mut packed = GzEncoder::new(packed, Compression::best());
        packed.write_all(&fs::read(path)?)?;
        packed.finish()?;
    }
    Ok(())
}
