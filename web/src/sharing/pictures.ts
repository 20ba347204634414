/** Pictures of a game that every program shows: its position as PNG, the whole game as GIF. */

import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { Ply } from "../game/source";
import { canvas, HEIGHT, paint, PIXELS, type Look, type Scene } from "./painting";

/** Milliseconds for which each position stands, and the last one. */
const STANDS = 700;
const RESTS = 3000;
/** Plies of the longest game that is made a film; of a longer one it shows the end. */
const MOST = 300;
const COLORS = 64;

export function pictureOf(scene: Scene, look: Look): Promise<Blob> {
  const context = canvas();
  paint(context, scene, look);
  return new Promise((done, fail) => {
    context.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("toBlob"))), "image/png");
  });
}

/** The game as a moving picture; the page goes on meanwhile. */
export async function filmOf(plies: readonly Ply[], look: Look): Promise<Blob> {
  const shown = plies.slice(-MOST - 1);
  const context = canvas();
  const encoder = GIFEncoder();
  // The colours are those of a board with kings and pieces of both sides, marks included.
  paint(context, paletteScene(shown), look);
  const palette = quantize(pixelsOf(context), COLORS);
  for (const [index, ply] of shown.entries()) {
    paint(context, sceneOf(ply), look);
    const delay = index === shown.length - 1 ? RESTS : STANDS;
    const frame = index === 0 ? { palette, delay, repeat: 0 } : { delay };
    encoder.writeFrame(applyPalette(pixelsOf(context), palette), PIXELS, HEIGHT, frame);
    await new Promise((soon) => setTimeout(soon));
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

export function sceneOf({ board, last }: Ply): Scene {
  return { board, last: last ? [last.origin, last.target] : [] };
}

function paletteScene(plies: readonly Ply[]): Scene {
  const { board } = plies[0]!;
  return { board: `wWbB${board.slice(4)}`, last: [1, 2] };
}

function pixelsOf(context: CanvasRenderingContext2D): Uint8ClampedArray {
  return context.getImageData(0, 0, PIXELS, HEIGHT).data;
}
