/** Words around the lessons; what the coach says comes with each lesson. */
import { bilingual } from "./language.svelte";

export const lessons = bilingual({
  en: {
    learn: "Learn in five minutes",
    learnGame: (game: string) => `New to ${game}? Learn it in five minutes`,
    title: "Your first game",
    coach: "The coach",
    step: (n: number, of: number) => `Step ${n} of ${of}`,
    next: "Go on",
    back: "Back a step",
    hint: "A hint",
    hideHint: "Hide the hint",
    read: "Read on, then go on",
    over: "The lesson is over",
    look: "Look at the table.",
    again: "Learn it once more",
    others: "To the shelf",
    unknown: "There is no lesson for this game.",
  },
  fr: {
    learn: "Apprendre en cinq minutes",
    learnGame: (game: string) => `${game}, c’est nouveau\u202f? Apprenez en cinq minutes`,
    title: "Votre première partie",
    coach: "Le guide",
    step: (n: number, of: number) => `Étape ${n} sur ${of}`,
    next: "Continuer",
    back: "Revenir d’une étape",
    hint: "Un indice",
    hideHint: "Cacher l’indice",
    read: "Lisez, puis continuez",
    over: "La leçon est finie",
    look: "Regardez la table.",
    again: "Recommencer la leçon",
    others: "Vers l’étagère",
    unknown: "Il n’y a pas de leçon pour ce jeu.",
  },
});
