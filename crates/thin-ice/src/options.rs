//! What can be chosen before the game starts.

use serde::{Deserialize, Serialize};
use table::{First, OptionAbout, OptionKind, Seat};
use ts_rs::TS;

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
    /// T-40: tiles per seat in the advanced setup.
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

/// The options, as people read them.
pub(crate) fn about() -> Vec<OptionAbout> {
    let usual = Options::default();
    vec![
        OptionAbout::new(
            "mode",
            ("Mode", "Mode"),
            (
                "Basic; with event cards; or with event cards on a floe that you build.",
                "De base ; avec cartes Événement ; ou avec cartes Événement sur une banquise que vous construisez.",
            ),
            OptionKind::choice(
                usual.mode,
                [
                    (Mode::Basic, "Basic", "De base"),
                    (Mode::Intermediate, "Intermediate", "Intermédiaire"),
                    (Mode::Advanced, "Advanced", "Avancé"),
                ],
            ),
        ),
        OptionAbout::new(
            "grid",
            ("Grid", "Grille"),
            (
                "With two seats the floe may be 4×4 instead of 5×5; with five or six it is 6×6.",
                "À deux places, la banquise peut être 4×4 au lieu de 5×5\u{202f}; à cinq ou six, elle est 6×6.",
            ),
            OptionKind::Number { min: 4, max: 5, default: usual.grid.unwrap_or(5).into() },
        ),
        OptionAbout::new(
            "tiles",
            ("Tiles per seat", "Tuiles par place"),
            (
                "In the advanced setup with two or three seats: how many tiles each lays.",
                "Mise en place avancée à deux ou trois places : combien de tuiles chacun pose.",
            ),
            OptionKind::Number { min: 6, max: 12, default: usual.tiles.into() },
        ),
        OptionAbout::new(
            "teams",
            ("Teams", "Équipes"),
            (
                "Seats grouped into two or more teams: the last team on the ice wins.",
                "Places groupées en deux équipes ou plus : la dernière équipe sur la glace gagne.",
            ),
            OptionKind::Teams,
        ),
        OptionAbout::new(
            "pawns",
            ("Pawns per seat", "Pions par place"),
            (
                "With two seats each may play two pawns as a team.",
                "À deux places, chacun peut jouer deux pions en équipe.",
            ),
            OptionKind::Number { min: 1, max: 2, default: usual.pawns.into() },
        ),
        OptionAbout::new(
            "extension",
            ("Extension", "Extension"),
            (
                "A kraken and four floes, added to the tiles or replacing some.",
                "Un kraken et quatre glaçons flottants, ajoutés aux tuiles ou à la place de certaines.",
            ),
            OptionKind::choice(
                usual.extension,
                [
                    (Extension::None, "Without", "Sans"),
                    (Extension::Added, "Added", "Ajoutée"),
                    (Extension::Replacing, "Replacing", "En remplacement"),
                ],
            ),
        ),
        OptionAbout::new(
            "friendly",
            ("Friendly", "Bienveillante"),
            (
                "Who drifts goes out only if still adrift at the end of its own turn.",
                "Qui dérive n’est éliminé que s’il dérive encore à la fin de son propre tour.",
            ),
            OptionKind::Switch { default: usual.friendly },
        ),
        OptionAbout::new(
            "harsh",
            ("Harsh", "Rude"),
            ("Players who are out do not roll.", "Les joueurs éliminés ne lancent plus le dé."),
            OptionKind::Switch { default: usual.harsh },
        ),
        OptionAbout::new(
            "ask",
            ("Who is asked", "Qui est interrogé"),
            (
                "Right after something happens: only holders of a fitting card, or everybody, so that the pause tells nothing.",
                "Juste après un événement : seulement qui a une carte utile, ou tout le monde, pour que l’attente ne révèle rien.",
            ),
            OptionKind::choice(
                usual.ask,
                [(Ask::Holders, "Holders", "Qui a la carte"), (Ask::All, "Everybody", "Tout le monde")],
            ),
        ),
        OptionAbout::new(
            "reaction-seconds",
            ("Time to answer", "Temps de réponse"),
            (
                "Seconds to answer with a card before it counts as a pass.",
                "Secondes pour répondre par une carte avant que cela ne vaille « passe ».",
            ),
            OptionKind::Number { min: 1, max: 120, default: usual.reaction_seconds.into() },
        ),
        First::about(),
    ]
}
