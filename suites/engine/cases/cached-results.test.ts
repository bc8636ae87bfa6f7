import { expect, test } from "vitest";
import type { RunContext } from "../check/check.ts";
import { cachedAtFirst, cachedPerRun } from "./cached-results.ts";

function recordedRun() {
  const check = { context: {} as RunContext };
  const requestedKeys: string[] = [];
  const request = async (_check: typeof check, word: string) => requestedKeys.push(word);
  return { check, requestedKeys, request, cached: cachedPerRun((word: string) => word, request) };
}

test("requests the result of each key once", async () => {
  const { check, requestedKeys, cached } = recordedRun();
  for (const word of ["one", "one", "two"]) await cached(check, word);
  expect(requestedKeys).toEqual(["one", "two"]);
});

test("caches results for each run separately", async () => {
  const { check, requestedKeys, cached } = recordedRun();
  await cached(check, "one");
  await cached({ context: {} as RunContext }, "one");
  expect(requestedKeys).toEqual(["one", "one"]);
});

test("requests each key once more when an attempt is repeated", async () => {
  const { check, requestedKeys, request, cached } = recordedRun();
  await cached(check, "one");
  const send = cachedAtFirst(cached, request);
  for (const word of ["one", "two", "one", "two"]) await send(check, word);
  expect(requestedKeys).toEqual(["one", "two", "one", "two"]);
});
