// Water: rows of breaking waves, deeper towards the next crest.

import { HIGH, WIDE, ground, n } from "./tile";

const ROWS = 8;
const DEPTHS = ["#14567A", "#1E6E92", "#2C87A8", "#4AA2BA"];

export function water(): string {
  const row = HIGH / ROWS;
  const long = WIDE / 2;
  const wave =
    `c${n(long * 0.18)} ${n(-row * 0.05)} ${n(long * 0.3)} ${n(-row * 0.72)} ${n(long * 0.56)} ${n(-row * 0.72)}` +
    `c${n(long * 0.16)} 0 ${n(long * 0.2)} ${n(row * 0.3)} ${n(long * 0.08)} ${n(row * 0.33)}` +
    `c${n(long * 0.08)} ${n(row * 0.12)} ${n(long * 0.2)} ${n(row * 0.39)} ${n(long * 0.36)} ${n(row * 0.39)}`;
  let drawn = ground(DEPTHS[0] ?? "");
  for (let r = -1; r <= ROWS; r++) {
    const shift = (((r % 2) + 2) % 2) * (WIDE / 4);
    const y = r * row;
    const crest = `M${n(shift - 2 * long)} ${n(y + row * 0.5)}${wave.repeat(6)}`;
    drawn +=
      `<path d="${crest}V${n(y + row * 2.2)}H${n(-long * 2)}Z" fill="${DEPTHS[((r % 4) + 4) % 4]}"/>` +
      `<path d="${crest}" fill="none" stroke="#D5EFEA" stroke-width="1.7" stroke-linejoin="round"/>` +
      `<path d="${crest}" transform="translate(3 6.5)" fill="none" stroke="#0E4462" stroke-opacity=".45" stroke-width="1.4"/>`;
    for (let i = -1; i < 4; i++) {
      const x = shift + i * long + long * 0.3;
      drawn += `<circle cx="${n(x)}" cy="${n(y - row * 0.18)}" r="1.1" fill="#D5EFEA"/><circle cx="${n(x + 6)}" cy="${n(y - row * 0.36)}" r=".8" fill="#D5EFEA"/>`;
    }
  }
  return drawn;
}
