import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Message } from "../../features/messages/model.ts";
import { changeTask } from "../../features/tasks/logic.ts";
import type { StoredTask, Task } from "../../features/tasks/model.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { onSuccess } from "../../overrides/hooks.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { Caller } from "../../service.ts";
import type { Relation } from "../guards/resources.ts";
import { namedRow } from "../guards/rows.ts";
import { asJson } from "../json-value.ts";
import type { Applies, EffectSite, Operator, RuleSite } from "../model.ts";
import { editEffect, editValues } from "../site-edits.ts";
import { operatorAt, unconfinedOperatorAt } from "./operator.ts";
import { rulePatch } from "./rules.ts";

/** Leaves a member unchanged; `told` receives its normal new value. */
const leaving = (site: EffectSite, applies: Applies, told: (value: Json) => void = () => {}) =>
  editEffect(site, (value, before) => {
    if (!applies(value, before, null)) return value;
    told(value);
    return before[site.member] ?? null;
  });

function unkept(site: EffectSite, applies: Applies): Change {
  let told: { readonly value: Json } | null = null;
  return combine(
    leaving(site, applies, (value) => {
      told = { value };
    }),
    onSuccess(site.operation, ({ body }) => {
      if (told !== null) asObject(body.data)[site.member] = told.value;
      told = null;
    }),
  );
}

/** A resource related to a changed one, and the function that changes it. */
interface Relative {
  readonly thing: object;
  readonly kin: Readonly<Partial<Record<Relation, boolean>>>;
  readonly change: (changes: object) => void;
}

function spreading({ operation, member, row }: EffectSite, applies: Applies): Change {
  return {
    around: (call, next) => {
      const before = call.operation === operation ? namedRow(call) : undefined;
      const copy = { ...before };
      const reply = next();
      const { caller } = call;
      if (before === undefined || reply.status !== 200 || caller === null) return reply;
      const value = asJson((namedRow(call) as Record<string, unknown>)[member]);
      const relatives = row === "task" ? tasksBeside(caller, copy as Task) : messagesBeside(caller, copy as Message);
      for (const { thing, kin, change } of relatives) {
        const names = Object.entries(kin).flatMap(([name, holds]) => (holds ? [name] : []));
        if (names.length > 0 && applies(value, { ...thing, kin: names }, null)) change({ [member]: value });
      }
      return reply;
    },
  };
}

function tasksBeside(caller: Caller, changed: Task): Relative[] {
  const all = [...caller.workspace.tasks.all()].filter(({ task }) => !["done", "cancelled"].includes(task.status));
  const others = all.filter(({ task }) => task.id !== changed.id);
  return others.map((stored) => ({
    thing: stored.task,
    kin: kinOfTask(changed, stored.task, others),
    change: (changes) => changeTask({ ...caller, rules: referenceRules() }, stored, changes),
  }));
}

function kinOfTask(changed: Task, other: Task, others: readonly StoredTask[]): Relative["kin"] {
  const own = others.filter(({ task }) => task.createdByAgentId === changed.createdByAgentId);
  const next = own.find(({ task }) => task.createdAt >= changed.createdAt);
  const alike = (one: string | null, two: string | null) => one !== null && one === two;
  return {
    parent: other.id === changed.parentTaskId,
    child: other.parentTaskId === changed.id,
    sibling: alike(other.parentTaskId, changed.parentTaskId),
    next: other.id === next?.task.id,
    newest: other.id === own.at(-1)?.task.id,
    "same-user": alike(other.assigneeUserId, changed.assigneeUserId),
    "same-agent": alike(other.assigneeAgentId, changed.assigneeAgentId),
  };
}

function messagesBeside({ workspace }: Caller, changed: Message): Relative[] {
  const all = workspace.messages.inChannel(changed.channelId).map(({ message }) => message);
  const at = all.findIndex(({ id }) => id === changed.id);
  return all
    .filter(({ id }) => id !== changed.id)
    .map((message) => ({
      thing: message,
      kin: {
        parent: message.id === changed.parentId,
        child: message.parentId === changed.id,
        next: message === all[Math.abs(at - 1)],
        newest: message === all.at(-1),
      },
      change: (changes) => Object.assign(message, changes),
    }));
}

/**
 * The members that a stale listing uses as they were before the last change of a task, with the broken requirement.
 */
const STALE: Readonly<Record<string, { readonly member: keyof Task; readonly breaks: string }>> = {
  "rules.tasks.filters.status": { member: "status", breaks: "tasks.block.persists" },
  "rules.tasks.filters.assigneeAgent": { member: "assigneeAgentId", breaks: "tasks.release.persists" },
  "list-tasks:/data/*/status": { member: "status", breaks: "tasks.block.persists" },
  "list-tasks:/data/*/assigneeAgentId": { member: "assigneeAgentId", breaks: "tasks.release.persists" },
  "list-tasks:/data/*/version": { member: "version", breaks: "tasks.fields.version-never-falls" },
};

/** Records tasks before a member changes; `version` changes with any other. */
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

function withEvidence(site: RuleSite, former: ReadonlyMap<unknown, Task>, applies: Applies): Change {
  const filter = site.value as (task: Task, wanted: string) => boolean;
  const stale = (task: Task, wanted: string) => {
    const before = former.get(task.id);
    const isStale = before !== undefined && applies(null, before as unknown as JsonObject, null);
    return filter(isStale ? before : task, wanted);
  };
  return rulePatch({ ...site, row: null }, stale, applies);
}

/** Changes that are not made, not kept, made elsewhere too, or not seen by listings. */
export const effectOperators: readonly Operator[] = [
  operatorAt(
    "effect",
    "stay",
    "leaves a member as it was",
    ({ claims }) => claims.stays,
    (site, { applies }) => leaving(site, applies),
  ),
  operatorAt(
    "effect",
    "unkept",
    "shows a change only in its response",
    ({ claims }) => claims.kept,
    (site, { applies }) => unkept(site, applies),
  ),
  operatorAt(
    "effect",
    "spread",
    "changes other resources as well",
    ({ claims }) => claims.alone,
    (site, { applies }) => spreading(site, applies),
  ),
  unconfinedOperatorAt(
    ["value", "rule"],
    "stale",
    "uses the state before the last change",
    ({ id }) => STALE[id]?.breaks,
    (site, { applies, confined }) => {
      const former = new Map<unknown, Task>();
      const member = STALE[site.id]?.member ?? "version";
      const shown = (id: Json | undefined) => former.get(id)?.[member] as Json | undefined;
      const change =
        site.kind === "rule"
          ? withEvidence(site, former, applies)
          : editValues(site, applies, (value, { id }) => shown(id) ?? value);
      return combine(noting(former, member), confined(change));
    },
  ),
];
