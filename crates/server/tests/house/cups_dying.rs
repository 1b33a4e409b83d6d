//! A house that dies between any two steps of a tournament goes on where it was.

use serde_json::{Value, json};

use crate::{
    common::{Guest, House},
    cups::{a_house, does, held, move_to, over, pairs, until},
};

/// A tournament, and how it comes to its end.
struct Evening {
    wanted: Value,
    people: usize,
    /// Where it would go on for long: whoever holds it ends it once there are so many tables.
    enough: Option<u64>,
}

impl Evening {
    fn of(format: &Value, people: usize, enough: Option<u64>) -> Self {
        Self { wanted: json!({ "format": format }), people, enough }
    }

    fn relay() -> Self {
        let wanted = json!({
            "game": "quicksand", "terms": {}, "seats": [1, 3], "format": { "type": "relay", "minutes": 60 },
        });
        Self { wanted, people: 4, enough: Some(4) }
    }

    fn is_relay(&self) -> bool {
        self.wanted["format"]["type"] == "relay"
    }

    /// Plays it to its end, as the clocks decide: nobody comes.
    async fn ends(&self, house: &mut House, id: &str, people: &mut [Guest]) -> Value {
        if self.is_relay() {
            // The tables that are missing are opened before the sand runs.
            until(&mut people[0], id, |page| page["me"]["table"].is_string()).await;
            house.tables_are_open(id, 2).await;
            house.an_hour_later().await;
            move_to(house, people);
        }
        if let Some(enough) = self.enough {
            until(&mut people[0], id, |page| page["tournament"]["tables_in_all"].as_u64() >= Some(enough))
                .await;
            house.tables_are_open(id, enough as usize).await;
            does(&mut people[0], id, "end", &json!({})).await;
        }
        over(&mut people[0], id).await
    }
}

impl House {
    /// Waits until so many tables of a tournament are there.
    async fn tables_are_open(&self, id: &str, tables: usize) {
        let begun = tokio::time::Instant::now();
        while self.rows("tables").await.matches(&format!("{id}-")).count() < tables {
            assert!(begun.elapsed().as_secs() < 60, "a table is not opened");
            tokio::task::yield_now().await;
        }
    }
}

/// All is as it was when this much was written, and so many tables were opened.
async fn dies_after(house: &House, n: usize, opened: usize) {
    let later = format!("SELECT key FROM tables WHERE CAST(substr(id, 14) AS INTEGER) > {opened}");
    let mut sql =
        format!("DELETE FROM tournament_log WHERE n > {n}; UPDATE tournaments SET n = {n}, state = 1;");
    let of_tables = ["log", "endings", "sitters", "named", "standings", "snapshots"];
    sql.extend(of_tables.map(|table| format!("DELETE FROM {table} WHERE table_key IN ({later});")));
    sql.extend([format!("DELETE FROM tables WHERE key IN ({later});")]);
    if n.is_multiple_of(2) {
        // Nor had it been noted that games were over: their logs say so.
        sql += "DELETE FROM endings; UPDATE tables SET finished = 0, ended = NULL;";
    }
    house.sql(&sql).await;
}

/// A step of a log: an entry, and how many tables were paired by then.
struct Step {
    n: usize,
    began: bool,
    paired: bool,
    result: bool,
    tables: usize,
}

fn steps(log: &str) -> Vec<Step> {
    let mut tables = 0;
    let step = |(n, line): (usize, &str)| {
        let entry: Value = serde_json::from_str(line.split(" | ").nth(2)?).ok()?;
        let paired = entry["type"] == "paired";
        tables += entry["tables"].as_array().map_or(0, Vec::len);
        let (began, result) = (entry["type"] == "began", entry["type"] == "result");
        Some(Step { n, began, paired, result, tables })
    };
    (1..).zip(log.lines()).filter_map(step).collect()
}

/// The evening as it is without any trouble, and again after each of these deaths: after so many entries, so many tables opened.
async fn it_goes_on(evening: Evening, deaths: impl Fn(&[Step]) -> Vec<(usize, usize)>) {
    let mut house = a_house().await;
    let (id, mut people) = held(&house, evening.wanted.clone(), evening.people).await;
    does(&mut people[0], &id, "start", &json!({})).await;
    let end = evening.ends(&mut house, &id, &mut people).await;
    let steps = steps(&house.rows("tournament_log").await);
    house.close().await;
    let deaths = deaths(&steps);
    assert!(!deaths.is_empty());
    for (n, opened) in deaths {
        dies_after(&house, n, opened).await;
        house.reopen_with(|config| config.limits = false).await;
        move_to(&house, &mut people);
        let again = evening.ends(&mut house, &id, &mut people).await;
        let at = format!("after {n} entries and {opened} tables");
        let tables = again["tables_in_all"].as_u64().expect("a number") as usize;
        assert_eq!(house.rows("tables").await.lines().count(), tables, "no table is doubled {at}");
        let results = house.rows("tournament_log").await.matches("\"result\"").count();
        assert!(results <= tables, "none counts twice {at}");
        if evening.enough.is_some() {
            // Who meets whom next depends on when; not who was paired already.
            let first = |end: &Value| pairs(end).into_iter().take(2).collect::<Vec<_>>();
            assert_eq!(first(&again), first(&end), "{at}");
        } else {
            assert_eq!(pairs(&again), pairs(&end), "{at}");
        }
        // Of two whoever moves first loses: it is the same tournament again. Of three the dice say who that is.
        if evening.enough.is_none() && evening.wanted["seats"].is_null() {
            assert_eq!(again["standings"], end["standings"], "{at}");
        }
        house.close().await;
    }
}

/// After each entry since it began; of a round that was just paired all tables were opened, or one, or none.
fn everywhere(steps: &[Step]) -> Vec<(usize, usize)> {
    let mut deaths = Vec::new();
    let mut before = 0;
    for step in steps {
        let least = if step.paired { before } else { step.tables };
        let last = steps.last().is_some_and(|last| last.n == step.n);
        if (step.began || step.tables > 0) && !last {
            deaths.extend((least..=step.tables).map(|opened| (step.n, opened)));
        }
        before = step.tables;
    }
    deaths
}

/// As it began, at the first pairing and at the last, with no table of it opened, and after the first result.
fn here_and_there(steps: &[Step]) -> Vec<(usize, usize)> {
    let unopened = |step: &Step| {
        let before = steps.iter().take_while(|earlier| earlier.n < step.n).last();
        (step.n, before.map_or(0, |before| before.tables))
    };
    let first = steps.iter().find(|step| step.paired).map(unopened);
    let result = steps.iter().find(|step| step.result).map(|step| (step.n, step.tables));
    let last = steps.iter().rfind(|step| step.paired).map(unopened);
    let began = steps.iter().find(|step| step.began).map(unopened);
    let mut deaths: Vec<_> = [last, result, first, began].into_iter().flatten().collect();
    deaths.dedup();
    deaths
}

fn swiss() -> Evening {
    Evening::of(&json!({ "type": "swiss", "rounds": 2 }), 4, None)
}

/// A round of a Swiss of four is a pairing and two results.
#[tokio::test]
async fn in_the_first_round_of_a_swiss() {
    let first = |steps: &[Step]| everywhere(steps).into_iter().rev().filter(|(n, _)| *n < 9).collect();
    it_goes_on(swiss(), first).await;
}

#[tokio::test]
async fn in_the_second_round_of_a_swiss() {
    let second = |steps: &[Step]| everywhere(steps).into_iter().rev().filter(|(n, _)| *n >= 9).collect();
    it_goes_on(swiss(), second).await;
}

#[tokio::test]
async fn in_an_arena() {
    it_goes_on(Evening::of(&json!({ "type": "arena", "minutes": 60 }), 4, Some(3)), here_and_there).await;
}

#[tokio::test]
async fn in_a_knock_out() {
    it_goes_on(Evening::of(&json!({ "type": "knockout" }), 3, None), here_and_there).await;
}

#[tokio::test]
async fn where_everybody_meets_everybody() {
    it_goes_on(Evening::of(&json!({ "type": "everybody", "double": false }), 3, None), here_and_there).await;
}

#[tokio::test]
async fn at_tables_of_three() {
    let wanted = json!({ "game": "thin-ice", "seats": [3, 3], "format": { "type": "tables", "rounds": 2 } });
    it_goes_on(Evening { wanted, people: 3, enough: None }, here_and_there).await;
}

#[tokio::test]
async fn in_a_relay() {
    it_goes_on(Evening::relay(), here_and_there).await;
}
