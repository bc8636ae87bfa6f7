import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document.ts";
import type { Json } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CallOptions, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { sweepCheck } from "./sweep.ts";

const fixtures = { memberChannel: "c1", otherAgent: { apiKey: "theirs", id: "a2" } };

/** What a sweep asks of a target with these answers. */
async function sweptBy(answer: (operation: string, parameters: Record<string, Json>) => Json) {
  const asked: { operation: string; parameters: Record<string, Json>; apiKey?: string | null }[] = [];
  const world = { document: await loadDocument(), mark: "mark", budget: "smoke", seed: 1, target: { fixtures } };
  const check = {
    world,
    call: async (operation: string, input: { parameters?: Record<string, Json> } = {}, options: CallOptions = {}) => {
      const parameters = input.parameters ?? {};
      asked.push({ operation, parameters, ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }) });
      return answeredExchange(200, { success: true, data: answer(operation, parameters) });
    },
  } as unknown as CheckContext;
  await expect(sweepCheck().run(check)).rejects.toBeInstanceOf(StoodAside);
  return asked;
}

test("reads tasks for both agents, and those of the other one for the caller", async () => {
  const asked = await sweptBy(() => ({}));
  const lists = asked.filter(({ operation }) => operation === "list-tasks");
  expect(lists.map(({ apiKey, parameters }) => [apiKey ?? "own", parameters.assigneeAgent ?? "any"])).toEqual([
    ["own", "any"],
    ["theirs", "any"],
    ["own", "a2"],
  ]);
});

test("reads a channel back to where it begins, and a search on to where it ends", async () => {
  const asked = await sweptBy((operation, { before, cursor }) => {
    if (operation === "get-messages") {
      const messages = [
        { id: "2", createdAt: "2026-01-02" },
        { id: "1", createdAt: "2026-01-01" },
      ];
      return before === undefined ? { messages, hasMore: true } : { messages: [], hasMore: false };
    }
    return operation === "search-memories" ? { hits: [], nextCursor: cursor === undefined ? "next" : null } : {};
  });
  expect(
    asked.flatMap(({ operation, parameters }) => (operation === "get-messages" ? [parameters.before] : [])),
  ).toContain("1");
  const searched = asked.filter(({ operation }) => operation === "search-memories");
  expect(searched.map(({ parameters }) => parameters.cursor)).toEqual([undefined, "next"]);
});
