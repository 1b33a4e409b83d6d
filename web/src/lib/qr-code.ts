/** A QR code (ISO/IEC 18004) of a link: bytes, error correction M, up to version 10. Loaded only where one is shown. */

/** By version: error-correction codewords a block, and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Where alignment patterns stand, from version 2. */
const ALIGNED = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

type Square = boolean[][];

/** True is dark. Null if the text is too long for a code that a phone reads easily. */
export function qrCode(text: string): Square | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CORRECTION.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= dataLength(i + 1)) + 1;
  if (version === 0) return null;
  const { dark, fixed } = patterns(version);
  lay(dark, fixed, codewords(bytes, version));
  let best: { code: Square; penalty: number } | null = null;
  for (let mask = 0; mask < 8; mask++) {
    const code = masked(dark, fixed, mask);
    const penalty = penaltyOf(code);
    if (!best || penalty < best.penalty) best = { code, penalty };
  }
  return best?.code ?? null;
}

const sizeOf = (version: number) => 17 + 4 * version;

/** How many modules are left for codewords, in bytes. */
function rawLength(version: number): number {
  const aligned = ALIGNED[version - 1]!.length;
  let bits = (16 * version + 128) * version + 64;
  if (aligned > 0) bits -= (25 * aligned - 10) * aligned - 55;
  if (version >= 7) bits -= 36;
  return bits >> 3;
}

function dataLength(version: number): number {
  return rawLength(version) - CORRECTION[version - 1]! * BLOCKS[version - 1]!;
}

/** The text with its length, padded, cut into blocks, each with its correction, and interleaved. */
function codewords(bytes: number[], version: number): number[] {
  const length = dataLength(version);
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, length * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const data: number[] = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((a, bit) => a * 2 + bit, 0));
  for (let pad = 0xec; data.length < length; pad ^= 0xfd) data.push(pad);

  const count = BLOCKS[version - 1]!;
  const short = Math.floor(length / count);
  const longer = length % count;
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const size = short + (i < count - longer ? 0 : 1);
    blocks.push(data.slice(at, at + size));
    at += size;
  }
  const corrections = blocks.map((block) => remainder(block, CORRECTION[version - 1]!));
  const woven: number[] = [];
  for (const set of [blocks, corrections]) {
    const longest = Math.max(...set.map((block) => block.length));
    for (let i = 0; i < longest; i++) {
      for (const block of set) if (i < block.length) woven.push(block[i]!);
    }
  }
  return woven;
}

/** Multiplication in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

/** Reed-Solomon: what is left of the block after division by the generator of this degree. */
function remainder(block: number[], degree: number): number[] {
  const generator: number[] = Array<number>(degree - 1)
    .fill(0)
    .concat(1);
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    for (let k = 0; k < degree; k++) {
      generator[k] = times(generator[k]!, root) ^ (generator[k + 1] ?? 0);
    }
  }
  const left: number[] = Array<number>(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ left.shift()!;
    left.push(0);
    for (let k = 0; k < degree; k++) left[k]! ^= times(generator[k]!, factor);
  }
  return left;
}

/** All that is the same for every text: finders, timing, alignment, version; and which modules they take. */
function patterns(version: number): { dark: Square; fixed: Square } {
  const size = sizeOf(version);
  const dark: Square = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed: Square = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, value: boolean) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y]![x] = value;
    fixed[y]![x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const rings = (cx: number, cy: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) {
        set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  const corners: [number, number][] = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ];
  for (const [x, y] of corners) rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const at = ALIGNED[version - 1]!;
  const last = at.at(-1);
  for (const x of at) {
    for (const y of at) {
      const underFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!underFinder) rings(x, y, 2, (ring) => ring !== 1);
    }
  }
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(a, b, ((bits >> i) & 1) === 1);
      set(b, a, ((bits >> i) & 1) === 1);
    }
  }
  // The format's place; what it says depends on the mask.
  for (const [x, y] of formatPlaces(size).flat()) set(x, y, false);
  set(8, size - 8, true);
  return { dark, fixed };
}

/** Where the fifteen bits of the format stand, twice. */
function formatPlaces(size: number): [number, number][][] {
  return Array.from({ length: 15 }, (_, i) => {
    const first: [number, number] = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
    const second: [number, number] = i < 8 ? [size - 1 - i, 8] : [8, size - 15 + i];
    return [first, second];
  });
}

/** Two columns at a time, up and down, from the right. */
function lay(dark: Square, fixed: Square, words: number[]): void {
  const size = dark.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const upward = ((right + 1) & 2) === 0;
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (fixed[y]![x] || bit >= words.length * 8) continue;
        dark[y]![x] = ((words[bit >> 3]! >> (7 - (bit & 7))) & 1) === 1;
        bit++;
      }
    }
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function masked(dark: Square, fixed: Square, mask: number): Square {
  const turns = MASKS[mask]!;
  const code = dark.map((row, y) => row.map((is, x) => (fixed[y]![x] ? is : is !== turns(x, y))));
  // Error correction M is written as 00.
  let rest = mask;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  formatPlaces(code.length).forEach((places, i) => {
    for (const [x, y] of places) code[y]![x] = ((bits >> i) & 1) === 1;
  });
  return code;
}

/** How hard a code is to read: long runs, blocks, what looks like a finder, and too much of one colour. */
function penaltyOf(code: Square): number {
  const size = code.length;
  const columns = code.map((_, x) => code.map((row) => row[x]!));
  let penalty = 0;
  for (const line of [...code, ...columns]) {
    let run = 0;
    line.forEach((is, i) => {
      run = i > 0 && is === line[i - 1] ? run + 1 : 1;
      if (run === 5) penalty += 3;
      else if (run > 5) penalty++;
    });
    const text = line.map(Number).join("");
    for (const finder of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) penalty += 40;
    }
  }
  let darks = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const is = code[y]![x];
      if (is) darks++;
      if (
        y > 0 &&
        x > 0 &&
        [code[y - 1]![x], code[y]![x - 1], code[y - 1]![x - 1]].every((it) => it === is)
      ) {
        penalty += 3;
      }
    }
  }
  return penalty + Math.floor(Math.abs((darks * 100) / (size * size) - 50) / 5) * 10;
}
