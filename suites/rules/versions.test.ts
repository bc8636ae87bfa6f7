import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { judged, past } from "./testing/judged.ts";
import { versionRules } from "./versions.ts";

const RULE = "tasks.fields.version-never-falls";

/** A task that is created, blocked and released with these versions, one after the other, or both changes at once. */
function life(versions: readonly Json[], atOnce = false) {
  const [made, blocked, released] = versions.map((version, index) => {
    const one = past({ taskId: "t1" }, { id: "t1", ...(version === null ? {} : { version }) });
    const sentAfter = atOnce ? Math.min(index, 1) : index;
    return { ...one, exchange: { ...one.exchange, sequence: index + 1, sentAfter } };
  });
  const only = <One>(one: One | undefined): One[] => (one === undefined ? [] : [one]);
  return { "create-task": only(made), "block-task": only(blocked), "release-task": only(released) };
}

test("a version does not fall from change to change, also beyond a response without one", () => {
  expect(judged(versionRules, RULE, life([1, 2, 3]))).toBe(2);
  expect(judged(versionRules, RULE, life([1, 1, 2]))).toBe(2);
  expect(judged(versionRules, RULE, life([2, 3, 1]))).toBe("broken");
  expect(judged(versionRules, RULE, life([2, null, 1]))).toBe("broken");
  expect(judged(versionRules, RULE, life([null, null, 1]))).toBe(0);
});

test("of two changes at once either may have come first", () => {
  expect(judged(versionRules, RULE, life([1, 3, 2], true))).toBe(2);
});

/** The same task on a page of a list, so many responses after those to its changes. */
function listed(version: number, after: number) {
  const page = past({}, [{ id: "t1", version }]);
  return { ...page, exchange: { ...page.exchange, sequence: 3 + after, sentAfter: 3 + after } };
}

test("a list that lags shows an older version for a while only", () => {
  expect(judged(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(3, 100)] })).toBe(3);
  expect(judged(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(2, 100)] })).toBe("broken");
  expect(judged(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(2, 1)] })).toBe(2);
  // Where the target was seen to lag, it is given the time that its target file names.
  expect(judged(versionRules, RULE, { ...life([1, 2, 3]), "list-tasks": [listed(2, 100)] }, 50)).toBe(2);
});

test("a message of another channel may have the same id", () => {
  const sent = past({ content: "words" }, { id: "m1", content: "words", version: 3 });
  const page = (content: string) => {
    const one = past({}, { messages: [{ id: "m1", content, version: 1 }] });
    return { ...one, exchange: { ...one.exchange, sequence: 100, sentAfter: 100 } };
  };
  const verdict = (content: string) =>
    judged(versionRules, "messages.fields.version-never-falls", {
      "send-message": [sent],
      "get-messages": [page(content)],
    });
  expect(verdict("words")).toBe("broken");
  expect(verdict("other words")).toBe(0);
});

test("a change does not come behind what a list has shown before", () => {
  const [block] = life([1, 5])["block-task"];
  if (block === undefined) throw new Error("there is a block");
  const later = { ...block, exchange: { ...block.exchange, sequence: 200, sentAfter: 200 } };
  const history = { ...life([1]), "list-tasks": [listed(6, 100)] };
  expect(judged(versionRules, RULE, { ...history, "block-task": [later] })).toBe("broken");
});

test("the version of a task rises with each change of its state", () => {
  const judge = (...states: readonly { readonly status: string; readonly version: number }[]) => {
    const [created, ...blocks] = states.map((state, index) => {
      const one = past({ taskId: "t1" }, { id: "t1", ...state });
      return { ...one, exchange: { ...one.exchange, sequence: index + 1, sentAfter: index } };
    });
    const history = { "create-task": created === undefined ? [] : [created], "block-task": blocks };
    return judged(versionRules, "tasks.fields.version-rises", history);
  };
  const [todo, blocked] = [{ status: "todo" }, { status: "blocked" }];
  expect(judge({ ...todo, version: 1 }, { ...blocked, version: 2 })).toBe(1);
  expect(judge({ ...todo, version: 1 }, { ...blocked, version: 1 })).toBe("broken");
  // A second block adds a comment alone.
  expect(judge({ ...todo, version: 1 }, { ...blocked, version: 2 }, { ...blocked, version: 2 })).toBe(1);
});
