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

test("the other agent has its own key, channel and mark, and of the rest what is both's", () => {
  const context = contextOf(ALL);
  const side = secondCallerContext(context);
  expect(side?.target.apiKey).toBe("theirs");
  expect(side?.target.fixtures).toEqual({
    agent: { id: "agent-2" },
    memberChannel: "channel-3",
    otherAgent: { apiKey: "ours", id: "agent-1" },
    scope: "scope-1",
    user: "user-1",
  });
  expect(side?.mark).toMatch(/^[a-z]{12}$/);
  expect(shareLetterPair(side?.mark ?? "", context.mark)).toBe(false);
  expect(secondCallerContext(context)?.mark).toBe(side?.mark);
});

test.each([
  ["no other agent", contextOf({ ...ALL, otherAgent: {} })],
  ["a smoke run", contextOf(ALL, { budget: "smoke" })],
  ["a run that may only read", contextOf(ALL, { readOnly: true })],
])("there is no other side with %s", (_why, context) => {
  expect(secondCallerContext(context)).toBeNull();
});

test("it looks at what needs no more than it has, and makes no tasks in a standard run", () => {
  const context = contextOf(ALL);
  const side = secondCallerContext(context);
  if (side === null) throw new Error("there is another agent");
  const suite = suiteOf(
    check("messages.send.succeeds"),
    check("messages.get.channel", { fixtures: ["memberChannel", "secondMemberChannel"] }),
    check("memories.expiry.status", { waits: true }),
    check("files.flow.attach", { operations: ["create-task"] }),
    check("tasks.create.title", { operations: ["create-task"] }),
    check("auth.scheme"),
  );
  const chosen = (budget: RunContext["budget"]) =>
    checksOfSecondCaller({ ...side, budget }, [suite]).map(({ requirement, name }) => [requirement, name]);
  expect(chosen("standard")).toEqual([["messages.send.succeeds", "one way, as another agent"]]);
  expect(chosen("thorough").map(([requirement]) => requirement)).toEqual([
    "messages.send.succeeds",
    "files.flow.attach",
    "tasks.create.title",
  ]);
});
