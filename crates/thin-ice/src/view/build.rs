//! The view, made from what its viewer may know.

use table::Seat;

use super::{
    BearView, Doing, HandCard, Held, InForce, Leaving, MyTile, PawnView, PendingView, PlayerView, Quiet,
    StageView, TileView, TurnView, View, What,
};
use crate::{
    cards::Card,
    clause::{T_8, T_42, T_43},
    event::PutWhy,
    options::Mode,
    state::{Happening, Pending, Stage, Task, ThinIce},
    tile::{Face, Sides},
};

impl ThinIce {
    /// With everybody's cards and tiles and all undersides.
    pub(crate) fn seen_by_all_at_once(&self) -> View {
        let mut view = self.seen_by(None);
        for of in &mut view.seats {
            of.open = Some(Held {
                cards: self.hands[of.seat.index()].iter().collect(),
                tiles: self.my_tiles(of.seat),
            });
        }
        for tile in &mut view.tiles {
            tile.under = self.floe.at(tile.cell).map(|number| self.floe.tile(number).under());
        }
        if let Some(pending) = &mut view.pending {
            pending.who = pending.who.or(self.asked());
        }
        view
    }

    pub(crate) fn seen_by(&self, viewer: Option<Seat>) -> View {
        let terms = &self.terms;
        let hand = viewer.map(|seat| self.hands[seat.index()]).unwrap_or_default();
        View {
            mode: terms.mode,
            extension: terms.extension,
            friendly: terms.friendly,
            harsh: terms.harsh,
            teamed: terms.teamed,
            stage: match self.stage {
                _ if self.outcome.is_some() => StageView::Over,
                Stage::Draft => StageView::Draft,
                Stage::Placing => StageView::Placing,
                Stage::Playing => StageView::Playing,
            },
            sides: (0..terms.sides).map(|side| terms.members(side)).collect(),
            first: terms.first,
            seats: Seat::all(terms.seats)
                .map(|seat| PlayerView {
                    seat,
                    side: terms.side(seat),
                    out: self.out.contains(seat),
                    cards: self.hands[seat.index()].len() as u8,
                    tiles: self.floe.in_hand(seat).count() as u8,
                    open: None,
                })
                .collect(),
            tiles: self.tile_views(viewer),
            pawns: (0..terms.pawn_count()).map(|p| self.pawn_view(p)).collect(),
            bear: self.bear.map(|bear| BearView {
                cell: bear.at,
                x: bear.at.x,
                y: bear.at.y,
                awake: bear.awake,
                swimming: self.swimmer().is_some(),
            }),
            kraken: self.floe.kraken(),
            turn: (self.stage == Stage::Playing).then(|| self.turn_view()),
            pending: self.pending_view(viewer),
            hand: hand
                .iter()
                .map(|card| HandCard { card, name: card.name(), text: card.text(), time: card.time() })
                .collect(),
            my_tiles: viewer.map(|seat| self.my_tiles(seat)).unwrap_or_default(),
            pile: self.pile().len() as u8,
            discards: self.discards.iter().collect(),
            quiet: Quiet { turns: self.quiet, limit: self.quiet_limit() },
            outcome: self.outcome.clone(),
        }
    }

    fn pawn_view(&self, number: usize) -> PawnView {
        let pawn = &self.pawns[number];
        let missing = self.turn.missing >> number & 1 == 1;
        let in_hole = pawn.at.and_then(|cell| self.floe.face(cell)).is_some_and(Face::is_hole);
        PawnView {
            pawn: number as u8,
            seat: self.owner(number),
            cell: pawn.at,
            out: pawn.out,
            fallen: pawn.fallen,
            missing,
            soaked: in_hole && (pawn.fallen || missing),
        }
    }

    fn tile_views(&self, viewer: Option<Seat>) -> Vec<TileView> {
        let krakens = self.terms.has_kraken();
        let mut tiles: Vec<TileView> = self
            .floe
            .laid()
            .map(|(_, cell, tile)| TileView {
                cell,
                x: cell.x,
                y: cell.y,
                face: tile.up(),
                cracked: tile.up().cracked(),
                walkable: tile.up().walkable(),
                axis: tile.kind.is_floe().then_some(tile.axis),
                under: tile.known_to(viewer, krakens).then(|| tile.under()),
                known_to_all: tile.known_to(None, krakens),
                adrift: self.floe.adrift(cell),
                leaving: match tile.up() {
                    face if face.cracked() => Leaving::Goes,
                    face if face.cracks() => Leaving::Turns,
                    _ => Leaving::Stays,
                },
            })
            .collect();
        tiles.sort_by_key(|tile| tile.cell);
        tiles
    }

    fn my_tiles(&self, seat: Seat) -> Vec<MyTile> {
        self.floe
            .in_hand(seat)
            .map(|(_, tile)| MyTile {
                front: tile.kind.front(),
                back: tile.kind.back(),
                front_up: Sides { kind: tile.kind, flipped: false }.to_string(),
                back_up: Sides { kind: tile.kind, flipped: true }.to_string(),
            })
            .collect()
    }

    fn turn_view(&self) -> TurnView {
        let turn = &self.turn;
        let to_move = self.to_move();
        let roll_open = self.roll_open();
        let mut in_force = Vec::new();
        for seat in self.terms.members(turn.side).iter() {
            for (seats, card) in
                [(turn.leap, Card::Leap), (turn.shove, Card::Shove), (turn.light, Card::LightStep)]
            {
                if seats.contains(seat) {
                    in_force.push(InForce { seat: Some(seat), card });
                }
            }
            for _ in 0..turn.extra[seat.index()] {
                in_force.push(InForce { seat: Some(seat), card: Card::SecondWind });
            }
        }
        if turn.waived {
            in_force.push(InForce { seat: None, card: Card::ChangeOfPlans });
        }
        TurnView {
            number: turn.number,
            round: turn.number.saturating_sub(1) / u32::from(self.terms.sides) + 1,
            side: turn.side,
            seats: self.terms.members(turn.side),
            to_move: (0..self.terms.pawn_count() as u8).filter(|p| to_move >> p & 1 == 1).collect(),
            tile: if turn.slid {
                Doing::Done
            } else if self.tile_due() {
                Doing::Todo
            } else {
                Doing::Impossible
            },
            roll: if turn.rolled {
                Doing::Done
            } else if !roll_open {
                Doing::Impossible
            } else if turn.waived {
                Doing::Optional
            } else {
                Doing::Todo
            },
            die: turn.die,
            complete: self.complete(),
            says_end: self.terms.has_cards(),
            may_draw: self.terms.has_cards() && !turn.acted,
            in_force,
        }
    }

    fn pending_view(&self, viewer: Option<Seat>) -> Option<PendingView> {
        if self.outcome.is_some() {
            return None;
        }
        let empty = PendingView {
            what: What::Lay,
            who: None,
            me: false,
            pawn: None,
            of: None,
            cell: None,
            card: None,
            by: None,
            answer: None,
            clause: T_42,
            until: None,
        };
        let chosen_by = |who: Seat| PendingView { who: Some(who), me: viewer == Some(who), ..empty.clone() };
        let pending = match self.stage {
            Stage::Draft => return Some(chosen_by(self.next_to_lay())),
            Stage::Placing => {
                let pawn = self.next_to_place()?;
                let clause = if self.terms.mode == Mode::Advanced { T_43 } else { T_8 };
                let who = self.owner(pawn);
                return Some(PendingView {
                    what: What::Place,
                    pawn: Some(pawn as u8),
                    of: Some(who),
                    clause,
                    ..chosen_by(who)
                });
            }
            Stage::Playing => *self.pending.last()?,
        };
        let view = match pending.chooser() {
            Some(who) => chosen_by(who),
            None => PendingView { me: viewer.is_some() && viewer == self.asked(), ..empty.clone() },
        };
        self.what_waits(pending, PendingView { clause: pending.clause(), ..view })
    }

    /// What is to be chosen or answered, in `view`, which already says by whom; the rest is carried out by itself and never
    /// waits.
    fn what_waits(&self, pending: Pending, mut view: PendingView) -> Option<PendingView> {
        match pending {
            Pending::Question { about, nth, until } => {
                view.answer = Some(about.answer());
                view.until = until.filter(|_| view.me);
                view.what = match about {
                    Happening::Roll => What::AnswerRoll,
                    Happening::Card { card, by } => {
                        (view.card, view.by) = (Some(card), Some(by));
                        What::AnswerCard
                    }
                    Happening::Out => {
                        // Naming the pawn to all would say who is asked.
                        view.pawn = self.position(about, nth).1.filter(|_| view.me);
                        What::AnswerOut
                    }
                    Happening::BearOnto { pawn } => {
                        view.pawn = Some(pawn);
                        What::AnswerBear
                    }
                };
            }
            Pending::Name { .. } => view.what = What::Name,
            Pending::Task { task, card, .. } => {
                view.card = card;
                view.what = match task {
                    Task::Bear if card.is_none() && self.floe.kraken().is_some() => What::BearOrKraken,
                    Task::Bear => What::Bear,
                    Task::Slide => What::Tile,
                    Task::Crack => What::Crack,
                    Task::Freeze => What::Freeze,
                    Task::Swap => What::Swap,
                };
            }
            Pending::Put { pawn, why, .. } => {
                view.pawn = Some(pawn);
                view.cell = self.pawns[usize::from(pawn)].at;
                view.what = match why {
                    PutWhy::Chase => What::PutChased,
                    PutWhy::Shove => What::PutShoved,
                    PutWhy::Kraken => What::PutSpared,
                };
            }
            Pending::DriveBear { .. } => {
                view.what = What::DriveBear;
                view.cell = self.bear.map(|bear| bear.at);
            }
            Pending::Displace { at, orca, .. } => {
                view.what = if orca.is_some() { What::DisplaceOrca } else { What::DisplaceBear };
                view.cell = Some(at);
            }
            Pending::Save { pawn, .. } => {
                view.what = What::Rescue;
                view.pawn = Some(pawn);
                view.card = Some(Card::Lifeline);
            }
            _ => return None,
        }
        view.of = view.pawn.map(|pawn| self.owner(usize::from(pawn)));
        Some(view)
    }
}
