// @vitest-environment happy-dom
/** A chapter on the desk while others write in it, too: nothing is lost, and nothing sent twice. */

import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Core } from "../../src/core/core";
import { Ruleset } from "../../src/core/position";
import type { ChapterChange, ChapterStored, StudyShown } from "../../src/generated/messages";
import { RequestFailed } from "../../src/net/failed";
import { ChapterDesk, LONGEST_TEXT, type Place } from "../../src/study/chapters";
import { Library, type Opened } from "../../src/study/files";
import { grow } from "../../src/study/opening";
import { studies as saved } from "../../src/study/saved";
import { Study } from "../../src/study/study";
import { lineFrom, Node } from "../../src/study/tree";
import { openCore } from "../offline/core";

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const START = '[GameType "21"]\n\n1. 11-15 {here} 24-20 *';

function read(pdn: string): Opened {
  const library = new Library(core);
  library.read(new TextEncoder().encode(pdn));
  return library.open(0)!;
}

/** A server with one chapter, written as the real one does it. */
class Server implements Place {
  readonly texts = new Map([["one", { pdn: START, revision: 0 }]]);
  readonly wishes: ChapterChange[] = [];
  /** What it answers next in place of what it does; "lost": it does it, and no answer comes. */
  fails: "away" | "lost" | RequestFailed | null = null;
  may: StudyShown["may"] = "own";

  shown = (): Promise<StudyShown> =>
    Promise.resolve({
      id: "s",
      links: null,
      title: "Study",
      may: this.may,
      revision: 0,
      chapters: [...this.texts].map(([id, { revision }]) => ({
        id,
        title: id,
        revision,
        changed: 0,
      })),
    });

  chapter = (_: string, id: string): ReturnType<Place["chapter"]> =>
    Promise.resolve({ id, title: id, ...this.texts.get(id)! });

  store = (_: string, id: string, wish: ChapterChange): Promise<ChapterStored> => {
    const { fails } = this;
    this.fails = null;
    if (fails === "away") return Promise.reject(new RequestFailed(0, ""));
    if (fails instanceof RequestFailed) return Promise.reject(fails);
    this.wishes.push(wish);
    const there = this.texts.get(id)!;
    const same = there.pdn === wish.pdn;
    const beside = !same && there.revision !== wish.revision;
    const where = beside ? "two" : id;
    const revision = beside ? 0 : there.revision + (same ? 0 : 1);
    this.texts.set(where, { pdn: wish.pdn, revision });
    if (fails === "lost") return Promise.reject(new RequestFailed(0, ""));
    const chapter = { id: where, title: where, revision, changed: 0 };
    return Promise.resolve({ chapter, beside });
  };

  read = (pdn: string): Promise<Opened> => Promise.resolve(read(pdn));

  /** Somebody else plays on. */
  write(pdn: string): void {
    const { revision } = this.texts.get("one")!;
    this.texts.set("one", { pdn, revision: revision + 1 });
  }
}

async function openDesk(server = new Server()): Promise<{ desk: ChapterDesk; study: Study }> {
  const { pdn } = server.texts.get("one")!;
  const { variant, fen, items, tags } = read(pdn);
  const ruleset = new Ruleset(core, variant);
  const root = new Node(null, "root", ruleset.read(fen));
  grow(root, items);
  const chapter = await server.chapter("", "one");
  const desk = new ChapterDesk("s", await server.shown(), chapter, server);
  const study = new Study(ruleset, root, root, { tags, chapter: desk });
  desk.begin(study);
  return { desk, study };
}

function movesOf(study: Study): string[] {
  return lineFrom(study.root.value)
    .slice(1)
    .map(({ text }) => text);
}

/** Play a move behind the last one. */
function playOn(study: Study, text: string): void {
  study.last();
  const { hub } = study.at.value.position.moves("legal").find((move) => move.short === text)!;
  study.play(hub);
}

test("what is changed is stored a moment later, from its revision, and not what is only shown", async () => {
  const server = new Server();
  const { desk, study } = await openDesk(server);
  study.last();
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.wishes).toEqual([]);
  playOn(study, "8-11");
  study.comment("aside");
  expect(desk.stored.value).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.wishes.map(({ revision }) => revision)).toEqual([0]);
  expect(server.wishes[0]!.pdn).toContain("8-11 {aside}");
  expect(desk.stored.value).toBe(true);
  playOn(study, "28-24");
  study.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.wishes.map(({ revision }) => revision)).toEqual([0, 1]);
});

test("what another has written appears, at the place where one is", async () => {
  const server = new Server();
  const { desk, study } = await openDesk(server);
  study.last();
  server.write('[GameType "21"]\n\n1. 11-15 {there} 24-20 2. 8-11 {and on} *');
  await vi.advanceTimersByTimeAsync(4000);
  expect(movesOf(study)).toEqual(["11-15", "24-20", "8-11"]);
  expect(study.at.value.text).toBe("24-20");
  expect(study.root.value.children[0]!.comment).toBe("there");
  expect(study.canUndo.value).toBe(false);
  playOn(study, "28-24");
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.wishes.map(({ revision }) => revision)).toEqual([1]);
  expect(desk.notice.value).toBe("");
  study.close();
});

test("what both change at once is both there, and one's own stays on the desk", async () => {
  const server = new Server();
  const { desk, study } = await openDesk(server);
  playOn(study, "8-11");
  server.write('[GameType "21"]\n\n1. 11-15 24-20 2. 9-14 *');
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.texts.get("one")!.pdn).toContain("9-14");
  expect(server.texts.get("two")!.pdn).toContain("8-11");
  expect(movesOf(study)).toEqual(["11-15", "24-20", "8-11"]);
  expect(desk.chapter.value.id).toBe("two");
  expect(desk.stored.value).toBe(true);
  study.close();
});

test("what was sent and not answered is sent once more as it was, then what came after it", async () => {
  const server = new Server();
  const { desk, study } = await openDesk(server);
  server.fails = "lost";
  playOn(study, "8-11");
  await vi.advanceTimersByTimeAsync(1000);
  expect(desk.stored.value).toBe(false);
  playOn(study, "28-24");
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.wishes.map(({ pdn }) => pdn.includes("28-24"))).toEqual([false, false, true]);
  expect([...server.texts.keys()]).toEqual(["one"]);
  expect(server.texts.get("one")!.pdn).toContain("28-24");
  expect(desk.stored.value).toBe(true);
  study.close();
});

test("what the server does not take is kept here, and told", async () => {
  const server = new Server();
  const { desk, study } = await openDesk(server);
  server.fails = new RequestFailed(404, "Withdrawn.");
  playOn(study, "8-11");
  await vi.advanceTimersByTimeAsync(1000);
  expect(desk.notice.value).toContain("Withdrawn.");
  expect(saved.value[0]!.rows.some(([, , value]) => value === "8-11")).toBe(true);
  const before = server.wishes.length;
  for (let more = 0; more * 2000 <= LONGEST_TEXT; more += 1) {
    study.first();
    const { hub } = study.at.value.position.moves("legal")[more % 7]!;
    study.play(hub);
    study.comment("z".repeat(2000));
    const next = study.at.value.position.moves("legal")[more % 5]!;
    study.play(next.hub);
    study.comment("z".repeat(2000));
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.wishes.length).toBe(before);
  expect(desk.stored.value).toBe(false);
  study.close();
});

test("who only looks changes nothing", async () => {
  const server = new Server();
  server.may = "read";
  const { desk, study } = await openDesk(server);
  playOn(study, "8-11");
  study.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(server.wishes).toEqual([]);
  expect(desk.mayWrite.value).toBe(false);
});
