// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import english from "../../src/generated/openings/english.json";
import { followOpening, openingOf } from "../../src/game/openings";
import { Session } from "../../src/game/session";
import type { Ply } from "../../src/game/source";
import { FakeSource, stateOf } from "./views";

const START = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
/** After 9-13: Edinburgh. */
const EDINBURGH = "bbbbbbbbebbbbeeeeeeewwwwwwwwwwww";
/** After a move that has no name of its own. */
const BEYOND = "bbbbbbbbebbbbeeeeeeeewwwwwwwwwww";

beforeAll(() => vi.stubGlobal("fetch", () => Promise.resolve(Response.json(english))));

function stand(board: string, turn: "white" | "black"): Pick<Ply, "board" | "turn"> {
  return { board, turn };
}

const line = [stand(START, "black"), stand(EDINBURGH, "white"), stand(BEYOND, "black")];

it("is the last one that the line has reached", async () => {
  expect(openingOf("english", line)).toBeNull();
  await vi.waitFor(() => expect(openingOf("english", line)?.en).toBe("Edinburgh"));
  expect(openingOf("english", line.slice(0, 1))).toBeNull();
  // The same pieces with the other side to move are another position.
  expect(openingOf("english", [stand(EDINBURGH, "black")])).toBeNull();
  expect(openingOf("turkish", line)).toBeNull();
});

it("goes with the game, back where it goes back, and to the position that is looked at", async () => {
  const source = new FakeSource();
  const session = new Session(source);
  const stop = followOpening(session);
  const at = (ply: number): void => {
    const { board, turn } = line[ply]!;
    source.state.value = stateOf("majority", { variant: "english", board, turn, ply }, ply + 1);
  };
  at(0);
  expect(session.opening.value).toBeNull();
  at(1);
  await vi.waitFor(() => expect(session.opening.value?.en).toBe("Edinburgh"));
  at(2);
  expect(session.opening.value?.en).toBe("Edinburgh");
  session.past.value = { plies: line as unknown as Ply[], at: 0 };
  expect(session.opening.value).toBeNull();
  session.past.value = null;
  at(0);
  expect(session.opening.value).toBeNull();
  stop();
  session.close();
});

it("is asked for once where the game is opened in its middle", async () => {
  const source = new FakeSource();
  const history = vi.spyOn(source, "history").mockResolvedValue(line as unknown as Ply[]);
  const session = new Session(source);
  const stop = followOpening(session);
  for (const ply of [2, 3, 4]) {
    const { board, turn } = line[2]!;
    source.state.value = stateOf("majority", { variant: "english", board, turn, ply }, ply + 1);
  }
  await vi.waitFor(() => expect(session.opening.value?.en).toBe("Edinburgh"));
  expect(history).toHaveBeenCalledTimes(1);
  stop();
  session.close();
});
