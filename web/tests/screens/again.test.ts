// @vitest-environment happy-dom
import { h, render } from "preact";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import english from "../../src/generated/locales/en.json";
import type { View } from "../../src/game/source";
import { FakeSource, stateOf } from "../game/views";

/** The end of a game, and the parts of the page that it asks. */
async function opened() {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve(english) }));
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  const { Session } = await import("../../src/game/session");
  const { Talk } = await import("../../src/screens/game/talk");
  const { server } = await import("../../src/net/server");
  const { preferences } = await import("../../src/state/preferences");
  return { Session, Talk, server, preferences };
}

let page: Awaited<ReturnType<typeof opened>>;
let begin: ReturnType<typeof vi.spyOn>;
beforeAll(async () => {
  page = await opened();
  begin = vi.spyOn(page.server, "begin").mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  render(null, document.body);
  page.preferences.adapts.value = false;
  begin.mockClear();
});

/** A game of Anna's as White, which the computer of level 4 has won. */
function lost(more: Partial<View>): void {
  const source = new FakeSource();
  const rival = { name: "crownhead 4", kind: "engine" as const, level: 4 };
  const white = { name: "Anna", kind: "guest" as const };
  const outcome = { winner: "black" as const, termination: "resignation" };
  const view: Partial<View> = {
    phase: "over",
    players: { white, black: rival },
    outcome: { ...outcome, rule: "", reason: "", sentence: "" },
    ...more,
  };
  source.state.value = { ...stateOf("majority", view), you: ["white"] };
  render(h(page.Talk, { session: new page.Session(source) }), document.body);
}

function button(label: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find((each) =>
    each.textContent!.includes(label),
  );
  return found!;
}

const START = "B:W21,22:B1,2";

it("begins the game that was just played again, one level easier", () => {
  page.preferences.game.value = "russian";
  page.preferences.adapts.value = false;
  const clock = { white: 1, black: 1, running: null, since: null, delay: 0 };
  lost({
    variant: "english",
    start: START,
    huffing: true,
    refusal_duty: 0,
    clock: { ...clock, control: "180+2", mode: "bronstein" },
  });
  button("One level easier?").click();
  expect(begin).toHaveBeenCalledExactlyOnceWith({
    variant: "english",
    start: START,
    side: "white",
    time: "180+2",
    mode: "bronstein",
    huffing: true,
    refusal_duty: 0,
    opponent: { kind: "computer", level: 3 },
  });
});

it("draws a card again where one was drawn", () => {
  const card = { deck: "english-174", code: "1", name: "", moves: [] };
  const match = { players: [], score: [], number: 2, games: [], over: true, winner: null };
  lost({ variant: "english", refusal_duty: 40, match: { ...match, card } });
  button("One level easier?").click();
  expect(begin.mock.calls[0]![0]).toEqual({
    variant: "english",
    ballot: "english-174",
    side: "white",
    refusal_duty: 40,
    opponent: { kind: "computer", level: 3 },
  });
});
