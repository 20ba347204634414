// @vitest-environment happy-dom
import { h, render } from "preact";
import { afterEach, beforeAll, expect, it, vi, type MockInstance } from "vitest";
import english from "../../src/generated/locales/en.json";
import type { View } from "../../src/game/source";
import { FakeSource, stateOf } from "../game/views";

/** The end of a game, and the parts of the page that it asks. */
async function load() {
  vi.stubGlobal("fetch", () => Promise.resolve({ json: () => Promise.resolve(english) }));
  const { catalogue } = await import("../../src/text/language");
  await vi.waitFor(() => expect(catalogue.value).not.toBeNull());
  const { Session } = await import("../../src/game/session");
  const { Talk } = await import("../../src/screens/game/talk");
  const { server } = await import("../../src/net/server");
  const { preferences } = await import("../../src/state/preferences");
  const { HomeScreen } = await import("../../src/screens/home/screen");
  return { Session, Talk, HomeScreen, server, preferences };
}

let page: Awaited<ReturnType<typeof load>>;
let begin: MockInstance<typeof page.server.begin>;
beforeAll(async () => {
  // Nobody looks at the board here.
  const board = class extends HTMLElement {
    show = vi.fn<() => void>();
    mark = vi.fn<() => void>();
  };
  customElements.define("draughts-board", board);
  page = await load();
  begin = vi.spyOn(page.server, "begin").mockReturnValue(new Promise(() => undefined));
});
afterEach(() => {
  render(null, document.body);
  page.preferences.adapts.value = false;
  begin.mockClear();
});

/** A game of Anna's as White, which the computer of level 4 has won. */
function showLost(more: Partial<View>): void {
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
  showLost({
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
  showLost({ variant: "english", refusal_duty: 40, match: { ...match, card } });
  button("One level easier?").click();
  expect(begin.mock.calls[0]![0]).toEqual({
    variant: "english",
    ballot: "english-174",
    side: "white",
    refusal_duty: 40,
    opponent: { kind: "computer", level: 3 },
  });
});

it("begins one game by a double click, on the first screen and after a game", async () => {
  render(h(page.HomeScreen, null), document.body);
  const play = document.querySelector<HTMLButtonElement>(".start .main")!;
  play.click();
  await vi.waitFor(() => expect(begin).toHaveBeenCalled());
  play.click();
  await new Promise((settle) => setTimeout(settle));
  expect(begin).toHaveBeenCalledTimes(1);
  showLost({ variant: "english" });
  const easier = button("One level easier?");
  easier.click();
  await new Promise((settle) => setTimeout(settle));
  easier.click();
  expect(begin).toHaveBeenCalledTimes(2);
});

it("can begin again what was refused, and says why", async () => {
  const { RequestFailed } = await import("../../src/net/failed");
  begin.mockRejectedValueOnce(new RequestFailed(400, "Not now."));
  showLost({ variant: "english" });
  const easier = button("One level easier?");
  easier.click();
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(document.querySelector("[role=alert]")!.textContent).toBe("Not now.");
  easier.click();
  expect(begin).toHaveBeenCalledTimes(2);
});
