//! What a seat can do, and how it is written: `@3,-1+90`, `claim 5W`, `done`.

use std::{fmt, str::FromStr};

use table::Refusal;

use crate::{card::Place, objective::Objective, refusals};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// lay the card that is turned up.
    Place(Place),
    /// say that one of your objectives is on the table.
    Claim(Objective),
    /// no more claims from you.
    Done,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => place.fmt(f),
            Self::Claim(objective) => write!(f, "claim {objective}"),
            Self::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if text == "done" {
            return Ok(Self::Done);
        }
        if let Some(objective) = text.strip_prefix("claim ")
            && let Ok(objective) = objective.parse()
        {
            return Ok(Self::Claim(objective));
        }
        text.parse().map(Self::Place).map_err(|_: Refusal| refusals::unreadable(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Q_4;

    #[test]
    fn notation_reads_back() {
        for text in ["@3,-1+90", "@0,0+0", "claim 5W", "claim 6-02", "done"] {
            assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.into()));
        }
        assert_eq!("@3,-1".parse::<Action>(), "@3,-1+0".parse());
    }

    #[test]
    fn q_4_what_cannot_be_read_is_refused() {
        for text in ["", "@", "@1", "@1,2+45", "@99999,0", "claim", "claim 7X", "done!", "5W", "é@1,2"] {
            assert_eq!(text.parse::<Action>().map_err(|refusal| refusal.clause), Err(Q_4), "{text}");
        }
    }
}
