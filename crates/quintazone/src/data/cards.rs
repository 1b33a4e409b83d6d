//! Every card of both decks: its name, its cut, its eight half-edges clockwise from the left half of the top side
//! (Z-1), and how many copies lie in the first deck (Z-2) and in the second (Z-3).
//!
//! An owner of the printed cards corrects a ruling here and nowhere else.

use crate::card::{Cut, Face, face};

/// How many different cards there are.
pub const KINDS: usize = 45;

#[rustfmt::skip]
pub(crate) const FACES: [Face; KINDS] = [
    // One panel.
    face("E", Cut::Whole, *b"EEEEEEEE", [2, 3]),
    face("A", Cut::Whole, *b"AAAAAAAA", [2, 3]),
    face("F", Cut::Whole, *b"FFFFFFFF", [2, 3]),
    face("W", Cut::Whole, *b"WWWWWWWW", [2, 3]),
    face("S", Cut::Whole, *b"SSSSSSSS", [2, 3]),
    // Split top and bottom: each pair once.
    face("EA-h", Cut::TopBottom, *b"EEEAAAAE", [1, 1]),
    face("EF-h", Cut::TopBottom, *b"EEEFFFFE", [1, 1]),
    face("EW-h", Cut::TopBottom, *b"EEEWWWWE", [1, 1]),
    face("ES-h", Cut::TopBottom, *b"EEESSSSE", [1, 1]),
    face("AF-h", Cut::TopBottom, *b"AAAFFFFA", [1, 1]),
    face("AW-h", Cut::TopBottom, *b"AAAWWWWA", [1, 1]),
    face("AS-h", Cut::TopBottom, *b"AAASSSSA", [1, 1]),
    face("FW-h", Cut::TopBottom, *b"FFFWWWWF", [1, 1]),
    face("FS-h", Cut::TopBottom, *b"FFFSSSSF", [1, 1]),
    face("WS-h", Cut::TopBottom, *b"WWWSSSSW", [1, 1]),
    // Split left and right: each pair once.
    face("EA-v", Cut::LeftRight, *b"EAAAAEEE", [1, 1]),
    face("EF-v", Cut::LeftRight, *b"EFFFFEEE", [1, 1]),
    face("EW-v", Cut::LeftRight, *b"EWWWWEEE", [1, 1]),
    face("ES-v", Cut::LeftRight, *b"ESSSSEEE", [1, 1]),
    face("AF-v", Cut::LeftRight, *b"AFFFFAAA", [1, 1]),
    face("AW-v", Cut::LeftRight, *b"AWWWWAAA", [1, 1]),
    face("AS-v", Cut::LeftRight, *b"ASSSSAAA", [1, 1]),
    face("FW-v", Cut::LeftRight, *b"FWWWWFFF", [1, 1]),
    face("FS-v", Cut::LeftRight, *b"FSSSSFFF", [1, 1]),
    face("WS-v", Cut::LeftRight, *b"WSSSSWWW", [1, 1]),
    // Quartered: for each missing element two cards, named by their upper and lower row.
    face("AF-WS", Cut::Quartered, *b"AFFSSWWA", [1, 1]),
    face("AF-SW", Cut::Quartered, *b"AFFWWSSA", [1, 1]),
    face("FW-SE", Cut::Quartered, *b"FWWEESSF", [1, 1]),
    face("FW-ES", Cut::Quartered, *b"FWWSSEEF", [1, 1]),
    face("WS-EA", Cut::Quartered, *b"WSSAAEEW", [1, 1]),
    face("WS-AE", Cut::Quartered, *b"WSSEEAAW", [1, 1]),
    face("SE-AF", Cut::Quartered, *b"SEEFFAAS", [1, 1]),
    face("SE-FA", Cut::Quartered, *b"SEEAAFFS", [1, 1]),
    face("EA-FW", Cut::Quartered, *b"EAAWWFFE", [1, 1]),
    face("EA-WF", Cut::Quartered, *b"EAAFFWWE", [1, 1]),
    // Split along a diagonal (second deck only): each pair once.
    face("EA-d", Cut::Falling, *b"EEEEAAAA", [0, 1]),
    face("EF-d", Cut::Rising, *b"EEFFFFEE", [0, 1]),
    face("EW-d", Cut::Rising, *b"EEWWWWEE", [0, 1]),
    face("ES-d", Cut::Falling, *b"EEEESSSS", [0, 1]),
    face("AF-d", Cut::Falling, *b"AAAAFFFF", [0, 1]),
    face("AW-d", Cut::Rising, *b"AAWWWWAA", [0, 1]),
    face("AS-d", Cut::Rising, *b"AASSSSAA", [0, 1]),
    face("FW-d", Cut::Falling, *b"FFFFWWWW", [0, 1]),
    face("FS-d", Cut::Rising, *b"FFSSSSFF", [0, 1]),
    face("WS-d", Cut::Falling, *b"WWWWSSSS", [0, 1]),
];
