// The words of this game, in both languages.

import { bilingual, spoken, type Language } from "../../lib/words/language.svelte";
import type { WordsContext } from "../../lib/table/face";
import { ofName, possessive } from "../../lib/table/names";
import { DECK } from "./deck";
import type { Card, CardTime, Die, Face, Pending, View, What } from "./types";
import { capital } from "../../lib/words/reader";

/** The narrow space that French puts before ; : ! ? */
const T = "\u202f";

export const words = bilingual({
  en: {
    board: "The ice",
    yourTurn: "Your turn",
    yourPart: "Your team’s turn",
    answer: "Your answer?",
    yourChoice: "Your choice",
    threeActions: "Three actions in any order.",
    outRoll: "You are out, but you still roll.",
    toGo: (n: number) =>
      n === 0 ? "All done." : n === 1 ? "One to go." : n === 2 ? "Two to go." : "Three to go.",
    movePawn: "Move your pawn",
    pawnMoved: "Pawn moved",
    pawnHint: (n: number) => (n === 1 ? "To the ringed tile." : `To one of the ${n} ringed tiles.`),
    pawnSea: "Only the sea is left…",
    leaveTurns: (cell: string) => `${cell} turns over as you leave it.`,
    leaveGoes: (cell: string) => `${cell} is gone once you leave it.`,
    leaveStays: (cell: string) => `${cell} stays as it is.`,
    pickPawn: "Choose which pawn.",
    stay: (cell: string) => `Stay on ${cell}: nowhere to go`,
    missing: "Your pawn is still climbing out of the hole.",
    moveTile: "Move a tile",
    tileMoved: "Tile moved",
    tileNone: "No tile can move now",
    tileHint: "Choose a tile with an arrow, then where it floats.",
    tileTo: (cell: string) => `${cell}: choose where it floats.`,
    roll: "Roll the die",
    rollDo: "Roll",
    rolled: (face: string) => `Rolled: ${face}`,
    rollHint: "Bear, extra tile, crack or freeze.",
    rollWaived: "Change of plans: you need not roll.",
    rollNone: "No roll this turn",
    draw: "Draw cards",
    drawHint: "Up to two, before anything else.",
    end: "End turn",
    endHint: "When all is done.",
    endMay: "All is done. You may still play cards.",
    choose: "Choose a tile",
    orTap: "Tap a ringed place on the ice, or choose here:",
    more: (n: number) => `${n} more`,
    fewer: "Fewer",
    wake: "Wake the bear",
    moveBear: "Move the bear",
    krakenDestroys: "Let the kraken destroy a tile",
    pass: "Pass",
    passIn: (s: number) => `Pass (${s} s)`,
    playCard: (card: string) => `Play ${card}`,
    play: "Play",
    discard: "Discard",
    hand: "Your event cards",
    handOf: (name: string) => `${possessive(name)} event cards`,
    noCards: "No event cards in hand.",
    notNow: "Not now",
    whyNot: (card: string) => `Why ${card} cannot be played now`,
    inForce: (card: string) => `In force: ${card}`,
    name: (who: string) => `${who} does it`,
    anytime: "Any time",
    "your-turn": "Your turn",
    "right-after": "Right after",
    plays: (who: string) => `${who} plays`,
    isCancelled: "No effect",
    layTile: "Lay a tile",
    layHint: "Choose a tile and the side that shall be up, then a ringed place.",
    myTiles: "Your tiles, both sides",
    tilesOf: (name: string) => `${possessive(name)} tiles, both sides`,
    upSide: (face: string) => `${face} up`,
    under: (face: string) => `${face} below`,
    turnOver: "Turn it over",
    turnAxis: "Turn its axis",
    placePawn: "Put your pawn",
    placeHint: "On one of the ringed tiles.",
    waiting: (who: string) => `${possessive(who)} turn`,
    quiet: (n: number, of: number) =>
      `${n} of ${of} turns without a loss: then those still in share the win.`,
    out: "out, still rolls",
    outHarsh: "out",
    soaked: "climbs out, misses a turn",
    soakedBrief: "soaked",
    onIce: "on the ice",
    cards: (n: number) => (n === 1 ? "1 event card" : `${n} event cards`),
    tilesLeft: (n: number) => (n === 1 ? "1 tile to lay" : `${n} tiles to lay`),
    team: (names: string) => `with ${names}`,
    peek: "Show what is under the ice",
    peekNote: "Corner marks: what you know is below.",
    whole: "Show all of the ice",
    round: (n: number) => `Round ${n}`,
    sea: "sea",
    bear: "the bear",
    sleepingBear: "the sleeping bear",
    swimmingBear: "the swimming bear",
    pawnOf: (who: string) => `${possessive(who)} pawn`,
    myPawn: "your pawn",
    adrift: "adrift",
    canGo: "you can choose it",
    known: (face: string) => `below: ${face}`,
    described: (tiles: number, pawns: number) =>
      `${tiles} ${tiles === 1 ? "tile" : "tiles"} on the sea, ${pawns} ${pawns === 1 ? "pawn" : "pawns"} on the ice.`,
  },
  fr: {
    board: "La glace",
    yourTurn: "À vous de jouer",
    yourPart: "Au tour de votre équipe",
    answer: `Votre réponse${T}?`,
    yourChoice: "À vous de choisir",
    threeActions: "Trois actions, dans l’ordre que vous voulez.",
    outRoll: "Vous êtes éliminé, mais vous lancez encore le dé.",
    toGo: (n) =>
      n === 0 ? "Tout est fait." : n === 1 ? "Encore une." : n === 2 ? "Encore deux." : "Encore trois.",
    movePawn: "Déplacez votre pion",
    pawnMoved: "Pion déplacé",
    pawnHint: (n) => (n === 1 ? "Vers la tuile cerclée." : `Vers l’une des ${n} tuiles cerclées.`),
    pawnSea: "Il ne reste que la mer…",
    leaveTurns: (cell) => `${cell} se retourne quand vous la quittez.`,
    leaveGoes: (cell) => `${cell} disparaît quand vous la quittez.`,
    leaveStays: (cell) => `${cell} reste telle quelle.`,
    pickPawn: "Choisissez quel pion.",
    stay: (cell) => `Rester sur ${cell}${T}: aucune issue`,
    missing: "Votre pion sort à peine du trou.",
    moveTile: "Déplacez une tuile",
    tileMoved: "Tuile déplacée",
    tileNone: "Aucune tuile ne peut bouger",
    tileHint: "Choisissez une tuile fléchée, puis où elle dérive.",
    tileTo: (cell) => `${cell}${T}: choisissez où elle dérive.`,
    roll: "Lancez le dé",
    rollDo: "Lancer",
    rolled: (face) => `Dé${T}: ${face}`,
    rollHint: "Ours, tuile en plus, fêlure ou gel.",
    rollWaived: `Changement de programme${T}: vous pouvez ne pas lancer.`,
    rollNone: "Pas de lancer ce tour-ci",
    draw: "Piochez",
    drawHint: "Jusqu’à deux cartes, avant toute chose.",
    end: "Finir le tour",
    endHint: "Quand tout est fait.",
    endMay: "Tout est fait. Vous pouvez encore jouer des cartes.",
    choose: "Choisissez une tuile",
    orTap: `Touchez un endroit cerclé de la glace, ou choisissez ici${T}:`,
    more: (n) => `${n} de plus`,
    fewer: "Moins",
    wake: "Réveiller l’ours",
    moveBear: "Déplacer l’ours",
    krakenDestroys: "Laisser le kraken détruire une tuile",
    pass: "Passer",
    passIn: (s) => `Passer (${s} s)`,
    playCard: (card) => `Jouer ${card}`,
    play: "Jouer",
    discard: "Défausser",
    hand: "Vos cartes Événement",
    handOf: (name) => `Cartes Événement ${ofName(name)}`,
    noCards: "Aucune carte Événement en main.",
    notNow: "Pas maintenant",
    whyNot: (card) => `Pourquoi ${card} ne se joue pas maintenant`,
    inForce: (card) => `En vigueur${T}: ${card}`,
    name: (who) => `${who} s’en charge`,
    anytime: "À tout moment",
    "your-turn": "À votre tour",
    "right-after": "Juste après",
    plays: (who) => `${who} joue`,
    isCancelled: "Sans effet",
    layTile: "Posez une tuile",
    layHint: "Choisissez une tuile et sa face visible, puis un endroit cerclé.",
    myTiles: "Vos tuiles, des deux côtés",
    tilesOf: (name) => `Tuiles ${ofName(name)}, des deux côtés`,
    upSide: (face) => `${face} dessus`,
    under: (face) => `${face} dessous`,
    turnOver: "La retourner",
    turnAxis: "Tourner son axe",
    placePawn: "Placez votre pion",
    placeHint: "Sur l’une des tuiles cerclées.",
    waiting: (who) => `À ${who} de jouer`,
    quiet: (n, of) => `${n} tours sur ${of} sans perte${T}: ensuite, ceux qui restent partagent la victoire.`,
    out: "éliminé, lance encore",
    outHarsh: "éliminé",
    soaked: "sort du trou, passe un tour",
    soakedBrief: "trempé",
    onIce: "sur la glace",
    cards: (n) => (n < 2 ? `${n} carte Événement` : `${n} cartes Événement`),
    tilesLeft: (n) => (n < 2 ? `${n} tuile à poser` : `${n} tuiles à poser`),
    team: (names) => `avec ${names}`,
    peek: "Montrer ce qui est sous la glace",
    peekNote: `Coins marqués${T}: ce que vous savez dessous.`,
    whole: "Montrer toute la glace",
    round: (n) => `Tour de table ${n}`,
    sea: "mer",
    bear: "l’ours",
    sleepingBear: "l’ours qui dort",
    swimmingBear: "l’ours qui nage",
    pawnOf: (who) => `pion ${ofName(who)}`,
    myPawn: "votre pion",
    adrift: "à la dérive",
    canGo: "vous pouvez la choisir",
    known: (face) => `dessous${T}: ${face}`,
    described: (tiles, pawns) =>
      `${tiles} ${tiles < 2 ? "tuile" : "tuiles"} sur la mer, ${pawns} ${pawns < 2 ? "pion" : "pions"} sur la glace.`,
  },
});

const FACES = {
  en: {
    ice: "ice",
    cracked: "cracked ice",
    permanent: "permanent ice",
    hole: "hole",
    "cracked-hole": "cracked hole",
    orca: "orca",
    kraken: "kraken",
    floe: "floe",
    "cracked-floe": "cracked floe",
    "turning-floe": "turning floe",
    "cracked-turning-floe": "cracked turning floe",
  },
  fr: {
    ice: "glace",
    cracked: "glace fêlée",
    permanent: "glace éternelle",
    hole: "trou",
    "cracked-hole": "trou fêlé",
    orca: "orque",
    kraken: "kraken",
    floe: "glaçon",
    "cracked-floe": "glaçon fêlé",
    "turning-floe": "glaçon tournant",
    "cracked-turning-floe": "glaçon tournant fêlé",
  },
} satisfies Record<"en" | "fr", Record<Face, string>>;

const DICE = {
  en: { bear: "bear", tile: "extra tile", crack: "crack", freeze: "freeze" },
  fr: { bear: "ours", tile: "tuile en plus", crack: "fêlure", freeze: "gel" },
} satisfies Record<"en" | "fr", Record<Die, string>>;

export const faceWord = (face: Face, language = spoken.language): string => FACES[language][face];
export const dieWord = (face: Die, language = spoken.language): string => DICE[language][face];
export const cardWord = (card: Card, language = spoken.language): string => DECK[card].name[language];
export const timeWord = (time: CardTime): string => words()[time];

/** Who is out goes on rolling, unless the game is harsh or over. */
export function outWord({ harsh, outcome }: View, language?: Language): string {
  return harsh || outcome ? words(language).outHarsh : words(language).out;
}

/** "Inès’s pawn", "your pawn" */
export function pawnOf(seat: number, context: WordsContext): string {
  if (context.language === "fr")
    return context.isMe(seat) ? "votre pion" : `le pion ${ofName(context.name(seat))}`;
  if (context.isMe(seat)) return "your pawn";
  const name = context.name(seat);
  return `${possessive(name)} pawn`;
}

/** What somebody has to choose, said so that everybody knows: "Red places Blue's pawn". */
export function pendingSentence(pending: Pending, view: View, context: WordsContext): string {
  return answered(pending, view, context) ?? chosen(pending, context);
}

/** A question that a card may answer. */
function answered(
  { what, of, card, by, ...pending }: Pending,
  view: View,
  context: WordsContext,
): string | null {
  const en = context.language === "en";
  const pawn = of === null ? (en ? "a pawn" : "un pion") : pawnOf(of, context);
  const mine = pending.me && context.seat !== null;
  const maybe = (after: string) => {
    const answer = pending.answer ? cardWord(pending.answer, context.language) : "";
    const holds = view.hand.some((held) => held.card === pending.answer);
    if (mine && !holds)
      return en ? `${after}: you hold no ${answer}, so pass.` : `${after}${T}: sans ${answer}, passez.`;
    if (mine) return en ? `${after}: answer with ${answer}?` : `${after}${T}: répondre par ${answer}${T}?`;
    return en ? `${after}: somebody may answer…` : `${after}${T}: quelqu’un peut répondre…`;
  };
  switch (what) {
    case "answer-roll": {
      const face = view.turn?.die ? dieWord(view.turn.die, context.language) : "";
      return maybe(en ? `The die says ${face}` : `Le dé dit ${face}`);
    }
    case "answer-card": {
      const name = card ? cardWord(card, context.language) : "";
      if (by !== null && context.isMe(by)) return maybe(en ? `You play ${name}` : `Vous jouez ${name}`);
      const who = by === null ? "" : context.name(by);
      return maybe(en ? `${who} plays ${name}` : `${who} joue ${name}`);
    }
    case "answer-out":
      return maybe(en ? `${capital(pawn)} goes out` : `${capital(pawn)} est éliminé`);
    case "answer-bear":
      return maybe(en ? `The bear comes to ${pawn}` : `L’ours arrive sur ${pawn}`);
    default:
      return null;
  }
}

type Choice = Exclude<What, `answer-${string}`>;

/** What has to be chosen: as it is said to whoever chooses, and of them. `%` is the pawn that it is about. */
const CHOICES: Record<Language, Record<Choice, readonly [mine: string, theirs: string]>> = {
  en: {
    lay: ["lay a tile", "lays a tile"],
    place: ["put your pawn", "puts a pawn"],
    name: ["name who does what the die says", "names who does what the die says"],
    bear: ["move the bear", "moves the bear"],
    "bear-or-kraken": [
      "move the bear, or let the kraken destroy a tile",
      "moves the bear or the kraken strikes",
    ],
    tile: ["move a tile", "moves a tile"],
    crack: ["crack a tile, or remove a cracked one", "cracks or removes a tile"],
    freeze: ["freeze a tile", "freezes a tile"],
    swap: ["choose with whom your pawn trades places", "chooses with whom to trade places"],
    "put-chased": ["place %", "places %"],
    "put-shoved": ["place %", "places %"],
    "put-spared": ["place %", "places %"],
    "drive-bear": ["move the bear away from the orca", "moves the bear away from the orca"],
    "displace-bear": ["move the bear away from the kraken", "moves the bear away from the kraken"],
    "displace-orca": ["move the orca away from the kraken", "moves the orca away from the kraken"],
    rescue: ["put your pawn back on the ice", "puts a pawn back on the ice"],
  },
  fr: {
    lay: ["posez une tuile", "pose une tuile"],
    place: ["placez votre pion", "place son pion"],
    name: ["nommez qui fait ce que dit le dé", "nomme qui fait ce que dit le dé"],
    bear: ["déplacez l’ours", "déplace l’ours"],
    "bear-or-kraken": [
      "déplacez l’ours, ou laissez frapper le kraken",
      "déplace l’ours ou fait frapper le kraken",
    ],
    tile: ["déplacez une tuile", "déplace une tuile"],
    crack: ["fêlez une tuile, ou retirez-en une fêlée", "fêle ou retire une tuile"],
    freeze: ["regelez une tuile", "regèle une tuile"],
    swap: ["choisissez avec qui votre pion change de place", "choisit avec qui changer de place"],
    "put-chased": ["placez %", "place %"],
    "put-shoved": ["placez %", "place %"],
    "put-spared": ["placez %", "place %"],
    "drive-bear": ["écartez l’ours de l’orque", "écarte l’ours de l’orque"],
    "displace-bear": ["écartez l’ours du kraken", "écarte l’ours du kraken"],
    "displace-orca": ["écartez l’orque du kraken", "écarte l’orque du kraken"],
    rescue: ["remettez votre pion sur la glace", "remet son pion sur la glace"],
  },
};

function chosen({ what, who, of, me }: Pending, context: WordsContext): string {
  const { language } = context;
  const en = language === "en";
  const pawn = of === null ? (en ? "a pawn" : "un pion") : pawnOf(of, context);
  const [mine, theirs] = CHOICES[language][what as Choice];
  const name = who === null ? (en ? "Somebody" : "Quelqu’un") : context.name(who);
  return (me && context.seat !== null ? `${capital(mine)}.` : `${name} ${theirs}.`).replace("%", () => pawn);
}

/** The keys that play this game, for the list beside the board. */
export const KEYS: readonly { keys: readonly string[]; en: string; fr: string }[] = [
  { keys: ["←", "↑", "↓", "→"], en: "walk over the ice", fr: "parcourir la glace" },
  { keys: ["Enter"], en: "choose", fr: "choisir" },
  { keys: ["P", "T"], en: "the pawn, a tile", fr: "le pion, une tuile" },
  { keys: ["R", "E"], en: "roll, end the turn", fr: "lancer, finir le tour" },
  {
    keys: ["F", "X"],
    en: "turn my tile over, its axis (setup)",
    fr: "retourner ma tuile, son axe (mise en place)",
  },
  { keys: ["U"], en: "what is under the ice", fr: "ce qui est sous la glace" },
  { keys: ["Esc"], en: "let go", fr: "lâcher" },
];

/** Said with one tap. */
export const PHRASES = {
  en: ["Mind the bear!", "It’s cracking!"],
  fr: ["Gare à l’ours\u202f!", "Ça craque\u202f!"],
};
