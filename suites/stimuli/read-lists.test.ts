import { expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import type { Json } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { CallOptions, CheckContext } from "../engine/check/check.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { acceptedEntry } from "../rules/testing/entries.ts";
import { readAfter } from "./read-lists.ts";

const fixtures = { memberChannel: "c1", otherAgent: { apiKey: "theirs", id: "a2" } };

/** Returns the requests that reads send to a target with these responses. */
async function requestsOfReads(
  response: (operation: string, parameters: Record<string, Json>) => Json,
  history: Readonly<Record<string, readonly HistoryEntry[]>> = {},
) {
  const requests: { operation: string; parameters: Record<string, Json>; apiKey?: string | null }[] = [];
  const context = { document: await loadDocument(), mark: "mark", budget: "smoke", seed: 1, target: { fixtures } };
  const check = {
    context,
    history: (operation: string) => history[operation] ?? [],
    call: async (operation: string, input: { parameters?: Record<string, Json> } = {}, options: CallOptions = {}) => {
      const parameters = input.parameters ?? {};
      requests.push({ operation, parameters, ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }) });
      return answeredExchange(200, { success: true, data: response(operation, parameters) });
    },
  } as unknown as CheckContext;
  await readAfter(check, new Set(["list-tasks", "get-messages", "search-messages", "search-memories", "recall"]));
  return requests;
}

test("reads the tasks of both agents, and those assigned to the other agent as the caller", async () => {
  const requests = await requestsOfReads(() => ({}));
  const lists = requests.filter(({ operation }) => operation === "list-tasks");
  expect(lists.map(({ apiKey, parameters }) => [apiKey ?? "own", parameters.assigneeAgent ?? "any"])).toEqual([
    ["own", "any"],
    ["theirs", "any"],
    ["own", "a2"],
  ]);
});

test("reads a channel back to its beginning, and a search to its end", async () => {
  const requests = await requestsOfReads((operation, { before, cursor }) => {
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
    requests.flatMap(({ operation, parameters }) => (operation === "get-messages" ? [parameters.before] : [])),
  ).toContain("1");
  const searched = requests.filter(
    ({ operation, parameters }) =>
      operation === "search-memories" && Object.keys(parameters).every((name) => ["limit", "cursor"].includes(name)),
  );
  expect(searched.map(({ parameters }) => parameters.cursor)).toEqual([undefined, "next"]);
});

test("searches for memories of other statuses by their known values except the status", async () => {
  const shown = { status: "superseded", kind: "fact", scope_id: "s1", content: "What a superseded memory says" };
  const requests = await requestsOfReads(() => ({}), {
    "search-memories": [acceptedEntry({ status: "superseded" }, { hits: [shown] })],
  });
  const others = requests.filter(({ parameters }) => parameters.text === "superseded");
  expect(others.map(({ parameters: { status, kind, scope } }) => ({ status, kind, scope }))).toEqual([
    { status: undefined, kind: "fact", scope: "s1" },
  ]);
});
