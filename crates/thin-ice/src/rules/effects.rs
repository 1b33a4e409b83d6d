//! T-32 to T-35: event cards. When each may be played, and what it does.

use table::{Audience, Refusal, Seat, Sink, refuse};

use crate::{
    action::Action,
    cards::{Card, Time},
    cell::Cell,
    clause::{T_0, T_33, T_34, T_35},
    event::Event,
    menu::Menu,
    refusals,
    rules::die::Fate,
    state::{Happening, Pending, Task, ThinIce},
};

impl ThinIce {
    /// What a card has done that the die could say too, or that has to be chosen.
    const fn task_of(card: Card) -> Option<Task> {
        match card {
            Card::ColdSnap => Some(Task::Freeze),
            Card::Thaw => Some(Task::Crack),
            Card::Current => Some(Task::Slide),
            Card::Roar => Some(Task::Bear),
            Card::TradePlaces => Some(Task::Swap),
            _ => None,
        }
    }

    /// Whether `seat` may play this card, but for one that answers a question.
    pub(crate) fn check_play(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if !self.terms.has_cards() {
            return Err(refusals::no_event_cards(T_0));
        }
        if !self.hands[seat.index()].has(card) {
            return Err(refusals::not_held());
        }
        if !self.pending.is_empty() {
            return refuse(
                T_33,
                "Cards wait until what is being chosen is done.",
                "Les cartes attendent que le choix en cours soit fait.",
            );
        }
        match card.time() {
            Time::RightAfter => {
                return refuse(
                    T_33,
                    "That card is played right after what it answers.",
                    "Cette carte se joue juste après ce à quoi elle répond.",
                );
            }
            Time::YourTurn if self.terms.side(seat) != self.turn.side => {
                return refuse(
                    T_33,
                    "That card is played in your own turn.",
                    "Cette carte se joue pendant votre tour.",
                );
            }
            _ => {}
        }
        if self.possible(seat, card) {
            return Ok(());
        }
        refuse(
            T_34,
            "A card is played only if its effect is possible: keep it.",
            "Une carte ne se joue que si son effet est possible : gardez-la.",
        )
    }

    /// T-34: whether the effect is possible. A card that allows something needs a move that could use it.
    fn possible(&self, seat: Seat, card: Card) -> bool {
        if let Some(task) = Self::task_of(card) {
            return self.fate(seat, task, Some(card)) != Fate::Nothing;
        }
        let turn = &self.turn;
        let moves = || self.pawns_of(seat).any(|p| self.may_still_move(p));
        match card {
            Card::Leap => !turn.leap.contains(seat) && moves(),
            Card::Shove => !turn.shove.contains(seat) && moves(),
            Card::LightStep => !turn.light.contains(seat) && moves(),
            Card::SecondWind => self
                .pawns_of(seat)
                .any(|p| self.pawns[p].at.is_some() && turn.missing >> p & 1 == 0 && !self.boxed_in(p)),
            Card::ChangeOfPlans => !turn.waived && self.roll_open(),
            _ => false,
        }
    }

    pub(crate) fn list_plays(&self, seat: Seat, into: &mut impl Menu) {
        let hand = self.hands[seat.index()];
        if !hand.is_empty() {
            into.add_all(
                hand.distinct().filter(|&card| self.check_play(seat, card).is_ok()).map(Action::Play),
            );
        }
    }

    /// The card leaves the hand; others may cancel it; then it takes effect.
    pub(crate) fn play_card(&mut self, by: Seat, card: Card, tell: &mut impl Sink<Event>) {
        self.hands[by.index()] = self.hands[by.index()].without(card);
        self.discards = self.discards.with(card);
        tell.tell(Audience::All, || Event::Played { seat: by, card });
        self.pending.push(Pending::Effect { by, card });
        self.ask(Happening::Card { card, by });
    }

    /// Nobody has cancelled it.
    pub(crate) fn take_effect(&mut self, by: Seat, card: Card, tell: &mut impl Sink<Event>) {
        if let Some(task) = Self::task_of(card) {
            self.pending.push(Pending::Task { by, task, card: Some(card) });
            return;
        }
        let turn = &mut self.turn;
        match card {
            Card::Leap => turn.leap = turn.leap.with(by),
            Card::Shove => turn.shove = turn.shove.with(by),
            Card::LightStep => turn.light = turn.light.with(by),
            Card::SecondWind => turn.extra[by.index()] += 1,
            Card::ChangeOfPlans => turn.waived = true,
            Card::Lifeline => {
                if let Some(&Pending::Question { about, nth, .. }) = self.pending.last()
                    && let (_, Some(pawn)) = self.position(about, nth)
                {
                    self.pending.push(Pending::Save { by, pawn });
                }
            }
            Card::BearSpray => {
                self.pending.pop();
                if let Some(Pending::GiveWay { from, back: Some(back), .. }) = self.pending.pop() {
                    self.send_back(by, from, back, tell);
                }
            }
            Card::LoadedDice => {
                self.pending.pop();
                if let Some(&Pending::Rolled { roller }) = self.pending.last() {
                    self.throw(roller, tell);
                    self.ask(Happening::Roll);
                }
            }
            Card::NotToday => {
                self.pending.pop();
                if let Some(Pending::Effect { card, .. }) = self.pending.pop() {
                    tell.tell(Audience::All, || Event::Cancelled { card });
                }
            }
            _ => {}
        }
    }

    /// Free walkable tiles: where Lifeline may put a pawn.
    pub(crate) fn landable(&self) -> impl Iterator<Item = Cell> + '_ {
        self.floe.walkable().without(self.held()).iter().map(|number| self.floe.cell(number))
    }

    pub(crate) fn check_save(&self, cell: Cell) -> Result<(), Refusal> {
        if self.free_to_stand(cell) {
            return Ok(());
        }
        refuse(
            T_35,
            "Lifeline puts your pawn on a walkable tile without a piece.",
            "Bouée de sauvetage pose votre pion sur une tuile praticable libre.",
        )
    }

    /// Lifeline: the pawn is still in.
    pub(crate) fn save(&mut self, pawn: u8, cell: Cell, tell: &mut impl Sink<Event>) {
        let seat = self.owner(usize::from(pawn));
        let saved = &mut self.pawns[usize::from(pawn)];
        saved.out = false;
        saved.at = Some(cell);
        for pending in &mut self.pending {
            if let Pending::Out { pawns } = pending {
                *pawns &= !(1 << pawn);
            }
        }
        tell.tell(Audience::All, || Event::Saved { seat, pawn, cell });
    }

    /// Trade places: my pawns with others within two cells.
    pub(crate) fn swaps(&self, seat: Seat) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let near = move |mine: Cell| {
            (0..self.terms.pawn_count()).filter_map(move |p| {
                let other = self.pawns[p].at.filter(|&at| at != mine && at.distance(mine) <= 2)?;
                // Two pawns of mine are listed once.
                (self.owner(p) != seat || mine < other).then_some((mine, other))
            })
        };
        self.pawns_of(seat).filter_map(|p| self.pawns[p].at).flat_map(near)
    }

    pub(crate) fn check_swap(&self, seat: Seat, mine: Cell, other: Cell) -> Result<(), Refusal> {
        if self.swaps(seat).any(|pair| pair == (mine, other)) {
            return Ok(());
        }
        refuse(
            T_35,
            "Trade places swaps your pawn with another within two cells.",
            "Chassé-croisé échange votre pion avec un autre à deux cases au plus.",
        )
    }

    pub(crate) fn swap(&mut self, seat: Seat, mine: Cell, other: Cell, tell: &mut impl Sink<Event>) {
        let (Some(a), Some(b)) = (self.pawn_at(mine), self.pawn_at(other)) else { return };
        self.pawns[a].at = Some(other);
        self.pawns[b].at = Some(mine);
        tell.tell(Audience::All, || Event::Swapped { seat, a: mine, b: other });
    }

    /// T-32: until the seat holds two. An empty pile is renewed from the discards.
    pub(crate) fn draw(&mut self, seat: Seat, tell: &mut impl Sink<Event>) {
        let mut drawn = Vec::new();
        while self.hands[seat.index()].len() < 2 {
            if self.pile().is_empty() {
                if self.discards.is_empty() {
                    break;
                }
                self.discards = crate::cards::Cards::NONE;
                tell.tell(Audience::All, || Event::Renewed);
            }
            let pile = self.pile();
            let nth = self.chance.below(pile.len()) as usize;
            let Some(card) = pile.iter().nth(nth) else { break };
            self.hands[seat.index()] = self.hands[seat.index()].with(card);
            drawn.push(card);
        }
        tell.tell(Audience::All, || Event::Drew { seat, count: drawn.len() as u8 });
        tell.tell(Audience::only(seat), || Event::DrewCards { cards: drawn.clone() });
    }

    pub(crate) fn discard(&mut self, seat: Seat, card: Card, tell: &mut impl Sink<Event>) {
        self.hands[seat.index()] = self.hands[seat.index()].without(card);
        self.discards = self.discards.with(card);
        tell.tell(Audience::All, || Event::Discarded { seat, card });
    }
}
