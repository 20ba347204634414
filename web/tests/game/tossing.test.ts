// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { witnessedOf } from "../../src/game/commitments";
import { checksOf, verdictOf } from "../../src/game/lots";
import { toss } from "../../src/game/tossing";
import { keepToss, TossedGame, tossOf } from "../../src/net/tosses";
import { FakeSource, stateOf } from "./views";

it("tosses on this device so that the same checks confirm it (E5)", () => {
  const tossed = toss("k3v9q2m7x4");
  const { drawn, open, side } = tossed;
  expect(open.seed).toBe("");
  keepToss("local1", tossed);
  const names = ["Anna", "crownhead 3"];
  const [black, white] = side === "black" ? names : names.toReversed();
  const seats = witnessedOf("local1", drawn)!.seats!;
  expect(seats).toEqual([1]);
  const you = [side];
  const applied = { black: black!, white: white!, names, you, seats, card: null, people: 1 };
  const checks = checksOf(drawn, witnessedOf("local1", drawn), applied, []);
  expect(checks.map(({ finding }) => finding)).toEqual(Array.from({ length: 6 }, () => "good"));
  const other = { ...applied, black: applied.white, white: applied.black };
  expect(verdictOf(checksOf(drawn, witnessedOf("local1", drawn), other, []))).toBe("bad");
});

it("gives both sides to either, as it falls", () => {
  const fallen = Array.from({ length: 64 }, () => toss("x").side);
  expect(new Set(fallen)).toEqual(new Set(["white", "black"]));
});

it("is shown before the game the first time, and with it from then on", async () => {
  const tossed = toss("k3v9q2m7x4");
  keepToss("local2", tossed);
  const source = new FakeSource();
  source.state.value = stateOf("two-routes");
  const game = new TossedGame(source, "local2", tossOf("local2")!);
  expect(game.state.value).toMatchObject({ you: [], view: { phase: "lots", lots: [tossed.open] } });
  await game.act({ kind: "contribute", text: tossed.own });
  expect(source.acts).toEqual([]);
  expect(game.state.value).toMatchObject({
    you: ["white"],
    view: { phase: "playing", lots: [tossed.drawn] },
  });
  const again = new TossedGame(source, "local2", tossOf("local2")!);
  expect(again.state.value?.view.phase).toBe("playing");
});

it("is shown once with a game whose source shows it, too", () => {
  const tossed = toss("k3v9q2m7x4");
  keepToss("local3", tossed);
  const source = new FakeSource();
  source.state.value = stateOf("two-routes", { lots: [tossed.drawn] });
  const game = new TossedGame(source, "local4", tossOf("local3")!);
  expect(game.state.value?.view.lots).toEqual([tossed.drawn]);
});
