import { expect, test } from "vitest";
import { createFake, type FakeOptions } from "./index.ts";

test.each([
  [{ latency: 5 }, "createFake, latency", 'the nearest known one is "latencyMs"'],
  [{ port: "4010" }, "createFake, port", "a whole number from 0 (a free one) to 65535"],
  [{ port: 99_999 }, "createFake, port", "a whole number from 0 (a free one) to 65535"],
  [{ latencyMs: -1 }, "createFake, latencyMs", "milliseconds from 0 to 600000"],
  [{ rateLimit: "10" }, "createFake, rateLimit", "requests a second"],
  [{ apiKey: "a b" }, "createFake, apiKey", "visible ASCII characters"],
  [{ seed: null }, "createFake, seed", "a whole number or text"],
  [{ faults: "recall-default" }, "createFake, faults", "a list of ids of faults"],
  [{ variant: 1.5 }, "createFake, variant", "choices by name, or a whole number"],
  [{ journal: { max: 5 } }, "createFake, journal.max", "not known"],
  [{ controlHosts: "ci" }, "createFake, controlHosts", "a list of host names"],
])("refuses %j", async (options, place, expected) => {
  const refused = expect(createFake(options as unknown as FakeOptions)).rejects;
  await refused.toThrow(place);
  await refused.toThrow(expected);
});

test("does not show the key that it refuses", async () => {
  await expect(createFake({ apiKey: "wak secret" })).rejects.not.toThrow("secret");
});

test("takes an option that is undefined for none", async () => {
  const unset = {
    port: undefined,
    latencyMs: undefined,
    faults: undefined,
    clock: undefined,
  } as unknown as FakeOptions;
  const fake = await createFake(unset);
  await fake.close();
  expect(fake.apiKey).toMatch(/^wak_/);
});
