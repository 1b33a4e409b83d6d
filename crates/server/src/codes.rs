//! Recovery codes: easily read out and typed, and impossible to guess. `K7QD-3MWX-PA2F-9HTE`, 80 bits.

use getrandom::Error;
use sha2::{Digest, Sha256};

/// No letters or digits that look alike.
const LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH: usize = 16;
const GROUP: usize = 4;

/// A code's letters, without what stands between them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Code([u8; LENGTH]);

impl Code {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.map(|byte| LETTERS[usize::from(byte & 31)])))
    }

    /// Reads what a person typed: in any case, with or without dashes and spaces.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut code = [0; LENGTH];
        let mut letters = text
            .chars()
            .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}' | '.' | '_'));
        for place in &mut code {
            let letter = u8::try_from(letters.next()?.to_ascii_uppercase()).ok()?;
            *place = LETTERS.contains(&letter).then_some(letter)?;
        }
        letters.next().is_none().then_some(Self(code))
    }

    /// What is kept of it.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

/// Nobody reads it in a log by accident.
impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Code(…)")
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, group) in self.0.chunks(GROUP).enumerate() {
            let dash = if i == 0 { "" } else { "-" };
            write!(f, "{dash}{}", group.escape_ascii())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_its_own() {
        let mut letters = LETTERS.to_vec();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 32);
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = Code::new().expect("randomness");
        let text = code.to_string();
        assert_eq!(text.len(), 19);
        for typed in [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', ""),
            format!("  {} ", text.replace('-', " ")),
            text.replace('-', "\u{2013}"),
        ] {
            assert_eq!(Code::read(&typed).as_ref(), Some(&code), "{typed}");
        }
        assert_ne!(Code::new().expect("randomness"), code);
    }

    #[test]
    fn noise_is_no_code() {
        let long = "A".repeat(10_000);
        for noise in
            ["", "AAAA", "AAAA-AAAA-AAAA-AAA0", "AAAA-AAAA-AAAA-AAAé", "AAAA-AAAA-AAAA-AAAA-A", &long]
        {
            assert_eq!(Code::read(noise), None, "{noise}");
        }
    }
}
