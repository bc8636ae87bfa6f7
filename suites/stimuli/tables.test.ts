import { expect, test } from "vitest";
import type { Row } from "../../generators/covering/space.ts";
import { type ReadRequest, requestModel, requestValue } from "../../generators/request-model.ts";
import { loadDocument } from "../../spec/document/document.ts";
import type { Json } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { operationOf } from "../engine/cases/operation-of.ts";
import type { CheckContext } from "../engine/check/check.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { wordOf } from "../models/words.ts";
import { requestOf } from "./row-request.ts";
import { rowsOf } from "./rows.ts";
import type { Table } from "./table.ts";
import { creationTable, tablesOf } from "./tables.ts";

const document = await loadDocument();
/** Words that the run has made up. */
const [first, second, third] = ["one", "two", "three"].map((key) => wordOf({ mark: "mark" }, key));
const fixtures = {
  memberChannel: "c1",
  agent: { id: "a1", identityId: "i1" },
  scope: "s1",
  user: "u1",
  otherAgent: { apiKey: "theirs", id: "a2", channel: "c3" },
};

/** The tables of a run that has made one resource of each kind. */
function tables(readOnly = false): readonly Table[] {
  const resources: Record<string, Json> = {
    "create-task": {
      id: "t1",
      title: `mark ${first} ${second}`,
      description: String(third),
      status: "todo",
      identifier: "T-1",
    },
    "send-message": {
      id: "m1",
      content: `mark ${first} ${second}`,
      channelId: "c1",
      createdAt: "2026-01-01T00:00:00Z",
    },
    remember: { id: "k1", content: `mark ${first} ${second}`, metadata: { tags: ["one"], topic: "x", count: 1 } },
  };
  const history = (operation: string): readonly HistoryEntry[] => {
    const data = resources[operation];
    if (data === undefined) return [];
    const input = { operation, parameters: {}, body: {} };
    return [
      {
        input,
        otherKey: null,
        isOwn: true,
        isComplete: true,
        exchange: answeredExchange(200, { success: true, data }),
      },
    ];
  };
  const context = {
    document,
    mark: "mark",
    budget: "standard",
    seed: 1,
    readOnly,
    target: { apiKey: "ours", fixtures },
  };
  const operation = (id: string) => operationOf(document, id);
  const check = { context, history, operation } as unknown as CheckContext;
  return [...(readOnly ? [] : [creationTable(check)]), ...tablesOf(check, new Set(["t1", "m1"]))];
}

const context = { mark: "mark" } as unknown as CheckContext["context"];

/** The first rows of a table, as requests, with what each breaks of the document. */
function requests(table: Table, count = 60) {
  const operation = operationOf(document, table.operation);
  const { judge }: ReadRequest = requestModel(document, operation).rules;
  const all: { readonly row: Record<string, string>; readonly sent: Json; readonly broken: unknown }[] = [];
  let nth = 0;
  for (const row of rowsOf(table, 1)) {
    nth += 1;
    if (nth > count) break;
    const request = requestOf(context, operation, table, row, nth);
    if (request === null) continue;
    const sent = requestValue({ operation: operation.id, ...request.input });
    all.push({ row, sent, broken: judge(sent) });
  }
  return all;
}

test("the requests of every operation are valid", () => {
  const broken = tables()
    .filter(({ alteration }) => alteration === undefined)
    .flatMap((table) => requests(table).filter((one) => JSON.stringify(one.broken) !== "[]"));
  expect(broken).toEqual([]);
});

test("a task's title and description share no generated word but the mark", () => {
  const creations = tables().find(({ operation }) => operation === "create-task");
  const bodies = creations === undefined ? [] : requests(creations).map(({ sent }) => Object(sent).body);
  const shared = bodies.filter(({ description }) => description !== undefined).flatMap(sharedWords);
  expect(new Set(shared)).toEqual(new Set(["mark"]));
});

function sharedWords({ title, description }: { readonly title: string; readonly description: string }): string[] {
  const generated = (text: string): string[] => text.match(/mark|(?<![a-z])[a-z]{12}(?![a-z])/gu) ?? [];
  return generated(title).filter((word) => generated(description).includes(word));
}

test("all operations have rows except those of files and tokens, and only reads in a read-only run", () => {
  const all = tables().filter(({ isWithoutEffect }) => isWithoutEffect !== true);
  expect(all.map((table) => [table.operation, requests(table).length > 2])).toEqual(
    [
      ...["create-task", "block-task", "send-message", "release-task", "remember", "flag-needs-human"],
      ...["list-tasks", "search-memories", "search-messages", "get-messages", "recall", "bootstrap-context"],
    ].map((operation) => [operation, true]),
  );
  const reads = tables(true).filter(({ isWithoutEffect }) => isWithoutEffect !== true);
  expect(reads.map(({ operation }) => operation)).toEqual([
    "list-tasks",
    "search-memories",
    "search-messages",
    "get-messages",
    "recall",
    "bootstrap-context",
  ]);
});

test("filters have values that resources of the run have, and ones that none has", () => {
  const listed = tables().find(({ operation }) => operation === "list-tasks");
  const texts = listed === undefined ? [] : requests(listed, 90).map(({ sent }) => Object(sent).parameters.text);
  for (const text of [first, second, third, `${first} ${second}`, third?.toUpperCase(), "T-1", "mark"])
    expect(texts).toContain(text);
});

test("a row of more than two levels has at most one value that its resource does not have", () => {
  const listed = tables().find(({ operation }) => operation === "list-tasks");
  const widestLevels: Record<string, string> = {
    text: "the word of the run",
    limit: "100",
    caller: "the caller",
    sent: "once",
  };
  const isWide = (row: Row) =>
    Object.entries(row).filter(([name, level]) => level !== (widestLevels[name] ?? "absent")).length <= 2;
  const rows = listed === undefined ? [] : [...rowsOf(listed, 1)].filter((row) => !isWide(row));
  const filters = ["status", "priority", "assigneeAgent", "assigneeUser", "channel"];
  const mismatches = rows.map((row) => filters.filter((name) => !["absent", "its own"].includes(String(row[name]))));
  expect(rows.length).toBeGreaterThan(100);
  expect(Math.max(...mismatches.map(({ length }) => length))).toBe(1);
  for (const name of filters) expect(mismatches.flat()).toContain(name);
});

test("levels without their fixture are left out and reported", () => {
  const lacking = tables().flatMap(({ factors }) =>
    factors.flatMap(({ levels }) => levels.flatMap(({ missingFixture }) => missingFixture ?? [])),
  );
  expect(new Set(lacking)).toEqual(
    new Set(["secondMemberChannel", "foreignChannel", "secondScope", "unreadableScope", "ownedAgent"]),
  );
});
