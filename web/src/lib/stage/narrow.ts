/** Whether the window has no room for columns beside a board. */
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 1099px");
