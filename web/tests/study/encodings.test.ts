/** In which encoding a file is: the same cases as the library's. */

import { beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../../src/core/core";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

/** A text in an encoding of single bytes. */
function inBytes(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const decoder = new TextDecoder(encoding);
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Uint8Array.from([...text], (letter) => {
    const byte = letters.indexOf(letter);
    if (byte < 0) throw new Error(`${letter} is not in ${encoding}`);
    return byte;
  });
}

function read(bytes: Uint8Array): string {
  return new TextDecoder().decode(core.files.decode(bytes));
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const RUSSIAN = '[White "Пётр Ёлкин"]\n[Black "7, Ян"]\n{Хорошая партия, ещё раз}\n1. c3-d4 *\n';
const WESTERN = '[White "Müller, Jörg"]\n[Black "Ståhlberg"]\n{schöne Eröffnung}\n1. 11-15 *\n';
const PLAIN = '[White "A"]\n1. c3-d4 *\n'.repeat(10_000);

describe("encodings", () => {
  it.each(["utf-8", "windows-1251", "koi8-r", "ibm866"])("reads Russian in %s", (encoding) => {
    expect(read(inBytes(RUSSIAN, encoding))).toBe(RUSSIAN);
    expect(read(inBytes(PLAIN + RUSSIAN, encoding))).toBe(PLAIN + RUSSIAN);
  });

  it.each(["utf-8", "windows-1252"])("reads names with accents in %s", (encoding) => {
    expect(read(inBytes(WESTERN, encoding))).toBe(WESTERN);
    // Where the first of them stood behind 100,000 bytes, the file was read as Russian.
    expect(read(inBytes(PLAIN + WESTERN, encoding))).toBe(PLAIN + WESTERN);
  });

  it("keeps all other lines where one is in another encoding", () => {
    const stray = inBytes('[White "Müller"]\n', "windows-1252");
    const utf8 = inBytes('[White "Łoś, Иван"]\n', "utf-8");
    const [one, many] = ['[White "Łoś, Иван"]\n', '[White "Łoś, Иван"]\n'.repeat(50)];
    expect(read(join(utf8, stray, utf8))).toBe(`${one}[White "Müller"]\n${one}`);
    const after = Array.from({ length: 50 }, () => utf8);
    expect(read(join(stray, ...after))).toBe(`[White "Müller"]\n${many}`);
  });

  it("knows UTF-16 by its mark", () => {
    const wide = new Uint8Array(
      Uint16Array.from("\ufeffЖ1", (letter) => letter.charCodeAt(0)).buffer,
    );
    expect(read(wide)).toBe("Ж1");
  });
});
