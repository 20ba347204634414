/**
 * In which encoding a file is, where it does not say so: decided once for a whole file, by the
 * rules of the library (docs/pdn.md).
 */

const WIDE = [
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
] as const;
const RUSSIAN = ["windows-1251", "koi8-r", "ibm866"] as const;
const WESTERN = "windows-1252";
/** Bytes that decide, from the first word on that is no UTF-8, or where hardly one is a letter. */
const SAMPLE = 1 << 16;
const LONGEST_SAMPLE = 1 << 20;
/** Letters beyond ASCII that tell a text in Cyrillic from a few with accents. */
const ENOUGH = 8;
const OFTEN = /[оеаинтсрвлк]/g;
const CASES_MIXED = /[а-яё][А-ЯЁ]/g;
const SIGNS = /[^\0-\x7fА-яЁё№«»—–]/gu;

/** A file as UTF-8. Where single lines of it are in another encoding, these alone are decoded. */
export function asUtf8(bytes: Uint8Array): Uint8Array {
  const wide = WIDE.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (wide) return encoded(new TextDecoder(wide[0]).decode(bytes));
  if (isUtf8(bytes)) return bytes;
  const russian = russianOf(sampleOf(bytes));
  return encoded(russian ? new TextDecoder(russian).decode(bytes) : decodedByLines(bytes));
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decodedByLines(bytes: Uint8Array): string {
  const western = new TextDecoder(WESTERN);
  const lines: string[] = [];
  for (let begin = 0; begin < bytes.length;) {
    const found = bytes.indexOf(0x0a, begin);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(begin, end);
    try {
      lines.push(strict.decode(line));
    } catch {
      lines.push(western.decode(line));
    }
    begin = end;
  }
  return lines.join("");
}

/** The words beyond ASCII, each a run of such bytes. */
function* wordsOf(bytes: Uint8Array): Generator<readonly [from: number, to: number]> {
  for (let at = 0; at < bytes.length; ++at) {
    if (bytes[at]! < 0x80) continue;
    const from = at;
    while (at < bytes.length && bytes[at]! >= 0x80) ++at;
    yield [from, at];
  }
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  let proven = 0;
  for (const [from, to] of wordsOf(bytes)) {
    if (!isUtf8(bytes.subarray(from, to))) {
      const short = bytes.subarray(from, from + SAMPLE);
      const letters = short.reduce((sum, byte) => sum + Number(byte >= 0x80), 0);
      return letters >= ENOUGH ? short : bytes.subarray(from, from + LONGEST_SAMPLE);
    }
    proven += to - from;
    if (proven >= ENOUGH) break; // it is UTF-8, whatever single lines are
  }
  return new Uint8Array();
}

function russianOf(sample: Uint8Array): string | null {
  let letters = 0;
  let runs = 0;
  let utf8 = 0;
  for (const [from, to] of wordsOf(sample)) {
    letters += to - from;
    if (to - from >= 3) runs += to - from;
    if (isUtf8(sample.subarray(from, to))) utf8 += to - from;
  }
  if (letters < ENOUGH || runs * 2 < letters || utf8 * 2 > letters) return null;
  const likelihoods = RUSSIAN.map((encoding) =>
    likelihood(new TextDecoder(encoding).decode(sample)),
  );
  return RUSSIAN[likelihoods.indexOf(Math.max(...likelihoods))]!;
}

function likelihood(text: string): number {
  const count = (wanted: RegExp): number => text.match(wanted)?.length ?? 0;
  return count(OFTEN) - 3 * count(CASES_MIXED) - 2 * count(SIGNS);
}
