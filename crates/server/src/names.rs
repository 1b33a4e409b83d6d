//! Names and ids for new tables.

use getrandom::Error;

/// Mountains, seas and valleys that lie so far away that they are the same in every language.
const PLACES: &[&str] = &[
    "Olympus",
    "Tharsis",
    "Elysium",
    "Hellas",
    "Argyre",
    "Utopia",
    "Isidis",
    "Arcadia",
    "Acidalia",
    "Arabia",
    "Syrtis",
    "Cydonia",
    "Daedalia",
    "Solis",
    "Lunae",
    "Pavonis",
    "Ascraeus",
    "Arsia",
    "Alba",
    "Apollinaris",
    "Marineris",
    "Ius",
    "Candor",
    "Ophir",
    "Melas",
    "Coprates",
    "Eos",
    "Ganges",
    "Tithonium",
    "Hebes",
    "Gale",
    "Gusev",
    "Jezero",
    "Huygens",
    "Lowell",
    "Kepler",
    "Galle",
    "Newton",
    "Schiaparelli",
    "Cassini",
    "Amazonis",
    "Chryse",
    "Vastitas",
    "Phlegra",
    "Noctis",
    "Kasei",
    "Nirgal",
    "Ares",
    "Tiu",
    "Maja",
    "Terra",
    "Sabaea",
    "Tyrrhena",
    "Cimmeria",
    "Sirenum",
    "Aonia",
    "Noachis",
    "Meridiani",
    "Promethei",
    "Australe",
];

/// No letters or digits that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// 60 bits: a private table cannot be guessed.
const ID_LENGTH: usize = 12;

pub(crate) fn table_name() -> Result<String, Error> {
    let mut byte = [0];
    getrandom::fill(&mut byte)?;
    Ok(PLACES[byte[0] as usize % PLACES.len()].to_owned())
}

pub(crate) fn table_id() -> Result<String, Error> {
    let mut bytes = [0; ID_LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| LETTERS[(byte & 31) as usize] as char).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_stand_in_a_link_as_they_are() {
        let (one, other) = (table_id().expect("randomness"), table_id().expect("randomness"));
        assert_ne!(one, other);
        assert_eq!(one.len(), ID_LENGTH);
        assert!(one.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    }

    #[test]
    fn every_letter_of_an_id_is_its_own() {
        let mut letters = LETTERS.to_vec();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), LETTERS.len());
    }
}
