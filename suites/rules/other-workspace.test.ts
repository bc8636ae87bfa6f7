import { expect, test } from "vitest";
import { otherWorkspaceRules } from "./other-workspace.ts";
import { judged, MARK, past } from "./testing/judged.ts";

test("what the caller has created is in no list for another workspace, and equal identifiers are no leak", () => {
  const title = `${MARK} in a title`;
  const history = (shown: string) => ({
    "create-task": [past({ title }, { id: "1" })],
    "list-tasks": [past({}, [{ id: "1", title: shown }], "elsewhere")],
  });
  expect(judged(otherWorkspaceRules, "isolation.list-tasks", history("another title of their own"))).toBe(1);
  expect(judged(otherWorkspaceRules, "isolation.list-tasks", history(title))).toBe("broken");
  const theirs = {
    "create-task": [past({ title: "said by anybody" }, { id: "1" })],
    "list-tasks": [past({}, [{ title: "said by anybody" }], "elsewhere")],
  };
  expect(judged(otherWorkspaceRules, "isolation.list-tasks", theirs)).toBe(0);
});

test("what another workspace has created is in no list for the caller", () => {
  const rules = otherWorkspaceRules.filter(
    ({ name }) => name === "nothing of another workspace is shown to the caller",
  );
  const title = `${MARK} in a title of theirs`;
  const history = (shown: string) => ({
    "create-task": [past({ title }, { id: "1" }, "elsewhere")],
    "list-tasks": [past({}, [{ id: "1", title: shown }])],
  });
  expect(judged(rules, "isolation.list-tasks", history("a title of ours"))).toBe(1);
  expect(judged(rules, "isolation.list-tasks", history(title))).toBe("broken");
});

test("what one workspace has created is changed with no key of the other, and equal identifiers are no leak", () => {
  const title = `${MARK} in a title`;
  const history = (shown: string) => ({
    "create-task": [past({ title }, { id: "1" })],
    "block-task": [past({ taskId: "1" }, { id: "1", title: shown }, "elsewhere")],
  });
  expect(judged(otherWorkspaceRules, "isolation.block-task", history("a task of their own"))).toBe(1);
  expect(judged(otherWorkspaceRules, "isolation.block-task", history(title))).toBe("broken");
});
