//! What somebody is told, in their language: a title, a sentence, and where it leads. It says what everybody at the table knows, and
//! no more.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::json;
use sha2::{Digest, Sha256};
use table::{Lang, Words};

use super::{Notice, push};
use crate::{
    House,
    messages::notices as words,
    people::Guest,
    store::{StoreError, UnixMillis},
};

/// So many things are said one by one when several are told together.
const LINES: usize = 6;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) title: String,
    pub(super) body: String,
    /// A later one with the same takes its place.
    pub(super) tag: String,
    /// The page that it leads to.
    pub(super) path: String,
    /// Until when it is worth anything.
    pub(super) until: UnixMillis,
    /// Whether it cannot wait.
    pub(super) urgent: bool,
}

/// How long a message waits for a device that is off, at most.
const KEPT: i64 = 7 * 86_400_000;

impl Said {
    /// For the page's worker: so much of it as fits into one message.
    pub(super) fn json(&self) -> Vec<u8> {
        let whole = self.with_body(&self.body);
        if whole.len() <= push::LONGEST {
            return whole;
        }
        let room = push::LONGEST.saturating_sub(self.with_body("…").len());
        let lengths = self.body.chars().scan(0, |length, c| {
            // As JSON writes it.
            *length += if c.is_control() { 6 } else { c.len_utf8() + usize::from(matches!(c, '"' | '\\')) };
            Some(*length)
        });
        let letters = lengths.take_while(|length| *length <= room).count();
        let cut: String = self.body.chars().take(letters).collect();
        self.with_body(&format!("{cut}…"))
    }

    fn with_body(&self, body: &str) -> Vec<u8> {
        let Self { title, tag, path, urgent, .. } = self;
        json!({ "title": title, "body": body, "tag": tag, "path": path, "urgent": urgent })
            .to_string()
            .into_bytes()
    }
}

/// What the worker is to close.
pub(super) fn gone(tags: &[&str]) -> Vec<u8> {
    json!({ "gone": tags }).to_string().into_bytes()
}

/// What devices know a message by that is about no table, or about several.
pub(super) const TOGETHER: &str = "quintette";

/// What devices know a table's notices by.
pub(super) fn tag(table: &str) -> String {
    format!("table-{table}")
}

/// The same for a push service, which must not know more, and takes 32 letters.
pub(super) fn topic(tag: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(tag.as_bytes())[..24])
}

/// A name as one may say it in a line: whatever it was made of, it breaks none.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

async fn name(house: &House, guest: Guest, lang: Lang) -> Result<String, StoreError> {
    let name = house.store.name_of(guest).await?;
    Ok(if name.is_empty() { words::SOMEBODY.get(lang).to_owned() } else { plain(&name) })
}

async fn names(house: &House, guests: &[Guest], lang: Lang) -> Result<String, StoreError> {
    let mut names = Vec::new();
    for guest in guests {
        names.push(name(house, *guest, lang).await?);
    }
    Ok(words::with(&names, lang))
}

/// One thing, in words.
pub(super) async fn say(
    house: &House,
    notice: &Notice,
    lang: Lang,
    now: UnixMillis,
) -> Result<Said, StoreError> {
    let called = |game: &str| {
        house.about(game).map_or_else(|| game.to_owned(), |about| about.name.get(lang).to_owned())
    };
    let said = |(title, body): (Words, Words), table: Option<&str>, until: i64, urgent| Said {
        title: title.get(lang).to_owned(),
        body: body.get(lang).to_owned(),
        tag: table.map_or_else(|| TOGETHER.to_owned(), tag),
        path: table.map_or_else(|| "/me".to_owned(), |table| format!("/table/{table}")),
        until: UnixMillis(until.clamp(now.0, now.0 + KEPT)),
        urgent,
    };
    Ok(match notice {
        Notice::Turn { table, game, with, up } => {
            let left = words::how_long(up - now.0, lang);
            let with = names(house, with, lang).await?;
            said(words::your_turn(&called(game), &with, &left), Some(table), *up, false)
        }
        Notice::Reminder { table, game, with, up } => {
            let left = words::how_long(up - now.0, lang);
            let with = names(house, with, lang).await?;
            said(words::soon_up(&called(game), &with, &left), Some(table), *up, true)
        }
        Notice::Invited { table, game, by } => {
            let by = name(house, *by, lang).await?;
            said(words::invited(&called(game), &by), Some(table), i64::MAX, false)
        }
        Notice::Ended { table, game, with } => {
            let with = names(house, with, lang).await?;
            said(words::ended(&called(game), &with), Some(table), i64::MAX, false)
        }
        Notice::Called { table, game } => {
            said(words::called(&called(game)), Some(table), now.0 + 15 * 60_000, true)
        }
        Notice::Trial => said(words::TRIAL, None, now.0 + 3_600_000, false),
        Notice::Confirm { code, .. } => said(words::code(code), None, now.0 + 3_600_000, false),
    })
}

/// Several things in one message.
pub(super) fn together(all: Vec<Said>, lang: Lang) -> Option<Said> {
    if all.len() < 2 {
        return all.into_iter().next();
    }
    let mut lines: Vec<String> = all.iter().take(LINES).map(|said| format!("• {}", said.body)).collect();
    if all.len() > LINES {
        lines.push(words::and_more(all.len() - LINES).get(lang).to_owned());
    }
    Some(Said {
        title: words::several(all.len()).get(lang).to_owned(),
        body: lines.join("\n"),
        tag: TOGETHER.to_owned(),
        path: "/me".to_owned(),
        until: all.iter().map(|said| said.until).max()?,
        urgent: all.iter().any(|said| said.urgent),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(n: usize) -> Said {
        Said {
            title: format!("t{n}"),
            body: format!("b{n}"),
            tag: format!("table-{n}"),
            path: format!("/table/{n}"),
            until: UnixMillis(n as i64),
            urgent: false,
        }
    }

    #[test]
    fn one_thing_is_said_as_it_is_and_many_together() {
        assert_eq!(together(vec![said(1)], Lang::En), Some(said(1)));
        assert_eq!(together(Vec::new(), Lang::En), None);
        let many = together((0..8).map(said).collect(), Lang::Fr).expect("there are some");
        assert_eq!(many.title, "8 choses vous attendent");
        assert_eq!(many.body.lines().count(), LINES + 1);
        assert!(many.body.starts_with("• b0\n") && many.body.ends_with("et 2 de plus"), "{}", many.body);
    }

    #[test]
    fn what_is_too_long_is_cut_between_two_letters() {
        let short = Said { body: "é".repeat(1_000), ..said(1) };
        assert!(String::from_utf8(short.json()).expect("text").contains(&short.body), "it fits as it is");
        // Letters of one to four bytes, and such as are written longer than they are.
        for letters in ["x", "é", "棋", "🎲", "\"", "\u{1}", "a🎲\\"] {
            for length in [2_900, 3_100, 20_000] {
                let long = Said { body: letters.repeat(length), ..said(1) };
                let json = long.json();
                assert!(json.len() <= push::LONGEST, "{letters:?} {length}: {}", json.len());
                let read: serde_json::Value = serde_json::from_slice(&json).expect("it is JSON");
                let body = read["body"].as_str().expect("text");
                let cut = body.strip_suffix('…').unwrap_or(body);
                assert!(long.body.starts_with(cut), "{letters:?}: {body}");
                assert!(json.len() > push::LONGEST - 20 || cut == long.body, "{letters:?}: {}", json.len());
                assert_eq!(read["path"], "/table/1");
            }
        }
    }

    #[test]
    fn a_name_breaks_no_line_and_a_push_service_learns_no_table() {
        assert_eq!(plain("Ada\r\nBcc: x@example.org"), "Ada  Bcc: x@example.org");
        assert_eq!(topic("table-abc").len(), 32);
        assert!(!topic("table-abc").contains("abc"));
    }

    #[test]
    fn how_long_is_said_in_whole_units() {
        let said = |minutes: i64| {
            (words::how_long(minutes * 60_000, Lang::En), words::how_long(minutes * 60_000, Lang::Fr))
        };
        let pair = |en: &str, fr: &str| (en.replace(' ', "\u{a0}"), fr.replace(' ', "\u{a0}"));
        assert_eq!(said(0), pair("1 minute", "1 minute"));
        assert_eq!(said(59), pair("59 minutes", "59 minutes"));
        assert_eq!(said(90), pair("1 hour", "1 heure"));
        assert_eq!(said(47 * 60), pair("47 hours", "47 heures"));
        assert_eq!(said(72 * 60), pair("3 days", "3 jours"));
    }
}
