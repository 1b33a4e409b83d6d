//! What the house says to people, in both languages. A sentence says what to do.

pub(crate) mod cups;
pub(crate) mod notices;
mod plans;
mod rated;
pub(crate) mod vacations;

use table::Words;

pub(crate) use plans::*;
pub(crate) use rated::*;

pub(crate) const NAME_EMPTY: Words =
    Words::fixed("Please choose a name.", "Choisissez un nom, s’il vous plaît.");
pub(crate) const TALK_EMPTY: Words = Words::fixed("There is nothing to say.", "Il n’y a rien à dire.");
pub(crate) const STRANGE_CHARACTERS: Words = Words::fixed(
    "Please leave out control characters and invisible marks.",
    "N’utilisez ni caractères de contrôle ni marques invisibles.",
);
pub(crate) const TOO_FAST: Words =
    Words::fixed("That was too fast. Wait a moment.", "C’était trop rapide. Attendez un instant.");
pub(crate) const TOO_MANY_NAMES: Words = Words::fixed(
    "You have changed your name often. Wait a moment before you change it again.",
    "Vous avez souvent changé de nom. Attendez un instant avant d’en changer encore.",
);
pub(crate) const SEAT_LEFT: Words = Words::fixed(
    "You left your seat to a bot and may come back: until then you do not talk with those who watch. Take your seat to talk.",
    "Vous avez laissé votre place à un bot et pouvez revenir\u{202f}: d’ici là, vous ne parlez pas avec les spectateurs. Reprenez votre place pour parler.",
);
pub(crate) const TOO_LARGE: Words = Words::fixed(
    "This is too large. Send something shorter.",
    "C’est trop volumineux. Envoyez quelque chose de plus court.",
);
pub(crate) const TOOK_TOO_LONG: Words = Words::fixed(
    "This took too long. Try again in a moment.",
    "C’était trop long. Réessayez dans un instant.",
);
pub(crate) const NOT_THAT_WAY: Words =
    Words::fixed("This cannot be asked in that way.", "Cela ne se demande pas ainsi.");
pub(crate) const TALK_TOO_FAST: Words =
    Words::fixed("You talk too fast. Wait a moment.", "Vous parlez trop vite. Attendez un instant.");
pub(crate) const TOO_MANY_TABLES: Words = Words::fixed(
    "You have opened many tables. Wait a minute before you open another.",
    "Vous avez ouvert beaucoup de tables. Attendez une minute avant d’en ouvrir une autre.",
);
pub(crate) const NO_ROOM: Words = Words::fixed(
    "This house has no room for another table: its disk is nearly full. Tables that are open go on.",
    "Cette maison n’a plus de place pour une autre table\u{202f}: son disque est presque plein. Les tables ouvertes continuent.",
);
pub(crate) const NO_ROOM_TO_TALK: Words = Words::fixed(
    "This house’s disk is nearly full: games go on, but nothing else is written down.",
    "Le disque de cette maison est presque plein\u{202f}: les parties continuent, mais rien d’autre n’est noté.",
);
pub(crate) const NODES_CUT_OFF: Words = Words::fixed(
    "The machines of this house do not hear each other now. You can play on; what others do elsewhere comes a little later.",
    "Les machines de cette maison ne s’entendent pas en ce moment. Vous pouvez continuer\u{202f}; ce que d’autres font ailleurs arrive un peu plus tard.",
);
pub(crate) const NODES_HEAR_AGAIN: Words = Words::fixed(
    "The machines of this house hear each other again.",
    "Les machines de cette maison s’entendent de nouveau.",
);
pub(crate) const LOG_FULL: Words = Words::fixed(
    "So much has happened at this table that it can take no more: open another one.",
    "Il s’est passé tant de choses à cette table qu’elle n’en garde pas davantage\u{202f}: ouvrez-en une autre.",
);
pub(crate) const NOTHING_TO_SEEK: Words = Words::fixed(
    "Nothing can be played like that: choose a game for two or more, and for rated games a clock.",
    "Rien ne se joue ainsi\u{202f}: choisissez un jeu à deux ou plus, et une pendule pour les parties classées.",
);
pub(crate) const TOO_MUCH_TO_SEEK: Words = Words::fixed(
    "That is more than anybody can wait for at once: choose fewer games, numbers of people or clocks.",
    "C’est plus qu’on ne peut attendre à la fois\u{202f}: choisissez moins de jeux, de nombres de joueurs ou de pendules.",
);
pub(crate) const FOUND_NOT_REMOVED: Words = Words::fixed(
    "The house put you together for this game: nobody is sent away from it.",
    "La maison vous a réunis pour cette partie\u{202f}: personne n’en est renvoyé.",
);
pub(crate) const TIME_UP: Words = Words::fixed("Time is up.", "Le temps est écoulé.");
pub(crate) const SEAT_LOST: Words = Words::fixed(
    "This seat’s time is up: a bot plays it to the end. You may watch.",
    "Le temps de cette place est écoulé\u{202f}: un bot la joue jusqu’à la fin. Vous pouvez regarder.",
);
pub(crate) const TIME_OF_ITS_OWN: Words = Words::fixed(
    "This game is a race against time: it has no clock besides.",
    "Ce jeu est une course contre le temps\u{202f}: il n’a pas d’autre pendule.",
);
pub(crate) const NO_SUCH_PACE: Words = Words::fixed(
    "A clock has at most three hours for the game and three minutes more a turn, or at most fourteen days a turn.",
    "Une pendule a au plus trois heures pour la partie et trois minutes de plus par tour, ou au plus quatorze jours par tour.",
);
pub(crate) const TOO_MANY_ANALYSES: Words = Words::fixed(
    "Other games of yours are being analysed. Wait until one is done.",
    "D’autres parties à vous sont en cours d’analyse. Attendez la fin de l’une d’elles.",
);
pub(crate) const ANALYSIS_AT_THE_END: Words =
    Words::fixed("A game can be analysed once it is over.", "Une partie peut être analysée une fois finie.");
pub(crate) const NO_PUZZLE: Words = Words::fixed(
    "There is no such puzzle. Choose another.",
    "Ce problème n’existe pas. Choisissez-en un autre.",
);
pub(crate) const NO_HINTS: Words = Words::fixed(
    "Other people play here too: hints are there once everybody agrees.",
    "D’autres personnes jouent ici\u{202f}: les conseils sont possibles si tout le monde est d’accord.",
);
pub(crate) const STILL_THINKING: Words = Words::fixed(
    "Your last question is still being thought about. Wait a moment.",
    "Votre dernière question est encore à l’étude. Attendez un instant.",
);
pub(crate) const TOO_MANY_CONNECTIONS: Words = Words::fixed(
    "You have too many pages open. Close one and come back.",
    "Vous avez trop de pages ouvertes. Fermez-en une et revenez.",
);
pub(crate) const NO_TABLE: Words = Words::fixed(
    "There is no such table. Its link may be wrong, or it was left for too long.",
    "Cette table n’existe pas. Le lien est peut-être faux, ou elle est restée trop longtemps abandonnée.",
);
pub(crate) const NO_GAME: Words = Words::fixed("There is no such game.", "Ce jeu n’existe pas.");
pub(crate) const NO_PAGE: Words = Words::fixed("There is nothing here.", "Il n’y a rien ici.");
pub(crate) const UNREADABLE_TABLE: Words = Words::fixed(
    "This table cannot be opened: its log is damaged.",
    "Cette table ne peut pas être ouverte : son journal est endommagé.",
);
pub(crate) const WAITING_FOR_PEOPLE: Words = Words::fixed(
    "The house was closed, and time stands still here until everybody is back. Wait a moment.",
    "La maison était fermée, et le temps s’arrête ici jusqu’au retour de tous. Attendez un instant.",
);
pub(crate) const NOT_SAVED: Words = Words::fixed(
    "The house could not save this. Look at the table: if it is not there, try again.",
    "La maison n’a pas pu l’enregistrer. Regardez la table : si cela n’y est pas, réessayez.",
);
pub(crate) const NOTHING_SAVED: Words = Words::fixed(
    "The house cannot save anything at the moment: what you play now may be refused. It will say when it can again.",
    "La maison ne peut rien enregistrer pour le moment : ce que vous jouez peut être refusé. Elle dira quand elle le pourra de nouveau.",
);
pub(crate) const SAVED_AGAIN: Words =
    Words::fixed("The house can save again.", "La maison peut de nouveau enregistrer.");
pub(crate) const MOVED_ON: Words = Words::fixed(
    "The table has moved on while the connection was lost. Look again before you play.",
    "La partie a avancé pendant la coupure. Regardez de nouveau avant de jouer.",
);
pub(crate) const HOUSE_TROUBLE: Words = Words::fixed(
    "Something went wrong in the house. Try again in a moment.",
    "Quelque chose s’est mal passé chez nous. Réessayez dans un instant.",
);
pub(crate) const FOREIGN_ORIGIN: Words =
    Words::fixed("This page does not belong to this house.", "Cette page n’appartient pas à cette maison.");
pub(crate) const NOT_TEXT: Words = Words::fixed("Messages are text.", "Les messages sont du texte.");
pub(crate) const NO_SEAT: Words =
    Words::fixed("This table has no such seat.", "Cette table n’a pas cette place.");
pub(crate) const NOT_YOUR_SEAT: Words =
    Words::fixed("This is not your seat.", "Cette place n’est pas la vôtre.");
pub(crate) const SEAT_TAKEN: Words =
    Words::fixed("This seat is taken. Choose another.", "Cette place est prise. Choisissez-en une autre.");
pub(crate) const SEAT_HAS_NO_BOT: Words =
    Words::fixed("There is no bot on this seat.", "Il n’y a pas de bot à cette place.");
pub(crate) const NOT_THE_HOST: Words = Words::fixed(
    "Only the one who opened the table may do this.",
    "Seule la personne qui a ouvert la table peut le faire.",
);
pub(crate) const NOBODY_TO_REMOVE: Words = Words::fixed(
    "There is nobody on this seat whom you could remove.",
    "Il n’y a personne à retirer de cette place.",
);
pub(crate) const REMOVED: Words = Words::fixed(
    "The host has asked you to leave this table. You may watch, but neither sit down nor talk here.",
    "L’hôte vous a retiré de cette table. Vous pouvez regarder, mais ni vous asseoir ni parler ici.",
);
pub(crate) const WATCHERS_SILENCED: Words = Words::fixed(
    "The host has asked those who watch to be quiet at this table.",
    "L’hôte a demandé aux spectateurs de se taire à cette table.",
);
pub(crate) const NOT_AWAY: Words = Words::fixed(
    "Nobody has to be replaced on this seat now.",
    "Il n’y a personne à remplacer à cette place pour l’instant.",
);
pub(crate) const ALREADY_ASKED: Words = Words::fixed(
    "Somebody else is asking the table something. Wait for the answer.",
    "Quelqu’un d’autre pose une question à la table. Attendez la réponse.",
);
pub(crate) const NOTHING_ASKED: Words =
    Words::fixed("Nobody is asking you anything now.", "Personne ne vous demande rien pour l’instant.");
pub(crate) const NOTHING_TO_UNDO: Words = Words::fixed(
    "You have not done anything yet that could be taken back.",
    "Vous n’avez encore rien fait qui puisse être repris.",
);
pub(crate) const UNDO_REAL_TIME: Words = Words::fixed(
    "The sand does not run backwards: in this game nothing can be taken back.",
    "Le sable ne remonte pas : dans ce jeu, rien ne peut être repris.",
);
pub(crate) const UNDO_CHANCE: Words = Words::fixed(
    "You have learned something since: chance decided, or something hidden came to light. It cannot be taken back.",
    "Vous avez appris quelque chose depuis : le hasard a parlé, ou un secret s’est dévoilé. Ce coup ne peut être repris.",
);
pub(crate) const UNDO_SECRET: Words = Words::fixed(
    "Others have learned something hidden by it, so it cannot be taken back.",
    "D’autres ont ainsi appris quelque chose de caché : ce coup ne peut être repris.",
);
pub(crate) const NOT_OVER: Words =
    Words::fixed("The game is not over yet.", "La partie n’est pas encore finie.");
pub(crate) const NOT_AT_THIS_TABLE: Words = Words::fixed(
    "Only people with a seat, and the one who opened the table, may do this.",
    "Seules les personnes assises et celle qui a ouvert la table peuvent le faire.",
);
pub(crate) const OPTIONS_GIVEN: Words = Words::fixed(
    "This table plays on from a moment of another game, with that game’s options.",
    "Cette table reprend une autre partie à un moment donné, avec les options de celle-ci.",
);
pub(crate) const ALREADY_STARTED: Words =
    Words::fixed("The game has already begun.", "La partie a déjà commencé.");
pub(crate) const NOT_STARTED: Words =
    Words::fixed("The game has not begun yet.", "La partie n’a pas encore commencé.");
pub(crate) const GAME_OVER: Words = Words::fixed("The game is over.", "La partie est finie.");
pub(crate) const SEATS_EMPTY: Words = Words::fixed(
    "Some seats are empty. Wait for people, or put bots on them.",
    "Il reste des places libres. Attendez des joueurs ou placez-y des bots.",
);
pub(crate) const LOG_AT_THE_END: Words = Words::fixed(
    "The log is shown once the game is over.",
    "Le journal est montré une fois la partie finie.",
);

pub(crate) const REPLAY_AT_THE_END: Words = Words::fixed(
    "A game can be watched again once it is over.",
    "Une partie peut être revue une fois finie.",
);
pub(crate) const TOO_MUCH_AT_ONCE: Words = Words::fixed(
    "You are loading several games already. Wait until one of them has come.",
    "Vous chargez déjà plusieurs parties. Attendez que l’une d’elles soit arrivée.",
);
pub(crate) const BUSY: Words = Words::fixed(
    "The house has much to do just now. Try again in a moment.",
    "La maison est très occupée. Réessayez dans un instant.",
);
pub(crate) const NOBODYS_EYES: Words = Words::fixed(
    "Look through a seat of this game, or choose “watch” or “open”.",
    "Regardez par les yeux d’une place de cette partie, ou choisissez «\u{202f}watch\u{202f}» ou «\u{202f}open\u{202f}».",
);
pub(crate) const LOG_NOT_TEXT: Words = Words::fixed(
    "This is no Quintette log: it is not a text file. Choose the file that was downloaded at the end of a game.",
    "Ce n’est pas un journal Quintette\u{202f}: ce n’est pas un fichier texte. Choisissez le fichier téléchargé à la fin \
     d’une partie.",
);
pub(crate) const LOG_TOO_LARGE: Words = Words::fixed(
    "This file is too large to be a log. Choose the file that was downloaded at the end of a game.",
    "Ce fichier est trop gros pour un journal. Choisissez le fichier téléchargé à la fin d’une partie.",
);
pub(crate) const NO_MOMENT: Words = Words::fixed(
    "This game has no such moment. Choose one between its start and its end.",
    "Cette partie n’a pas ce moment. Choisissez-en un entre son début et sa fin.",
);
pub(crate) const FORK_AT_THE_END: Words = Words::fixed(
    "At this moment the game is over. Choose an earlier one to play on from.",
    "À ce moment, la partie est finie. Choisissez un moment plus tôt pour rejouer la suite.",
);
pub(crate) const CODE_MALFORMED: Words = Words::fixed(
    "This is no recovery code. It has four groups of four letters or digits, such as K7QD-3MWX-PA2F-9HTE.",
    "Ce n’est pas un code de reprise. Il a quatre groupes de quatre lettres ou chiffres, comme K7QD-3MWX-PA2F-9HTE.",
);
pub(crate) const CODE_UNKNOWN: Words = Words::fixed(
    "Nobody has this code. Check every letter; only the newest code of a guest works.",
    "Personne n’a ce code. Vérifiez chaque lettre\u{202f}; seul le dernier code d’un invité est valable.",
);
pub(crate) const TOO_MANY_CODES: Words = Words::fixed(
    "That was many codes. Wait a minute before the next one.",
    "Cela fait beaucoup de codes. Attendez une minute avant le suivant.",
);

pub(crate) const NAME_TAKEN: Words = Words::fixed(
    "This name belongs to somebody with an account, or looks like theirs. Choose another.",
    "Ce nom appartient à une personne qui a un compte, ou lui ressemble. Choisissez-en un autre.",
);
pub(crate) const NAME_FIRST: Words = Words::fixed(
    "Choose a name first: with an account it is yours alone.",
    "Choisissez d’abord un nom\u{202f}: avec un compte, il n’est qu’à vous.",
);
pub(crate) const PASSKEYS_NOT_HERE: Words = Words::fixed(
    "Browsers let passkeys be used only at an encrypted address with a name (https://…). Make a recovery code instead.",
    "Les navigateurs n’acceptent les clés d’accès qu’à une adresse chiffrée avec un nom (https://…). Créez plutôt un code de reprise.",
);
pub(crate) const PASSKEY_NOT_TAKEN: Words = Words::fixed(
    "This passkey does not fit. Try again, with a passkey that was made at this address.",
    "Cette clé d’accès ne convient pas. Réessayez avec une clé créée à cette adresse.",
);
pub(crate) const PASSKEY_NOT_ASKED: Words = Words::fixed(
    "This took too long, or was already used. Try again.",
    "C’était trop long, ou a déjà servi. Réessayez.",
);
pub(crate) const PASSKEY_UNKNOWN: Words = Words::fixed(
    "This house does not know this passkey, or not any more. Use another, or your recovery code.",
    "Cette maison ne connaît pas cette clé d’accès, ou ne la connaît plus. Utilisez-en une autre, ou votre code de reprise.",
);
pub(crate) const TOO_MANY_PASSKEYS: Words = Words::fixed(
    "That was many passkeys. Wait a minute before the next one.",
    "Cela fait beaucoup de clés d’accès. Attendez une minute avant la suivante.",
);
pub(crate) const TOO_MANY_DEVICES: Words = Words::fixed(
    "You have many devices already. Remove one before you add another.",
    "Vous avez déjà beaucoup d’appareils. Retirez-en un avant d’en ajouter un autre.",
);
pub(crate) const NO_DEVICE: Words =
    Words::fixed("You have no such device (any more).", "Vous n’avez pas (ou plus) cet appareil.");

pub(crate) const TALK_WITH_ACCOUNT: Words = Words::fixed(
    "In this house people talk with an account: add a passkey on the page My games, and come back.",
    "Dans cette maison, on parle avec un compte\u{202f}: ajoutez une clé d’accès sur la page Mes parties, puis revenez.",
);
pub(crate) const KEEPERS_ONLY: Words = Words::fixed(
    "This page is for those who keep the house, signed in with their passkey.",
    "Cette page est réservée aux gardiens de la maison, connectés avec leur clé d’accès.",
);
pub(crate) const KEEPERS_SIGN_IN: Words = Words::fixed(
    "Who keeps the house adds and removes passkeys only where they are signed in with one.",
    "Qui garde la maison n’ajoute et ne retire des clés d’accès que là où elle ou il est connecté avec l’une d’elles.",
);
pub(crate) const KEEPERS_STAY: Words = Words::fixed(
    "They keep the house too. On its machine: quintette people keeper NAME --no-more.",
    "Cette personne garde aussi la maison. Sur sa machine\u{202f}: quintette people keeper NOM --no-more.",
);
pub(crate) const NOBODY_THERE: Words = Words::fixed(
    "Nobody with an account is called so here.",
    "Ici, personne avec un compte ne s’appelle ainsi.",
);
pub(crate) const THAT_IS_YOU: Words = Words::fixed("That is you.", "C’est vous.");
pub(crate) const TOO_MANY_TIES: Words = Words::fixed(
    "That is a great many people. Let go of some first.",
    "Cela fait vraiment beaucoup de monde. Retirez-en d’abord quelques-uns.",
);
pub(crate) const NOT_TO_BE_ASKED: Words = Words::fixed(
    "They cannot be asked now. Send them the table’s link if you know them.",
    "Cette personne ne peut pas être invitée maintenant. Envoyez-lui le lien de la table si vous la connaissez.",
);
pub(crate) const NO_SUCH_LINE: Words =
    Words::fixed("Nobody said this here, or it is gone.", "Personne n’a dit cela ici, ou c’est effacé.");

pub(crate) fn silenced(minutes: u64) -> Words {
    let (en, fr) = match minutes {
        0..=1 => ("a minute".to_owned(), "une minute".to_owned()),
        2..=119 => (format!("{minutes} minutes"), format!("{minutes} minutes")),
        120..=2879 => (format!("{} hours", minutes.div_ceil(60)), format!("{} heures", minutes.div_ceil(60))),
        _ => (format!("{} days", minutes.div_ceil(1440)), format!("{} jours", minutes.div_ceil(1440))),
    };
    Words::new(
        format!("The keeper of this house has silenced you: you may talk again in {en}. You can play on."),
        format!(
            "Le gardien de cette maison vous a réduit au silence\u{202f}: vous pourrez parler de nouveau dans {fr}. Vous pouvez continuer à jouer."
        ),
    )
}

pub(crate) fn passkeys_elsewhere(public: &str) -> Words {
    Words::new(
        format!("Passkeys of this house work at {public}: come in there."),
        format!("Les clés d’accès de cette maison fonctionnent à l’adresse {public}\u{202f}: entrez par là."),
    )
}

pub(crate) fn name_too_long(most: usize) -> Words {
    Words::new(
        format!("A name has at most {most} characters."),
        format!("Un nom a au plus {most} caractères."),
    )
}

pub(crate) fn talk_too_long(most: usize) -> Words {
    Words::new(
        format!("That is too long: at most {most} characters."),
        format!("C’est trop long : {most} caractères au plus."),
    )
}

pub(crate) fn too_many_unfinished(most: u32) -> Words {
    Words::new(
        format!("You have opened {most} tables that are not finished. Finish one before you open another."),
        format!(
            "Vous avez ouvert {most} tables qui ne sont pas finies. Finissez-en une avant d’en ouvrir une autre."
        ),
    )
}

pub(crate) fn watchers_said_enough(most: u32) -> Words {
    Words::new(
        format!("Those who watch have said {most} lines at this table: that is enough. Take a seat to talk."),
        format!(
            "Les spectateurs ont déjà dit {most} lignes à cette table\u{202f}: cela suffit. Asseyez-vous pour parler."
        ),
    )
}

pub(crate) fn not_understood(why: &dyn std::fmt::Display) -> Words {
    Words::new(
        format!("This message is not understood: {why}."),
        format!("Ce message n’est pas compris : {why}."),
    )
}
