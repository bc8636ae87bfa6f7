import { expect, test } from "vitest";
import { createFake, type FakeOptions } from "./index.ts";
import { startFake } from "./testing.ts";

test.each([
  [{ latency: 5 }, "createFake, latency", 'did you mean "latencyMs"'],
  [{ port: "4010" }, "createFake, port", "a whole number from 0 (a free one) to 65535"],
  [{ port: 99_999 }, "createFake, port", "a whole number from 0 (a free one) to 65535"],
  [{ latencyMs: -1 }, "createFake, latencyMs", "milliseconds from 0 to 600000"],
  [{ rateLimit: "10" }, "createFake, rateLimit", "requests a second"],
  [{ apiKey: "a b" }, "createFake, apiKey", "visible ASCII characters"],
  [{ seed: null }, "createFake, seed", "a whole number or text"],
  [{ mutants: "accept@create-task.body.title.maxLength" }, "createFake, mutants", "a list of ids of mutants"],
  [{ variant: 1.5 }, "createFake, variant", "choices by name, or a whole number"],
  [{ journal: { max: 5 } }, "createFake, journal.max", "unknown key"],
  [{ controlHosts: "ci" }, "createFake, controlHosts", "a list of host names"],
  [{ urlLifetimeMs: 1e300 }, "createFake, urlLifetimeMs", "milliseconds from 0 to 1000000000000"],
  [{ clock: { virtal: true } }, "createFake, clock.virtal", 'did you mean "virtual"'],
  [{ clock: 5 }, "createFake, clock: 5", "a clock with the functions now, advance and set"],
  [{ clock: null }, "createFake, clock: null", "such as { startAt, virtual }"],
  [{ clock: new Date(0) }, 'createFake, clock: "1970-01-01T00:00:00.000Z"', "such as { startAt, virtual }"],
  [{ clock: { startAt: "soon" } }, 'createFake, clock.startAt: "soon"', "ISO 8601 such as 2026-01-31T12:00:00Z"],
  [{ clock: { startAt: "2026-02-30" } }, 'createFake, clock.startAt: "2026-02-30"', "from 1970 to the year 9999"],
  [{ clock: { startAt: "1969-12-31" } }, 'createFake, clock.startAt: "1969-12-31"', "from 1970 to the year 9999"],
  [{ clock: { startAt: 1e18 } }, "createFake, clock.startAt: 1000000000000000000", "milliseconds since 1970"],
  [{ clock: { startAt: Number.NaN } }, "createFake, clock.startAt: NaN", "milliseconds since 1970"],
  [{ clock: { startAt: new Date("soon") } }, "createFake, clock.startAt: an invalid date", "or a Date"],
  [{ clock: { now: () => 0, set: () => {} } }, "createFake, clock.advance: undefined", "a function"],
  [{ embed: 5 }, "createFake, embed: 5", "a function"],
  [{ progress: "all" }, 'createFake, progress: "all"', "a function"],
  [{ extensions: [() => ({}), {}] }, "createFake, extensions.1: {}", "a function"],
  [5, "createFake, as a whole: 5", "a map"],
])("rejects %j", async (options, place, expected) => {
  const rejected = expect(createFake(options as unknown as FakeOptions)).rejects;
  await rejected.toThrow(place);
  await rejected.toThrow(expected);
});

test.each([
  ["ISO 8601", "2026-01-01T01:00:00+01:00"],
  ["a date alone", "2026-01-01"],
  ["milliseconds", Date.UTC(2026, 0, 1)],
  ["a Date", new Date("2026-01-01T00:00:00Z")],
])("starts the clock at an instant given as %s, and a reset goes back there", async (_form, startAt) => {
  const fake = await startFake({ clock: { virtual: true, startAt } });
  fake.advanceClock({ days: 1 });
  fake.reset();
  expect(fake.control.clock.now()).toBe("2026-01-01T00:00:00.000Z");
});

test("takes a clock of the user's own, of a class as well", async () => {
  class Clock {
    instant = 1000;
    now() {
      return this.instant;
    }
    advance(milliseconds: number) {
      this.instant += milliseconds;
    }
    set(instant: number) {
      this.instant = instant;
    }
  }
  const fake = await startFake({ clock: new Clock() });
  fake.advanceClock(500);
  expect(fake.control.clock.now()).toBe("1970-01-01T00:00:01.500Z");
});

test("does not show the key that it rejects", async () => {
  await expect(createFake({ apiKey: "wak secret" })).rejects.not.toThrow("secret");
});

test("takes an option that is undefined for none", async () => {
  const unset = {
    port: undefined,
    latencyMs: undefined,
    mutants: undefined,
    clock: { startAt: undefined, virtual: undefined },
    embed: undefined,
  } as unknown as FakeOptions;
  const fake = await createFake(unset);
  await fake.close();
  expect(fake.apiKey).toMatch(/^wak_/);
});
