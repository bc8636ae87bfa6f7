import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import { shareLetterPair } from "../../models/shared-letters.ts";
import type { Check, RunContext, Suite } from "../check/check.ts";
import { checksOfSecondCaller, secondCallerContext } from "./second-caller-checks.ts";

const document = await loadDocument();

const ALL: Fixtures = {
  agent: { id: "agent-1", identityId: "identity-1" },
  memberChannel: "channel-1",
  secondMemberChannel: "channel-2",
  scope: "scope-1",
  user: "user-1",
  otherAgent: { apiKey: "theirs", id: "agent-2", channel: "channel-3" },
};

function contextOf(fixtures: Fixtures, others: Partial<RunContext> = {}): RunContext {
  const target = { baseUrl: "http://127.0.0.1:1", apiKey: "ours", fixtures };
  const mark = "abcdefghijkl";
  return { document, target, mark, budget: "standard", readOnly: false, ...others } as unknown as RunContext;
}

const check = (requirement: string, fields: Partial<Check> = {}): Check => ({
  requirement,
  name: "one way",
  operations: ["send-message"],
  fixtures: [],
  writes: true,
  run: async () => {},
  ...fields,
});

const suiteOf = (...checks: readonly Check[]): Suite => ({ checks: () => checks });

test("gives the second caller its own key, channel and mark, and the shared fixtures", () => {
  const context = contextOf(ALL);
  const secondContext = secondCallerContext(context);
  expect(secondContext?.target.apiKey).toBe("theirs");
  expect(secondContext?.target.fixtures).toEqual({
    agent: { id: "agent-2" },
    memberChannel: "channel-3",
    otherAgent: { apiKey: "ours", id: "agent-1" },
    scope: "scope-1",
    user: "user-1",
  });
  expect(secondContext?.mark).toMatch(/^[a-z]{12}$/);
  expect(shareLetterPair(secondContext?.mark ?? "", context.mark)).toBe(false);
  expect(secondCallerContext(context)?.mark).toBe(secondContext?.mark);
});

test.each([
  ["no other agent", contextOf({ ...ALL, otherAgent: {} })],
  ["a smoke run", contextOf(ALL, { budget: "smoke" })],
  ["a run that may only read", contextOf(ALL, { readOnly: true })],
])("has no second caller with %s", (_why, context) => {
  expect(secondCallerContext(context)).toBeNull();
});

test("selects checks whose fixtures the second caller has, and none that creates tasks in a standard run", () => {
  const context = contextOf(ALL);
  const secondContext = secondCallerContext(context);
  if (secondContext === null) throw new Error("there is another agent");
  const suite = suiteOf(
    check("messages.send.succeeds"),
    check("messages.get.channel", { fixtures: ["memberChannel", "secondMemberChannel"] }),
    check("memories.expiry.status", { waitsForTime: true }),
    check("files.flow.attach", { operations: ["create-task"] }),
    check("tasks.create.title", { operations: ["create-task"] }),
    check("auth.scheme"),
  );
  const chosen = (budget: RunContext["budget"]) =>
    checksOfSecondCaller({ ...secondContext, budget }, [suite]).map(({ requirement, name }) => [requirement, name]);
  expect(chosen("standard")).toEqual([["messages.send.succeeds", "one way, as another agent"]]);
  expect(chosen("thorough").map(([requirement]) => requirement)).toEqual([
    "messages.send.succeeds",
    "files.flow.attach",
    "tasks.create.title",
  ]);
});
