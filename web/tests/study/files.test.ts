/** Files of games: which game each is, and what is written oddly, as the library has it. */

import { beforeAll, describe, expect, it } from "vitest";
import type { Core } from "../../src/core/core";
import { Library } from "../../src/study/files";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});

function gameOf(text: string): { game: string; moves: number; codes: string[] } {
  const library = new Library(core);
  const [found] = library.read(new TextEncoder().encode(text));
  const codes = library.open(0)!.faults.map(({ code }) => code);
  return { game: found!.game, moves: found!.moves, codes };
}

describe("files", () => {
  it("takes a text in Cyrillic for Russian draughts", () => {
    const moves = "1. c3-d4 f6-g5 2. b2-c3 g5-h4 *";
    expect(gameOf(`[White "Ivanov"]\n${moves}`).game).toBe("brazilian");
    expect(gameOf(`[White "Иванов"]\n${moves}`).game).toBe("russian");
  });

  it("reads a capture told jump by jump", () => {
    const text = '[GameType "21"]\n[FEN "W:W22,30:B18,11,1"]\n1. 22x15 15x8 1-6 *';
    expect(gameOf(text)).toEqual({ game: "english", moves: 2, codes: ["told_by_jumps"] });
  });

  it("leaves out ends of lines that are spelt out, and tags without a value", () => {
    const text = '[GameType "20"]\\r\n[Empty]\\r\n\\r\n1. 32-28 19-23 *\\r\n';
    const codes = ["spelt_line_end", "empty_tag"];
    expect(gameOf(text)).toEqual({ game: "international", moves: 2, codes });
  });
});
