//! What can be chosen before the game starts, and which choices fit together.

use serde::{Deserialize, Serialize};
use table::{Choice, First, Kind, Millis, OptionAbout, Refusal, RulesVersion, Seat, Seats, Words};
use ts_rs::TS;

use crate::clause::{T_0, T_7, T_33, T_40, T_47, T_49};

/// T-0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceMode", export_to = "thin-ice.ts")]
pub enum Mode {
    #[default]
    Basic,
    Intermediate,
    Advanced,
}

/// T-50.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceExtension", export_to = "thin-ice.ts")]
pub enum Extension {
    #[default]
    None,
    Added,
    Replacing,
}

/// T-33: who is asked whether to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "ThinIceAsk", export_to = "thin-ice.ts")]
pub enum Ask {
    /// Only those who hold a card that fits.
    #[default]
    Holders,
    /// Everybody who could, so that not even the pause tells.
    All,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub mode: Mode,
    /// T-7: 5, or with two seats 4; left out, what the seats ask for.
    pub grid: Option<u8>,
    /// T-40: tiles a seat in the advanced setup.
    pub tiles: u8,
    /// T-47: seats grouped into teams.
    pub teams: Option<Vec<Vec<Seat>>>,
    /// T-49: 1, or with two seats 2.
    pub pawns: u8,
    pub extension: Extension,
    /// T-56.
    pub friendly: bool,
    /// T-57.
    pub harsh: bool,
    pub ask: Ask,
    /// How long a seat has to answer before it passes.
    pub reaction_seconds: u16,
    pub first: First,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::Basic,
            grid: None,
            tiles: 6,
            teams: None,
            pawns: 1,
            extension: Extension::None,
            friendly: false,
            harsh: false,
            ask: Ask::Holders,
            reaction_seconds: 15,
            first: First::Random,
        }
    }
}

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

fn refuse<T>(clause: table::Clause, en: &'static str, fr: &'static str) -> Result<T, Refusal> {
    Err(Refusal::fixed(clause, en, fr))
}

impl Terms {
    /// Refuses what the rules do not allow, with the clause.
    pub(crate) fn new(rules: RulesVersion, options: &Options, seats: u8) -> Result<Self, Refusal> {
        if !(2..=6).contains(&seats) {
            return refuse(T_0, "Thin Ice is for 2 to 6 seats.", "Thin Ice se joue de 2 à 6 places.");
        }
        if !matches!(options.grid, None | Some(4 | 5)) {
            return refuse(
                T_7,
                "The grid is 5, or 4 with two seats.",
                "La grille est 5, ou 4 à deux places.",
            );
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
                "More than 6 tiles a seat is for 2 or 3 seats.",
                "Plus de 6 tuiles par place : seulement à 2 ou 3 places.",
            );
        }
        if !(1..=2).contains(&options.pawns) {
            return refuse(T_49, "A seat has 1 or 2 pawns.", "Une place a 1 ou 2 pions.");
        }
        if options.pawns == 2 && seats != 2 {
            return refuse(
                T_49,
                "Two pawns a seat is for two seats.",
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
        options.first.at_a_table_of(seats, T_0)?;
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

/// The options as a person reads them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let choice = |value, en, fr| Choice { value, label: Words::fixed(en, fr) };
    let option = |key, label: (&'static str, &'static str), sentence: (&'static str, &'static str), kind| {
        OptionAbout {
            key,
            label: Words::fixed(label.0, label.1),
            sentence: Words::fixed(sentence.0, sentence.1),
            kind,
        }
    };
    vec![
        option(
            "mode",
            ("Mode", "Mode"),
            (
                "Basic; with event cards; or with event cards on a floe that you build.",
                "De base ; avec cartes Événement ; ou avec cartes Événement sur une banquise que vous construisez.",
            ),
            Kind::Choice {
                choices: vec![
                    choice("basic", "Basic", "De base"),
                    choice("intermediate", "Intermediate", "Intermédiaire"),
                    choice("advanced", "Advanced", "Avancé"),
                ],
                default: "basic",
            },
        ),
        option(
            "grid",
            ("Grid", "Grille"),
            (
                "With two seats the floe may be 4×4 instead of 5×5; with five or six it is 6×6.",
                "À deux places, la banquise peut être 4×4 au lieu de 5×5 ; à cinq ou six, elle est 6×6.",
            ),
            Kind::Number { min: 4, max: 5, default: 5 },
        ),
        option(
            "tiles",
            ("Tiles a seat", "Tuiles par place"),
            (
                "In the advanced setup with two or three seats: how many tiles each lays.",
                "Mise en place avancée à deux ou trois places : combien de tuiles chacun pose.",
            ),
            Kind::Number { min: 6, max: 12, default: 6 },
        ),
        option(
            "teams",
            ("Teams", "Équipes"),
            (
                "Seats grouped into two or more teams: the last team on the ice wins.",
                "Places groupées en deux équipes ou plus : la dernière équipe sur la glace gagne.",
            ),
            Kind::Teams,
        ),
        option(
            "pawns",
            ("Pawns a seat", "Pions par place"),
            (
                "With two seats each may play two pawns as a team.",
                "À deux places, chacun peut jouer deux pions en équipe.",
            ),
            Kind::Number { min: 1, max: 2, default: 1 },
        ),
        option(
            "extension",
            ("Extension", "Extension"),
            (
                "A kraken and four floes, added to the tiles or replacing some.",
                "Un kraken et quatre glaçons flottants, ajoutés aux tuiles ou à la place de certaines.",
            ),
            Kind::Choice {
                choices: vec![
                    choice("none", "Without", "Sans"),
                    choice("added", "Added", "Ajoutée"),
                    choice("replacing", "Replacing", "En remplacement"),
                ],
                default: "none",
            },
        ),
        option(
            "friendly",
            ("Friendly", "Bienveillante"),
            (
                "Who drifts goes out only if still adrift at the end of its own turn.",
                "Qui dérive n’est éliminé que s’il dérive encore à la fin de son propre tour.",
            ),
            Kind::Switch { default: false },
        ),
        option(
            "harsh",
            ("Harsh", "Rude"),
            ("Players who are out do not roll.", "Les joueurs éliminés ne lancent plus le dé."),
            Kind::Switch { default: false },
        ),
        option(
            "ask",
            ("Who is asked", "Qui est interrogé"),
            (
                "Right after something happens: only holders of a fitting card, or everybody, so that the pause tells nothing.",
                "Juste après un événement : seulement qui a une carte utile, ou tout le monde, pour que l’attente ne révèle rien.",
            ),
            Kind::Choice {
                choices: vec![
                    choice("holders", "Holders", "Qui a la carte"),
                    choice("all", "Everybody", "Tout le monde"),
                ],
                default: "holders",
            },
        ),
        option(
            "reaction-seconds",
            ("Time to answer", "Temps de réponse"),
            (
                "Seconds to answer with a card before it counts as a pass.",
                "Secondes pour répondre par une carte avant que cela ne vaille « passe ».",
            ),
            Kind::Number { min: 1, max: 120, default: 15 },
        ),
        option(
            "first",
            ("First player", "Premier joueur"),
            (
                "Who begins, and deals in the advanced setup.",
                "Qui commence, et distribue en mise en place avancée.",
            ),
            Kind::SeatOrRandom,
        ),
    ]
}
