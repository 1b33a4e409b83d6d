/**
 * Records positions with the referee, for tests that go through every action: `node tests/recorded/record.mjs PROGRAM`.
 * It plays at random and keeps a position where a kind of action comes up that was not recorded yet.
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
referee.stdin.end();
