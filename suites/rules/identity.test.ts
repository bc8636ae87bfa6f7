import { expect, test } from "vitest";
import { identityRules } from "./identity.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

/** A created task, with the key of its creator; the caller's own if not given. */
const task = (createdByAgentId: string, workspaceId: string, key: string | null = null) =>
  acceptedEntry({ title: "one" }, { id: `t ${key}`, createdByAgentId, workspaceId }, key);

/** The rule of a requirement at this place among its rules. */
const rule = (requirement: string, index: number) =>
  identityRules.filter((one) => one.requirement === requirement).slice(index);

const judge = (requirement: string, index: number, history: Parameters<typeof verdictOf>[2]) =>
  verdictOf(rule(requirement, index), requirement, history);

test("tasks that are created with one key name one creator, and those of another agent another", () => {
  const agents = "auth.acts-as-agent";
  expect(judge(agents, 0, { "create-task": [task("a1", "w1"), task("a1", "w1")] })).toBe(1);
  expect(judge(agents, 0, { "create-task": [task("a1", "w1"), task("a2", "w1")] })).toBe("broken");
  expect(judge(agents, 1, { "create-task": [task("a1", "w1"), task("a2", "w1", "theirs")] })).toBe(3);
  expect(judge(agents, 1, { "create-task": [task("a1", "w1"), task("a1", "w1", "theirs")] })).toBe("broken");
  expect(judge(agents, 1, { "create-task": [task("a2", "w1")] })).toBe("broken");
});

test("all tasks of a workspace name it, and those of another workspace another", () => {
  const workspaces = "auth.own-workspace";
  const listed = (workspaceId: string) => ({
    "create-task": [task("a1", "w1")],
    "list-tasks": [acceptedEntry({}, [{ id: "t9", workspaceId }])],
  });
  expect(judge(workspaces, 0, listed("w1"))).toBe(1);
  expect(judge(workspaces, 0, listed("w2"))).toBe("broken");
  expect(judge(workspaces, 1, { "create-task": [task("a1", "w1"), task("a3", "w2", "elsewhere")] })).toBe(1);
  expect(judge(workspaces, 1, { "create-task": [task("a1", "w1"), task("a3", "w1", "elsewhere")] })).toBe("broken");
});

test("a verification names the agent and the workspace of the caller's tasks", () => {
  const verified = (agentId: string | null, workspaceId: string) => ({
    "create-task": [task("a1", "w1")],
    "verify-connection": [acceptedEntry({}, { ok: true, agentId, workspaceId })],
  });
  expect(judge("connection.agent", 0, verified("a1", "w1"))).toBe(1);
  expect(judge("connection.agent", 0, verified("a2", "w1"))).toBe("broken");
  expect(judge("connection.agent", 0, verified(null, "w1"))).toBe(0);
  expect(judge("connection.agent", 0, { "verify-connection": [acceptedEntry({}, { ok: false, agentId: "a2" })] })).toBe(
    0,
  );
  expect(judge("connection.workspace", 0, verified("a1", "w2"))).toBe("broken");
});
