import { expect, test } from "vitest";
import { isAsShipped } from "./contract.ts";

test.each([
  ["an overlay", { overlay: "ours.overlay.yaml", parameters: {} }],
  ["a name of a parameter", { overlay: null, parameters: { "list-tasks": { text: "contains" } } }],
])("a contract that a target changes by %s is looked through before a run", (_, target) => {
  expect(isAsShipped(target)).toBe(false);
});
