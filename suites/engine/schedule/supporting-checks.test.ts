import { expect, test } from "vitest";
import { loadCatalogue } from "../../../spec/catalogue/requirements.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import type { Check } from "../check/check.ts";
import { withSupportingChecks } from "./supporting-checks.ts";

const catalogue = await loadCatalogue(await loadDocument());
const check = (requirement: string, more: Partial<Check> = {}): Check => ({
  requirement,
  name: requirement,
  operations: ["list-tasks"],
  fixtures: [],
  writes: false,
  run: async () => {},
  ...more,
});
const namesOf = (all: readonly Check[], selected: string, watches = false) =>
  withSupportingChecks(
    all,
    (id) => id === selected,
    catalogue,
    () => watches,
  ).map(({ name }) => name);

const rule = check("tasks.list.status", { name: "rule", judgesTraffic: true });
const stimulus = check("consistency.task-views", { name: "stimulus", isStimulus: true });
const ofOthers = check("recall.limit", { name: "stimulus of recall", isStimulus: true, operations: ["recall"] });
const other = check("tasks.list.priority", { name: "other" });

test("adds the stimuli of its operations for a requirement that a rule over all traffic judges", () => {
  expect(namesOf([rule, stimulus, ofOthers, other], "tasks.list.status")).toEqual(["rule", "stimulus"]);
});

test("adds no stimuli for a requirement without such a rule", () => {
  expect(namesOf([rule, stimulus, other], "tasks.list.priority")).toEqual(["other"]);
});

test("adds every check of its operations for a requirement that monitors judge", () => {
  expect(namesOf([rule, ofOthers, other], "tasks.list.succeeds", true)).toEqual(["rule", "other"]);
});
