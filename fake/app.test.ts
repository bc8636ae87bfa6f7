import { expect, onTestFinished, test, vi } from "vitest";
import { createClock } from "./runtime/clock.ts";
import { startFake } from "./testing.ts";

test("a gate that rejects a request as the client's mistake gets a response in the envelope, with 400", async () => {
  const rejecting = () => ({
    gates: [
      async () => {
        throw Object.assign(new Error("not on Sundays"), { status: 400 });
      },
    ],
  });
  const fake = await startFake({ extensions: [rejecting] });
  const rejected = { status: 400, body: { error: { message: "not on Sundays" }, meta: expect.anything() } };
  expect(await fake.get("list-tasks")).toMatchObject({ ...rejected, code: "invalid_input" });
  expect(await fake.post("recall", { query: "x" })).toMatchObject({ ...rejected, code: "VALIDATION_ERROR" });
});

test.each([
  ["throws", () => expect.fail("no time")],
  ["gives none", () => Number.NaN],
])("a clock that %s ends in no page of HTML", async (_how, broken) => {
  const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const clock = createClock();
  let now = clock.now;
  const fake = await startFake({ clock: { ...clock, now: () => now() } });
  now = broken;
  const response = await fetch(`${fake.baseUrl}/v1/agent/list-tasks`);
  expect(warned).toHaveBeenCalled();
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    success: false,
    error: { code: "internal_error", message: expect.stringMatching(/^The fake failed: /) },
  });
});
