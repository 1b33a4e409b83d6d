//! Which choices fit together, and what they come to.

use table::{First, Millis, Refusal, RulesVersion, Seat, Seats, refuse};

use crate::{
    clause::{T_0, T_7, T_33, T_40, T_47, T_49},
    options::{Ask, Extension, Mode, Options},
};

/// What the table agreed on: options that fit together, small enough to travel with every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub rules: RulesVersion,
    pub seats: u8,
    pub mode: Mode,
    pub grid: Option<u8>,
    pub tiles: u8,
    pub teamed: bool,
    /// The side of each seat: its team, or itself. Sides are numbered by their lowest seat (T-47).
    pub side_of: [u8; 6],
    pub sides: u8,
    /// The seats of each side.
    pub members: [Seats; 6],
    pub pawns: u8,
    pub extension: Extension,
    pub friendly: bool,
    pub harsh: bool,
    pub ask: Ask,
    pub reaction_seconds: u16,
    /// Known once the game has begun.
    pub first: Seat,
}

impl Terms {
    /// Refuses what the rules do not allow, with the clause.
    pub(crate) fn new(rules: RulesVersion, options: &Options, seats: u8) -> Result<Self, Refusal> {
        check(options, seats)?;
        let first = match options.first {
            First::Seat(seat) => seat,
            First::Random => Seat(0),
        };
        let (side_of, sides) = match &options.teams {
            None => ([0, 1, 2, 3, 4, 5], seats),
            Some(teams) => sides_of(teams, seats)?,
        };
        Ok(Self {
            rules,
            seats,
            mode: options.mode,
            grid: options.grid,
            tiles: options.tiles,
            teamed: options.teams.is_some(),
            side_of,
            sides,
            members: std::array::from_fn(|side| {
                Seat::all(seats).filter(|seat| usize::from(side_of[seat.index()]) == side).collect()
            }),
            pawns: options.pawns,
            extension: options.extension,
            friendly: options.friendly,
            harsh: options.harsh,
            ask: options.ask,
            reaction_seconds: options.reaction_seconds,
            first,
        })
    }

    /// The options again, with the first seat named.
    pub(crate) fn options(&self) -> Options {
        Options {
            mode: self.mode,
            grid: self.grid,
            tiles: self.tiles,
            teams: self
                .teamed
                .then(|| (0..self.sides).map(|side| self.members(side).iter().collect()).collect()),
            pawns: self.pawns,
            extension: self.extension,
            friendly: self.friendly,
            harsh: self.harsh,
            ask: self.ask,
            reaction_seconds: self.reaction_seconds,
            first: First::Seat(self.first),
        }
    }

    #[inline]
    pub(crate) const fn side(&self, seat: Seat) -> u8 {
        self.side_of[seat.index()]
    }

    #[inline]
    pub(crate) const fn members(&self, side: u8) -> Seats {
        self.members[side as usize]
    }

    pub(crate) const fn has_cards(&self) -> bool {
        !matches!(self.mode, Mode::Basic)
    }

    /// Whether a hole may be the kraken's.
    pub(crate) const fn has_kraken(&self) -> bool {
        !matches!(self.extension, Extension::None)
    }

    pub(crate) const fn reaction(&self) -> Millis {
        Millis::seconds(self.reaction_seconds as u64)
    }

    /// All pawns of the game.
    pub(crate) const fn pawn_count(&self) -> usize {
        (self.seats * self.pawns) as usize
    }

    /// The length and the smallest column and row of the square that is laid out (T-7); the middle hole is on `d4`.
    pub(crate) const fn square(&self) -> (i16, i16) {
        match (self.seats, self.grid) {
            (5 | 6, _) => (6, 2),
            (2, Some(4)) => (4, 3),
            _ => (5, 2),
        }
    }
}

/// T-0, T-7, T-33, T-40 and T-49: what each option may be, alone and beside the others.
fn check(options: &Options, seats: u8) -> Result<(), Refusal> {
    if !(2..=6).contains(&seats) {
        return refuse(T_0, "Thin Ice is for 2 to 6 seats.", "Thin Ice se joue de 2 à 6 places.");
    }
    if !matches!(options.grid, None | Some(4 | 5)) {
        return refuse(T_7, "The grid is 5, or 4 with two seats.", "La grille est 5, ou 4 à deux places.");
    }
    if options.grid == Some(4) && seats != 2 {
        return refuse(T_7, "The 4×4 grid is for two seats.", "La grille 4×4 est pour deux places.");
    }
    if options.grid == Some(4) && options.mode == Mode::Advanced {
        return refuse(
            T_7,
            "The advanced floe is built tile by tile: leave the grid out.",
            "En mode avancé la banquise se construit tuile par tuile : n’indiquez pas de grille.",
        );
    }
    if !(6..=12).contains(&options.tiles) {
        return refuse(T_40, "Each seat gets 6 to 12 tiles.", "Chaque place reçoit de 6 à 12 tuiles.");
    }
    if options.tiles != 6 && options.mode != Mode::Advanced {
        return refuse(
            T_40,
            "Only the advanced setup deals tiles: leave the number at 6.",
            "Seule la mise en place avancée distribue des tuiles : laissez le nombre à 6.",
        );
    }
    if options.tiles != 6 && seats > 3 {
        return refuse(
            T_40,
            "More than 6 tiles per seat is for 2 or 3 seats.",
            "Plus de 6 tuiles par place : seulement à 2 ou 3 places.",
        );
    }
    if !(1..=2).contains(&options.pawns) {
        return refuse(T_49, "A seat has 1 or 2 pawns.", "Une place a 1 ou 2 pions.");
    }
    if options.pawns == 2 && seats != 2 {
        return refuse(
            T_49,
            "Two pawns per seat is for two seats.",
            "Deux pions par place : seulement à deux places.",
        );
    }
    if !(1..=120).contains(&options.reaction_seconds) {
        return refuse(
            T_33,
            "A seat has 1 to 120 seconds to answer.",
            "Une place a de 1 à 120 secondes pour répondre.",
        );
    }
    options.first.at_a_table_of(seats, T_0)
}

/// T-47: every seat in exactly one of two or more teams; teams are numbered by their lowest seat.
fn sides_of(teams: &[Vec<Seat>], seats: u8) -> Result<([u8; 6], u8), Refusal> {
    let mut seen = Seats::NONE;
    for &seat in teams.iter().flatten() {
        if seat.0 >= seats || seen.contains(seat) {
            return refuse(
                T_47,
                "Each seat of the table belongs to one team only.",
                "Chaque place de la table appartient à une seule équipe.",
            );
        }
        seen = seen.with(seat);
    }
    if seen != Seats::all(seats) {
        return refuse(
            T_47,
            "Every seat of the table belongs to a team.",
            "Chaque place de la table appartient à une équipe.",
        );
    }
    if teams.len() < 2 || teams.iter().any(Vec::is_empty) {
        return refuse(
            T_47,
            "There are two or more teams, each with a seat.",
            "Il y a au moins deux équipes, chacune avec une place.",
        );
    }
    let mut sorted: Vec<Seats> = teams.iter().map(|team| team.iter().copied().collect()).collect();
    sorted.sort_by_key(|team: &Seats| team.first());
    let mut side_of = [0; 6];
    for (side, team) in sorted.iter().enumerate() {
        for seat in team.iter() {
            side_of[seat.index()] = side as u8;
        }
    }
    Ok((side_of, sorted.len() as u8))
}
