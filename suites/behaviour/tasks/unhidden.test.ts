import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectUnhidden } from "./unhidden.ts";

const document = await loadDocument();
const FULL = numberAt(parameterSchema(document, "list-tasks", "limit"), "maximum") ?? 0;

const TASK = { id: "t1", identifier: "OPS-1", status: "todo", priority: "high", channelId: "c1" };
const ROLES = ["status", "priority", "channel"] as const;
/** The response to the making of a task of the caller's. */
const OWN = answeredExchange(200, { success: true, data: { id: "own", identifier: "OPS-9" } });

/** What is looked at, and found, on a target that lists these tasks; null where it rejects. */
async function lookedAt(listed: (parameters: JsonObject) => readonly string[] | null, memberChannel = "c1") {
  const context = { document, target: { fixtures: { memberChannel } } };
  const call = async (_: string, { parameters }: { parameters: JsonObject }) => {
    const ids = listed(parameters);
    return ids === null
      ? answeredExchange(400, { success: false, error: { code: "invalid_input", message: "no" } })
      : answeredExchange(200, { success: true, data: ids.map((id) => ({ id })) });
  };
  try {
    const check = { context, call, baseline: async () => ({ exchange: OWN }), eventually };
    return await expectUnhidden(check as unknown as CaseContext, TASK, ROLES, "a task");
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

/** A patience of two attempts. */
async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch(attempt);
}

const others = (count: number) => Array.from({ length: count }, (_, place) => `other ${place}`);

test("a task that each filter lists is looked at alone, and beside its identifier", async () => {
  expect(await lookedAt(() => ["t1"])).toEqual(ROLES.flatMap((role) => [role, role]));
  // Where a search does not find it by its identifier, that search proves nothing beside a filter either.
  expect(await lookedAt(({ text }) => (text === undefined ? ["t1"] : []))).toEqual(ROLES);
});

test("a search by its identifier hides the task where it finds the caller's own by theirs", async () => {
  const finding = (count: number) =>
    lookedAt(({ text }) => (text === undefined ? ["t1"] : text === "OPS-9" ? ["own"] : others(count)));
  expect(await finding(FULL - 1)).toBe("broken");
  expect(await finding(FULL)).toEqual(ROLES);
});

test("the caller's own task is looked for again, as a search may come to know of it late", async () => {
  let asked = 0;
  const late = lookedAt(({ text }) => {
    if (text === undefined) return ["t1"];
    if (text !== "OPS-9") return [];
    asked += 1;
    return asked > 1 ? ["own"] : [];
  });
  expect(await late).toBe("broken");
});

test("a filter that leaves the task out hides it, unless the listing is full", async () => {
  const without = (count: number) => lookedAt(({ priority }) => (priority === undefined ? ["t1"] : others(count)));
  expect(await without(FULL - 1)).toBe("broken");
  expect(await without(FULL)).toEqual(["status", "status", "channel", "channel"]);
});

test("a filter that hides the task beside its identifier alone hides it", async () => {
  const isBoth = ({ status, text }: JsonObject) => status !== undefined && text !== undefined;
  expect(await lookedAt((parameters) => (isBoth(parameters) ? [] : ["t1"]))).toBe("broken");
});

test("neither a channel of others nor a filter that is rejected is looked at", async () => {
  expect(await lookedAt(() => ["t1"], "c2")).not.toContain("channel");
  expect(await lookedAt(({ status }) => (status === undefined ? ["t1"] : null))).not.toContain("status");
});
