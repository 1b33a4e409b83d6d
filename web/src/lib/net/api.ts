/** What the page asks of the server outside the live lines. */
import type { Attend, LessonMoment } from "../generated/lesson";
import { inTime } from "./in-time";
import type { Bilingual, Language } from "../words/language.svelte";
import type { ToMake, ToSign } from "./passkeys";
import type {
  About,
  Account,
  Ahead,
  AnalysisState,
  AskAhead,
  AskHint,
  AskLine,
  ChangePlan,
  CodeMade,
  Company,
  Fork,
  GamesPage,
  Hint,
  Invite,
  JoinTournament,
  KeeperAct,
  KeeperPage,
  Line,
  MailCode,
  Me,
  MyPlan,
  NewBrowser,
  NewCode,
  NewMail,
  NewName,
  NewPasskey,
  NewTable,
  NoticeSettings,
  NoticeWishes,
  OldBrowser,
  NewTournament,
  NewVacation,
  Opened,
  GameRecord,
  Profile,
  Puzzles,
  RatingOf,
  Ratings,
  Recover,
  RemoveFromTournament,
  Replay,
  RulesPage,
  SaidLine,
  Seeking,
  Settle,
  SignIn,
  Sorry,
  TableRatings,
  Tied,
  Tournament,
  TournamentDoors,
  TournamentPage,
  Tournaments,
  Wishes,
  VacationState,
} from "./protocol";

/** The server said no, with a sentence for people. */
export class ServerTrouble extends Error {
  readonly words: Bilingual;
  readonly status: number;
  /** The clause that does not allow it, where it is the rules. */
  readonly clause: string | null;

  constructor(status: number, words: Bilingual, clause: string | null = null) {
    super(words.en);
    this.status = status;
    this.words = words;
    this.clause = clause;
  }
}

const UNREACHABLE: Bilingual = {
  en: "The server cannot be reached. Try again in a moment.",
  fr: "Le serveur est injoignable. Réessayez dans un instant.",
};

/** A server that says nothing for so long is not there. */
const PATIENCE_MS = 10_000;

/** What the page itself asked before its script came, taken once. */
function askedEarly(path: string): Promise<Response> | undefined {
  const asked = early()?.[path];
  if (asked) delete early()?.[path];
  return asked && inTime(asked, PATIENCE_MS);
}
const early = () => (globalThis as { early?: Record<string, Promise<Response>> }).early;

async function fetched<T>(path: string, init?: RequestInit, seen?: (answer: Response) => void): Promise<T> {
  try {
    const response = await (askedEarly(path) ??
      fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS), ...init }));
    if (!response.ok) throw await explained(response);
    seen?.(response);
    return (await response.json()) as T;
  } catch (error) {
    // No answer, none in time, or one that is not ours: a proxy's page.
    throw error instanceof ServerTrouble ? error : new ServerTrouble(0, UNREACHABLE);
  }
}

async function explained(response: Response): Promise<ServerTrouble> {
  try {
    const { message, clause } = (await response.json()) as Partial<Sorry>;
    if (message) return new ServerTrouble(response.status, message, clause ?? null);
  } catch {
    // A proxy's page instead of ours: say what we know.
  }
  return new ServerTrouble(response.status, UNREACHABLE);
}

function posted<T>(path: string, body: unknown): Promise<T> {
  return fetched(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const analysisPath = (id: string, open: boolean) =>
  `/api/tables/${encodeURIComponent(id)}/analysis?open=${open}`;

export const api = {
  games: () => fetched<About[]>("/api/games"),
  me: () => fetched<Me>("/api/me"),
  /** The levels of a game that I have won. */
  levels: (game: string) => fetched<number[]>(`/api/me/levels/${encodeURIComponent(game)}`),
  /** My games, the newest first; `before` comes with the page before. */
  myGames: (before: string | null = null) =>
    fetched<GamesPage>(`/api/me/games${before ? `?before=${encodeURIComponent(before)}` : ""}`),
  records: () => fetched<GameRecord[]>("/api/me/records"),
  codeMade: () => fetched<CodeMade>("/api/me/code"),
  newCode: () => posted<NewCode>("/api/me/code", {}),
  /** Makes this browser the guest of a code. */
  recover: (code: string) => posted<Me>("/api/me/recover", { code } satisfies Recover),
  /** My devices with a passkey; and what a browser is to make one of, or to sign with one. */
  account: () => fetched<Account>("/api/me/account"),
  askPasskey: () => posted<ToMake>("/api/me/passkeys/ask", {}),
  addPasskey: (made: NewPasskey) => posted<Account>("/api/me/passkeys", made),
  nameDevice: (id: string, name: string) =>
    posted<Account>(`/api/me/passkeys/${encodeURIComponent(id)}`, { name } satisfies NewName),
  removeDevice: (id: string) =>
    fetched<Account>(`/api/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" }),
  askToSignIn: () => posted<ToSign>("/api/sign-in/ask", {}),
  signIn: (signed: SignIn) => posted<Me>("/api/sign-in", signed),
  signOut: () => posted<Me>("/api/me/sign-out", {}),
  /** Whom I follow, whom I have blocked, and where I am asked to. */
  company: () => fetched<Company>("/api/me/company"),
  unblock: (id: string) =>
    fetched<Company>(`/api/me/blocked/${encodeURIComponent(id)}`, { method: "DELETE" }),
  decline: (table: string) =>
    fetched<Company>(`/api/me/invitations/${encodeURIComponent(table)}`, { method: "DELETE" }),
  profile: (name: string) => fetched<Profile>(`/api/people/${encodeURIComponent(name)}`),
  tie: (name: string, tied: Tied) => posted<Profile>(`/api/people/${encodeURIComponent(name)}`, tied),
  invite: (table: string, name: string) =>
    posted<boolean>(`/api/tables/${encodeURIComponent(table)}/invite`, { name } satisfies Invite),
  report: (table: string, n: number) =>
    posted<boolean>(`/api/tables/${encodeURIComponent(table)}/report`, { n } satisfies SaidLine),
  /** Blocks whoever said this; answers the numbers by which talk at this table knows those I have blocked. */
  block: (table: string, n: number) =>
    posted<number[]>(`/api/tables/${encodeURIComponent(table)}/block`, { n } satisfies SaidLine),
  blockedAt: (table: string) => fetched<number[]>(`/api/tables/${encodeURIComponent(table)}/blocked`),
  tournaments: () => fetched<Tournaments>("/api/tournaments"),
  /** A tournament as I see it, and the house's time. The browser asks with the tag it knows, and nothing comes if nothing has changed. */
  tournament: async (id: string) => {
    let date: string | null = null;
    const page = await fetched<TournamentPage>(`/api/tournaments/${encodeURIComponent(id)}`, {}, (answer) => {
      date = answer.headers.get("date");
    });
    return { page, now: date ? Date.parse(date) : Date.now() };
  },
  hold: (wanted: NewTournament) => posted<Opened>("/api/tournaments", wanted),
  /** Registers, or is back; leaves; and what whoever holds it may do. */
  joinTournament: (id: string, wanted: JoinTournament) =>
    posted<boolean>(`/api/tournaments/${encodeURIComponent(id)}/join`, wanted),
  inTournament: (id: string, what: "leave" | "start" | "end") =>
    posted<boolean>(`/api/tournaments/${encodeURIComponent(id)}/${what}`, {}),
  removeFromTournament: (id: string, player: number) =>
    posted<boolean>(`/api/tournaments/${encodeURIComponent(id)}/remove`, {
      player,
    } satisfies RemoveFromTournament),
  tournamentDoors: (id: string, open: boolean) =>
    posted<boolean>(`/api/tournaments/${encodeURIComponent(id)}/doors`, { open } satisfies TournamentDoors),
  /** With every table of it. */
  tournamentResults: (id: string) =>
    fetched<Tournament>(`/api/tournaments/${encodeURIComponent(id)}/results.json`),
  ratings: (game: string) => fetched<Ratings>(`/api/ratings/${encodeURIComponent(game)}`),
  /** I look for somebody to play with; how it goes; no more. */
  seek: (wishes: Wishes) => posted<Seeking | null>("/api/me/seek", wishes),
  seeking: (hidden: boolean) => fetched<Seeking | null>(`/api/me/seek?hidden=${hidden}`),
  seekNoMore: () => fetched<Seeking | null>("/api/me/seek", { method: "DELETE" }),
  hasCome: (table: string) =>
    fetched<null>(`/api/me/seek/${encodeURIComponent(table)}`, { method: "DELETE" }),
  myRatings: () => fetched<RatingOf[]>("/api/me/ratings"),
  tableRatings: (id: string) => fetched<TableRatings>(`/api/tables/${encodeURIComponent(id)}/ratings`),
  keeper: (name: string) => fetched<KeeperPage>(`/api/keeper?name=${encodeURIComponent(name)}`),
  keep: (id: string, act: KeeperAct) =>
    posted<KeeperPage>(`/api/keeper/people/${encodeURIComponent(id)}`, act),
  settle: (report: Settle) => posted<KeeperPage>("/api/keeper/reports", report),
  /** Whether I am away, and for how long I may be; that I am, and that I am back. */
  vacation: () => fetched<VacationState>("/api/me/vacation"),
  goAway: (until: number) => posted<VacationState>("/api/me/vacation", { until } satisfies NewVacation),
  comeBack: () => fetched<VacationState>("/api/me/vacation", { method: "DELETE" }),
  removeTournament: (id: string) =>
    fetched<KeeperPage>(`/api/keeper/tournaments/${encodeURIComponent(id)}`, { method: "DELETE" }),
  /** What I want to be told when I am not here, and where. */
  notices: () => fetched<NoticeSettings>("/api/me/notices"),
  chooseNotices: (wishes: NoticeWishes) => posted<NoticeSettings>("/api/me/notices", wishes),
  addBrowser: (browser: NewBrowser) => posted<NoticeSettings>("/api/me/notices/browser", browser),
  removeBrowser: (endpoint: string) =>
    posted<NoticeSettings>("/api/me/notices/browser/off", { endpoint } satisfies OldBrowser),
  /** Whether I am called there, as who I am now. */
  isBrowserKnown: (endpoint: string) =>
    posted<boolean>("/api/me/notices/browser/known", { endpoint } satisfies OldBrowser),
  askMail: (address: string) => posted<NoticeSettings>("/api/me/notices/mail", { address } satisfies NewMail),
  confirmMail: (code: string) =>
    posted<NoticeSettings>("/api/me/notices/mail/confirm", { code } satisfies MailCode),
  removeMail: () => fetched<NoticeSettings>("/api/me/notices/mail", { method: "DELETE" }),
  tryNotice: () => posted<boolean>("/api/me/notices/try", {}),
  /** No more mail, for whoever has one of ours. */
  stopMail: (token: string) => posted<boolean>(`/api/mail/${encodeURIComponent(token)}/stop`, {}),
  deleteMe: () => fetched<Me>("/api/me", { method: "DELETE" }),
  rename: (name: string) => posted<Me>("/api/me", { name } satisfies NewName),
  openTable: (table: NewTable) => posted<Opened>("/api/tables", table),
  /** False only if the server answers that there is no such table. */
  hasTable: async (id: string) => {
    try {
      return (await fetch(`/api/tables/${encodeURIComponent(id)}/live`)).status !== 404;
    } catch {
      return true;
    }
  },
  /** A game that is over, moment by moment, through these eyes. */
  replay: (id: string, eyes: string) =>
    fetched<Replay>(`/api/tables/${encodeURIComponent(id)}/replay?eyes=${encodeURIComponent(eyes)}`),
  replayFile: (text: string, eyes: string) =>
    fetched<Replay>(`/api/replay?eyes=${encodeURIComponent(eyes)}`, { method: "POST", body: text }),
  /** A new table that plays on from a moment. */
  fork: (id: string, fork: Fork) => posted<Opened>(`/api/tables/${encodeURIComponent(id)}/fork`, fork),
  forkFile: (text: string, { n, seat, bots }: Fork) =>
    fetched<Opened>(`/api/replay/fork?n=${n}&seat=${seat}${bots ? `&bots=${bots}` : ""}`, {
      method: "POST",
      body: text,
    }),
  /** How far the analysis of a finished game is; `make`: begin, unless it has been begun. */
  analysis: (id: string, open: boolean) => fetched<AnalysisState>(analysisPath(id, open)),
  makeAnalysis: (id: string, open: boolean) => posted<AnalysisState>(analysisPath(id, open), {}),
  /** What might have been played instead. */
  line: (id: string, asked: AskLine) => posted<Line>(`/api/tables/${encodeURIComponent(id)}/line`, asked),
  /** What the judge would do at a live table, or how I stand. */
  hint: (id: string, asked: AskHint) => posted<Hint>(`/api/tables/${encodeURIComponent(id)}/hint`, asked),
  /** How it would stand if this were played; and the lines that I keep, which nobody else is told. */
  ahead: (id: string, asked: AskAhead) => posted<Ahead>(`/api/tables/${encodeURIComponent(id)}/ahead`, asked),
  plan: (id: string) => fetched<MyPlan>(`/api/tables/${encodeURIComponent(id)}/plan`),
  changePlan: (id: string, change: ChangePlan) =>
    posted<MyPlan>(`/api/tables/${encodeURIComponent(id)}/plan`, change),
  puzzles: (game: string) => fetched<Puzzles>(`/api/puzzles/${encodeURIComponent(game)}`),
  /** A puzzle after what was tried. */
  solve: (game: string, number: number, asked: Attend) =>
    posted<LessonMoment>(`/api/puzzles/${encodeURIComponent(game)}/${number}`, asked),
  /** A lesson after what was played of it, and what came of the newest try. */
  attend: (game: string, asked: Attend) =>
    posted<LessonMoment>(`/api/lessons/${encodeURIComponent(game)}`, asked),
  rules: (game: string, language: Language) =>
    fetched<RulesPage>(`/api/rules/${encodeURIComponent(game)}?lang=${language}`),
};
