/**
 * Short, dry sounds of wood, paper, sand and ice, made by the browser's synthesiser. One switch; off at first on phones
 * and tablets (a coarse pointer), on elsewhere.
 */
import { remember, remembered } from "../settings/remember";

export type Sound =
  "wood" | "stone" | "paper" | "sand" | "ice" | "heart" | "turn" | "tick" | "refused" | "end";

interface Burst {
  /** Seconds after the start. */
  after: number;
  /** How long it rings, in seconds. */
  ring: number;
  loud: number;
  /** A tone falls from the first pitch to the second; noise is filtered around the first. */
  pitch: [number, number];
  made: "tone" | "noise";
}

const tone = (after: number, ring: number, loud: number, from: number, to: number): Burst => ({
  after,
  ring,
  loud,
  pitch: [from, to],
  made: "tone",
});
const noise = (after: number, ring: number, loud: number, around: number): Burst => ({
  after,
  ring,
  loud,
  pitch: [around, around],
  made: "noise",
});

const SCORES: Record<Sound, Burst[]> = {
  wood: [noise(0, 0.03, 0.5, 1800), tone(0, 0.09, 0.5, 420, 240)],
  stone: [noise(0, 0.22, 0.25, 420), noise(0.2, 0.06, 0.4, 900), tone(0.2, 0.1, 0.4, 190, 120)],
  paper: [noise(0, 0.07, 0.3, 4200), noise(0.05, 0.05, 0.2, 3000)],
  sand: [noise(0, 0.3, 0.16, 5600)],
  ice: [noise(0, 0.04, 0.4, 5200), tone(0.01, 0.16, 0.16, 2300, 1500)],
  heart: [tone(0, 0.11, 0.7, 74, 46), tone(0.19, 0.13, 0.55, 66, 40)],
  turn: [tone(0, 0.18, 0.22, 523, 521), tone(0.11, 0.26, 0.2, 784, 782)],
  tick: [noise(0, 0.02, 0.35, 3200), tone(0, 0.04, 0.18, 980, 900)],
  refused: [tone(0, 0.09, 0.3, 160, 130), tone(0.1, 0.1, 0.25, 150, 120)],
  end: [tone(0, 0.3, 0.2, 392, 391), tone(0.14, 0.3, 0.2, 523, 522), tone(0.28, 0.5, 0.2, 659, 658)],
};

/** A sound that comes later than this after what it belongs to is not played. */
const LATE_MS = 150;

class Speaker {
  on = $state(false);
  /** 0 to 1. */
  volume = $state(1);
  #context: AudioContext | null = null;

  constructor() {
    const kept = remembered("sound");
    const phone = typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;
    this.on = kept === null ? !phone : kept === "on";
    const volume = Number(remembered("volume") ?? 1);
    this.volume = volume > 0 && volume <= 1 ? volume : 1;
  }

  /** Nought is silence. */
  turnTo(volume: number): void {
    this.on = volume > 0;
    if (this.on) this.volume = Math.min(1, volume);
    remember("sound", this.on ? "on" : "off");
    remember("volume", String(this.volume));
    this.play("wood");
  }

  toggle(): void {
    this.on = !this.on;
    remember("sound", this.on ? "on" : "off");
    if (this.on) this.play("wood");
  }

  /** Opening the loudspeaker takes a tenth of a second: it is done after the first touch of the page, not with the first move. */
  warmUp(): void {
    // Safari knows no idle time.
    const idle = typeof requestIdleCallback === "function" ? requestIdleCallback : setTimeout;
    const soon = () => idle(() => this.on && this.#ready());
    for (const touch of ["pointerup", "keyup"]) addEventListener(touch, soon, { once: true });
  }

  #ready(): AudioContext {
    return (this.#context ??= new AudioContext());
  }

  play(sound: Sound): void {
    if (!this.on || typeof AudioContext === "undefined") return;
    const context = this.#ready();
    if (context.state === "running") return perform(context, sound, this.volume);
    // A page that nobody has touched yet may not sound. What is late by then is never heard: nothing piles up.
    const asked = performance.now();
    const late = () => performance.now() - asked > LATE_MS || context.state !== "running";
    context.resume().then(
      () => late() || perform(context, sound, this.volume),
      () => undefined,
    );
  }
}

function perform(context: AudioContext, sound: Sound, volume: number): void {
  for (const burst of SCORES[sound]) sing(context, { ...burst, loud: burst.loud * volume });
}

function sing(context: AudioContext, burst: Burst): void {
  const start = context.currentTime + burst.after;
  const end = start + burst.ring;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(burst.loud * 0.3, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(context.destination);
  if (burst.made === "tone") {
    const oscillator = context.createOscillator();
    oscillator.type = "sine";
    oscillator.frequency.setValueAtTime(burst.pitch[0], start);
    oscillator.frequency.exponentialRampToValueAtTime(burst.pitch[1], end);
    oscillator.connect(volume);
    oscillator.start(start);
    oscillator.stop(end);
  } else {
    const grains = context.createBuffer(1, Math.ceil(context.sampleRate * burst.ring), context.sampleRate);
    const samples = grains.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    const source = context.createBufferSource();
    source.buffer = grains;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = burst.pitch[0];
    filter.Q.value = 0.9;
    source.connect(filter).connect(volume);
    source.start(start);
  }
}

export const speaker = new Speaker();
