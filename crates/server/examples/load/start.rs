//! How soon the server answers after its start, with many tables on its disk.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::{
    Trouble,
    door::{PYRAMIDS, pair},
    house::House,
};

const FINISHED: u32 = 100_000;
const RUNNING: u32 = 1_000;
/// So many moves are played at the table that is copied.
const MOVES: u32 = 8;
const ROUNDS: usize = 7;

/// Copies of one table of two that has just begun, with all that is kept of it.
const COPIES: &str = "
    WITH RECURSIVE k(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM k WHERE n <= {ALL})
    INSERT INTO tables (key, id, game, rules, seats, options, seed, host, private, name, opened, finished, ended, moves)
    SELECT n, id || n, game, rules, seats, options, seed, host, private, name, opened,
        n > {RUNNING}, iif(n > {RUNNING}, opened, NULL), iif(n > {RUNNING}, 0, NULL) FROM tables, k WHERE key = 1;
    INSERT INTO log (table_key, n, entry, wall)
    SELECT tables.key, log.n, log.entry, log.wall FROM tables, log WHERE tables.key > 1 AND log.table_key = 1;
    INSERT OR IGNORE INTO sitters (guest, table_key) SELECT guest, tables.key FROM tables, sitters WHERE table_key = 1;
    INSERT OR IGNORE INTO named (guest, table_key) SELECT guest, tables.key FROM tables, named WHERE table_key = 1;
    INSERT OR IGNORE INTO standings (table_key, n, stands)
    SELECT key, n, stands FROM tables, standings WHERE table_key = 1;
";

/// A file with very many tables, a million entries in all, and the cookie of somebody who sat at all of them.
pub(crate) async fn many_tables(program: &str) -> Result<(TempDir, String), Trouble> {
    let house = House::open(program, false)?;
    let cookies = [house.guest("a").await?, house.guest("b").await?];
    let mut clients = pair(&house, &cookies, PYRAMIDS, 0).await?;
    clients[0].done(9).await?;
    let mut last = 0;
    for id in 10..10 + MOVES {
        let (n, next) = (clients[last].frame["n"].clone(), clients[last].frame["awaited"][0].as_u64());
        last = next.ok_or("the game goes on")? as usize;
        let mover = &mut clients[last];
        while mover.frame["n"] != n {
            mover.hear().await?;
        }
        let action = &mover.frame["eyes"][0]["actions"][0];
        let play = serde_json::json!({ "op": "play", "id": id, "seat": last, "action": action });
        mover.send(play.to_string()).await?;
        mover.done(id).await?;
    }
    drop(clients);
    tokio::time::sleep(Duration::from_secs(2)).await; // Its room closes, and keeps how it stands.
    let folder = house.end()?;
    let copies =
        COPIES.replace("{ALL}", &(FINISHED + RUNNING).to_string()).replace("{RUNNING}", &RUNNING.to_string());
    let file = SqliteConnectOptions::new().filename(folder.path().join("load.sqlite"));
    let mut file = SqliteConnection::connect_with(&file).await?;
    sqlx::raw_sql(AssertSqlSafe(copies)).execute(&mut file).await?;
    file.close().await?;
    let [first, _] = cookies;
    Ok((folder, first))
}

/// Starts it some times, and says the median.
pub(crate) async fn start(program: &str) -> Result<(), Trouble> {
    let (folder, _) = many_tables(program).await?;
    let database = folder.path().join("load.sqlite");
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(&database)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let mut stream = TcpStream::connect(line.trim().rsplit("//").next().unwrap_or_default())?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        times.push(began.elapsed());
        child.kill()?;
        child.wait()?;
        if !answer.starts_with("HTTP/1.1 200") {
            return Err(answer.into());
        }
    }
    times.sort_unstable();
    let report = serde_json::json!({
        "tables": FINISHED + RUNNING,
        "answers_after_ms": (times[ROUNDS / 2].as_secs_f64() * 10_000.0).round() / 10.0,
        "program_bytes": std::fs::metadata(program)?.len(),
    });
    println!("{}", serde_json::to_string_pretty(&report)?);
    Ok(())
}
