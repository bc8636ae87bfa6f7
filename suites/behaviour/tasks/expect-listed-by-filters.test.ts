import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectListedByFilters } from "./expect-listed-by-filters.ts";

const document = await loadDocument();
const FULL = numberAt(parameterSchema(document, "list-tasks", "limit"), "maximum") ?? 0;

const TASK = { id: "t1", identifier: "OPS-1", status: "todo", priority: "high", channelId: "c1" };
const ROLES = ["status", "priority", "channel"] as const;
/** The response to the creation of a task of the caller. */
const OWN = answeredExchange(200, { success: true, data: { id: "own", identifier: "OPS-9" } });

/** Returns the judged filters on a target that lists these tasks, or "broken"; `listed` returns null to reject. */
async function judgedFilters(listed: (parameters: JsonObject) => readonly string[] | null, memberChannel = "c1") {
  const context = { document, target: { fixtures: { memberChannel } } };
  const call = async (_: string, { parameters }: { parameters: JsonObject }) => {
    const ids = listed(parameters);
    return ids === null
      ? answeredExchange(400, { success: false, error: { code: "invalid_input", message: "no" } })
      : answeredExchange(200, { success: true, data: ids.map((id) => ({ id })) });
  };
  try {
    const check = { context, call, baseline: async () => ({ exchange: OWN }), eventually };
    return await expectListedByFilters(check as unknown as CaseContext, TASK, ROLES, "a task");
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

/** Retries once. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch(attempt);
}

const others = (count: number) => Array.from({ length: count }, (_, place) => `other ${place}`);

test("each filter is judged alone and together with the identifier", async () => {
  expect(await judgedFilters(() => ["t1"])).toEqual(ROLES.flatMap((role) => [role, role]));
  // If a search does not find the task by its identifier, that search with a filter proves nothing either.
  expect(await judgedFilters(({ text }) => (text === undefined ? ["t1"] : []))).toEqual(ROLES);
});

test("a search by identifier that misses the task fails if it finds the caller's own task", async () => {
  const finding = (count: number) =>
    judgedFilters(({ text }) => (text === undefined ? ["t1"] : text === "OPS-9" ? ["own"] : others(count)));
  expect(await finding(FULL - 1)).toBe("broken");
  expect(await finding(FULL)).toEqual(ROLES);
});

test("the search for the caller's own task is retried, since an index may lag", async () => {
  let requests = 0;
  const late = judgedFilters(({ text }) => {
    if (text === undefined) return ["t1"];
    if (text !== "OPS-9") return [];
    requests += 1;
    return requests > 1 ? ["own"] : [];
  });
  expect(await late).toBe("broken");
});

test("a filter that omits the task fails, unless the listing is full", async () => {
  const without = (count: number) => judgedFilters(({ priority }) => (priority === undefined ? ["t1"] : others(count)));
  expect(await without(FULL - 1)).toBe("broken");
  expect(await without(FULL)).toEqual(["status", "status", "channel", "channel"]);
});

test("a filter that hides the task only together with its identifier fails", async () => {
  const isBoth = ({ status, text }: JsonObject) => status !== undefined && text !== undefined;
  expect(await judgedFilters((parameters) => (isBoth(parameters) ? [] : ["t1"]))).toBe("broken");
});

test("neither a channel of others nor a rejected filter is judged", async () => {
  expect(await judgedFilters(() => ["t1"], "c2")).not.toContain("channel");
  expect(await judgedFilters(({ status }) => (status === undefined ? ["t1"] : null))).not.toContain("status");
});
