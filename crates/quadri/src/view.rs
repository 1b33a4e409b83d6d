//! What a seat, or a spectator, may know: all that the client draws.

use serde::Serialize;
use table::{Millis, Seat, Seats, Since, Words};
use ts_rs::TS;

use crate::{
    card::{Card, Colour, Lying, Spot, Turn},
    objective::Objective,
    options::{Assist, Matching, Mode},
    state::{Quadri, Realised},
};

table::whole!(Assist, Card, Colour, Matching, Mode, Spot);

/// A card as it is turned up: its colours clockwise from the top left.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriCard", export_to = "quadri.ts")]
pub struct CardView {
    #[ts(type = "string")]
    pub card: Card,
    pub colours: [Colour; 4],
}

impl From<Card> for CardView {
    fn from(card: Card) -> Self {
        Self { card, colours: card.colours(Turn::default()) }
    }
}

/// A card on the table; cards are drawn in the order of their numbers, later ones on top.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriLying", export_to = "quadri.ts")]
pub struct LyingView {
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
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriSquare", export_to = "quadri.ts")]
pub struct SquareView {
    pub x: i16,
    pub y: i16,
    pub colour: Colour,
    /// The number of the card it belongs to.
    pub card: u8,
}

/// An objective card.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriObjective", export_to = "quadri.ts")]
pub struct ObjectiveView {
    #[ts(type = "string")]
    pub id: &'static str,
    pub points: u8,
    /// Its drawing, one text per row: `#` is a square, `.` is none.
    #[ts(type = "string[]")]
    pub rows: &'static [&'static str],
    pub name: Words,
}

impl From<Objective> for ObjectiveView {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuadriTried", export_to = "quadri.ts")]
pub enum TriedView {
    Missing,
    Covered,
}

/// An objective in a hand that the viewer may see.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriHeld", export_to = "quadri.ts")]
pub struct HeldView {
    pub objective: ObjectiveView,
    /// Claimed in vain since the last card was placed: wait for the next card.
    pub tried: Option<TriedView>,
    /// it is realised, and the table shows that (`glow` only).
    pub glows: bool,
    /// for who may claim it by pointing at squares, every way in which it can be seen: its rows from the top, as in the
    /// drawing, joined by `/`.
    pub looks: Vec<String>,
}

/// One of the ten common objectives.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriCommon", export_to = "quadri.ts")]
pub struct CommonView {
    pub objective: ObjectiveView,
    pub done: bool,
}

/// An objective that was realised, with the squares that made it on the table of then.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriRealised", export_to = "quadri.ts")]
pub struct RealisedView {
    /// Whose it was; in the cooperative mode, who placed.
    pub seat: Seat,
    pub objective: ObjectiveView,
    /// How many cards lay then.
    pub after: u8,
    pub colour: Colour,
    pub squares: Vec<Spot>,
}

impl From<&Realised> for RealisedView {
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

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriSeat", export_to = "quadri.ts")]
pub struct PlayerView {
    pub seat: Seat,
    /// The points laid down (competitive).
    pub points: i32,
    /// How many objectives it holds.
    pub held: u8,
    /// What it holds, where the viewer may see that: one's own in the competitive mode, the others' in ball-trap, all at the end.
    pub hand: Option<Vec<HeldView>>,
    /// How many objectives it has laid down.
    pub laid: u8,
    /// it has no objective left and cannot win (ball-trap).
    pub out: bool,
    /// it claims no more.
    pub done: bool,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Since, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "QuadriStep", export_to = "quadri.ts")]
pub enum StepView {
    /// The seat on turn places the card that is turned up.
    Place,
    /// The last claims.
    Closing,
    Over,
}

/// who has said `done`, and when the last claims end by themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriClosing", export_to = "quadri.ts")]
pub struct ClosingView {
    pub until: Millis,
    pub done: Seats,
}

#[derive(Clone, Debug, PartialEq, Serialize, Since, TS)]
#[ts(rename = "QuadriView", export_to = "quadri.ts")]
pub struct View {
    pub mode: Mode,
    #[serde(rename = "match")]
    pub matching: Matching,
    pub assist: Assist,
    pub you: Option<Seat>,
    pub step: StepView,
    /// Who places the next card.
    pub turn: Option<Seat>,
    /// The card that is turned up for that seat.
    pub next: Option<CardView>,
    /// The cards on the table, the lowest first.
    pub lying: Vec<LyingView>,
    /// The squares in sight, row by row.
    pub squares: Vec<SquareView>,
    /// The cards face down in the Quadri pile.
    pub pile: u8,
    /// The objectives left to draw (competitive).
    pub objectives: u8,
    pub seats: Vec<PlayerView>,
    /// The objectives of all (cooperative).
    pub common: Vec<CommonView>,
    /// Everything realised so far, in order.
    pub realised: Vec<RealisedView>,
    /// the last objective is drawn.
    pub last_round: bool,
    /// How many placements are left at most, the one on turn included.
    pub placements_left: u8,
    pub closing: Option<ClosingView>,
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Viewer {
    Seat(Seat),
    Spectator,
    /// Somebody who looks back with all hands open.
    Everything,
}

pub(crate) fn lying(game: &Quadri, number: usize, card: Lying) -> LyingView {
    LyingView {
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

    fn held(&self, viewer: Viewer, seat: Seat, objective: Objective) -> HeldView {
        // the others are not told of a claim in vain, not even when hands are opened at the end.
        let may_know = viewer == Viewer::Seat(seat) || viewer == Viewer::Everything;
        let is_told = may_know && self.tried[seat.index()].contains(objective);
        let tried = is_told
            .then(|| if self.before.contains(objective) { TriedView::Covered } else { TriedView::Missing });
        let glows = self.options.assist == Assist::Glow && self.there().contains(objective);
        let may_point = viewer == Viewer::Seat(seat)
            && self.options.mode == Mode::Competitive
            && self.options.assist != Assist::Auto
            && self.outcome.is_none();
        let looks = if may_point { objective.looks() } else { Vec::new() };
        HeldView { objective: objective.into(), tried, glows, looks }
    }

    fn seat_view(&self, viewer: Viewer, seat: Seat) -> PlayerView {
        let hand = self.hand(seat);
        let has_hands = self.options.mode != Mode::Cooperative;
        PlayerView {
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

    pub(crate) fn view_of(&self, viewer: Viewer) -> View {
        let step = match (&self.outcome, &self.closing) {
            (Some(_), _) => StepView::Over,
            (None, Some(_)) => StepView::Closing,
            (None, None) => StepView::Place,
        };
        let square = |(spot, colour, card): (Spot, Colour, usize)| SquareView {
            x: spot.x,
            y: spot.y,
            colour,
            card: card as u8,
        };
        let common = |objective: &Objective| CommonView {
            objective: (*objective).into(),
            done: self.is_done(*objective),
        };
        View {
            mode: self.options.mode,
            matching: self.options.matching,
            assist: self.options.assist,
            you: match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Spectator | Viewer::Everything => None,
            },
            step,
            turn: self.on_turn(),
            next: self.next_card().map(CardView::from),
            lying: self.lying().iter().enumerate().map(|(number, card)| lying(self, number, *card)).collect(),
            squares: self.squares().into_iter().map(square).collect(),
            pile: self.pile_left() as u8,
            objectives: self.objectives_left() as u8,
            seats: Seat::all(self.seats).map(|seat| self.seat_view(viewer, seat)).collect(),
            common: self.common.iter().map(common).collect(),
            realised: self.realised.iter().map(RealisedView::from).collect(),
            last_round: self.is_last_round(),
            placements_left: self.placements_left() as u8,
            closing: self.closing.map(|closing| ClosingView { until: closing.until, done: closing.done }),
        }
    }
}
