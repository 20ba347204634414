// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import english from "../../src/generated/locales/en.json";
import type { View } from "../../src/game/source";
import { FakeSource, stateOf } from "../game/views";

/** The parts of the page that speak, once their texts are there. */
async function loadSpeech() {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve(english) }));
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  const { Session } = await import("../../src/game/session");
  const { parting, sayEnd, verdictSaid } = await import("../../src/screens/game/ending");
  return { Session, parting, sayEnd, verdictSaid };
}

let page: Awaited<ReturnType<typeof loadSpeech>>;
beforeAll(async () => {
  page = await loadSpeech();
});

function sentenceOf(more: Partial<View>, you: readonly ("white" | "black")[] = ["white"]): string {
  const source = new FakeSource();
  source.state.value = { ...stateOf("majority", { phase: "over", ...more }), you };
  const session = new page.Session(source);
  const sentence = page.sayEnd(session);
  session.close();
  return sentence;
}

function endBy(termination: string, winner: "white" | "black" | null): Partial<View> {
  return { outcome: { winner, termination, rule: "", reason: "", sentence: "As told." } };
}

it("tells the end by the name of the other player, and one's own as one's own", () => {
  expect(sentenceOf(endBy("resignation", "white"))).toBe("Bert has resigned.");
  expect(sentenceOf(endBy("time", "black"))).toBe("Your time is up.");
  expect(sentenceOf(endBy("agreement", null))).toBe("As told.");
});

it("praises nobody for a game that an arbiter has ended", () => {
  const source = new FakeSource();
  const session = new page.Session(source);
  const said = ["no-pieces", "resignation", "forfeit", "adjudication"].map((termination) => {
    source.state.value = stateOf("majority", { phase: "over", ...endBy(termination, "white") });
    return page.parting(session);
  });
  session.close();
  expect(said).toEqual(["Well played!", "Well played!", "", ""]);
});

it("does not say again that it is a draw, which stands above it", () => {
  const sentence = "Drawn. Neither side has captured in 20 moves.";
  const outcome = { ...endBy("draw-count", null).outcome!, sentence };
  expect(sentenceOf({ outcome })).toBe("Neither side has captured in 20 moves.");
});

it("tells by colours where two share the device, or nobody has a name", () => {
  expect(sentenceOf(endBy("resignation", "white"), ["white", "black"])).toBe("Black has resigned.");
  const nameless = { white: { name: "", kind: "guest" as const }, black: null };
  expect(sentenceOf({ ...endBy("resignation", "white"), players: nameless })).toBe(
    "Black has resigned.",
  );
});

it("names the side that is stuck, also where that side wins", () => {
  const board = "weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb";
  expect(sentenceOf({ ...endBy("blocked", "white"), board, turn: "black" })).toContain("Bert");
  expect(sentenceOf({ ...endBy("blocked", "black"), board, turn: "black" })).toContain("Bert");
  const bare = "weeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
  expect(sentenceOf({ ...endBy("no-pieces", "black"), board: bare })).toContain("Bert");
});

it.each([
  ["tables: win in 61 plies", true, "Endgame tables: won in 31 moves."],
  ["tables: draw", false, "Endgame tables: a draw."],
  ["search: win", true, "The search has proved a win."],
  [
    "margin: nodes 2000000, depth 31, score -8, margin 100",
    false,
    "The search gives -0.1 men (depth 31); 1.0 is clear.",
  ],
])("tells what a verdict was given by: %s", (reason, advantage, ground) => {
  const source = new FakeSource();
  const given = { kind: "adjudicated", side: "black", advantage, reason } as const;
  source.state.value = { ...stateOf("majority", { ply: 0 }), log: [given], you: ["white"] };
  const session = new page.Session(source);
  const shown = advantage ? "a decided advantage for" : "no decided advantage for";
  expect(page.verdictSaid(session)).toContain(shown);
  expect(page.verdictSaid(session)).toContain(` ${ground}`);
  session.close();
});
