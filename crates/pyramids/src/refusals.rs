//! Every sentence with which this game refuses: the clause, and what to do instead.

use table::{Refusal, Seat};

use crate::{
    board::Size,
    clause::{P_0, P_1, P_2, P_3, P_4, P_5, P_6, P_7, P_8, P_9, P_10, P_11, P_15, P_16, P_17, P_18, P_19},
    state::{RoundResult, Step},
};

pub(crate) fn not_two_seats() -> Refusal {
    Refusal::fixed(P_0, "Pyramids is a game for two seats.", "Pyramides se joue à deux.")
}

pub(crate) fn unreadable() -> Refusal {
    Refusal::fixed(
        P_4,
        "This is no action: place (S@c3), jump (d2xd4xf6) or turn a coaster (A+180).",
        "Ce n’est pas une action : posez (S@c3), sautez (d2xd4xf6) ou tournez une dalle (A+180).",
    )
}

// Whose turn, which step.

pub(crate) fn not_your_turn() -> Refusal {
    Refusal::fixed(
        P_4,
        "It is not your turn: wait until your opponent has turned a coaster.",
        "Ce n’est pas votre tour : attendez que l’adversaire ait tourné une dalle.",
    )
}

pub(crate) fn wrong_step(step: Step) -> Refusal {
    match step {
        Step::PlaceOrJump => Refusal::fixed(
            P_4,
            "First place a pyramid or jump; the coaster turns afterwards.",
            "D’abord une pose ou un saut ; la dalle tourne ensuite.",
        ),
        Step::Turn => Refusal::fixed(
            P_4,
            "You have placed or jumped; now turn a coaster.",
            "Vous avez posé ou sauté ; tournez maintenant une dalle.",
        ),
    }
}

// Placing.

pub(crate) fn no_such_size() -> Refusal {
    Refusal::fixed(
        P_2,
        "There is no such size: place a small (S), medium (M) or large (L) pyramid.",
        "Cette taille n’existe pas : posez une pyramide petite (S), moyenne (M) ou grande (L).",
    )
}

pub(crate) fn no_such_cell() -> Refusal {
    Refusal::fixed(
        P_1,
        "There is no such cell: columns go from a to f, rows from 1 to 6.",
        "Cette case n’existe pas : les colonnes vont de a à f, les rangées de 1 à 6.",
    )
}

pub(crate) fn none_in_reserve(size: Size) -> Refusal {
    let (en, fr) = named(size);
    Refusal::new(
        P_4,
        format!("You have no {en} pyramid in reserve: place another size, or jump."),
        format!("Vous n’avez plus de {fr} en réserve : posez une autre taille, ou sautez."),
    )
}

pub(crate) fn cell_taken() -> Refusal {
    Refusal::fixed(
        P_3,
        "A pyramid stands there already: place yours on an empty cell.",
        "Une pyramide s’y trouve déjà : posez la vôtre sur une case vide.",
    )
}

// Turning.

pub(crate) fn no_such_coaster() -> Refusal {
    Refusal::fixed(
        P_1,
        "There is no such coaster: turn A, B, C or D.",
        "Cette dalle n’existe pas : tournez A, B, C ou D.",
    )
}

pub(crate) fn no_such_angle() -> Refusal {
    Refusal::fixed(
        P_5,
        "A coaster turns by 90, 180 or 270 degrees.",
        "Une dalle tourne de 90, 180 ou 270 degrés.",
    )
}

// Jumping.

pub(crate) fn no_pyramid_of_yours() -> Refusal {
    Refusal::fixed(
        P_4,
        "No pyramid of yours stands there: jump with one of your own on the board.",
        "Aucune de vos pyramides ne s’y trouve : sautez avec une des vôtres déjà en jeu.",
    )
}

pub(crate) fn off_the_board() -> Refusal {
    Refusal::fixed(
        P_7,
        "That hop leaves the board: land on one of its 36 cells.",
        "Ce bond sort du plateau : retombez sur une de ses 36 cases.",
    )
}

pub(crate) fn onto_a_pyramid() -> Refusal {
    Refusal::fixed(
        P_7,
        "A pyramid stands where that hop would land: land on an empty cell. Jumped pyramids stay until the jump is over.",
        "Une pyramide occupe la case d’arrivée : retombez sur une case vide. Les pyramides sautées restent jusqu’à la fin du saut.",
    )
}

pub(crate) fn no_unbroken_line() -> Refusal {
    Refusal::fixed(
        P_6,
        "A hop goes straight or diagonally over an unbroken line of pyramids from the very next cell, to the first cell beyond.",
        "Un bond franchit, en ligne droite ou en diagonale, une file continue de pyramides à partir de la case voisine, et retombe juste derrière.",
    )
}

pub(crate) fn jumped_twice() -> Refusal {
    Refusal::fixed(
        P_8,
        "No pyramid is jumped twice in one jump: go on over others, or stop before.",
        "On ne saute pas deux fois la même pyramide en un saut : continuez par-dessus d’autres, ou arrêtez-vous avant.",
    )
}

pub(crate) fn wrong_number(size: Size) -> Refusal {
    match size {
        Size::Small => Refusal::fixed(
            P_9,
            "A small pyramid jumps exactly one pyramid.",
            "Une petite pyramide saute exactement une pyramide.",
        ),
        Size::Medium => Refusal::fixed(
            P_10,
            "A medium pyramid jumps exactly two pyramids: two in line, or one and one.",
            "Une pyramide moyenne saute exactement deux pyramides : deux en file, ou une puis une.",
        ),
        Size::Large => Refusal::fixed(
            P_11,
            "A large pyramid jumps one, two or three pyramids in all.",
            "Une grande pyramide saute une, deux ou trois pyramides en tout.",
        ),
    }
}

/// Whatever jumps, more than three hops jump more than three pyramids.
pub(crate) fn too_many_hops() -> Refusal {
    wrong_number(Size::Large)
}

// The end, and what cannot be set up.

pub(crate) fn bad_rounds() -> Refusal {
    Refusal::fixed(P_17, "A match has 1 to 9 rounds.", "Une partie compte de 1 à 9 manches.")
}

/// After the end: the clause that ended it.
pub(crate) fn over(rounds: u8, last: &RoundResult) -> Refusal {
    if rounds > 1 {
        return Refusal::fixed(
            P_17,
            "The match is over: all its rounds are played.",
            "La partie est terminée : toutes les manches sont jouées.",
        );
    }
    let (en, fr) = match last.clause {
        P_15 => ("fifteen pips have been captured", "quinze points ont été capturés"),
        P_16 => ("a seat could neither place nor jump", "un camp ne pouvait ni poser ni sauter"),
        P_18 => (
            "the same position occurred for the third time",
            "la même position s’est présentée pour la troisième fois",
        ),
        _ => ("a hundred turns went by without a capture", "cent tours se sont écoulés sans capture"),
    };
    Refusal::new(last.clause, format!("The game is over: {en}."), format!("La partie est terminée : {fr}."))
}

/// The English adjective, and the whole French name, whose adjective may come first or last.
fn named(size: Size) -> (&'static str, &'static str) {
    match size {
        Size::Small => ("small", "petite pyramide"),
        Size::Medium => ("medium", "pyramide moyenne"),
        Size::Large => ("large", "grande pyramide"),
    }
}

/// What is wrong with a position that somebody set up.
pub(crate) mod setup {
    use super::{P_0, P_1, P_2, P_4, P_15, P_16, P_17, P_18, P_19, Refusal, RoundResult, Seat, Size, named};

    pub(crate) fn unreadable_board() -> Refusal {
        Refusal::fixed(
            P_1,
            "A board is six rows of six cells, row 6 first: S, M, L (seat 0), s, m, l (seat 1) or a dot.",
            "Un plateau compte six rangées de six cases, la 6 d’abord : S, M, L (place 0), s, m, l (place 1) ou un point.",
        )
    }

    pub(crate) fn too_many_pyramids(owner: Seat, size: Size) -> Refusal {
        let (en, fr) = named(size);
        Refusal::new(
            P_2,
            format!("Seat {owner} owns five {en} pyramids; more are on the board and captured."),
            format!(
                "Le plateau et les captures comptent plus de cinq fois une {fr} de la place {owner}, qui n’en possède que cinq."
            ),
        )
    }

    pub(crate) fn no_such_seat() -> Refusal {
        Refusal::fixed(P_0, "The two seats are 0 and 1.", "Les deux places sont 0 et 1.")
    }

    pub(crate) fn turns_do_not_fit() -> Refusal {
        Refusal::fixed(
            P_4,
            "`turn` must follow from `turns`: seats take turns, and the starting seat alternates with `round`.",
            "`turn` doit découler de `turns` : les places jouent à tour de rôle, et la première alterne avec `round`.",
        )
    }

    pub(crate) fn quiet_does_not_fit() -> Refusal {
        Refusal::fixed(
            P_19,
            "`quiet` counts turns of this round without a capture: at most `turns`, 99 in step two, and 0 in a turn that has captured.",
            "`quiet` compte les tours de cette manche sans capture : au plus `turns`, 99 à la seconde étape, et 0 dans un tour qui a capturé.",
        )
    }

    pub(crate) fn captured_does_not_fit() -> Refusal {
        Refusal::fixed(
            P_4,
            "`captured` says that this turn's jump has captured: only before step two, and with captures of that seat.",
            "`captured` dit que le saut de ce tour a capturé : seulement avant la seconde étape, et avec des captures de ce camp.",
        )
    }

    pub(crate) fn past_does_not_fit() -> Refusal {
        Refusal::fixed(
            P_18,
            "`past` lists boards since the last capture, oldest first: at most two for each quiet turn and two more, none of them a third time.",
            "`past` énumère les positions depuis la dernière capture, la plus ancienne d’abord : au plus deux par tour sans capture et deux de plus, aucune une troisième fois.",
        )
    }

    pub(crate) fn results_do_not_fit() -> Refusal {
        Refusal::fixed(
            P_17,
            "`results` holds one possible result for each round that has ended, and `round` is the one in play.",
            "`results` contient un résultat possible par manche terminée, et `round` est la manche en cours.",
        )
    }

    pub(crate) fn should_be_over(end: &RoundResult) -> Refusal {
        Refusal::new(
            end.clause,
            "In this position the round is over: it cannot be in play.",
            "Dans cette position la manche est terminée : elle ne peut pas être en cours.",
        )
    }

    pub(crate) fn too_many_pips() -> Refusal {
        Refusal::fixed(
            P_15,
            "Fifteen captured pips end the round at once, before a coaster turns.",
            "Quinze points capturés terminent aussitôt la manche, avant qu’une dalle tourne.",
        )
    }

    pub(crate) fn not_over() -> Refusal {
        Refusal::fixed(
            P_16,
            "The last of `results` says that the round is over, but this position is not the end that it names.",
            "Le dernier élément de `results` dit la manche terminée, mais cette position n’est pas la fin qu’il nomme.",
        )
    }
}
