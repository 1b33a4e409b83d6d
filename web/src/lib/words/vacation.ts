/** Words for being away for days. */
import { bilingual } from "./language.svelte";

export const vacation = bilingual({
  en: {
    title: "Vacation",
    lead: "While you are away your clocks stand at all tables whose turns have hours or days, and nobody calls you there. You may still play when you like.",
    tournaments: "A tournament waits for nobody: at its tables your clock goes on.",
    left: (days: number, of: number) =>
      `${days === 1 ? "1 day is" : `${days} days are`} left to you of ${of} in 365 days. A day that has begun counts.`,
    none: (of: number) =>
      `You have used the ${of} days that 365 days have. Each is yours again a year after it.`,
    date: "Away until the end of",
    go: "I am away",
    away: (date: string) => `You are away until ${date}.`,
    other: "Away until another date",
    change: "Change the date",
    back: "I am back",
    choose: "Choose a date first: the day until whose end you are away.",
    seat: (date: string) => `away until ${date}`,
  },
  fr: {
    title: "Vacances",
    lead: "Pendant vos vacances, vos pendules s’arrêtent à toutes les tables où un tour dure des heures ou des jours, et personne ne vous y appelle. Vous pouvez tout de même jouer quand vous voulez.",
    tournaments: "Un tournoi n’attend personne\u202f: à ses tables, votre pendule continue.",
    left: (days: number, of: number) =>
      `Il vous reste ${days === 1 ? "1 jour" : `${days} jours`} sur ${of} en 365 jours. Un jour commencé compte.`,
    none: (of: number) =>
      `Vous avez pris les ${of} jours que comptent 365 jours. Chacun vous revient un an après.`,
    date: "En vacances jusqu’à la fin du",
    go: "Je pars",
    away: (date: string) => `Vous êtes en vacances jusqu’au ${date}.`,
    other: "En vacances jusqu’à une autre date",
    change: "Changer la date",
    back: "Je suis de retour",
    choose: "Choisissez d’abord une date\u202f: le jour jusqu’à la fin duquel vous êtes en vacances.",
    seat: (date: string) => `en vacances jusqu’au ${date}`,
  },
});
