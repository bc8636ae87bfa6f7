import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import { isObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { recallOwn } from "./requests.ts";

const document = await loadDocument();
const ID = "m1";

/** A run on a target that finds the memory by these rules; records which recalls had minimum filters. */
function targetRun(isFound: (hasFloors: boolean, recalls: number) => boolean) {
  const floors: boolean[] = [];
  const check = {
    context: { document },
    async call(_operation: string, { body }: { body: unknown }) {
      const hasFloors = isObject(body) && body.filters !== undefined;
      floors.push(hasFloors);
      const hits = isFound(hasFloors, floors.length) ? [{ id: ID }] : [];
      return answeredExchange(200, { success: true, data: { hits, edges: [], scores: [] } });
    },
  } as unknown as CaseContext;
  const attempt = () => recallOwn(check, { query: "what it says" }, ID, "not recalled");
  return { attempt, floors };
}

test("a memory that is missing for the first time is not searched for with minimum filters", async () => {
  const { attempt, floors } = targetRun((_, recalls) => recalls > 1);
  await expect(attempt()).rejects.toThrow(Failure);
  expect((await attempt()).ids).toEqual([ID]);
  expect(floors).toEqual([false, false]);
});

test("minimum filters that a target needs are sent by later recalls", async () => {
  const { attempt, floors } = targetRun((hasFloors) => hasFloors);
  await expect(attempt()).rejects.toThrow(Failure);
  expect((await attempt()).ids).toEqual([ID]);
  const earlierRecalls = floors.length;
  await attempt();
  expect(floors.slice(earlierRecalls)).toEqual([true]);
});

test("a memory that becomes visible in between sets no minimum filters", async () => {
  const { attempt, floors } = targetRun((_, recalls) => recalls > 2);
  await expect(attempt()).rejects.toThrow(Failure);
  expect((await attempt()).ids).toEqual([ID]);
  await attempt();
  expect(floors.at(-1)).toBe(false);
});
