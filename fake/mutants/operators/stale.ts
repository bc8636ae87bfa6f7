import type { Json, JsonObject } from "../../../spec/json.ts";
import type { Task } from "../../features/tasks/model.ts";
import { type Change, together } from "../../overrides/change.ts";
import { editValues } from "../edit.ts";
import type { Applies, Operator, RuleSite } from "../model.ts";
import { rulePatch } from "./rule-operator.ts";

/** What is broken when a listing goes by a task as it was before it was blocked or released. */
const CLAIMS: Readonly<Record<string, string>> = {
  "rules.tasks.filters.status": "tasks.block.persists",
  "rules.tasks.filters.assigneeAgent": "tasks.release.persists",
  "list-tasks:/data/*/status": "tasks.block.persists",
  "list-tasks:/data/*/assigneeAgentId": "tasks.release.persists",
  "list-tasks:/data/*/version": "tasks.fields.version-never-falls",
};

/** The members that they go by. */
const MEMBERS: Readonly<Record<string, keyof Task>> = {
  "rules.tasks.filters.status": "status",
  "rules.tasks.filters.assigneeAgent": "assigneeAgentId",
  "list-tasks:/data/*/status": "status",
  "list-tasks:/data/*/assigneeAgentId": "assigneeAgentId",
};

export const stale: Operator = {
  name: "stale",
  title: "goes by what was there before the last change",
  at: (site) => {
    const breaks = CLAIMS[site.id];
    if (breaks === undefined || (site.kind !== "value" && site.kind !== "rule")) return null;
    return {
      breaks,
      plant: ({ applies, confined }) => {
        const former = new Map<unknown, Task>();
        const change =
          site.kind === "rule"
            ? judging(site, former, applies)
            : editValues(site, applies, (value, { id }) => memberOf(former.get(id), site.path.at(-1)) ?? value);
        return together(noting(former, MEMBERS[site.id] ?? "version"), confined(change));
      },
    };
  },
};

const memberOf = (task: Task | undefined, name = ""): Json | undefined => (task as JsonObject | undefined)?.[name];

/** Notes tasks as they are before a member changes; `version` changes with any other. */
const noting = (former: Map<unknown, Task>, member: keyof Task): Change => ({
  rules: ({ tasks: { blocked, released } }) => {
    const watched =
      (rule: typeof blocked): typeof blocked =>
      (caller, task) => {
        const changes = rule(caller, task);
        const isChanged = member === "version" || { ...task, ...changes }[member] !== task[member];
        if (isChanged) former.set(task.id, task);
        return changes;
      };
    return { tasks: { blocked: watched(blocked), released: watched(released) } };
  },
});

function judging(site: RuleSite, former: ReadonlyMap<unknown, Task>, applies: Applies): Change {
  const filter = site.value as (task: Task, wanted: string) => boolean;
  const stale = (task: Task, wanted: string) => {
    const before = former.get(task.id);
    const isStale = before !== undefined && applies(null, before as unknown as JsonObject, null);
    return filter(isStale ? before : task, wanted);
  };
  return rulePatch({ ...site, row: null }, stale, applies);
}
