import { afterEach, expect, it, vi } from "vitest";
import { speaker } from "../../src/lib/stage/sound.svelte";

afterEach(() => vi.unstubAllGlobals());

it("plays nothing late: what was asked before anybody touched the page is never heard", async () => {
  let started = 0;
  let wake: () => void = () => undefined;
  const node = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {}, value: 0 },
    Q: { value: 0 },
    connect: (to: unknown) => to,
    start: () => started++,
    stop() {},
  });
  class FakeContext {
    state = "suspended";
    currentTime = 0;
    sampleRate = 100;
    createGain = node;
    createOscillator = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = () => ({ getChannelData: () => new Float32Array(4) });
    resume() {
      return new Promise<void>((resumed) => {
        const before = wake;
        wake = () => {
          before();
          this.state = "running";
          resumed();
        };
      });
    }
  }
  vi.stubGlobal("AudioContext", FakeContext);
  let now = 0;
  vi.stubGlobal("performance", { now: () => now });
  speaker.on = true;
  for (let i = 0; i < 20; i++) speaker.play("wood");
  now = 60_000;
  wake();
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toBe(0);
  speaker.play("wood");
  expect(started).toBeGreaterThan(0);
});
