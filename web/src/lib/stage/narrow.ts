/** Whether the window has no room for columns beside a board. */
import { MediaQuery } from "svelte/reactivity";
import breakpoints from "../../breakpoints.json";

export const narrow = new MediaQuery(breakpoints["--narrow"]);
