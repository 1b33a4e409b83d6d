/** The words that client and server exchange. The types are made from the server's; nothing is written twice. */
import type { Request } from "../generated/protocol";

export type { About } from "../generated/About";
export type { OptionAbout } from "../generated/OptionAbout";
export type { RulesPage } from "../generated/RulesPage";
export type {
  Account,
  AnalysisState,
  AskHint,
  AskLine,
  BotLevel,
  Clocks,
  CodeMade,
  Company,
  DeviceInfo,
  SeatView,
  Fork,
  Frame,
  GameShown,
  GamesPage,
  Hint,
  Invitation,
  Invite,
  KeeperAct,
  KeeperPage,
  KeptDeed,
  KeptPerson,
  Line,
  Lobby,
  LobbyTable,
  Me,
  Moment,
  MyGame,
  MyResult,
  NewCode,
  NewName,
  NewPasskey,
  NewTable,
  Opened,
  Pace,
  GameRecord,
  Profile,
  Puzzles,
  Recover,
  Replay,
  Reply,
  Report,
  Request,
  Said,
  SaidLine,
  Settle,
  SignIn,
  Sorry,
  Taker,
  Step as LoggedStep,
  StepOut,
  TableInfo,
  Terms,
  Tied,
} from "../generated/protocol";

/** A request without the number that the connection gives it. */
export type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

/** The server closed the line because too much was sent, or too many pages are open: do not come back by itself. */
export const TOO_MUCH = 4429;
