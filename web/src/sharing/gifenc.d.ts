/** What is used of the encoder, which comes without types. */
declare module "gifenc" {
  export type Palette = readonly (readonly [red: number, green: number, blue: number])[];

  export interface Frame {
    readonly palette?: Palette;
    /** Milliseconds for which it stands. */
    readonly delay: number;
    /** How often the whole is repeated, with the first frame: 0 is for ever. */
    readonly repeat?: number;
  }

  export interface Encoder {
    writeFrame(pixels: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, most: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
