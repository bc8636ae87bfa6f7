import { expect, test } from "vitest";
import { otherWorkspaceRules } from "./other-workspace.ts";
import { acceptedEntry, MARK, verdictOf } from "./testing/entries.ts";

test("reports a resource of the caller in a list of another workspace, and accepts equal ids", () => {
  const title = `${MARK} in a title`;
  const history = (shown: string) => ({
    "create-task": [acceptedEntry({ title }, { id: "1" })],
    "list-tasks": [acceptedEntry({}, [{ id: "1", title: shown }], "elsewhere")],
  });
  expect(verdictOf(otherWorkspaceRules, "isolation.list-tasks", history("another title of their own"))).toBe(1);
  expect(verdictOf(otherWorkspaceRules, "isolation.list-tasks", history(title))).toBe("broken");
  const theirs = {
    "create-task": [acceptedEntry({ title: "said by anybody" }, { id: "1" })],
    "list-tasks": [acceptedEntry({}, [{ title: "said by anybody" }], "elsewhere")],
  };
  expect(verdictOf(otherWorkspaceRules, "isolation.list-tasks", theirs)).toBe(0);
});

test("reports a resource of another workspace in a list of the caller", () => {
  const rules = otherWorkspaceRules.filter(
    ({ name }) => name === "nothing of another workspace is shown to the caller",
  );
  const title = `${MARK} in a title of theirs`;
  const history = (shown: string) => ({
    "create-task": [acceptedEntry({ title }, { id: "1" }, "elsewhere")],
    "list-tasks": [acceptedEntry({}, [{ id: "1", title: shown }])],
  });
  expect(verdictOf(rules, "isolation.list-tasks", history("a title of ours"))).toBe(1);
  expect(verdictOf(rules, "isolation.list-tasks", history(title))).toBe("broken");
});

test("reports a change to a resource with a key of another workspace, and accepts equal ids", () => {
  const title = `${MARK} in a title`;
  const history = (shown: string) => ({
    "create-task": [acceptedEntry({ title }, { id: "1" })],
    "block-task": [acceptedEntry({ taskId: "1" }, { id: "1", title: shown }, "elsewhere")],
  });
  expect(verdictOf(otherWorkspaceRules, "isolation.block-task", history("a task of their own"))).toBe(1);
  expect(verdictOf(otherWorkspaceRules, "isolation.block-task", history(title))).toBe("broken");
});
