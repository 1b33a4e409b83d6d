//! What a table costs in memory.

use std::time::Duration;

use crate::{
    Trouble,
    door::{PYRAMIDS, pair},
    house::House,
};

/// What a table costs: with nobody there, then with two clients.
pub(crate) async fn memory(program: &str) -> Result<(), Trouble> {
    const TABLES: usize = 400;
    let house = House::open(program, false)?;
    let cookies = [house.guest("a").await?, house.guest("b").await?];
    // What the first tables cost is the server's own warming up.
    let mut keep = Vec::new();
    for _ in 0..20 {
        keep.extend(pair(&house, &cookies, PYRAMIDS, 0).await?);
    }
    let settle = Duration::from_millis(500);
    tokio::time::sleep(settle).await;
    let before = house.memory()?;
    let mut ids = Vec::new();
    for _ in 0..TABLES {
        ids.push(house.table(&cookies[0], PYRAMIDS).await?);
    }
    tokio::time::sleep(settle).await;
    let idle = house.memory()?;
    for id in &ids {
        for cookie in &cookies {
            let mut client = house.client(id, cookie).await?;
            client.next().await?;
            keep.push(client);
        }
    }
    tokio::time::sleep(settle).await;
    let seated = house.memory()?;
    let each = |from: u64, to: u64| to.saturating_sub(from) / TABLES as u64;
    let report = serde_json::json!({
        "tables": TABLES,
        "bytes_a_table_idle": each(before, idle),
        "bytes_a_table_with_two_clients": each(before, seated),
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
