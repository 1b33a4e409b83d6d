//! T-7, T-8, T-32, T-40 to T-43, T-50: laying out or building the floe, dealing, putting the pawns.

use table::{Audience, Chance, Refusal, RulesVersion, Seat, Seats, Seed, Sink, refuse};

use crate::{
    action::Action,
    cards::Cards,
    cell::Cell,
    clause::{T_7, T_8, T_41, T_42, T_43, T_53},
    event::Event,
    floe::{Floe, Place},
    menu::Menu,
    options::{Extension, Mode, Options},
    state::{Bear, Pawn, Stage, ThinIce, Turn},
    terms::Terms,
    tile::{Axis, EXTENSION, Kind, MOST, ORDINARY, Sides, Tile},
};

impl ThinIce {
    pub(crate) fn set_up(
        rules: RulesVersion,
        options: &Options,
        seats: u8,
        seed: Seed,
    ) -> Result<Self, Refusal> {
        let mut terms = Terms::new(rules, options, seats)?;
        // T-7. By the first rules a grid of 5 asked for nothing, as a position that was written then still does.
        let six_by_six = seats > 4 && terms.mode != Mode::Advanced;
        if rules > RulesVersion::FIRST && six_by_six && terms.grid.is_some() {
            return refuse(
                T_7,
                "With five or six seats the grid is 6×6: leave it out.",
                "À cinq ou six places la grille est 6×6\u{202f}: n’en indiquez pas.",
            );
        }
        let mut chance = Chance::new(seed);
        terms.first = options.first.drawn(seats, &mut chance);
        let floe = lay_out(&terms, &mut chance);
        let mut game = Self {
            terms,
            chance,
            clock: table::Millis::ZERO,
            floe,
            pawns: [Pawn::default(); 6],
            bear: Some(Bear { at: Cell::MIDDLE, awake: false }),
            stage: if terms.mode == Mode::Advanced { Stage::Draft } else { Stage::Placing },
            turn: Turn { side: terms.side(terms.first), ..Turn::default() },
            pending: Vec::new(),
            hands: [Cards::NONE; 6],
            discards: Cards::NONE,
            out: Seats::NONE,
            quiet: 0,
            outcome: None,
        };
        if terms.has_cards() {
            for seat in terms.first.clockwise(seats) {
                game.draw(seat, &mut table::Mute);
            }
        }
        Ok(game)
    }

    /// T-42: clockwise from the dealer, who has one tile less and does not lay in the last round.
    pub(crate) fn next_to_lay(&self) -> Seat {
        let left = |seat: Seat| {
            let tiles = self.floe.in_hand(seat).count();
            if tiles == 0 { 0 } else { tiles + usize::from(seat == self.terms.first) }
        };
        let seats = self.terms.seats;
        let most = Seat::all(seats).map(left).max().unwrap_or(0);
        self.terms.first.clockwise(seats).find(|&seat| left(seat) == most).unwrap_or(self.terms.first)
    }

    pub(crate) fn check_lay(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if seat != self.next_to_lay() {
            return refuse(
                T_42,
                "Tiles are laid in turn, clockwise from the dealer.",
                "On pose les tuiles à tour de rôle, dans le sens horaire depuis le donneur.",
            );
        }
        let Action::Lay { tile, at, axis } = action else {
            return refuse(
                T_42,
                "Lay one of your tiles beside the floe.",
                "Posez une de vos tuiles contre la banquise.",
            );
        };
        if !self.floe.in_hand(seat).any(|(_, mine)| mine.kind == tile.kind) {
            return refuse(T_41, "You have no such tile.", "Vous n’avez pas de telle tuile.");
        }
        if tile.kind.is_floe() != axis.is_some() {
            return refuse(
                T_53,
                "A floe is laid with its axis, - or |; other tiles have none.",
                "Un glaçon se pose avec son axe, - ou | ; les autres tuiles n’en ont pas.",
            );
        }
        if !self.floe.is_sea(at) || self.floe.adrift(at) {
            return refuse(
                T_42,
                "Lay it on a sea cell beside a tile on the table.",
                "Posez-la sur une case de mer à côté d’une tuile de la table.",
            );
        }
        Ok(())
    }

    /// Sea cells beside the floe, each once.
    fn shores(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.floe.laid().flat_map(|(_, cell, _)| cell.around()).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|&cell| self.floe.is_sea(cell));
        cells
    }

    pub(crate) fn list_lays(&self, seat: Seat, into: &mut impl Menu) {
        let cells = self.shores();
        for kind in Kind::ALL {
            if !self.floe.in_hand(seat).any(|(_, mine)| mine.kind == kind) {
                continue;
            }
            let axes: &[Option<Axis>] =
                if kind.is_floe() { &[Some(Axis::Across), Some(Axis::Along)] } else { &[None] };
            for flipped in [false, true] {
                for &axis in axes {
                    let tile = Sides { kind, flipped };
                    into.add_all(cells.iter().map(|&at| Action::Lay { tile, at, axis }));
                }
            }
        }
    }

    pub(crate) fn lay(
        &mut self,
        seat: Seat,
        tile: Sides,
        at: Cell,
        axis: Option<Axis>,
        tell: &mut impl Sink<Event>,
    ) {
        let mine = self.floe.in_hand(seat).find(|(_, mine)| mine.kind == tile.kind);
        let Some((number, _)) = mine else { return };
        self.floe.change(number, |laid| {
            laid.flipped = tile.flipped;
            laid.axis = axis.unwrap_or_default();
        });
        self.floe.set_place(number, Place::On(at));
        tell.tell(Audience::All, || Event::Laid { seat, cell: at, face: tile.up(), axis });
        if self.floe.in_hand(self.next_to_lay()).next().is_none() {
            self.stage = Stage::Placing;
        }
    }

    /// The pawn to be put next: clockwise from the first seat, in as many rounds as a seat has pawns.
    pub(crate) fn next_to_place(&self) -> Option<usize> {
        let seats = self.terms.seats;
        (0..self.terms.pawns)
            .flat_map(|round| self.terms.first.clockwise(seats).map(move |seat| seat.0 + seats * round))
            .map(usize::from)
            .find(|&pawn| self.pawns[pawn].at.is_none())
    }

    /// T-8: beside the hole; T-43: on any walkable tile.
    pub(crate) fn placings(&self, into: &mut Vec<Cell>) {
        if self.terms.mode == Mode::Advanced {
            into.extend(self.landable());
        } else {
            into.extend(Cell::MIDDLE.around().filter(|&cell| self.free_to_stand(cell)));
        }
    }

    pub(crate) fn check_place(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let advanced = self.terms.mode == Mode::Advanced;
        let clause = if advanced { T_43 } else { T_8 };
        if self.next_to_place().is_none_or(|pawn| self.owner(pawn) != seat) {
            return refuse(
                clause,
                "Pawns are put in turn, clockwise from the first seat.",
                "On pose les pions à tour de rôle, dans le sens horaire depuis la première place.",
            );
        }
        let mut cells = Vec::new();
        self.placings(&mut cells);
        match action {
            Action::Put(cell) if cells.contains(&cell) => Ok(()),
            _ if advanced => refuse(
                clause,
                "Put your pawn on a walkable tile without a piece.",
                "Posez votre pion sur une tuile praticable libre.",
            ),
            _ => refuse(
                clause,
                "Put your pawn on a free tile beside the hole.",
                "Posez votre pion sur une tuile libre à côté du trou.",
            ),
        }
    }

    pub(crate) fn place(&mut self, cell: Cell, tell: &mut impl Sink<Event>) {
        let Some(pawn) = self.next_to_place() else { return };
        let seat = self.owner(pawn);
        self.pawns[pawn].at = Some(cell);
        tell.tell(Audience::All, || Event::Placed { seat, pawn: pawn as u8, cell });
        if self.next_to_place().is_none() {
            self.stage = Stage::Playing;
            self.begin_turn(self.terms.side(self.terms.first), 1, tell);
        }
    }
}

/// T-7, T-40, T-50: the middle hole first, then the shuffled tiles: on the square, or dealt; the rest stays in the box.
fn lay_out(terms: &Terms, chance: &mut Chance) -> Floe {
    let kinds = |counts: &[(Kind, usize)]| -> Vec<Kind> {
        counts.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, count)).collect()
    };
    let mut tiles = kinds(&ORDINARY);
    // The middle hole is an ordinary one, known to all (T-4). Holes are listed last.
    tiles.pop();
    chance.shuffle(&mut tiles);
    let mut away = Vec::new();
    match terms.extension {
        Extension::None => {}
        Extension::Added => tiles.extend(kinds(&EXTENSION)),
        Extension::Replacing => {
            let more = kinds(&EXTENSION);
            away = tiles.split_off(tiles.len() - more.len());
            tiles.extend(more);
        }
    }
    chance.shuffle(&mut tiles);
    let mut floe = Floe::new();
    floe.add(Tile { seen: true, ..Tile::new(Kind::Hole) }, Place::On(Cell::MIDDLE));
    let places = if terms.mode == Mode::Advanced { dealt(terms) } else { square(terms) };
    let mut places = places.into_iter();
    for kind in tiles {
        let place = places.next().unwrap_or(Place::Box);
        let mut tile = Tile::new(kind);
        match place {
            Place::Hand(seat) => tile.looked = Seats::one(seat),
            // T-53: axes are random at the setup.
            Place::On(_) if kind.is_floe() && chance.one_in(2) => tile.axis = Axis::Along,
            _ => {}
        }
        floe.add(tile, place);
    }
    for kind in away {
        floe.add(Tile::new(kind), Place::Box);
    }
    debug_assert!(floe.len() <= MOST);
    floe
}

fn square(terms: &Terms) -> Vec<Place> {
    let (length, first) = terms.square();
    let cells = (0..length).flat_map(|y| (0..length).map(move |x| Cell { x: first + x, y: first + y }));
    cells.filter(|&cell| cell != Cell::MIDDLE).map(Place::On).collect()
}

/// T-40: one less to the dealer.
fn dealt(terms: &Terms) -> Vec<Place> {
    Seat::all(terms.seats)
        .flat_map(|seat| {
            let count = terms.tiles - u8::from(seat == terms.first);
            std::iter::repeat_n(Place::Hand(seat), usize::from(count))
        })
        .collect()
}
