// @vitest-environment happy-dom
import { h, render, type ComponentType } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { marksOf } from "../../src/game/marks";
import { FIELDS, questionsIn } from "../../src/game/questions";
import { Session } from "../../src/game/session";
import type { Entry } from "../../src/game/log";
import type { Side, View } from "../../src/game/source";
import type { EVENTS, Kind } from "../../src/generated/law";
import { Controls } from "../../src/screens/game/controls";
import { Talk } from "../../src/screens/game/talk";
import { soundsOf } from "../../src/sounds/events";
import { SOUNDS, type SoundName } from "../../src/sounds/synth";
import { preferences } from "../../src/state/preferences";
import { catalogue, t, type Key } from "../../src/text/language";
import { FakeSource, stateOf } from "../game/views";

vi.hoisted(() => {
  const texts = async (): Promise<unknown> =>
    (await import("../../src/generated/locales/en.json")).default;
  vi.stubGlobal("fetch", () => Promise.resolve({ json: texts }));
});

const CASE = "two-routes"; // White, who is the player, is to move
const CLOCK = {
  white: 60_000,
  black: 60_000,
  running: "white",
  since: 0,
  delay: 0,
  control: "60",
  mode: "fischer",
} as const;

let source: FakeSource;
let session: Session;
let place: HTMLElement;

beforeAll(async () => {
  await vi.waitUntil(() => catalogue.value);
});

beforeEach(() => {
  preferences.auto.value = "off";
  source = new FakeSource();
  session = new Session(source);
  place = document.body.appendChild(document.createElement("main"));
});

afterEach(() => {
  render(null, place);
  place.remove();
  session.close();
});

function begin(more: Partial<View>, log: readonly Entry[] = []): void {
  const seq = (source.state.peek()?.seq ?? 0) + 1;
  source.state.value = { ...stateOf(CASE, more, seq), log };
}

type Part = ComponentType<{ readonly session: Session }>;

async function show(part: Part): Promise<void> {
  await act(() => render(h(part, { session }), place));
}

/** Press the last button of this label: that of a sheet stands behind the one that opened it. */
async function press(label: string): Promise<void> {
  const buttons = [...place.querySelectorAll("button")];
  const button = buttons.findLast((each) => each.textContent?.trim() === label);
  if (!button || button.disabled) throw new Error(`nothing to press: ${label}`);
  await act(() => button.click());
}

interface Scene {
  readonly more: Partial<View>;
  readonly part: Part;
  /** The labels of the buttons that are pressed, one after another. */
  readonly presses: readonly Key[];
}

describe("what a player does", () => {
  const offered = { offer: "black" } as const;
  const asked = { takeback: { by: "black", plies: 1 } } as const;
  const faulty = { huffing: true, huffable: [34] };
  const claims = [{ rule: "P10", by: "white", move: null }] as const;
  const scenes = {
    offer: { more: {}, part: Controls, presses: ["web.draw", "web.draw.offer"] },
    accept: { more: offered, part: Talk, presses: ["web.accept"] },
    decline: { more: offered, part: Talk, presses: ["web.decline"] },
    withdraw: { more: { offer: "white" }, part: Talk, presses: ["web.withdraw"] },
    claim: { more: { claims }, part: Controls, presses: ["web.claim", "web.claim.now"] },
    huff: { more: faulty, part: Talk, presses: ["web.huff"] },
    compel: { more: faulty, part: Talk, presses: ["web.compel"] },
    stand: { more: faulty, part: Talk, presses: ["web.stand"] },
    resign: { more: {}, part: Controls, presses: ["web.resign", "web.resign"] },
    takeback: { more: { ply: 2 }, part: Controls, presses: ["web.takeback"] },
    takeback_accept: { more: asked, part: Talk, presses: ["web.accept"] },
    takeback_decline: { more: asked, part: Talk, presses: ["web.decline"] },
    pause: { more: { clock: CLOCK }, part: Controls, presses: ["web.more", "web.pause"] },
    resume: { more: { paused: true }, part: Talk, presses: ["web.resume"] },
  } as const satisfies Readonly<Record<Exclude<keyof typeof EVENTS, "move">, Scene>>;

  it.each(Object.entries<Scene>(scenes))("has buttons: %s", async (kind, scene) => {
    begin(scene.more);
    const answers = questionsIn(session.view.value!).flatMap((each) => [each.accept, each.decline]);
    begin({ ...scene.more, allowed: { white: [kind, ...answers], black: [] } });
    await show(scene.part);
    for (const key of scene.presses) await press(t(key));
    expect(source.acts.map((each) => each.kind)).toEqual([kind]);
  });

  it.each(FIELDS)("is told to who asks and to who looks on: %s", async (field) => {
    const asks = (by: Side) => ({ [field]: field === "takeback" ? { by, plies: 1 } : by });
    begin(asks("white"));
    await show(Talk);
    expect(place.textContent).toContain(t(`web.${field}.waiting`));
    const seq = source.state.peek()!.seq + 1;
    source.state.value = { ...stateOf(CASE, asks("black"), seq), you: [] };
    await show(Talk);
    expect(place.textContent).toContain(t(`web.${field}.asked`, { side: "Bert" }));
  });

  it("is done on the board: move", () => {
    begin({});
    for (const square of [43, 34]) session.handle({ type: "tap", square, by: "pointer" });
    expect(source.acts.map((each) => each.kind)).toEqual(["move"]);
  });
});

/** What has changed by an event, and how the player hears, reads or sees it. */
interface News {
  readonly before?: Partial<View>;
  readonly after: Partial<View>;
  readonly entry?: Entry;
  readonly sound?: SoundName;
  /** What the screen says, with the name in it. */
  readonly said?: readonly [Key, string];
  readonly marked?: number;
}

describe("what happens", () => {
  const by = "black";
  const last = {
    text: "20-24",
    origin: 20,
    target: 24,
    captures: [],
    route: [20, 24],
    crowns: false,
    faulty: false,
  };
  const endBy = (winner: "white" | null): Partial<View> => ({
    outcome: { winner, termination: "", rule: "", reason: "", sentence: "Over." },
  });
  const news = {
    played: { after: { ply: 1, last }, sound: "move" },
    draw_offered: { after: { offer: by, allowed: { white: ["accept"] } }, sound: "ask" },
    draw_accepted: { before: { offer: "white" }, after: endBy(null), sound: "ended" },
    draw_declined: {
      after: {},
      entry: { kind: "draw_declined", by },
      said: ["web.declined", "Bert"],
    },
    draw_withdrawn: "the question is gone",
    draw_claimed: { after: endBy(null), sound: "ended" },
    huffed: { after: {}, entry: { kind: "huffed", by, square: 1 }, marked: 1 },
    compelled: { after: {}, entry: { kind: "compelled", by }, said: ["web.compelled", ""] },
    stood: "the player may move on, and that is what his turn says",
    resigned: { after: endBy("white"), sound: "won" },
    takeback_requested: { after: { takeback: { by, plies: 1 } }, sound: "ask" },
    takeback_accepted: "the moves are gone from the board",
    takeback_declined: {
      after: {},
      entry: { kind: "takeback_declined", by },
      said: ["web.declined", "Bert"],
    },
    adjudicated: {
      after: { verdict: { side: by, advantage: true, reason: "" } },
      entry: { kind: "adjudicated", side: by, advantage: true },
      said: ["web.verdict.yes", "Black"],
    },
    awarded: { after: endBy(null), sound: "ended" },
    time_forfeited: { after: endBy("white"), sound: "won" },
    paused: { after: { paused: true }, said: ["web.paused", ""] },
    resumed: { before: { paused: true }, after: {}, said: ["web.turn.you", "White"] },
    clock_set: "the clock shows what is left",
  } as const satisfies Readonly<Record<Kind, News | string>>;

  const told = Object.entries<News | string>(news).filter(
    (each): each is [string, News] => typeof each[1] !== "string",
  );

  it.each(told)("is heard, read or seen: %s", async (_kind, what) => {
    const heard: SoundName[] = [];
    for (const name of Object.keys(SOUNDS) as SoundName[])
      vi.spyOn(SOUNDS, name).mockImplementation(() => heard.push(name));
    begin(what.before ?? {});
    const end = soundsOf(session);
    heard.length = 0;
    begin(what.after, what.entry ? [{ seq: 1, ...what.entry }] : []);
    await show(Talk);
    expect(heard).toEqual(what.sound ? [what.sound] : []);
    if (what.said) {
      const [key, side] = what.said;
      expect(place.textContent).toContain(t(key, { side }));
    }
    if (what.marked) expect(marksOf(session, "off").huffed).toEqual([what.marked]);
    end();
    vi.restoreAllMocks();
  });
});
