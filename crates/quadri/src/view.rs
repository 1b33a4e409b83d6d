//! What a seat, or a spectator, may know: all that the client draws.

use serde::Serialize;
use table::{Millis, Seat, Seats, Words};
use ts_rs::TS;

use crate::{
    card::{Card, Colour, Lying, Spot, Turn},
    objective::Objective,
    options::{Assist, Matching, Mode},
    state::{Quadri, Realised},
};

/// A card as it is turned up: its colours clockwise from the top left.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriCard {
    #[ts(type = "string")]
    pub card: Card,
    pub colours: [Colour; 4],
}

impl From<Card> for QuadriCard {
    fn from(card: Card) -> Self {
        Self { card, colours: card.colours(Turn::default()) }
    }
}

/// A card on the table; cards are drawn in the order of their numbers, later ones on top.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriLying {
    /// The start card has number 0.
    pub number: u8,
    /// Who placed it; nobody placed the start card.
    pub seat: Option<Seat>,
    #[ts(type = "string")]
    pub card: Card,
    /// Where its top left square lies.
    pub x: i16,
    pub y: i16,
    /// Turned clockwise by so many degrees.
    pub turn: u16,
    /// Its colours as it lies, clockwise from the top left.
    pub colours: [Colour; 4],
}

/// A square in sight.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriSquare {
    pub x: i16,
    pub y: i16,
    pub colour: Colour,
    /// The number of the card it belongs to.
    pub card: u8,
}

/// An objective card.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriObjective {
    #[ts(type = "string")]
    pub id: &'static str,
    pub points: u8,
    /// Its drawing, a row a text: `#` is a square, `.` is none.
    #[ts(type = "string[]")]
    pub rows: &'static [&'static str],
    pub name: Words,
}

impl From<Objective> for QuadriObjective {
    fn from(objective: Objective) -> Self {
        Self {
            id: objective.id(),
            points: objective.points(),
            rows: objective.rows(),
            name: objective.name().clone(),
        }
    }
}

/// What came of a claim that was in vain: the shape was not there, or the last card has covered or spoilt it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quadri.ts")]
pub enum QuadriTried {
    Missing,
    Covered,
}

/// An objective in a hand that the viewer may see.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriHeld {
    pub objective: QuadriObjective,
    /// Claimed in vain since the last card was placed: wait for the next card.
    pub tried: Option<QuadriTried>,
    /// it is realised, and the table shows that (`glow` only).
    pub glows: bool,
}

/// One of the ten common objectives.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriCommon {
    pub objective: QuadriObjective,
    pub done: bool,
}

/// An objective that was realised, with the squares that made it on the table of then.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriRealised {
    /// Whose it was; in the cooperative mode, who placed.
    pub seat: Seat,
    pub objective: QuadriObjective,
    /// How many cards lay then.
    pub after: u8,
    pub colour: Colour,
    pub squares: Vec<Spot>,
}

impl From<&Realised> for QuadriRealised {
    fn from(realised: &Realised) -> Self {
        Self {
            seat: realised.seat,
            objective: realised.objective.into(),
            after: realised.after,
            colour: realised.seen.colour,
            squares: realised.seen.squares().collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriSeat {
    pub seat: Seat,
    /// The points laid down (competitive).
    pub points: i32,
    /// How many objectives it holds.
    pub held: u8,
    /// What it holds, where the viewer may see that: one's own in the competitive mode, the others' in ball-trap, all at the end.
    pub hand: Option<Vec<QuadriHeld>>,
    /// How many objectives it has laid down.
    pub laid: u8,
    /// it has no objective left and cannot win (ball-trap).
    pub out: bool,
    /// it claims no more.
    pub done: bool,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "quadri.ts")]
pub enum QuadriStep {
    /// The seat on turn places the card that is turned up.
    Place,
    /// The last claims.
    Closing,
    Over,
}

/// who has said `done`, and when the last claims end by themselves.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriClosing {
    pub until: Millis,
    pub done: Seats,
}

#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export_to = "quadri.ts")]
pub struct QuadriView {
    pub mode: Mode,
    #[serde(rename = "match")]
    pub matching: Matching,
    pub assist: Assist,
    pub you: Option<Seat>,
    pub step: QuadriStep,
    /// Who places the next card.
    pub turn: Option<Seat>,
    /// The card that is turned up for that seat.
    pub next: Option<QuadriCard>,
    /// The cards on the table, the lowest first.
    pub lying: Vec<QuadriLying>,
    /// The squares in sight, row by row.
    pub squares: Vec<QuadriSquare>,
    /// The cards face down in the Quadri pile.
    pub pile: u8,
    /// The objectives left to draw (competitive).
    pub objectives: u8,
    pub seats: Vec<QuadriSeat>,
    /// The objectives of all (cooperative).
    pub common: Vec<QuadriCommon>,
    /// Everything realised so far, in order.
    pub realised: Vec<QuadriRealised>,
    /// the last objective is drawn.
    pub last_round: bool,
    /// How many placements are left at most, the one on turn included.
    pub placements_left: u8,
    pub closing: Option<QuadriClosing>,
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    Seat(Seat),
    Spectator,
    /// Somebody who looks back with all hands open.
    Everything,
}

pub(crate) fn lying(game: &Quadri, number: usize, card: Lying) -> QuadriLying {
    QuadriLying {
        number: number as u8,
        seat: (number > 0).then(|| game.placer(number)),
        card: card.card,
        x: card.place.spot.x,
        y: card.place.spot.y,
        turn: card.place.turn.degrees(),
        colours: card.colours(),
    }
}

impl Quadri {
    /// whether `viewer` sees what `seat` holds. At the end all is open.
    fn sees(&self, viewer: Viewer, seat: Seat) -> bool {
        match self.options.mode {
            _ if self.outcome.is_some() || viewer == Viewer::Everything => true,
            Mode::Competitive => viewer == Viewer::Seat(seat),
            Mode::BallTrap => matches!(viewer, Viewer::Seat(viewer) if viewer != seat),
            Mode::Cooperative => false,
        }
    }

    fn held(&self, viewer: Viewer, seat: Seat, objective: Objective) -> QuadriHeld {
        // the others are not told of a claim in vain, not even when hands are opened at the end.
        let may_know = viewer == Viewer::Seat(seat) || viewer == Viewer::Everything;
        let is_told = may_know && self.tried[seat.index()].contains(objective);
        let tried = is_told.then(|| {
            if self.before.contains(objective) { QuadriTried::Covered } else { QuadriTried::Missing }
        });
        let glows = self.options.assist == Assist::Glow && self.there().contains(objective);
        QuadriHeld { objective: objective.into(), tried, glows }
    }

    fn seat_view(&self, viewer: Viewer, seat: Seat) -> QuadriSeat {
        let hand = self.hand(seat);
        let has_hands = self.options.mode != Mode::Cooperative;
        QuadriSeat {
            seat,
            points: if self.options.mode == Mode::Competitive { self.points(seat) } else { 0 },
            held: hand.len() as u8,
            hand: (has_hands && self.sees(viewer, seat))
                .then(|| hand.iter().map(|objective| self.held(viewer, seat, *objective)).collect()),
            laid: if has_hands { self.laid_down(seat).count() as u8 } else { 0 },
            out: self.options.mode == Mode::BallTrap && hand.is_empty(),
            done: self.closing.is_some() && self.is_done_claiming(seat),
        }
    }

    pub(crate) fn view_of(&self, viewer: Viewer) -> QuadriView {
        let step = match (&self.outcome, &self.closing) {
            (Some(_), _) => QuadriStep::Over,
            (None, Some(_)) => QuadriStep::Closing,
            (None, None) => QuadriStep::Place,
        };
        let square = |(spot, colour, card): (Spot, Colour, usize)| QuadriSquare {
            x: spot.x,
            y: spot.y,
            colour,
            card: card as u8,
        };
        let common = |objective: &Objective| QuadriCommon {
            objective: (*objective).into(),
            done: self.is_done(*objective),
        };
        QuadriView {
            mode: self.options.mode,
            matching: self.options.matching,
            assist: self.options.assist,
            you: match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Spectator | Viewer::Everything => None,
            },
            step,
            turn: self.on_turn(),
            next: self.next_card().map(QuadriCard::from),
            lying: self.lying().iter().enumerate().map(|(number, card)| lying(self, number, *card)).collect(),
            squares: self.squares().into_iter().map(square).collect(),
            pile: self.pile_left() as u8,
            objectives: self.objectives_left() as u8,
            seats: Seat::all(self.seats).map(|seat| self.seat_view(viewer, seat)).collect(),
            common: self.common.iter().map(common).collect(),
            realised: self.realised.iter().map(QuadriRealised::from).collect(),
            last_round: self.is_last_round(),
            placements_left: self.placements_left() as u8,
            closing: self.closing.map(|closing| QuadriClosing { until: closing.until, done: closing.done }),
        }
    }
}
