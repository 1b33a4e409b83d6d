//! Keeps the people of a house, from its machine.

use anyhow::{Result, bail};
use server::{Done, HeldTournament, PeopleOf, Somebody, ToDo};

use crate::cli::{People, PeopleCommand};

pub(crate) fn people(options: People) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut people = PeopleOf::open(&options.database).await?;
        let done = keep(&mut people, options.what).await;
        people.close().await;
        done
    })
}

async fn keep(people: &mut PeopleOf, what: PeopleCommand) -> Result<()> {
    let (name, to_do) = match what {
        PeopleCommand::List { name } => {
            people.list(&name).await?.iter().for_each(|somebody| println!("{somebody}"));
            return Ok(());
        }
        PeopleCommand::Show { name } => {
            println!("{}", people.one(&name).await?);
            return Ok(());
        }
        PeopleCommand::Tournaments { name } => {
            people.tournaments(&name).await?.iter().for_each(|tournament| println!("{tournament}"));
            return Ok(());
        }
        PeopleCommand::RemoveTournament { id, yes } => {
            if !yes {
                bail!(
                    "the tournament's title, teams and standings would be gone for ever: say --yes if you mean it"
                );
            }
            let HeldTournament { name, holder, .. } = people.remove_tournament(&id).await?;
            println!("{name}, held by {holder}, is removed.");
            return Ok(());
        }
        PeopleCommand::Log => {
            people.log().await?.iter().for_each(|done| println!("{}", told(done)));
            return Ok(());
        }
        PeopleCommand::Rename { name, new } => (name, ToDo::Rename(new)),
        PeopleCommand::Silence { name, time } => (name, ToDo::Silence(time)),
        PeopleCommand::Lift { name } => (name, ToDo::Lift),
        PeopleCommand::Remove { name, yes } => {
            let Somebody { name: called, .. } = people.one(&name).await?;
            if !yes {
                bail!(
                    "{called} and all that is known of them would be gone for ever: say --yes if you mean it"
                );
            }
            (name, ToDo::Remove)
        }
        PeopleCommand::Keeper { name, no_more } => (name, ToDo::Keeper(!no_more)),
    };
    let said = match &to_do {
        ToDo::Rename(new) => format!("is called {new} from now on"),
        ToDo::Silence(time) => format!("is silent for {} minutes", time.as_secs().div_ceil(60)),
        ToDo::Lift => "may talk again".to_owned(),
        ToDo::Remove => "goes, with all that is known of them, as soon as the house is open".to_owned(),
        ToDo::Keeper(true) => "keeps the house: their page is /keeper".to_owned(),
        ToDo::Keeper(false) => "keeps the house no more".to_owned(),
    };
    let whom = people.act(&name, to_do).await?;
    println!("{} (#{}) {said}.", whom.name, whom.number);
    Ok(())
}

/// A line of the log.
fn told(done: &Done) -> String {
    let Done { at, by, what, whom, detail } = done;
    let detail = match (what.as_str(), detail.parse::<i64>()) {
        ("silence", Ok(until)) => format!("until {}", when(until)),
        ("rename", _) => format!("to {detail}"),
        ("remove-tournament", _) => format!("({detail})"),
        _ => String::new(),
    };
    let whom = if whom.is_empty() { "(somebody who is gone)" } else { whom };
    format!("{}  {what} {whom} {detail}  by {by}", when(*at))
}

/// `2026-11-16 15:43` in UTC.
fn when(at: i64) -> String {
    let (days, minutes) = (at.div_euclid(86_400_000), at.rem_euclid(86_400_000) / 60_000);
    // From days since 1970 to the calendar: Howard Hinnant's `civil_from_days`.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let part = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * part + 2) / 5 + 1, if part < 10 { part + 3 } else { part - 9 });
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_told_by_the_calendar() {
        assert_eq!(when(0), "1970-01-01 00:00 UTC");
        assert_eq!(when(951_782_400_000), "2000-02-29 00:00 UTC");
        assert_eq!(when(1_794_843_780_000), "2026-11-16 15:43 UTC");
    }
}
