/** What is shown in place of the choices: moves and talk in a sheet only, all choices and the board in words anywhere. */
export type Tab = "moves" | "talk" | "list" | "board";
