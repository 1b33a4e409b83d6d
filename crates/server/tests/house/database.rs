//! A house on a database that is away, only reads, or cannot keep what people write.

use crate::{
    common::{Client, House, two_at_a_table},
    town::postgres::Postgres,
};
use serde_json::{Value, json};
use server::{Config, Database};
use sqlx::{Connection as _, migrate::Migrate as _};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// Plays the first move: whether that was acknowledged.
async fn begins(client: &mut Client) -> bool {
    let play = json!({ "op": "play", "id": 1, "seat": 0, "action": "S@a1", "expect": 0 });
    if !client.try_send(Message::text(play.to_string())).await {
        return false;
    }
    while let Some(message) = client.hear().await {
        if message["id"] == 1 {
            return message["op"] == "done";
        }
    }
    false
}

/// After a failover the address may still lead to one that only reads.
#[tokio::test]
async fn a_house_whose_line_led_to_a_standby_finds_the_one_that_writes() {
    let postgres = Postgres::start();
    let house = House::with(|config| config.database = Database::Postgres(postgres.url())).await;
    let (table, (ada, mut a), _) = two_at_a_table(&house).await;
    let mut database = sqlx::PgConnection::connect(&postgres.url()).await.expect("it is there");
    let cut =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'quintette'";
    for order in ["ALTER DATABASE postgres SET default_transaction_read_only = on", cut] {
        sqlx::query(order).execute(&mut database).await.expect("it is done");
    }
    assert!(!begins(&mut a).await, "nothing is promised");
    let config = Config::new(([127, 0, 0, 1], 0).into(), Database::Postgres(postgres.url()));
    let why = server::serve(config).await.expect_err("it cannot be written").to_string();
    assert!(why.contains("only reads"), "{why}");
    let again = [
        "SET default_transaction_read_only = off",
        "ALTER DATABASE postgres RESET default_transaction_read_only",
    ];
    for order in again {
        sqlx::query(order).execute(&mut database).await.expect("it is done");
    }
    let began = std::time::Instant::now();
    let path = format!("/api/tables/{table}/live?since=0");
    while !begins(&mut ada.connect(&path).await.expect("the table is there")).await {
        assert!(began.elapsed() < Duration::from_secs(20), "it finds it by itself");
    }
}

#[tokio::test]
async fn a_database_in_which_not_every_name_can_be_written_is_refused() {
    let postgres = Postgres::start();
    let mut database = sqlx::PgConnection::connect(&postgres.url()).await.expect("it is there");
    let make = "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'";
    sqlx::query(make).execute(&mut database).await.expect("it is made");
    let latin = postgres.url().replace("/postgres", "/latin");
    let why = server::serve(Config::new(([127, 0, 0, 1], 0).into(), Database::Postgres(latin))).await;
    let why = why.expect_err("it is refused").to_string();
    assert!(why.contains("LATIN1") && why.contains("UTF8"), "{why}");
}

#[tokio::test]
async fn also_whoever_does_nothing_is_told_that_nothing_can_be_saved() {
    let mut postgres = Postgres::start();
    let house = House::with(|config| config.database = Database::Postgres(postgres.url())).await;
    let (_, (_, mut a), (_, mut b)) = two_at_a_table(&house).await;
    let mut lobby = house.guest("Cyd").await.connect("/api/lobby/live").await.expect("it is open");
    lobby.hear().await.expect("the lobby");
    let says = |message: &Value, what: &str| {
        message["op"] == "error"
            && message["message"]["en"].as_str().is_some_and(|words| words.contains(what))
    };
    postgres.dies();
    let away = |message: &Value| says(message, "cannot save anything");
    let troubled =
        |news: &Value| news["trouble"]["en"].as_str().is_some_and(|en| en.contains("cannot save anything"));
    tokio::join!(a.until(away), b.until(away), lobby.until(troubled));
    postgres.starts_again();
    let back = |message: &Value| says(message, "can save again");
    let well = |news: &Value| news["people"].is_number() && news["trouble"].is_null();
    tokio::join!(a.until(back), b.until(back), lobby.until(well));
}

#[tokio::test]
async fn nobody_is_sent_to_a_house_whose_database_is_away() {
    let mut postgres = Postgres::start();
    let house = House::with(|config| config.database = Database::Postgres(postgres.url())).await;
    let mut door = house.stranger().await;
    assert_eq!(door.get("/readyz").await.status, 200);
    postgres.dies();
    let asked = std::time::Instant::now();
    while door.get("/readyz").await.status == 200 {
        assert!(asked.elapsed() < Duration::from_secs(20), "nobody notices");
        tokio::task::yield_now().await;
    }
    for _ in 0..5 {
        let ready = door.get("/readyz").await;
        assert_eq!(ready.status, 503, "{}", ready.body);
    }
}

/// What a house that brings the database up to date holds is held here: for longer than anything else is waited for.
#[tokio::test]
async fn houses_that_start_together_wait_for_the_one_that_makes_the_tables() {
    let postgres = Postgres::start();
    let mut first = sqlx::PgConnection::connect(&postgres.url()).await.expect("it is there");
    first.lock().await.expect("nobody else has it");
    let opening = server::serve(Config::new(([127, 0, 0, 1], 0).into(), Database::Postgres(postgres.url())));
    tokio::pin!(opening);
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'quintette' AND wait_event_type = 'Lock' \
        AND clock_timestamp() - query_start > interval '2 seconds'";
    loop {
        tokio::select! {
            opened = &mut opening => panic!("it does not wait: {:?}", opened.err().map(|why| why.to_string())),
            waiting = sqlx::query_scalar::<_, i64>(waits).fetch_one(&mut first) => {
                if waiting.expect("it reads") > 0 {
                    break;
                }
            }
        }
    }
    first.unlock().await.expect("it was held");
    opening.await.expect("it opens").close().await;
}
