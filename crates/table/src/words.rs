//! What people read exists in French and English, always both.

use std::{borrow::Cow, fmt};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A language that people read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    #[default]
    En,
    Fr,
}

/// The same sentence in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Words {
    #[ts(type = "string")]
    pub en: Cow<'static, str>,
    #[ts(type = "string")]
    pub fr: Cow<'static, str>,
}

impl Words {
    pub const fn fixed(en: &'static str, fr: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), fr: Cow::Borrowed(fr) }
    }

    pub fn new(en: impl Into<Cow<'static, str>>, fr: impl Into<Cow<'static, str>>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
