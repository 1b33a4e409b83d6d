// The event cards as they are printed, to show a card that somebody else plays.

import type { Bilingual } from "../../lib/words/language.svelte";
import type { Card, CardTime } from "./types";

export interface Printed {
  time: CardTime;
  name: Bilingual;
  text: Bilingual;
}

export const DECK: Record<Card, Printed> = {
  "cold-snap": {
    time: "anytime",
    name: { en: "Cold snap", fr: "Coup de froid" },
    text: {
      en: "Freeze a tile: cracked ice, a cracked hole, an orca or a kraken turns back.",
      fr: "Regelez une tuile : glace fêlée, trou fêlé, orque ou kraken se retourne.",
    },
  },
  thaw: {
    time: "anytime",
    name: { en: "Thaw", fr: "Dégel" },
    text: {
      en: "Crack a free ice or hole, or remove a free cracked tile.",
      fr: "Fêlez une glace ou un trou libre, ou retirez une tuile fêlée libre.",
    },
  },
  current: {
    time: "anytime",
    name: { en: "Current", fr: "Courant" },
    text: {
      en: "Slide one tile.",
      fr: "Faites glisser une tuile.",
    },
  },
  roar: {
    time: "anytime",
    name: { en: "Roar", fr: "Rugissement" },
    text: {
      en: "Wake the bear, or move it.",
      fr: "Réveillez l’ours, ou déplacez-le.",
    },
  },
  leap: {
    time: "your-turn",
    name: { en: "Leap", fr: "Grand saut" },
    text: {
      en: "Your pawn’s next move may go two cells in a straight line, over anything, to a free walkable tile.",
      fr: "Le prochain pas de votre pion peut franchir deux cases en ligne droite, par-dessus tout, vers une tuile praticable libre.",
    },
  },
  "second-wind": {
    time: "your-turn",
    name: { en: "Second wind", fr: "Second souffle" },
    text: {
      en: "Move your pawn once more.",
      fr: "Déplacez votre pion une fois de plus.",
    },
  },
  "light-step": {
    time: "your-turn",
    name: { en: "Light step", fr: "Pas de velours" },
    text: {
      en: "The next tile your pawn leaves this turn is neither turned nor removed.",
      fr: "La prochaine tuile que quitte votre pion ce tour-ci n’est ni retournée ni retirée.",
    },
  },
  shove: {
    time: "your-turn",
    name: { en: "Shove", fr: "Bousculade" },
    text: {
      en: "Your pawn’s next move may enter a tile with a pawn; you put that pawn on a tile beside it.",
      fr: "Le prochain pas de votre pion peut entrer sur la tuile d’un pion ; vous placez ce pion sur une tuile voisine.",
    },
  },
  "change-of-plans": {
    time: "your-turn",
    name: { en: "Change of plans", fr: "Changement de programme" },
    text: {
      en: "You need not roll this turn.",
      fr: "Vous n’êtes pas tenu de lancer le dé ce tour-ci.",
    },
  },
  "trade-places": {
    time: "your-turn",
    name: { en: "Trade places", fr: "Chassé-croisé" },
    text: {
      en: "Swap your pawn with another within two cells. No tile is turned.",
      fr: "Échangez votre pion avec un autre à deux cases au plus. Aucune tuile n’est retournée.",
    },
  },
  lifeline: {
    time: "right-after",
    name: { en: "Lifeline", fr: "Bouée de sauvetage" },
    text: {
      en: "When you go out: instead, put your pawn on any free walkable tile. You are still in.",
      fr: "Quand vous êtes éliminé : au lieu de cela, posez votre pion sur une tuile praticable libre. Vous restez en jeu.",
    },
  },
  "bear-spray": {
    time: "right-after",
    name: { en: "Bear spray", fr: "Gaz anti-ours" },
    text: {
      en: "When the bear is moved onto your tile: it goes back where it came from, and you stay.",
      fr: "Quand l’ours arrive sur votre tuile : il retourne d’où il vient, et vous restez.",
    },
  },
  "loaded-dice": {
    time: "right-after",
    name: { en: "Loaded dice", fr: "Dé pipé" },
    text: {
      en: "After any roll: that player rolls again, and the new roll counts.",
      fr: "Après un lancer : ce joueur relance, et le nouveau lancer compte.",
    },
  },
  "not-today": {
    time: "right-after",
    name: { en: "Not today", fr: "Pas aujourd’hui" },
    text: {
      en: "After an event card is played: that card has no effect.",
      fr: "Après une carte Événement : cette carte est sans effet.",
    },
  },
};
