import type { Call } from "../../http/call.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import { bySecondAgent, ownKey } from "../../overrides/identities.ts";
import type { Workspace } from "../../workspace.ts";
import { namedInputs } from "../inputs.ts";
import type { Guard } from "../model.ts";
import { callGuard, hasBody, isAtSite } from "./levels.ts";

const anywhere = () => true;

const everyNth = (count: number) => (site: Parameters<typeof isAtSite>[0]) => {
  let calls = 0;
  return (call: Call) => isAtSite(site, call) && ++calls % count === 0;
};

const WRITES = ["create-task", "block-task", "release-task", "send-message", "flag-needs-human", "remember"];

/** Returns a guard for calls after a last write of one operation in the workspace. */
const afterWrite = (wanted: string) => () => {
  const last = new Map<Workspace, string>();
  return (call: Call) => {
    const workspace = ownKey(call)?.workspace;
    if (workspace === undefined) return false;
    const holds = last.get(workspace) === wanted;
    if (call.operation !== null && WRITES.includes(call.operation)) last.set(workspace, call.operation);
    return holds;
  };
};

/** The distance of concurrent calls, in milliseconds of the fake's clock. */
const TOGETHER_MS = 15;

const CURSORS = ["cursor", "before", "after"];

/** Operations whose lists have pages. */
export const PAGED: ReadonlySet<string> = new Set(["get-messages", "search-memories"]);

const unreadable = (problem: RegExp) => () => (call: Call) =>
  call.body.kind === "unreadable" && problem.test(call.body.problem);
const writtenAs = (form: RegExp) => () => (call: Call) => call.body.kind === "json" && form.test(call.body.text ?? "");

function tasksAbove(workspace: Workspace, id: string): number {
  const above = workspace.tasks.get(id)?.task.parentTaskId ?? null;
  return above === null ? 0 : 1 + tasksAbove(workspace, above);
}

/** Returns a guard for a new task whose parent has at least this many ancestors. */
const below = (least: number) => () => (call: Call) => {
  const workspace = ownKey(call)?.workspace;
  const parentId = bodyMember(call, "parentTaskId");
  return workspace !== undefined && typeof parentId === "string" && tasksAbove(workspace, parentId) >= least;
};

/** Returns a guard on the scope that the request names: readable, not readable, or unknown. */
const scoped =
  (holds: (directory: Workspace["directory"], scope: string, agent: string) => boolean) => () => (call: Call) => {
    const key = ownKey(call);
    const named = bodyMember(call, "scope_id") ?? call.query.get("scope_id");
    return key !== undefined && typeof named === "string" && holds(key.workspace.directory, named, key.agent.id);
  };

const SCOPED = new Set(["search-memories", "recall", "remember", "bootstrap-context"]);

/** Guards on the caller, the time, and the form of a request. */
export const callGuards: readonly Guard[] = [
  callGuard("caller", anywhere, { second: () => bySecondAgent() }, { needsCaller: true }),
  callGuard("after", anywhere, Object.fromEntries(WRITES.map((name) => [name, afterWrite(name)])), {
    needsCaller: true,
    // A workspace without an allowance has no tasks.
    about: (level) => ["after", ...(level.endsWith("-task") ? ["plan"] : [])],
  }),
  callGuard("call", anywhere, {
    "every-second": everyNth(2),
    "every-third": everyNth(3),
    "every-fifth": everyNth(5),
    "every-seventh": everyNth(7),
    "every-ninth": everyNth(9),
  }),
  callGuard("repeated", anywhere, {
    request: (site) => {
      const known = new Set<string>();
      return (call) => {
        if (!isAtSite(site, call)) return false;
        const { path, query, body } = call;
        const request = JSON.stringify([path, [...query], body.kind === "json" ? body.value : null]);
        const isKnown = known.has(request);
        known.add(request);
        return isKnown;
      };
    },
    "at-once": (site) => {
      let last = Number.NEGATIVE_INFINITY;
      return (call) => {
        if (!isAtSite(site, call)) return false;
        const isClose = call.at - last < TOGETHER_MS;
        last = call.at;
        return isClose;
      };
    },
  }),
  callGuard(
    "page",
    ({ operation }) => PAGED.has(operation),
    { next: () => (call) => CURSORS.some((name) => call.query.has(name)) },
    { about: () => CURSORS },
  ),
  callGuard(
    "scope",
    ({ operation }) => SCOPED.has(operation),
    {
      readable: scoped((directory, named, agent) => directory.may("CAN_READ", named, agent)),
      unknown: scoped((directory, named) => !directory.scopes.has(named)),
    },
    {
      needsCaller: true,
      about: () => ["scope_id"],
      rejected: (level) => (level === "scope=unknown" ? "denied" : null),
    },
  ),
  callGuard(
    "parent",
    ({ operation }) => operation === "create-task",
    { "sub-task": below(1), "third-level": below(2) },
    { needsCaller: true, about: () => ["parentTaskId"] },
  ),
  callGuard(
    "plan",
    anywhere,
    {
      exhausted: () => (call) => {
        const { used = 0, monthlyTasks = 1 } = ownKey(call)?.workspace.plan ?? {};
        return used >= monthlyTasks;
      },
    },
    {
      needsCaller: true,
      // The agent with such a plan is the only one, has no tasks, and calls only operations that need none.
      about: () => ["plan", "caller"],
      rejected: (_level, { operation }) => (operation === "create-task" ? "denied" : null),
      never: (_level, site) => {
        if (site.kind === "operation") return /^(block|release|create)-task$/.test(site.operation);
        return !(site.kind === "value" && site.outcome === "failure") && site.kind !== "handwritten";
      },
    },
  ),
  callGuard(
    "body",
    hasBody,
    { malformed: unreadable(/not valid JSON/), "other-type": unreadable(/Content|charset|more than/) },
    {
      // None of its members is known.
      about: (_level, { operation }) => ["body", ...namedInputs(operation).map(({ name }) => name)],
      rejected: () => "invalid",
    },
  ),
  callGuard(
    "written",
    hasBody,
    { indented: writtenAs(/^\{\s/), "escaped-pairs": writtenAs(/(\\u[\da-f]{4}){2}/i) },
    { about: () => ["body"] },
  ),
];
