import { expect, it, vi } from "vitest";
import type { EventShown } from "../../src/generated/messages";
import { events } from "../../src/net/events";
import { Following } from "../../src/screens/events/following";

vi.mock("../../src/net/events", () => ({ events: { show: vi.fn<() => Promise<unknown>>() } }));
vi.mock("../../src/net/server", () => ({ connection: {} }));
vi.mock("../../src/screens/home/begin", () => ({ sentenceOf: String }));

it("asks for the event at once: whoever connects before would be another guest", async () => {
  const shown = { seq: 3, entrants: [] } as unknown as EventShown;
  vi.mocked(events.show).mockResolvedValue(shown);
  const told = vi.fn<(event: EventShown | null, failed: string) => void>();
  const asked = new Following("e", told).refresh();
  expect(events.show).toHaveBeenCalledWith("e");
  await asked;
  expect(told).toHaveBeenCalledWith(shown, "");
});
