/** Short sounds of wood, made on the spot. */

let context: AudioContext | null = null;

/** Browsers let nothing sound before a page was touched. */
function audio(): AudioContext | null {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** How loud all sounds are, from 0 to 1. */
let volume = 1;

export function setVolume(share: number): void {
  volume = share;
}

/** A knock: a burst of noise through a narrow filter. */
function knock(pitch: number, length: number, loud: number, delay = 0): void {
  const at = audio();
  if (!at) return;
  const start = at.currentTime + delay;
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 5;
  }
  const source = new AudioBufferSourceNode(at, { buffer });
  const filter = new BiquadFilterNode(at, { type: "bandpass", frequency: pitch, Q: 3.5 });
  const gain = new GainNode(at, { gain: loud * volume });
  source.connect(filter).connect(gain).connect(at.destination);
  source.start(start);
}

/** A soft tone that fades. */
function tone(pitch: number, length: number, loud: number, delay = 0): void {
  const at = audio();
  if (!at) return;
  const start = at.currentTime + delay;
  const source = new OscillatorNode(at, { type: "triangle", frequency: pitch });
  const gain = new GainNode(at, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud * volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(at.destination);
  source.start(start);
  source.stop(start + length);
}

export const SOUNDS = {
  move: () => knock(420, 0.08, 1.6),
  capture: () => {
    knock(560, 0.07, 1.5);
    knock(330, 0.1, 1.5, 0.08);
  },
  crown: () => {
    tone(523, 0.25, 0.12);
    tone(784, 0.35, 0.12, 0.09);
  },
  refused: () => knock(170, 0.12, 1.6),
  ask: () => {
    tone(587, 0.2, 0.1);
    tone(587, 0.2, 0.1, 0.16);
  },
  won: () => [523, 659, 784].forEach((pitch, index) => tone(pitch, 0.5, 0.1, index * 0.12)),
  ended: () => [494, 392].forEach((pitch, index) => tone(pitch, 0.5, 0.1, index * 0.16)),
  hurry: () => tone(988, 0.12, 0.07),
} as const;

export type SoundName = keyof typeof SOUNDS;
