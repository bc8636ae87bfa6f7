import { expect, test } from "vitest";
import { isAsShipped } from "./contract.ts";

test.each([
  ["an overlay", { overlay: "ours.overlay.yaml", parameters: {} }],
  ["a name of a parameter", { overlay: null, parameters: { "list-tasks": { text: "contains" } } }],
])("analyzes a contract that the target changes by %s before the run", (_, target) => {
  expect(isAsShipped(target)).toBe(false);
});
