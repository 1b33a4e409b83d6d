//! What time it is at a table of a town.

use serde_json::json;
use sqlx::Connection as _;

use crate::town::{Town, apart, told_of};

/// What the table's clock shows.
async fn now(client: &mut crate::common::Client) -> u64 {
    client.ask(json!({ "op": "ping" })).await["now"].as_u64().expect("the table's clock")
}

/// A node that slept, or was cut off, is ahead of one that opened the table meanwhile, where time began to run only then.
#[tokio::test]
async fn time_goes_by_what_was_written_and_not_by_a_node_that_is_ahead() {
    // Both are asked for the time until they know.
    let town = Town::of_two(|config| config.limits = false).await;
    let (table, (_, mut a), (_, mut b)) = apart(&town).await;
    let client = async_nats::connect(town.nats.url()).await.expect("it is there");
    let mut heard = client.subscribe("quintette.>").await.expect("it listens");
    let mut n = a.plays(0, "S@a1").await;
    b.reaches(n).await;
    let subject = told_of(&mut heard, &table).await;
    let here = |n: u64, now: u64| json!({ "by": 1, "news": { "here": { "n": n, "rewrites": 0, "now": now, "people": [], "asks": false } } });
    client.publish(subject.clone(), here(n, 600_000).to_string().into()).await.expect("it is told");
    for client in [&mut a, &mut b] {
        while now(client).await < 600_000 {}
    }

    // Where this was written it was not even a minute yet.
    let mut database = sqlx::PgConnection::connect(&town.postgres.url()).await.expect("it is there");
    n += 1;
    let wall: i64 = sqlx::query_scalar(
        "INSERT INTO log (table_key, n, entry, wall) SELECT table_key, $1, '0@50000 A+90', max(wall) + 10 FROM log \
         WHERE n > 0 GROUP BY table_key RETURNING wall",
    )
    .bind(n as i64)
    .fetch_one(&mut database)
    .await
    .expect("it is written");
    let entry = json!({ "by": 1, "news": { "entry": { "n": n, "entry": "0@50000 A+90", "wall": wall } } });
    // One that has not heard of it yet still tells what it thinks.
    for news in [entry, here(n - 1, 600_000)] {
        client.publish(subject.clone(), news.to_string().into()).await.expect("it is told");
    }
    a.reaches(n).await;
    b.reaches(n).await;
    n = b.plays(1, "S@f6").await;
    a.reaches(n).await;
    for client in [&mut a, &mut b] {
        let now = now(client).await;
        assert!((50_000..100_000).contains(&now), "{now}");
    }
    let last: String = sqlx::query_scalar("SELECT entry FROM log WHERE n = $1")
        .bind(n as i64)
        .fetch_one(&mut database)
        .await
        .expect("it is there");
    assert!(last.starts_with("1@5"), "{last}");
}

/// A node believes that another goes on with a table, and that one believes the same of it, for what they heard last of each
/// other: then nobody has it, and the mark of whoever left it says so.
#[tokio::test]
async fn sand_runs_on_at_a_table_that_each_node_leaves_to_the_other() {
    let town = Town::of(1).await;
    let client = async_nats::connect(town.nats.url()).await.expect("it is there");
    let mut heard = client.subscribe("quintette.>").await.expect("it listens");
    let mut ada = town.nodes[0].guest("Ada").await;
    let table = ada.opens(&json!({ "game": "quicksand", "seats": 1 })).await;
    let mut a = ada.joins(&table, 0).await;
    let n = a.does(json!({ "op": "start" })).await;
    a.reaches(n).await;
    let subject = told_of(&mut heard, &table).await;
    let people = [("00000000000000000000000000000001", "Bea")];
    let here = json!({ "by": 1, "news": { "here": { "n": n, "rewrites": 0, "now": null, "people": people, "asks": false } } });
    client.publish(subject, here.to_string().into()).await.expect("it is told");
    a.until(|message| message["table"]["watchers"] == 1).await;
    a.leave().await;
    let mut database = sqlx::PgConnection::connect(&town.postgres.url()).await.expect("it is there");
    let mut newest = async || -> i64 {
        sqlx::query_scalar("SELECT max(n) FROM log").fetch_one(&mut database).await.expect("it reads")
    };
    let began = std::time::Instant::now();
    while newest().await <= n as i64 {
        assert!(began.elapsed() < std::time::Duration::from_secs(40), "nobody minds it");
    }
}
