/** Words of the frame around the games. */
import { bilingual } from "./language.svelte";

export const shell = bilingual({
  en: { close: "Close" },
  fr: { close: "Fermer" },
});
