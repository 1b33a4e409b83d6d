/** The live table: what the server says, held as reactive state, and what this browser asks of it. */
import { api } from "./api";
import type { Outcome, Refusal, SeatPerson, Step, TableState, TookBack, WentOut } from "../table/face";
import type { Bilingual } from "../words/language.svelte";
import { CommonClock } from "./common-clock";
import { LiveSocket, liveAddress, type Line } from "./live-socket";
import { build } from "./build.svelte";
import { here } from "./here.svelte";
import { MutedPeople } from "../table/muted.svelte";
import { PastTable } from "./past-table";
import { mySeats, peopleAt } from "../table/people";
import { patched } from "./patch";
import type {
  Ask,
  BotLevel,
  Clocks,
  SeatView,
  Frame,
  GameShown,
  Reply,
  SeatRating,
  TableInfo,
  Terms,
} from "./protocol";
import { replayPath } from "../router.svelte";
import { together } from "../words/table";
import { NO_STORY, chooseEyes, follows, mustRepeat, told, type Story, type TalkLine } from "./table-story";

interface Waiting {
  ask: Ask;
  /** The newest number we knew when we asked. */
  since: number;
  /** Whether it went out on an open line. */
  sent: boolean;
  done(answer: Answer): void;
}

/** What became of a request: it was done, or refused by the rules, or it could not be done at all. */
interface Answer {
  done: boolean;
  refusal: Refusal | null;
}

/** The table and the game, as the server showed them last: later frames tell what changes of it. */
interface Shown {
  table: TableInfo;
  game: GameShown;
}

const DONE: Answer = { done: true, refusal: null };
const FAILED: Answer = { done: false, refusal: null };

/** Something to say above the board: a refusal with its clause, or trouble without one. */
export interface Notice {
  message: Bilingual;
  clause: string | null;
  key: number;
}

/** How many steps back a page can look. */
const REMEMBERED = 80;

/** Whether something came of what was asked: something is undone, played on, or people have changed places. */
function cameOfIt({ steps }: Frame, table: TableInfo, before: TableInfo | null): boolean {
  const moved = table.seats.some((seat, i) => seat.mine !== before?.seats[i]?.mine);
  const hints = (table.hints ?? false) && !before?.hints;
  return moved || hints || steps.some((step) => step.action !== null || step.undone_to !== undefined);
}

export class LiveTable implements TableState<unknown, unknown> {
  readonly id: string;
  line: Line = $state("connecting");
  /** The table is not there: a wrong or an old link. */
  missing = $state(false);
  info: TableInfo | null = $state.raw(null);
  awaited: number[] = $state.raw([]);
  outcome: Outcome | null = $state.raw(null);
  clocks: Clocks | null = $state.raw(null);
  /** How those who sit here are rated; the page asks for it. */
  ratings: (SeatRating | null)[] = $state.raw([]);
  notice: Notice | null = $state.raw(null);
  /** Hints: of what I may do, the board shows these. Until the game goes on. */
  only: string[] | null = $state.raw(null);

  /** The number by which talk knows me here. */
  #me: number | null = $state(null);

  #story: Story = $state.raw(NO_STORY);
  /** What the newest frame left to be seen. */
  #shown: Shown | null = null;
  #looking: SeatView | null = $state.raw(null);
  readonly #clock: CommonClock;
  readonly #socket: LiveSocket;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** The number of the newest request of ours that was logged. Its frame is about to come, if it has not yet. */
  #logged = 0;
  #returning = true;

  /** What was seen after each step. */
  readonly #past = new Map<number, SeatView>();

  readonly muted: MutedPeople;
  /** I have taken my own question back. */
  #withdrawn = false;

  constructor(id: string) {
    this.id = id;
    this.muted = new MutedPeople(id);
    this.#clock = new CommonClock({
      send: (text) => this.#socket.send(text),
      nextId: () => this.#nextId(),
      matters: () => (this.#realTime || this.clocks !== null) && this.info?.phase === "playing",
      waits: () => this.info?.waits_for != null,
    });
    this.#socket = new LiveSocket({
      address: () => liveAddress(`/api/tables/${encodeURIComponent(id)}/live?since=${this.#story.n}`),
      opened: () => {
        this.#returning = true;
        this.#clock.forget();
      },
      heard: (text) => this.#hear(JSON.parse(text) as Reply),
      line: (state) => {
        this.line = state;
        if (state === "lost" && !this.info) void this.#look();
      },
      ping: () => this.#clock.ping(),
    });
  }

  get view(): unknown {
    return this.#looking?.view;
  }
  get seat(): number | null {
    return this.#looking?.seat ?? null;
  }
  get actions(): string[] {
    const { offered, only } = this;
    const shown = only ? offered.filter((action) => only.includes(action)) : [];
    return shown.length > 0 ? shown : offered;
  }
  /** Everything that I may do now, also where the board shows only some of it. */
  get offered(): string[] {
    return this.#looking?.actions ?? [];
  }
  // Derived, not read through: a line of talk makes a new story with the same steps, and nobody who looks at them is told.
  readonly steps: Step[] = $derived(this.#story.steps);
  readonly earlier = $derived.by(() =>
    this.#story.begins > 1 ? { replay: this.outcome ? replayPath(this.id) : null } : null,
  );
  readonly fresh: Step[] = $derived(this.#story.fresh);
  readonly tookBack: TookBack | null = $derived(this.#story.tookBack);
  readonly outs: WentOut[] = $derived(this.#story.outs);
  /** Whether I said it, from whichever seat. */
  isMine({ who }: TalkLine): boolean {
    return who === this.#me;
  }
  /** What is said, but for those whom this browser has muted. */
  readonly talk: TalkLine[] = $derived.by(() => this.muted.heard(this.#story.talk));
  get mySeats(): number[] {
    return mySeats(this.people);
  }

  readonly people: SeatPerson[] = $derived(
    peopleAt(this.info?.seats ?? [], this.info?.game, this.info?.queued),
  );

  /** The table's clock: milliseconds since the game started. */
  clock(): number {
    return this.#clock.now();
  }

  /** Whether I am asking the others something. */
  get #asking(): boolean {
    const asked = this.info?.asked;
    return asked ? this.mySeats.includes(asked.what.seat) : false;
  }

  get #realTime(): boolean {
    return here.about(this.info?.game ?? "")?.real_time ?? false;
  }

  /** The newest number that I know of: with it, what is sent again counts once. */
  get #known(): number {
    return Math.max(this.#story.n, this.#logged);
  }

  async play(action: string): Promise<Refusal | null> {
    if (this.seat === null) return null;
    // It counts once, whichever of its copies arrives: all of them carry the number after which nothing of this seat is known.
    const play: Ask = { op: "play", seat: this.seat, action, expect: this.#known };
    // Where time runs by itself, an action counts from when it was made.
    if (this.#realTime) play.at = Math.round(this.clock());
    return this.#request(play);
  }
  async ask(action: string): Promise<Refusal | null> {
    return this.seat === null ? null : this.#request({ op: "ask", seat: this.seat, action });
  }
  sit(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "sit", seat });
  }
  stand(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "stand", seat });
  }
  putBot(seat: number, level: BotLevel): Promise<Refusal | null> {
    return this.#request({ op: "bot", seat, level });
  }
  dismiss(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "dismiss", seat });
  }
  swap(seat: number, other: number): Promise<Refusal | null> {
    return this.#request({ op: "swap", seat, with: other });
  }
  /** Before the game, as the host: these options, and the rest as usual. Whether they hold now. */
  async chooseOptions(options: Record<string, unknown>): Promise<boolean> {
    return (await this.#answered({ op: "options", options })).done;
  }
  /** The same for the clock. */
  async chooseTerms(terms: Terms): Promise<boolean> {
    return (await this.#answered({ op: "terms", terms })).done;
  }
  remove(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "remove", seat });
  }
  silence(quiet: boolean): Promise<Refusal | null> {
    return this.#request({ op: "silence", quiet });
  }
  vote(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "vote", seat });
  }
  undo(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "undo", seat, expect: this.#known });
  }
  askForHints(seat: number): Promise<Refusal | null> {
    return this.#request({ op: "hints", seat });
  }
  answer(yes: boolean): Promise<Refusal | null> {
    this.#withdrawn = !yes && this.#asking;
    return this.#request({ op: "answer", yes, expect: this.#known });
  }
  /** The same people once more; `options`: what is other than here. Afterwards `info.next` says where. */
  rematch(options?: Record<string, unknown>): Promise<Refusal | null> {
    return this.#request(options ? { op: "rematch", options } : { op: "rematch" });
  }
  start(): Promise<Refusal | null> {
    return this.#request({ op: "start" });
  }
  /** Whether it was said. */
  async say(text: string): Promise<boolean> {
    return (await this.#answered({ op: "say", text, expect: this.#known })).done;
  }

  close(): void {
    this.#clock.close();
    this.#socket.close();
    for (const { done } of this.#waiting.values()) done(FAILED);
    this.#waiting.clear();
  }

  /** A line that never opened: is the server away, or is there no such table? */
  async #look(): Promise<void> {
    if (await api.hasTable(this.id)) return;
    this.missing = true;
    this.#socket.close();
  }

  #nextId(): number {
    return ++this.#lastId;
  }

  async #request(ask: Ask): Promise<Refusal | null> {
    return (await this.#answered(ask)).refusal;
  }

  #answered(ask: Ask): Promise<Answer> {
    return new Promise((done) => this.#send({ ask, since: this.#story.n, sent: false, done }));
  }

  /** A request that finds the line cut waits; it is sent when the line is back. */
  #send(waiting: Waiting): void {
    const id = this.#nextId();
    const sent = this.#socket.send(JSON.stringify({ ...waiting.ask, id }));
    this.#waiting.set(id, { ...waiting, sent });
    // Nothing waits in silence.
    if (!sent) this.#notify({ en: together("en").waits, fr: together("fr").waits }, null);
  }

  #hear(reply: Reply): void {
    switch (reply.op) {
      case "frame":
        this.#frame(reply);
        break;
      case "done":
        this.#logged = Math.max(this.#logged, reply.n);
        this.#answer(reply.id, DONE);
        break;
      case "refused":
        if (!this.#waiting.has(reply.id)) break;
        this.#notify(reply.refusal.message, reply.refusal.clause);
        this.#answer(reply.id, { done: false, refusal: reply.refusal });
        break;
      case "error":
        // A move that was sent twice: the first was heard, and nobody needs to know of the second.
        if (reply.id !== null && !this.#waiting.has(reply.id)) break;
        this.#notify(reply.message, null);
        if (reply.id !== null) this.#answer(reply.id, FAILED);
        break;
      case "pong":
        this.#clock.heard(reply.now, reply.id);
        break;
    }
  }

  #frame(frame: Frame): void {
    const returning = this.#returning;
    const follow = returning ? "next" : follows(this.#story, frame);
    if (follow === "known") return;
    if (follow === "gap") return this.#socket.again();
    const shown = this.#after(frame);
    if (!shown) return this.#socket.again();
    this.#returning = false;
    const [phase, steps, before] = [this.info?.phase, this.#story.steps, this.#shown];
    this.#story = told(this.#story, frame, returning);
    this.#shown = shown;
    if (frame.welcome) {
      this.#me = frame.welcome.me;
      build.served(frame.welcome.build);
    }
    if (shown.table !== before?.table) this.#inform(frame, shown.table);
    this.#clock.heard(frame.now);
    if (returning || phase !== this.info?.phase) this.#clock.compare();
    if (shown.game !== before?.game || this.#story.steps !== steps) this.#see(frame.n, shown.game);
    if (returning) this.#sendAgain(frame);
    else this.#playedIn(frame);
  }

  /** What is to be seen after this frame; null if it tells changes of what we have not seen. */
  #after({ table, game, patch }: Frame): Shown | null {
    const before = { table: table ?? this.#shown?.table, game: game ?? this.#shown?.game };
    if (!before.table || !before.game) return null;
    try {
      return patched(before as Shown, patch ?? []);
    } catch {
      return null;
    }
  }

  /** Something has changed that changes seldom. */
  #inform(frame: Frame, table: TableInfo): void {
    const asked = this.#asking;
    const changed = cameOfIt(frame, table, this.info);
    this.info = table;
    // My question is gone, and nothing came of it.
    const nothing = asked && !table.asked && !changed;
    if (nothing && !this.#withdrawn)
      this.#notify({ en: together("en").ratherNot, fr: together("fr").ratherNot }, null);
    if (nothing) this.#withdrawn = false;
  }

  /** The game has changed. A frame that tells nothing of it leaves everything on the board as it is. */
  #see(n: number, { awaited, outcome, clocks, eyes }: GameShown): void {
    this.awaited = awaited;
    this.clocks = clocks;
    this.outcome = outcome;
    this.only = null;
    this.#looking = chooseEyes(eyes, awaited, this.seat);
    this.#remember(n);
  }

  /** What was taken back is forgotten, and so is what is long past. */
  #remember(n: number): void {
    const step = this.#story.steps.at(-1)?.n ?? 0;
    for (const known of this.#past.keys()) if (known > step) this.#past.delete(known);
    if (this.#looking) this.#past.set(Math.min(n, step), this.#looking);
    for (const oldest of this.#past.keys()) {
      if (this.#past.size <= REMEMBERED) break;
      this.#past.delete(oldest);
    }
  }

  /** The table after this step, through the eyes of then; null if this page has not seen it. */
  past(n: number): PastTable | null {
    const eyes = this.#past.get(n);
    return eyes ? new PastTable(this, n, eyes) : null;
  }

  /** My move is in the story: it was heard, and the next may follow at once. */
  #playedIn(frame: Frame): void {
    for (const [id, { ask, since }] of this.#waiting) {
      if (ask.op === "play" && !mustRepeat(ask, since, frame)) this.#answer(id, DONE);
    }
  }

  /** After the line came back: what was asked is either in the story by now, or was never heard. */
  #sendAgain(frame: Frame): void {
    const cut = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of cut) {
      const { ask, since, sent, done } = waiting;
      if (!sent || mustRepeat(ask, since, frame)) this.#send(waiting);
      else done(DONE);
    }
  }

  #answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.done(answer);
    this.#waiting.delete(id);
  }

  #notify(message: Bilingual, clause: string | null): void {
    this.notice = { message, clause, key: this.#nextId() };
  }
}
