//! Who may do what now; a refusal says what to do instead.

use table::{Refusal, Seat, refuse};

use crate::{
    action::{Action, Effect, Place},
    clause::{S_0, S_10, S_11, S_15, S_26, S_30},
    data::Card,
    refusals,
    state::Quicksand,
};

impl Quicksand {
    pub(crate) fn may(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if let Some(outcome) = &self.outcome {
            return Err(refusals::over(outcome.clause));
        }
        if seat.0 >= self.seats {
            return Err(Refusal::new(
                S_0,
                format!("There is no seat {seat} at this table."),
                format!("Il n’y a pas de place {seat} à cette table."),
            ));
        }
        if let Action::Suggest { to, place } = action {
            return self.may_suggest(seat, to, place);
        }
        if action == Action::Wait && !self.practice {
            return refuse(
                S_10,
                "The sand runs by itself here: to wait, play no card yet. Only in practice does wait let it run.",
                "Ici le sable coule tout seul\u{202f}: pour attendre, ne jouez pas encore. wait ne sert qu’à l’entraînement.",
            );
        }
        self.may_play_now(seat)?;
        match (action, self.choosing) {
            (Action::Choose(effect), Some(_)) => self.joker_can(effect),
            (_, Some(_)) => refuse(
                S_30,
                "Your joker is shown: first choose what it does, such as joker>t1.",
                "Votre joker est montré\u{202f}: choisissez d’abord son effet, par exemple joker>t1.",
            ),
            (Action::Wait, None) => Ok(()),
            (Action::Choose(_), None) if self.outward() => refuse(
                S_30,
                "No joker is shown: play a card by its place, such as play #1.",
                "Aucun joker n’est montré\u{202f}: jouez une carte par son emplacement, par exemple play #1.",
            ),
            (Action::PlayPlace(place), None) if self.outward() => {
                if self.hand(seat).at(place).is_some() {
                    return Ok(());
                }
                Err(refusals::no_card_there(place))
            }
            (Action::PlayPlace(_) | Action::Choose(_), None) => Err(self.cards_are_inward()),
            _ if self.outward() => refuse(
                S_30,
                "You do not see your cards: play one by its place, such as play #1.",
                "Vous ne voyez pas vos cartes\u{202f}: jouez-en une par son emplacement, par exemple play #1.",
            ),
            (Action::Play(Card::Joker), None) => {
                self.holds(seat, Card::Joker)?;
                refuse(
                    S_15,
                    "Say what the joker does: play joker>t1 activates timer A, play joker+t1 recovers it.",
                    "Dites ce que fait le joker\u{202f}: play joker>t1 avance le sablier A, play joker+t1 le relève.",
                )
            }
            (Action::Play(card), None) => self.holds(seat, card),
            (Action::PlayJoker(effect), None) => {
                self.holds(seat, Card::Joker)?;
                self.joker_can(effect)
            }
            (Action::Suggest { .. }, None) => Ok(()), // Judged above.
        }
    }

    /// S-10, S-30.
    fn may_play_now(&self, seat: Seat) -> Result<(), Refusal> {
        match self.turn {
            Some(turn) if turn != seat && self.choosing.is_some() => Err(Refusal::new(
                S_30,
                format!("Seat {turn} has shown a joker: nobody else may play until its effect is chosen."),
                format!(
                    "La place {turn} a montré un joker\u{202f}: nul autre ne joue avant que son effet soit choisi."
                ),
            )),
            Some(turn) if turn != seat => Err(Refusal::new(
                S_10,
                format!("It is seat {turn}'s turn: turns go clockwise."),
                format!("C’est le tour de la place {turn}\u{202f}: on joue dans le sens horaire."),
            )),
            _ => Ok(()),
        }
    }

    /// S-11.
    fn holds(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if self.hand(seat).place_of(card).is_some() {
            return Ok(());
        }
        let name = card.name();
        Err(Refusal::new(
            S_11,
            format!("You have no {} card: play one from your hand.", name.en),
            format!("Vous n’avez pas de carte {}\u{202f}: jouez-en une de votre main.", name.fr),
        ))
    }

    /// S-15.
    fn joker_can(&self, effect: Effect) -> Result<(), Refusal> {
        let name = effect.timer();
        let letter = name.letter();
        let Some(timer) = self.timers().get(name.index()) else {
            let last = self.timers().len();
            return Err(Refusal::new(
                S_15,
                format!("This level has no timer {letter}: choose one from t1 to t{last}."),
                format!("Ce niveau n’a pas de sablier {letter}\u{202f}: choisissez-en un de t1 à t{last}."),
            ));
        };
        match effect {
            Effect::Activate(_) if timer.lost => Err(Refusal::new(
                S_15,
                format!("Timer {letter} is lost and stands on no tile: recover it with joker+{name}."),
                format!(
                    "Le sablier {letter} est perdu et n’est sur aucune case\u{202f}: relevez-le avec joker+{name}."
                ),
            )),
            Effect::Recover(_) if !timer.lost => Err(Refusal::new(
                S_15,
                format!("Timer {letter} is not lost: activate it with joker>{name}."),
                format!("Le sablier {letter} n’est pas perdu\u{202f}: avancez-le avec joker>{name}."),
            )),
            _ => Ok(()),
        }
    }

    /// S-30, S-27.
    fn may_suggest(&self, seat: Seat, to: Seat, place: Place) -> Result<(), Refusal> {
        if self.silence() {
            return Err(refusals::silent());
        }
        if !self.outward() {
            return Err(self.cards_are_inward());
        }
        if to == seat || to.0 >= self.seats {
            return refuse(
                S_30,
                "Suggest a card in another seat's hand: yours you do not see.",
                "Suggérez une carte d’une autre place\u{202f}: les vôtres, vous ne les voyez pas.",
            );
        }
        if self.hand(to).at(place).is_none() {
            return Err(refusals::no_card_there(place));
        }
        Ok(())
    }

    /// S-30 is not in force: because of S-26, or in this level.
    fn cards_are_inward(&self) -> Refusal {
        if self.level.outward {
            return Refusal::fixed(
                S_26,
                "Alone you see your cards: play one by its kind, such as play circle.",
                "Seul, vous voyez vos cartes\u{202f}: jouez-en une par sa sorte, par exemple play circle.",
            );
        }
        Refusal::fixed(
            S_30,
            "Cards face their players in this level: play one by its kind, such as play circle.",
            "Dans ce niveau chacun voit ses cartes\u{202f}: jouez-en une par sa sorte, par exemple play circle.",
        )
    }
}
