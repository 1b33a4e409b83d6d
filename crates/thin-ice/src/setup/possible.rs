//! What must hold before a written position is a game.

use table::{Outcome, Refusal, Seat, Seats, refuse, refuse_unless};

use super::{Setup, TileSetup};
use crate::{
    cards::{Card, Cards},
    clause::{
        T_0, T_1, T_2, T_3, T_4, T_8, T_9, T_10, T_12, T_24, T_31, T_32, T_34, T_35, T_40, T_42, T_43, T_46,
        T_48, T_51, T_53,
    },
    floe::{Floe, Place},
    options::{Extension, Mode},
    state::{Pending, Stage, ThinIce},
    terms::Terms,
    tile::{Axis, EXTENSION, Face, Kind, ORDINARY, Tile},
};

pub(super) fn floe(setup: &Setup, terms: &Terms) -> Result<Floe, Refusal> {
    let mut left = [0usize; Kind::ALL.len()];
    for (kind, count) in ORDINARY {
        left[kind as usize] = count;
    }
    if terms.extension != Extension::None {
        for (kind, count) in EXTENSION {
            left[kind as usize] = count;
        }
    }
    let mut floe = Floe::new();
    for &TileSetup { kind, place, flipped, axis, seen, looked } in &setup.tiles {
        if left[kind as usize] == 0 {
            return refuse(
                T_4,
                "There are more tiles of a kind than the game has.",
                "Il y a plus de tuiles d’une sorte que le jeu n’en a.",
            );
        }
        left[kind as usize] -= 1;
        match place {
            Place::On(cell) if !floe.is_sea(cell) => {
                return Err(Refusal::new(
                    T_1,
                    format!("Two tiles lie on {cell}."),
                    format!("Deux tuiles sont en {cell}."),
                ));
            }
            Place::Hand(seat) if seat.0 >= terms.seats => {
                return refuse(
                    T_40,
                    "A tile is in the hand of a seat that is not at the table.",
                    "Une tuile est dans la main d’une place qui n’est pas à la table.",
                );
            }
            Place::Hand(_) | Place::Box if flipped => {
                return refuse(
                    T_40,
                    "A tile that is not laid yet lies with its front up.",
                    "Une tuile qui n’est pas encore posée a sa face devant.",
                );
            }
            _ => {}
        }
        if axis != Axis::Across && !kind.is_floe() {
            return refuse(T_53, "Only floes have an axis.", "Seuls les glaçons ont un axe.");
        }
        if looked.iter().any(|seat| seat.0 >= terms.seats) {
            return refuse(
                T_46,
                "Only seats of the table have looked at tiles.",
                "Seules les places de la table ont regardé des tuiles.",
            );
        }
        floe.add(Tile { kind, flipped, axis, seen, looked }, place);
    }
    Ok(floe)
}

pub(super) fn cards(setup: &Setup, terms: &Terms) -> Result<([Cards; 6], Cards), Refusal> {
    let mut counts = [0u32; Card::ALL.len()];
    for &card in setup.hands.iter().flatten().chain(&setup.discards) {
        counts[card as usize] += 1;
        if counts[card as usize] > 2 {
            return Err(Refusal::new(
                T_35,
                format!("There are two cards {card}."),
                format!("Il y a deux cartes {card}."),
            ));
        }
        if !terms.has_cards() {
            return refuse(
                T_0,
                "The basic game has no event cards.",
                "Le jeu de base n’a pas de cartes Événement.",
            );
        }
    }
    if setup.hands.len() != usize::from(terms.seats) && !setup.hands.is_empty() {
        return refuse(T_32, "There is a hand for every seat.", "Chaque place a une main.");
    }
    if setup.hands.iter().any(|hand| hand.len() > 2) {
        return refuse(
            T_32,
            "A seat holds at most two event cards.",
            "Une place a au plus deux cartes Événement.",
        );
    }
    let mut hands = [Cards::NONE; 6];
    for (hand, cards) in hands.iter_mut().zip(&setup.hands) {
        *hand = cards.iter().copied().collect();
    }
    Ok((hands, setup.discards.iter().copied().collect()))
}

impl ThinIce {
    /// Players all of whose pawns are out and wait for no Lifeline any more.
    pub(super) fn players_out(&self) -> Seats {
        let rescued = self.pending.iter().fold(0, |pawns, pending| match *pending {
            Pending::Out { pawns: these } => pawns | these,
            _ => pawns,
        });
        Seat::all(self.terms.seats)
            .filter(|&seat| self.pawns_of(seat).all(|p| self.pawns[p].out && rescued >> p & 1 == 0))
            .collect()
    }

    pub(super) fn right_pieces(&self) -> Result<(), Refusal> {
        // While somebody has to put a pawn, it may share its tile or have lost it.
        let lifted = |p: usize| {
            self.pending.iter().any(|pending| match *pending {
                Pending::GiveWay { pawn, .. } | Pending::Put { pawn, .. } => usize::from(pawn) == p,
                _ => false,
            })
        };
        for p in 0..self.terms.pawn_count() {
            let pawn = self.pawns[p];
            let Some(cell) = pawn.at else {
                if self.stage == Stage::Playing && !pawn.out {
                    return refuse(
                        T_8,
                        "Every pawn that is in stands on a tile.",
                        "Chaque pion en jeu est sur une tuile.",
                    );
                }
                continue;
            };
            if pawn.out {
                return refuse(
                    T_12,
                    "A pawn that is out stands nowhere.",
                    "Un pion éliminé n’est nulle part.",
                );
            }
            if lifted(p) {
                continue;
            }
            if !self.floe.face(cell).is_some_and(Face::walkable) {
                return Err(Refusal::new(
                    T_2,
                    format!("The pawn on {cell} needs a walkable tile."),
                    format!("Le pion en {cell} doit être sur une tuile praticable."),
                ));
            }
            let crowd = (0..self.terms.pawn_count())
                .filter(|&other| self.pawns[other].at == Some(cell) && !lifted(other));
            if crowd.count() > 1 || self.bear_at(cell) {
                return Err(Refusal::new(
                    T_3,
                    format!("Two pieces stand on {cell}."),
                    format!("Deux pièces sont en {cell}."),
                ));
            }
        }
        let driven =
            self.pending.iter().any(|p| matches!(p, Pending::DriveBear { .. } | Pending::Displace { .. }));
        if let Some(bear) = self.bear
            && self.floe.face(bear.at).is_some_and(|face| !face.walkable())
            && !driven
        {
            return refuse(
                T_24,
                "The bear never stands on an orca or a kraken.",
                "L’ours n’est jamais sur une orque ou un kraken.",
            );
        }
        for seat in self.out.iter() {
            if !self.hands[seat.index()].is_empty() {
                return refuse(
                    T_34,
                    "Players who are out hold no cards.",
                    "Les joueurs éliminés n’ont pas de cartes.",
                );
            }
        }
        Ok(())
    }

    pub(super) fn right_turn(&self) -> Result<(), Refusal> {
        let turn = &self.turn;
        let bits = (1u8 << self.terms.pawn_count()) - 1;
        let seats = Seats::all(self.terms.seats);
        if turn.side >= self.terms.sides {
            return refuse(T_9, "The turn belongs to no side.", "Le tour n’est celui d’aucun camp.");
        }
        if (turn.moved | turn.missing) & !bits != 0 {
            return refuse(
                T_9,
                "`moved` and `missing` are bits of the game’s pawns.",
                "«\u{202f}moved\u{202f}» et «\u{202f}missing\u{202f}» sont des bits des pions de la partie.",
            );
        }
        for flags in [turn.leap, turn.shove, turn.light] {
            if flags.iter().any(|seat| !seats.contains(seat) || self.terms.side(seat) != turn.side) {
                return refuse(
                    T_34,
                    "Cards are in force for the side whose turn it is.",
                    "Les cartes en vigueur sont celles du camp dont c’est le tour.",
                );
            }
        }
        let in_force = [turn.leap, turn.shove, turn.light].iter().any(|seats| !seats.is_empty())
            || turn.waived
            || turn.extra != [0; 6];
        if in_force && !self.terms.has_cards() {
            return refuse(
                T_0,
                "The basic game has no event cards.",
                "Le jeu de base n’a pas de cartes Événement.",
            );
        }
        if turn.extra.iter().any(|&n| n > 2) {
            return refuse(T_35, "Second wind is there twice.", "Second souffle existe deux fois.");
        }
        Ok(())
    }

    fn right_end(&self, outcome: &Outcome) -> Result<(), Refusal> {
        if !self.pending.is_empty() {
            return refuse(T_31, "After the end nothing waits.", "Après la fin, rien n’attend.");
        }
        if self.stage != Stage::Playing || ![T_31, T_48].contains(&outcome.clause) {
            return refuse(
                T_31,
                "The game ends in a turn, by T-31 or T-48.",
                "La partie finit pendant un tour, par T-31 ou T-48.",
            );
        }
        let strangers = outcome.winners.iter().any(|seat| seat.0 >= self.terms.seats);
        if outcome.winners.is_empty() || strangers {
            return refuse(
                T_31,
                "The winners are seats of the table.",
                "Les gagnants sont des places de la table.",
            );
        }
        Ok(())
    }

    pub(super) fn right_stage(&self) -> Result<(), Refusal> {
        let lifted = (0..self.floe.len()).filter(|&n| self.floe.place(n) == Place::Lifted).count();
        let displaced =
            self.pending.iter().filter(|p| matches!(p, Pending::Displace { orca: Some(_), .. })).count();
        if lifted != displaced {
            return refuse(T_51, "A tile hangs between two cells.", "Une tuile est entre deux cases.");
        }
        let dealt = Seat::all(self.terms.seats).any(|seat| self.floe.in_hand(seat).next().is_some());
        if let Some(outcome) = &self.outcome {
            return self.right_end(outcome);
        }
        match self.stage {
            Stage::Draft => self.right_draft(dealt),
            Stage::Placing | Stage::Playing if dealt => refuse(
                T_42,
                "All tiles are laid before the pawns.",
                "Toutes les tuiles sont posées avant les pions.",
            ),
            Stage::Placing => self.right_placing(),
            Stage::Playing => self.right_playing(),
        }
    }

    fn right_draft(&self, dealt: bool) -> Result<(), Refusal> {
        refuse_unless(
            self.terms.mode == Mode::Advanced,
            T_42,
            "Only the advanced game has a draft.",
            "Seul le jeu avancé construit la banquise.",
        )?;
        refuse_unless(
            dealt && self.floe.laid().next().is_some(),
            T_42,
            "In the draft there are tiles to lay, and one to lay them beside.",
            "Pendant la construction il y a des tuiles à poser, et une contre laquelle les poser.",
        )?;
        refuse_unless(
            self.pawns[..self.terms.pawn_count()].iter().all(|p| p.at.is_none() && !p.out),
            T_43,
            "Pawns are put after the draft.",
            "Les pions se posent après la construction.",
        )
    }

    fn right_placing(&self) -> Result<(), Refusal> {
        refuse_unless(
            self.next_to_place().is_some(),
            T_8,
            "All pawns are on the ice: the first turn has begun.",
            "Tous les pions sont sur la glace : le premier tour a commencé.",
        )?;
        let mut cells = Vec::new();
        self.placings(&mut cells);
        let to_put = self.pawns[..self.terms.pawn_count()].iter().filter(|pawn| pawn.at.is_none());
        refuse_unless(
            to_put.clone().all(|pawn| !pawn.out) && cells.len() >= to_put.count(),
            T_8,
            "Every pawn that is to be put needs a free tile.",
            "Chaque pion à poser demande une tuile libre.",
        )
    }

    fn right_playing(&self) -> Result<(), Refusal> {
        let sides_in = (0..self.terms.sides).filter(|&side| self.side_in(side)).count();
        let rescue = self.pending.iter().any(|p| matches!(p, Pending::Out { .. }));
        refuse_unless(
            sides_in >= 2 || rescue,
            T_31,
            "Two sides or more are still in, or the game is over.",
            "Deux camps au moins sont encore en jeu, ou la partie est finie.",
        )?;
        refuse_unless(
            !self.pending.is_empty() || !self.settles(),
            T_10,
            "This turn is over: all is done or impossible.",
            "Ce tour est fini : tout est fait ou impossible.",
        )
    }
}
