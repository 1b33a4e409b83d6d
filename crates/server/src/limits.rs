//! How much is too much: rates, lengths, and characters that would disturb what others read.

use std::{num::NonZeroU32, time::Duration};

use governor::Quota;
use table::Words;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::messages;

/// The longest message a client may send.
pub(crate) const MESSAGE_BYTES: usize = 16 << 10;
/// The longest log file that somebody may bring.
pub(crate) const LOG_BYTES: usize = 1 << 20;
/// The longest name, in characters.
pub(crate) const NAME: usize = 24;
/// The longest name of a tournament, in characters.
pub(crate) const TITLE: usize = 50;
/// The longest line of talk, in characters.
pub(crate) const TALK: usize = 300;

/// How many unfinished tables of one guest are kept.
pub(crate) const TABLES_KEPT: u32 = 200;

/// How much may be written in a table's log before only the game goes on, …
pub(crate) const ENTRIES: u64 = 20_000;
/// … and before that ends as well. No game that people play comes near either.
pub(crate) const GAME_ENTRIES: u64 = 60_000;

/// How many lines those who watch may say at one table.
pub(crate) const WATCHERS_TALK: u32 = 1000;

/// Once in so long, and so often at once after a rest.
pub(crate) fn once_in(period: Duration, at_once: u32) -> Quota {
    let at_once = NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(period).unwrap_or_else(|| Quota::per_second(at_once)).allow_burst(at_once)
}

/// A name as it may stand on a table, or what is wrong with it.
pub(crate) fn name(text: &str) -> Result<String, Words> {
    let name = text.trim();
    if name.is_empty() {
        return Err(messages::NAME_EMPTY);
    }
    if name.chars().count() > NAME {
        return Err(messages::name_too_long(NAME));
    }
    if is_strange(name) {
        return Err(messages::STRANGE_CHARACTERS);
    }
    Ok(name.to_owned())
}

/// What a tournament is called, or what is wrong with that.
pub(crate) fn title(text: &str) -> Result<String, Words> {
    let title = text.trim();
    if title.is_empty() {
        return Err(messages::NAME_EMPTY);
    }
    if title.chars().count() > TITLE {
        return Err(messages::name_too_long(TITLE));
    }
    if is_strange(title) {
        return Err(messages::STRANGE_CHARACTERS);
    }
    Ok(title.to_owned())
}

/// A line of talk as it may be said, or what is wrong with it.
pub(crate) fn talk(text: &str) -> Result<String, Words> {
    let line = text.trim();
    if line.is_empty() {
        return Err(messages::TALK_EMPTY);
    }
    if line.chars().count() > TALK {
        return Err(messages::talk_too_long(TALK));
    }
    if is_strange(line) {
        return Err(messages::STRANGE_CHARACTERS);
    }
    Ok(line.to_owned())
}

fn is_strange(text: &str) -> bool {
    text.chars().any(disturbs) || !text.chars().any(is_seen) || piles_up(text)
}

/// Control characters, line breaks, letters and signs that look like nothing, and what turns the direction of its
/// neighbours.
fn disturbs(c: char) -> bool {
    let blank = matches!(
        c,
        '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}'
    );
    let other = c.general_category_group() == GeneralCategoryGroup::Other;
    let line_break = matches!(c, '\u{2028}' | '\u{2029}');
    blank || line_break || (other && !is_joiner(c))
}

/// Joiners hold letters and emoji together, and are nothing without them.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Accents and other marks that are drawn over the letter before them.
fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Whether it shows something by itself.
fn is_seen(c: char) -> bool {
    !c.is_whitespace() && !is_mark(c) && !is_joiner(c)
}

/// Whether more marks stand on one letter than any language puts there: they would be drawn over other lines.
fn piles_up(text: &str) -> bool {
    const MOST: usize = 4;
    let mut pile = 0;
    text.chars().any(|c| {
        pile = if is_mark(c) { pile + 1 } else { 0 };
        pile > MOST
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_short_and_plain() {
        assert_eq!(name("  Zoé "), Ok("Zoé".to_owned()));
        assert_eq!(name("👩‍🚀"), Ok("👩‍🚀".to_owned()));
        assert!(name(&"x".repeat(24)).is_ok());
        assert_eq!(name("Tr\u{1EA7}n"), Ok("Tr\u{1EA7}n".to_owned()));
        assert_eq!(name("e\u{0302}\u{0301}"), Ok("e\u{0302}\u{0301}".to_owned()));
        let pile = format!("Z{}", "\u{0301}".repeat(20));
        let (thai, arabic) = (format!("ก{}", "\u{0E49}".repeat(20)), format!("ب{}", "\u{064B}".repeat(20)));
        for unseen in [
            "\u{3164}",
            "\u{2800}",
            "\u{AD}",
            "\u{200D}",
            "\u{FE0F}",
            "\u{0301}\u{0301}",
            "\u{E0100}\u{E0101}",
            "\u{1D173}",
            "\u{1BCA0}",
            "\u{E000}",
            &pile,
            &thai,
            &arabic,
        ] {
            assert!(name(unseen).is_err(), "{unseen:?}");
            assert!(talk(unseen).is_err(), "{unseen:?}");
        }
        for real in ["สวัสดี", "नमस्ते", "مُحَمَّد", "שָׁלוֹם", "李", "Nguyễn", "1\u{FE0F}\u{20E3}", "❤️", "🏳️‍🌈"]
        {
            assert!(name(real).is_ok(), "{real:?}");
        }
        for bad in ["", " \t ", &"x".repeat(25), "a\u{202E}b", "a\nb", "a\0b", "\u{200F}abc", "a\u{2066}b"] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn talk_is_short_and_plain() {
        assert_eq!(talk(" <b>hi</b> "), Ok("<b>hi</b>".to_owned()));
        assert!(talk(&"é".repeat(300)).is_ok());
        for bad in ["", &"é".repeat(301), "a\u{202E}b", "a\u{7}b"] {
            assert!(talk(bad).is_err(), "{bad:?}");
        }
    }
}
