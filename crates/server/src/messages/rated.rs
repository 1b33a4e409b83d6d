//! What is not done at a rated table.

use table::Words;

pub(crate) const RATED_BY_THE_CLOCK: Words = Words::fixed(
    "A rated game is played by the clock, and whoever’s time is up has lost: choose a clock first.",
    "Une partie classée se joue à la pendule, et perd qui n’a plus de temps\u{202f}: choisissez d’abord une pendule.",
);
pub(crate) const RATED_AGAINST_OTHERS: Words = Words::fixed(
    "Here all win and lose together, so there is nobody to be rated against: choose another mode, or play unrated.",
    "Ici, tous gagnent ou perdent ensemble\u{202f}: il n’y a personne face à qui se classer. Choisissez un autre mode, ou jouez sans classement.",
);
pub(crate) const RATED_EQUAL_TEAMS: Words = Words::fixed(
    "At a rated table all teams have as many members: choose others, or play unrated.",
    "À une table classée, toutes les équipes ont le même nombre\u{202f}: choisissez-en d’autres, ou jouez sans classement.",
);
pub(crate) const RATED_FROM_THE_START: Words = Words::fixed(
    "A game that goes on from another cannot be rated: open a new table.",
    "Une partie qui en continue une autre ne peut pas être classée\u{202f}: ouvrez une nouvelle table.",
);
pub(crate) const RATED_PEOPLE_ONLY: Words = Words::fixed(
    "At a rated table each seat has a person of its own: no bots, and nobody on two seats. Invite somebody, or play unrated.",
    "À une table classée, chaque place a sa personne\u{202f}: pas de bot, et personne sur deux places. Invitez quelqu’un, ou jouez sans classement.",
);
pub(crate) const RATED_ALL_HERE: Words = Words::fixed(
    "A rated game begins once everybody who plays it is here.",
    "Une partie classée commence quand tous ceux qui la jouent sont là.",
);
pub(crate) const RATED_OPTIONS_STAND: Words = Words::fixed(
    "Others have sat down for this rated game: its options stand. Change its clock, and everybody sits down anew.",
    "D’autres ont pris place pour cette partie classée\u{202f}: ses options ne changent plus. Changez la pendule, et chacun reprendra place.",
);
pub(crate) const RATED_NOT_REMOVED: Words = Words::fixed(
    "Nobody is removed from a rated game: whoever stays away loses by the clock.",
    "On ne retire personne d’une partie classée\u{202f}: qui reste absent perd à la pendule.",
);
pub(crate) const RATED_NO_UNDO: Words =
    Words::fixed("In a rated game nothing is taken back.", "Dans une partie classée, on ne reprend rien.");
pub(crate) const RATED_NO_HINTS: Words = Words::fixed(
    "In a rated game nobody is given hints.",
    "Dans une partie classée, il n’y a pas de conseils.",
);
pub(crate) const RATED_WITH_ACCOUNT: Words = Words::fixed(
    "In this house rated games need an account: add a passkey on your page, then sit down again.",
    "Dans cette maison, les parties classées demandent un compte\u{202f}: ajoutez une clé d’accès sur votre page, puis revenez vous asseoir.",
);
