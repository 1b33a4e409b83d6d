/**
 * What a browser really does, whatever else the machine is busy with: processor time of the page's own code (Chromium's
 * trace counts the thread's time beside the wall's), and of all threads that make a picture, with how long they had to wait
 * for a processor (Linux keeps both for each thread). And what else the machine is busy with.
 */
import { readFileSync, readdirSync } from "node:fs";
import type { Browser, CDPSession } from "playwright-core";

/** Milliseconds of all threads: at work, and ready to work without a processor. */
export interface Threads {
  ran: number;
  waited: number;
}

interface Traced {
  name: string;
  ts: number;
  /** Processor time of the thread, in microseconds. */
  tdur?: number;
  args: { data?: { type?: string } };
}

/** What a picture is made of, by the names that the trace has for it. */
const PICTURE = { RasterTask: "rastered", "DirectRenderer::DrawFrame": "composited" } as const;

/** How often something was done, and the milliseconds of processor it took. */
export interface Done {
  times: number;
  took: number;
}

/** What belongs to one click. */
const CLICK = ["pointermove", "mousemove", "pointerdown", "mousedown", "pointerup", "mouseup", "click"];

export class BrowserWork {
  private readonly trace: Traced[] = [];

  private constructor(private readonly line: CDPSession) {
    line.on("Tracing.dataCollected", ({ value }) => {
      for (const event of value as unknown as Traced[])
        if (event.name === "EventDispatch" || event.name in PICTURE) this.trace.push(event);
    });
  }

  static async of(browser: Browser): Promise<BrowserWork> {
    return new BrowserWork(await browser.newBrowserCDPSession());
  }

  async watch(): Promise<void> {
    await this.line.send("Tracing.start", {
      traceConfig: { includedCategories: ["devtools.timeline", "cc", "viz"] },
    });
  }

  /** Milliseconds of processor that the page's own code took for each click since `watch`, with what it set off at once. */
  async clicks(): Promise<number[]> {
    const complete = new Promise((done) => this.line.once("Tracing.tracingComplete", done));
    await this.line.send("Tracing.end");
    await complete;
    const clicks: number[] = [];
    let sum = 0;
    const events = this.trace.filter(({ name }) => name === "EventDispatch").toSorted((a, b) => a.ts - b.ts);
    for (const { args, tdur = 0 } of events) {
      const type = args.data?.type ?? "";
      if (!CLICK.includes(type)) continue;
      sum += tdur / 1000;
      if (type !== "click") continue;
      clicks.push(sum);
      sum = 0;
    }
    return clicks;
  }

  /** What the pictures since `watch` took: parts of a page painted into bitmaps, and bitmaps put together. After `clicks`. */
  pictures(): Record<(typeof PICTURE)[keyof typeof PICTURE], Done> {
    const sum = { rastered: { times: 0, took: 0 }, composited: { times: 0, took: 0 } };
    for (const { name, tdur = 0 } of this.trace) {
      if (!(name in PICTURE)) continue;
      const kind = sum[PICTURE[name as keyof typeof PICTURE]];
      kind.times += 1;
      kind.took += tdur / 1000;
    }
    return sum;
  }

  /** Of the pages and of whoever puts their pictures together. */
  async threads(): Promise<Threads> {
    const { processInfo } = await this.line.send("SystemInfo.getProcessInfo");
    const sum = { ran: 0, waited: 0 };
    for (const { type, id } of processInfo) {
      if (type !== "renderer" && type !== "GPU") continue;
      for (const thread of readdirSync(`/proc/${id}/task`)) {
        const [ran = 0, waited = 0] = schedule(`/proc/${id}/task/${thread}/schedstat`);
        sum.ran += ran / 1e6;
        sum.waited += waited / 1e6;
      }
    }
    return sum;
  }
}

/** Milliseconds of processor since the machine began: in all, and those of this run with all that it has started. */
export function machine(): { worked: number; ours: number } {
  const TICK = 10;
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = fields("/proc/stat", /^cpu +/);
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const [parents, took] = [new Map<number, number>(), new Map<number, number>()];
  for (const id of processes.map(Number)) {
    // What follows the name, which may hold anything: state, parent, …, and from the twelfth on the times.
    const told = fields(`/proc/${id}/stat`, /^.*\) [A-Za-z] /s);
    parents.set(id, told[0] ?? 0);
    took.set(
      id,
      told.slice(10, 14).reduce((sum, one) => sum + one, 0),
    );
  }
  const isOurs = (id: number): boolean => id === process.ppid || (id > 1 && isOurs(parents.get(id) ?? 0));
  const ours = [...took].reduce((sum, [id, one]) => sum + (isOurs(id) ? one : 0), 0);
  return { worked: TICK * (user + nice + system + irq + soft), ours: TICK * ours };
}

/** The numbers of a file's first line, after what stands before them. */
function fields(path: string, before: RegExp): number[] {
  try {
    return (readFileSync(path, "utf8").split("\n", 1)[0] ?? "").replace(before, "").split(" ").map(Number);
  } catch {
    // The process has just ended.
    return [];
  }
}

function schedule(path: string): number[] {
  try {
    return readFileSync(path, "utf8").split(" ").map(Number);
  } catch {
    // The thread has just ended.
    return [];
  }
}
