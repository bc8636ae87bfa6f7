import { changeTask } from "../../features/tasks/logic.ts";
import type { StoredTask, Task } from "../../features/tasks/model.ts";
import type { Change } from "../../overrides/change.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { Kinship } from "../guards/kin.ts";
import { namedRow } from "../guards/rows.ts";
import { asJson } from "../json-value.ts";
import type { Operator } from "../model.ts";

const ENDED: ReadonlySet<string> = new Set(["done", "cancelled"]);

export const spread: Operator = {
  name: "spread",
  title: "changes other tasks as well",
  at: (site) => {
    if (site.kind !== "effect" || site.claims.alone === null) return null;
    const { operation, member } = site;
    return {
      breaks: site.claims.alone,
      plant: ({ applies, confined }) => {
        const spreading: Change = {
          around: (call, next) => {
            const before = call.operation === operation ? (namedRow(call) as Task | undefined) : undefined;
            const reply = next();
            const { caller } = call;
            if (before === undefined || reply.status !== 200 || caller === null) return reply;
            const all = [...caller.workspace.tasks.all()].filter(({ task }) => !ENDED.has(task.status));
            const value = caller.workspace.tasks.get(before.id)?.task[member as keyof Task] ?? null;
            for (const other of all) {
              const kin = kinshipsOf(before, other.task, all);
              if (kin.length > 0 && applies(asJson(value), { ...asRow(other.task), kin }, null))
                changeTask({ ...caller, rules: referenceRules() }, other, { [member]: value });
            }
            return reply;
          },
        };
        return confined(spreading);
      },
    };
  },
};

const asRow = (task: Task) => ({ ...task });

/** How another task stands to one that changes. */
function kinshipsOf(changed: Task, other: Task, all: readonly StoredTask[]): Kinship[] {
  if (other.id === changed.id) return [];
  const own = all.filter(({ task }) => task.createdByAgentId === changed.createdByAgentId && task.id !== changed.id);
  const next = own.find(({ task }) => task.createdAt >= changed.createdAt && task.id !== changed.id);
  const alike = (one: string | null, two: string | null) => one !== null && one === two;
  const kinships: Record<Kinship, boolean> = {
    parent: other.id === changed.parentTaskId,
    child: other.parentTaskId === changed.id,
    sibling: alike(other.parentTaskId, changed.parentTaskId),
    next: other.id === next?.task.id,
    newest: other.id === own.at(-1)?.task.id,
    "same-user": alike(other.assigneeUserId, changed.assigneeUserId),
    "same-agent": alike(other.assigneeAgentId, changed.assigneeAgentId),
  };
  return (Object.keys(kinships) as Kinship[]).filter((name) => kinships[name]);
}
