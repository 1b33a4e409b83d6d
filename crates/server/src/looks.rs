//! What a name looks like: two names that people would take for each other look the same.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};
use unicode_security::skeleton;

/// Letters of other alphabets, ligatures, cases, spaces and punctuation make no difference (Unicode's UTS 39, and then some).
pub(crate) fn looks(name: &str) -> String {
    let whole: String = name.nfkc().collect();
    let plain: String = whole.chars().filter(|&c| counts(c)).collect();
    let plain = if plain.is_empty() { whole.clone() } else { plain };
    let alike: String = plain.chars().map(letter).collect();
    let looks = skeleton(&alike).collect::<String>().to_lowercase();
    // What is left of some names is nothing that is seen.
    if looks.is_empty() { whole } else { looks }
}

/// A letter like the one of ours that its capital looks like, where there is one: so a name looks the same in either case, and
/// `I`, `l`, `i` and `1` are one.
fn letter(c: char) -> String {
    let capital = c.to_lowercase().to_string().to_uppercase();
    let like: String = skeleton(&capital).collect();
    if like.starts_with(|first: char| first.is_ascii_alphanumeric()) {
        like.to_lowercase()
    } else {
        capital.to_lowercase()
    }
}

/// Spaces, punctuation, joiners and variants of signs do not tell one name from another.
fn counts(c: char) -> bool {
    let group = c.general_category_group();
    let variant = matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}');
    !c.is_whitespace()
        && !variant
        && !matches!(
            group,
            GeneralCategoryGroup::Punctuation | GeneralCategoryGroup::Separator | GeneralCategoryGroup::Other
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_people_would_take_for_each_other_look_the_same() {
        for (one, other) in [
            ("Ada", "ada"),
            ("Ada", "Аda"), // Cyrillic А
            ("Ada", "аdа"), // Cyrillic а, twice
            ("Ada", " A d a "),
            ("Ada", "A\u{200D}d\u{200C}a"), // joiners
            ("Ada", "Ada."),
            ("Ada", "_Ada_"),
            ("Ada", "Ａｄａ"), // full width
            ("Ada", "𝐀𝐝𝐚"),    // bold
            ("Sofia", "Soﬁa"), // a ligature
            ("Sofia", "SOFIA"),
            ("Bill", "BiII"),
            ("Bill", "B1l|"),
            ("Ian", "lan"),
            ("IAN", "ian"),
            ("Otto", "0tt0"),
            ("Otto", "оttо"),
            ("Zoé", "Zoe\u{0301}"),
            ("ZOÉ", "zoé"),
            ("mario", "rnario"),
            ("Нина", "нина"),
            ("ΗΛΙΟΣ", "ηλιος"),
            ("Ηeta", "Heta"), // Greek Eta
            ("❤️", "❤"),
        ] {
            assert_eq!(looks(one), looks(other), "{one} {other}");
        }
        for (one, other) in [
            ("Ada", "Eda"),
            ("Zoé", "Zoe"),
            ("Ada", "Ada 2"),
            ("李", "王"),
            ("👩‍🚀", "👨‍🚀"),
            ("!", "?"),
            ("Нина", "Hina"),
        ] {
            assert_ne!(looks(one), looks(other), "{one} {other}");
        }
    }

    #[test]
    fn every_name_looks_like_something_and_always_the_same() {
        for name in ["Ada", "...", "李", "👩‍🚀", "مُحَمَّد", "  x  ", "!\u{180B}", "İstanbul", "ẞ"]
        {
            assert!(!looks(name).is_empty(), "{name}");
            assert_eq!(looks(&looks(name)), looks(name), "{name}");
        }
    }
}
