/** Words of the settings. */
import { bilingual } from "./language.svelte";

export const settings = bilingual({
  en: {
    title: "Settings",
    volume: "Volume",
    light: "Light",
    auto: "As the system",
    day: "Day",
    night: "Night",
    text: "Text size",
    percent: (n: number) => `${n} %`,
    pace: "Animations",
    slow: "Slow",
    asDrawn: "As drawn",
    quick: "Quick",
    call: "Call me when it is my turn",
    callWhy: "With a notification, while I look elsewhere.",
    callDenied: "This browser does not allow notifications here.",
  },
  fr: {
    title: "Réglages",
    volume: "Volume",
    light: "Lumière",
    auto: "Comme le système",
    day: "Jour",
    night: "Nuit",
    text: "Taille du texte",
    percent: (n) => `${n}\u202f%`,
    pace: "Animations",
    slow: "Lentes",
    asDrawn: "Normales",
    quick: "Rapides",
    call: "M’appeler quand c’est à moi",
    callWhy: "Par une notification, pendant que je regarde ailleurs.",
    callDenied: "Ce navigateur n’autorise pas les notifications ici.",
  },
});
