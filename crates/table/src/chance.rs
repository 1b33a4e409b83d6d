//! Randomness that replays for ever: ChaCha from a 256-bit seed, with a draw and a shuffle of our own, because a
//! library may change its own between releases and an old log must fold to the same game.

use std::{fmt, str::FromStr};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// 256 bits from which all chance of a game follows. Shown at the end; its [commitment](Self::commitment) at the start.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// SHA-256 of the seed, in hexadecimal: shown before the game, it proves afterwards that the seed was not chosen late.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }
}

/// A small number makes a seed for tests and for outsiders: its little-endian bytes, then zeros.
impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadableSeed;

impl fmt::Display for UnreadableSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is a whole number from 0, or 64 hexadecimal digits")
    }
}

impl std::error::Error for UnreadableSeed {}

/// 64 hexadecimal digits, or a small decimal number.
impl FromStr for Seed {
    type Err = UnreadableSeed;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != 64 {
            return text.parse::<u64>().map(Self::from).map_err(|_| UnreadableSeed);
        }
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| UnreadableSeed)?;
        Ok(Self(bytes))
    }
}

impl Serialize for Seed {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// From a number (`7`) or from text.
impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;
        impl serde::de::Visitor<'_> for Read {
            type Value = Seed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&UnreadableSeed, f)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(number.into())
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Seed, E> {
                u64::try_from(number).map(Seed::from).map_err(|_| E::custom(UnreadableSeed))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Seed, E> {
                text.parse().map_err(E::custom)
            }
        }
        from.deserialize_any(Read)
    }
}

/// A stream of chance. Cloning it clones its future; it is part of a state that rolls dice as it goes.
#[derive(Clone, PartialEq, Eq)]
pub struct Chance {
    stream: ChaCha8Rng,
}

impl Chance {
    pub fn new(seed: Seed) -> Self {
        Self { stream: ChaCha8Rng::from_seed(seed.0) }
    }

    /// The next 32 bits of the stream.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.stream.next_u32()
    }

    /// A number below `n`, each equally likely (Lemire's multiplication, with rejection). `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.bits()) * u64::from(n);
        if (product as u32) < n {
            let reject = n.wrapping_neg() % n;
            while (product as u32) < reject {
                product = u64::from(self.bits()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// One of `items`, each equally likely; none of none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// Fisher and Yates, from the last place down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A fresh seed drawn from this stream: for an imagined world, whose dice must not be the real ones.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.stream.fill_bytes(&mut bytes);
        Seed(bytes)
    }
}

/// What a random player draws lots from.
pub trait Lots {
    /// The number of a lot among `n`, each equally likely. `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

impl Lots for Chance {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Self::below(self, n)
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chance({} at {})", Seed(self.stream.get_seed()), self.stream.get_word_pos())
    }
}

#[derive(Serialize, Deserialize)]
struct Place {
    seed: Seed,
    /// How many 32-bit words have been drawn.
    drawn: u64,
}

/// As its seed and how far it has been drawn.
impl Serialize for Chance {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Place { seed: Seed(self.stream.get_seed()), drawn: self.stream.get_word_pos() as u64 }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let place = Place::deserialize(from)?;
        let mut chance = Self::new(place.seed);
        chance.stream.set_word_pos(u128::from(place.drawn));
        Ok(chance)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// These vectors never change: old logs fold by them.
    #[test]
    fn the_stream_of_seed_7_is_fixed() {
        let mut chance = Chance::new(Seed::from(7));
        let bits: Vec<u32> = (0..4).map(|_| chance.bits()).collect();
        let below: Vec<u32> = (0..12).map(|_| chance.below(6)).collect();
        assert_eq!(bits, VECTOR_BITS);
        assert_eq!(below, VECTOR_DICE);
    }

    #[test]
    fn the_shuffle_of_seed_7_is_fixed() {
        let mut items: Vec<u8> = (0..12).collect();
        Chance::new(Seed::from(7)).shuffle(&mut items);
        assert_eq!(items, VECTOR_SHUFFLE);
    }

    const VECTOR_BITS: [u32; 4] = [742701683, 3281823346, 3936197989, 2001186818];
    const VECTOR_DICE: [u32; 12] = [2, 0, 0, 1, 5, 2, 5, 2, 3, 2, 3, 1];
    const VECTOR_SHUFFLE: [u8; 12] = [5, 11, 10, 7, 1, 6, 0, 3, 4, 9, 8, 2];

    /// The published test vector of `ChaCha8` with a zero key: the generator is the real one.
    #[test]
    fn the_generator_is_chacha8() {
        let mut chance = Chance::new(Seed([0; 32]));
        let mut first = Vec::new();
        for _ in 0..4 {
            first.extend(chance.bits().to_le_bytes());
        }
        assert_eq!(hex::encode(&first), "3e00ef2f895f40d67f5bb8e81f09a5a1");
    }

    #[test]
    fn a_commitment_is_the_sha_256_of_the_seed() {
        // SHA-256 of 32 zero bytes.
        let expected = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
        assert_eq!(Seed([0; 32]).commitment(), expected);
    }

    #[test]
    fn a_seed_is_read_from_a_number_or_from_hexadecimal() {
        assert_eq!("7".parse(), Ok(Seed::from(7)));
        assert_eq!(Seed::from(7).to_string().parse(), Ok(Seed::from(7)));
        assert_eq!(serde_json::from_str::<Seed>("7").unwrap(), Seed::from(7));
        assert_eq!("7x".parse::<Seed>(), Err(UnreadableSeed));
        assert_eq!("é".repeat(32).parse::<Seed>(), Err(UnreadableSeed));
        assert!(serde_json::from_str::<Seed>("-1").is_err());
    }

    proptest! {
        #[test]
        fn a_draw_is_below_its_bound(seed: u64, n in 1u32..) {
            prop_assert!(Chance::new(Seed::from(seed)).below(n) < n);
        }

        #[test]
        fn a_written_chance_goes_on_as_it_would_have(seed: u64, drawn in 0usize..100) {
            let mut chance = Chance::new(Seed::from(seed));
            for _ in 0..drawn { chance.bits(); }
            let text = serde_json::to_string(&chance).unwrap();
            let mut again: Chance = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(again.bits(), chance.bits());
        }

        #[test]
        fn a_shuffle_loses_nothing(seed: u64, n in 0usize..60) {
            let mut items: Vec<usize> = (0..n).collect();
            Chance::new(Seed::from(seed)).shuffle(&mut items);
            items.sort_unstable();
            prop_assert_eq!(items, (0..n).collect::<Vec<_>>());
        }
    }
}
