import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";
import { versionRules } from "./versions.ts";

const RULE = "tasks.fields.version-never-falls";

/** Returns a task that is created, blocked and released with these versions, in sequence or with concurrent changes. */
function life(versions: readonly Json[], atOnce = false) {
  const [created, blocked, released] = versions.map((version, index) => {
    const entry = acceptedEntry({ taskId: "t1" }, { id: "t1", ...(version === null ? {} : { version }) });
    const sentAfter = atOnce ? Math.min(index, 1) : index;
    return { ...entry, exchange: { ...entry.exchange, sequence: index + 1, sentAfter } };
  });
  const only = <One>(one: One | undefined): One[] => (one === undefined ? [] : [one]);
  return { "create-task": only(created), "block-task": only(blocked), "release-task": only(released) };
}

test("requires versions not to fall between changes, also across a response without one", () => {
  expect(verdictOf(versionRules, RULE, life([1, 2, 3]))).toBe(2);
  expect(verdictOf(versionRules, RULE, life([1, 1, 2]))).toBe(2);
  expect(verdictOf(versionRules, RULE, life([2, 3, 1]))).toBe("broken");
  expect(verdictOf(versionRules, RULE, life([2, null, 1]))).toBe("broken");
  expect(verdictOf(versionRules, RULE, life([null, null, 1]))).toBe(0);
});

test("accepts either order of two concurrent changes", () => {
  expect(verdictOf(versionRules, RULE, life([1, 3, 2], true))).toBe(2);
});

/** Returns a list with the same task, this many responses after its changes. */
function listed(version: number, after: number) {
  const page = acceptedEntry({}, [{ id: "t1", version }]);
  return { ...page, exchange: { ...page.exchange, sequence: 3 + after, sentAfter: 3 + after } };
}

test("accepts an older version in a list for the time of its lag only", () => {
  expect(verdictOf(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(3, 100)] })).toBe(3);
  expect(verdictOf(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(2, 100)] })).toBe("broken");
  expect(verdictOf(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(2, 1)] })).toBe(2);
  // A target that was seen to lag gets the time of its target file.
  expect(verdictOf(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(2, 100)] }, 50)).toBe(2);
});

test("does not judge a message with the same id and another content", () => {
  const sent = acceptedEntry({ content: "words" }, { id: "m1", content: "words", version: 3 });
  const page = (content: string) => {
    const entry = acceptedEntry({}, { messages: [{ id: "m1", content, version: 1 }] });
    return { ...entry, exchange: { ...entry.exchange, sequence: 100, sentAfter: 100 } };
  };
  const verdict = (content: string) =>
    verdictOf(versionRules, "messages.fields.version-never-falls", {
      "send-message": [sent],
      "get-messages": [page(content)],
    });
  expect(verdict("words")).toBe("broken");
  expect(verdict("other words")).toBe(0);
});

test("requires a change to return a version not below one that a list has shown", () => {
  const [block] = life([1, 5])["block-task"];
  if (block === undefined) throw new Error("there is a block");
  const later = { ...block, exchange: { ...block.exchange, sequence: 200, sentAfter: 200 } };
  const history = { ...life([1]), "list-tasks": [listed(6, 100)] };
  expect(verdictOf(versionRules, RULE, { ...history, "block-task": [later] })).toBe("broken");
});

test("the version of a task rises with each change of its state", () => {
  const judge = (...states: readonly { readonly status: string; readonly version: number }[]) => {
    const [created, ...blocks] = states.map((state, index) => {
      const entry = acceptedEntry({ taskId: "t1" }, { id: "t1", ...state });
      return { ...entry, exchange: { ...entry.exchange, sequence: index + 1, sentAfter: index } };
    });
    const history = { "create-task": created === undefined ? [] : [created], "block-task": blocks };
    return verdictOf(versionRules, "tasks.fields.version-rises", history);
  };
  const [todo, blocked] = [{ status: "todo" }, { status: "blocked" }];
  expect(judge({ ...todo, version: 1 }, { ...blocked, version: 2 })).toBe(1);
  expect(judge({ ...todo, version: 1 }, { ...blocked, version: 1 })).toBe("broken");
  // A second block adds a comment alone.
  expect(judge({ ...todo, version: 1 }, { ...blocked, version: 2 }, { ...blocked, version: 2 })).toBe(1);
});
