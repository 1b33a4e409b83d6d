//! A house moves.

use anyhow::Result;

use crate::cli::Move;

pub(crate) fn move_house(options: &Move) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let moved = runtime.block_on(server::move_house(&options.from, &options.to))?;
    println!("Moved {moved}; every log is as it was. The file stays: keep it until you are sure.");
    println!(
        "Open the house with: quintette serve --database {} (and the user and password that you gave)",
        server::Database::Postgres(options.to.clone())
    );
    Ok(())
}
