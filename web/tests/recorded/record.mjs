/**
 * Records with the referee: `node tests/recorded/record.mjs PROGRAM`. It plays at random, for tests that go through every
 * action, and keeps a position where a kind of action comes up that was not recorded yet; and for tests of how an end is
 * told, one whole game of each.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const TABLES = {
  pyramids: [{ seats: 2, options: {} }],
  quadri: [
    { seats: 2, options: {} },
    { seats: 3, options: { mode: "cooperative" } },
    { seats: 2, options: { mode: "ball-trap" } },
  ],
  quicksand: [
    { seats: 2, options: { level: 1 } },
    { seats: 1, options: { level: 1, practice: true } },
    { seats: 3, options: { level: 21 } },
    { seats: 3, options: { level: 14 } },
  ],
  quintazone: [
    { seats: 2, options: {} },
    { seats: 3, options: { deck: "second" } },
  ],
  "thin-ice": [
    { seats: 2, options: { mode: "basic" } },
    { seats: 3, options: { mode: "intermediate", extension: "added" } },
    { seats: 3, options: { mode: "advanced", extension: "replacing" } },
    { seats: 3, options: { mode: "advanced" } },
  ],
};
const MOVES = 400;
/** Every so many moves a position is kept anyway. */
const LATER = 25;
const LONGEST = 40_000;

const referee = spawn(process.argv[2], ["referee"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();
async function ask(request) {
  referee.stdin.write(`${JSON.stringify(request)}\n`);
  return JSON.parse((await answers.next()).value);
}

/** A small generator, so that the same positions come again. */
let state = 7;
function chance(n) {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * n);
}

/** What an action does, whichever card, tile or place it does it with. */
const kindOf = (action) =>
  action
    .replace(/^[^@ ]+@/, "@")
    .replace(/[a-z-]+\/[a-z-]+/, "tile")
    .replace(/-?[a-z]?-?\d+/g, "#")
    .replace(/(#x)+#/, "jump")
    .replace(/:\w+$/, "");

for (const [game, tables] of Object.entries(TABLES)) {
  const kept = [];
  for (const { seats, options } of tables) {
    const known = new Set();
    const made = await ask({ op: "new", game, seats, options, seed: 11 });
    if (!made.ok) throw new Error(`${game} ${JSON.stringify(options)}: ${JSON.stringify(made)}`);
    for (let move = 0, at = 0; move < MOVES; move++) {
      const able = [];
      for (let seat = 0; seat < seats; seat++) {
        const { actions } = await ask({ op: "actions", seat });
        if (actions.length > 0) able.push({ seat, actions });
      }
      if (able.length === 0) break;
      for (const { seat, actions } of able) {
        const kinds = new Set(actions.map(kindOf));
        if (move % LATER !== 0 && [...kinds].every((kind) => known.has(kind))) continue;
        const { view } = await ask({ op: "view", seat });
        const position = { seat, seats, view, actions };
        if (JSON.stringify(position).length > LONGEST) continue;
        for (const kind of kinds) known.add(kind);
        kept.push(position);
      }
      const { seat, actions } = able[chance(able.length)];
      at += 700;
      await ask({ op: "play", seat, action: actions[chance(actions.length)], at });
    }
  }
  writeFileSync(new URL(`${game}.json`, import.meta.url), `${JSON.stringify(kept)}\n`);
  console.log(
    `${game}: ${kept.length} positions, ${kept.reduce((sum, { actions }) => sum + actions.length, 0)} actions`,
  );
}

/** One game to its end: what everybody may know of each step, and the view after the last. */
const WHOLE = {
  pyramids: { seats: 2, options: {} },
  quadri: { seats: 2, options: {} },
  quicksand: { seats: 2, options: { level: 3 } },
  quintazone: { seats: 2, options: {} },
  "thin-ice": { seats: 3, options: { mode: "intermediate" } },
};
for (const [game, { seats, options }] of Object.entries(WHOLE)) {
  await ask({ op: "new", game, seats, options, seed: 11 });
  const steps = [];
  let outcome = null;
  for (let at = 0; !outcome; at += 700) {
    const due = (await ask({ op: "deadline" })).at;
    const step = { n: steps.length + 1, at, seat: null, action: null, events: [] };
    if (due !== null && due <= at) {
      step.events = (await ask({ op: "tick", at: due })).events;
    } else {
      const able = [];
      for (let seat = 0; seat < seats; seat++) {
        const { actions } = await ask({ op: "actions", seat });
        if (actions.length > 0) able.push({ seat, actions });
      }
      if (able.length === 0) continue;
      const { seat, actions } = able[chance(able.length)];
      Object.assign(step, { seat, action: actions[chance(actions.length)] });
      step.events = (await ask({ op: "play", seat, action: step.action, at })).events;
    }
    if (step.events.length > 0) steps.push(step);
    ({ outcome } = await ask({ op: "outcome" }));
  }
  const { view } = await ask({ op: "view", seat: null });
  writeFileSync(
    new URL(`${game}.whole.json`, import.meta.url),
    `${JSON.stringify({ seats, steps, outcome, view })}\n`,
  );
  console.log(`${game}: a game of ${steps.length} steps`);
}
referee.stdin.end();
