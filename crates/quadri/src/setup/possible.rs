//! What must hold before a written position is a game.

use table::{Millis, Mute, Outcome, Refusal, Seat, refuse_unless};
use tinyvec::ArrayVec;

use super::{Laid, Setup};
use crate::{
    card::{CARDS, Card, Lying, OF_EACH, Spot},
    clause::{Q_0, Q_1, Q_2, Q_4, Q_5, Q_6, Q_7, Q_8, Q_9, Q_10, Q_12, Q_13, Q_14, Q_16, Q_17, Q_18, Q_19},
    objective::{Objective, Objectives},
    options::{Assist, Mode},
    state::{COMMON, COOPERATIVE_CARDS, HAND, Hand, Quadri, Realised},
};

impl Setup {
    /// the right cards, all of them, and one on the table.
    pub(super) fn check_cards(&self) -> Result<(), Refusal> {
        let (used, clause) = match self.options.mode {
            Mode::Cooperative => (COOPERATIVE_CARDS, Q_14),
            Mode::Competitive | Mode::BallTrap => (CARDS, Q_1),
        };
        if self.table.len() + self.pile.len() != used {
            return Err(Refusal::new(
                clause,
                format!("There must be {used} Quadri cards on the table and in the pile together."),
                format!("Il faut {used} cartes Quadri en tout, sur la table et dans la pioche."),
            ));
        }
        let mut of_each = [0; 6];
        for card in self.table.iter().map(|lying| lying.card).chain(self.pile.iter().copied()) {
            of_each[card.index()] += 1;
        }
        refuse_unless(
            of_each.iter().all(|count| *count <= OF_EACH),
            Q_1,
            "There are only 8 Quadri cards of each arrangement.",
            "Il n’y a que 8 cartes Quadri de chaque disposition.",
        )?;
        refuse_unless(
            self.table.first().is_some_and(|start| start.place.spot == Spot::default()),
            Q_6,
            "One card lies at the start, at 0,0.",
            "Une carte est posée au départ, en 0,0.",
        )
    }

    /// the right objectives, each in one place only.
    pub(super) fn check_objectives(&self) -> Result<(), Refusal> {
        let mode = self.options.mode;
        let has_hands = mode != Mode::Cooperative;
        let hands = if has_hands { self.seats as usize } else { 0 };
        refuse_unless(
            self.hands.len() == hands && self.hands.iter().all(|hand| hand.len() <= HAND),
            Q_7,
            "`hands` is one list of at most 3 objectives per seat, and none in the cooperative mode.",
            "« hands » est une liste d’au plus 3 objectifs par joueur, et aucune en mode coopératif.",
        )?;
        refuse_unless(
            self.common.len() == if has_hands { 0 } else { COMMON },
            Q_14,
            "Ten objectives are common in the cooperative mode, and none in the others.",
            "Dix objectifs sont communs en mode coopératif, et aucun dans les autres.",
        )?;
        refuse_unless(
            self.realised.iter().all(|laid| laid.seat.0 < self.seats),
            Q_0,
            "An objective was realised by a seat that is not at the table.",
            "Un objectif a été réalisé par un joueur qui n’est pas à la table.",
        )?;
        let laid = self.realised.iter().map(|laid| laid.objective);
        let mut all: Vec<Objective> = self.hands.iter().flatten().chain(&self.objectives).copied().collect();
        if has_hands {
            all.extend(laid);
        } else {
            all.extend(&self.common);
        }
        let mut seen = Objectives::default();
        for objective in &all {
            if seen.contains(*objective) {
                return Err(Refusal::new(
                    Q_2,
                    format!("Objective {objective} is in two places."),
                    format!("L’objectif {objective} est à deux endroits."),
                ));
            }
            seen.insert(*objective);
        }
        match mode {
            Mode::Competitive => refuse_unless(
                all.len() == self.options.objectives as usize,
                Q_7,
                "Hands, pile and objectives laid down are not as many as the table uses.",
                "Les mains, la pioche et les objectifs réalisés ne font pas le compte de la table.",
            ),
            Mode::Cooperative | Mode::BallTrap => refuse_unless(
                self.objectives.is_empty() && all.iter().all(|objective| objective.points() <= 5),
                if has_hands { Q_18 } else { Q_14 },
                "Only objectives of 4 and 5 points are used in this mode, and there is none to draw.",
                "Ce mode n’utilise que des objectifs de 4 et 5 points, et aucun ne se pioche.",
            ),
        }
    }

    fn start(&self, pile: ArrayVec<[Card; CARDS]>) -> Quadri {
        // `check_cards` has seen that there is a first card.
        let start = self.table.first().copied().unwrap_or_default();
        Quadri::with_start_card(self.options, self.seats, self.first, start, pile)
    }

    fn check_cover(game: &Quadri, lying: Lying) -> Result<(), Refusal> {
        refuse_unless(
            (1..=3).contains(&game.sheet.covered(lying.place.spot)),
            Q_5,
            "Each card on the table must cover 1 to 3 squares of those before it.",
            "Chaque carte de la table doit couvrir 1 à 3 carrés des précédentes.",
        )
    }

    /// Competitive: the cards are laid again, and each claim is looked at when it was made.
    pub(super) fn competitive(self) -> Result<Quadri, Refusal> {
        let mut game = self.start(self.pile.iter().rev().copied().collect());
        game.objectives = self.objectives.iter().rev().copied().collect();
        for (hand, held) in game.hands.iter_mut().zip(&self.hands) {
            *hand = held.iter().copied().collect();
        }
        let mut claims = self.realised.iter().peekable();
        for number in 1..=self.table.len() {
            while let Some(laid) = claims.next_if(|laid| laid.after as usize == number) {
                let seen = game.sheet.find(laid.objective).ok_or_else(|| {
                    Refusal::new(
                        Q_8,
                        format!("Objective {} was not on the table after card {number}.", laid.objective),
                        format!(
                            "L’objectif {} n’était pas sur la table après la carte {number}.",
                            laid.objective
                        ),
                    )
                })?;
                let Laid { seat, objective, after } = *laid;
                if game.realised.len() < self.to_draw() {
                    game.ruled_out[seat.index()] = Objectives::default();
                }
                game.realised.push(Realised { seat, objective, after, seen });
            }
            if self.options.assist == Assist::Auto {
                game.rule_out_what_is_there();
            }
            if let Some(lying) = self.table.get(number) {
                Self::check_cover(&game, *lying)?;
                game.before = game.there();
                game.sheet.put(*lying);
            }
        }
        refuse_unless(
            claims.next().is_none(),
            Q_8,
            "`realised` must be in the order of the claims, none after the last card of the table.",
            "« realised » doit suivre l’ordre des annonces, aucune après la dernière carte de la table.",
        )?;
        self.check_draws(&mut game)?;
        self.check_tried(&mut game)?;
        self.check_end(&mut game)?;
        Ok(game)
    }

    /// how many objectives are left to draw once all hands are dealt; at least 12 are.
    fn to_draw(&self) -> usize {
        self.options.objectives as usize - HAND * self.seats as usize
    }

    /// who has drawn what is known from the claims; so is the last round.
    fn check_draws(&self, game: &mut Quadri) -> Result<(), Refusal> {
        let to_draw = self.to_draw();
        let undrawn = self.realised.get(to_draw..).unwrap_or(&[]);
        for (hand, seat) in self.hands.iter().zip(Seat::all(self.seats)) {
            let lacking = undrawn.iter().filter(|laid| laid.seat == seat).count();
            refuse_unless(
                hand.len() + lacking == HAND,
                Q_8,
                "A seat holds 3 objectives, less those it has laid down since the pile ran out.",
                "Un joueur a 3 objectifs, moins ceux réalisés depuis que la pioche est vide.",
            )?;
        }
        // drawn after the last card of the pile, it gives no more turns.
        let last_drawn = self.realised.get(to_draw - 1).map(|laid| laid.after as usize);
        if let Some(last_drawn) = last_drawn.filter(|laid| *laid < CARDS) {
            let since = self.table.len() - last_drawn;
            let left = (self.seats as usize + 1).checked_sub(since);
            game.left = Some(left.map(|left| left as u8).ok_or_else(|| {
                Refusal::fixed(
                    Q_9,
                    "More cards were placed after the last objective was drawn than the last round has.",
                    "Plus de cartes ont été posées après la dernière pioche d’objectif que n’en a le dernier tour.",
                )
            })?);
        }
        Ok(())
    }

    fn check_tried(&self, game: &mut Quadri) -> Result<(), Refusal> {
        let is_auto = self.options.assist == Assist::Auto;
        for (tried, claimed) in game.tried.iter_mut().zip(&self.tried) {
            *tried = claimed.iter().copied().collect();
        }
        let in_vain = |(hand, tried): (&Hand, &Objectives)| {
            tried.iter().all(|objective| hand.contains(&objective) && !game.there().contains(objective))
        };
        refuse_unless(
            self.tried.len() <= self.seats as usize
                && game.hands.iter().zip(&game.tried).all(in_vain)
                && !(is_auto && game.tried.iter().any(|tried| !tried.is_empty())),
            Q_8,
            "`tried` is, for each seat, what it holds and has claimed in vain since the last card.",
            "« tried » est, pour chaque joueur, ce qu’il a en main et a annoncé en vain depuis la dernière carte.",
        )?;
        let is_ruled_out = |(hand, ruled_out): (&Hand, &Objectives)| {
            hand.iter().any(|objective| ruled_out.contains(*objective))
        };
        refuse_unless(
            !game.hands.iter().zip(&game.ruled_out).any(is_ruled_out),
            Q_13,
            "With `auto` nobody holds an objective that was realised while it was held.",
            "Avec « auto », personne ne garde en main un objectif qui y a été réalisé.",
        )
    }

    /// the game closes, or is over, exactly when there is no more placement.
    fn check_end(&self, game: &mut Quadri) -> Result<(), Refusal> {
        let no_more = game.left == Some(0) || game.pile.is_empty();
        let clause = if game.pile.is_empty() { Q_12 } else { Q_10 };
        if !no_more {
            return refuse_unless(
                self.closing.is_none() && !self.over,
                Q_10,
                "The game cannot close before the last placement.",
                "La partie ne peut pas se clore avant la dernière pose.",
            );
        }
        if self.over {
            game.outcome = Some(game.scored());
            return refuse_unless(
                self.closing.is_none(),
                Q_10,
                "A game that is over no longer closes.",
                "Une partie terminée n’est plus en clôture.",
            );
        }
        game.closing = self.closing;
        let may_close = self.options.assist != Assist::Auto
            && self.closing.is_some_and(|closing| closing.done.iter().all(|seat| seat.0 < self.seats))
            && Seat::all(self.seats).any(|seat| !game.is_done_claiming(seat));
        refuse_unless(
            may_close,
            clause,
            "After the last placement the game closes while a seat may still claim, or it is over.",
            "Après la dernière pose, la partie se clôt tant qu’un joueur peut encore annoncer, ou elle est terminée.",
        )
    }

    /// Cooperative and ball-trap: the referee does everything but place, so the game is played again and compared.
    pub(super) fn refereed(self) -> Result<Quadri, Refusal> {
        let laid_later = self.table.iter().skip(1).rev().map(|lying| lying.card);
        let mut game = self.start(self.pile.iter().rev().copied().chain(laid_later).collect());
        game.common = self.common.iter().copied().collect();
        for ((hand, held), seat) in game.hands.iter_mut().zip(&self.hands).zip(Seat::all(self.seats)) {
            let laid = self.realised.iter().filter(|laid| laid.seat == seat).map(|laid| laid.objective);
            let dealt: Vec<Objective> = laid.chain(held.iter().copied()).collect();
            refuse_unless(
                dealt.len() == HAND,
                Q_18,
                "A seat is dealt 3 objectives: held and laid down together.",
                "Un joueur reçoit 3 objectifs, en main et réalisés compris.",
            )?;
            *hand = dealt.into_iter().collect();
        }
        for lying in self.table.iter().skip(1) {
            let seat = game.on_turn().ok_or_else(|| {
                Refusal::fixed(
                    game.outcome.as_ref().map_or(Q_4, |outcome| outcome.clause),
                    "The game was over before the last of these cards was placed.",
                    "La partie était terminée avant la pose de la dernière de ces cartes.",
                )
            })?;
            Self::check_cover(&game, *lying)?;
            game.place(seat, lying.place, Millis::ZERO, &mut Mute);
        }
        let realised: Vec<Laid> = game.realised.iter().map(Laid::from).collect();
        let hands: Vec<&[Objective]> = Seat::all(self.seats).map(|seat| game.hand(seat)).collect();
        refuse_unless(
            realised == self.realised && self.hands.iter().zip(hands).all(|(written, hand)| *written == hand),
            if self.options.mode == Mode::Cooperative { Q_16 } else { Q_19 },
            "The objectives realised are not those that these cards realise.",
            "Les objectifs réalisés ne sont pas ceux que ces cartes réalisent.",
        )?;
        refuse_unless(
            self.over == game.outcome.is_some() && self.closing.is_none() && self.tried.is_empty(),
            game.outcome.as_ref().map_or(Q_17, |outcome: &Outcome| outcome.clause),
            "`over` must say whether the game is over; nothing is claimed or closes in this mode.",
            "« over » doit dire si la partie est terminée ; rien ne s’annonce ni ne se clôt dans ce mode.",
        )?;
        Ok(game)
    }
}
