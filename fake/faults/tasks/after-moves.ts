import { asObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { onSuccess, rules, when } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import type { Task } from "../../features/tasks/model.ts";
import { type TaskRules, taskRules } from "../../features/tasks/rules.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member } from "../tools.ts";

const MOVES = ["block-task", "release-task"];

/** Faults of listing what has changed, and what is longer by one measure than by another. */
export const movedListingFaults: readonly Fault[] = [
  fault(
    "list-status-stale-after-block-in-review",
    "tasks.block.persists",
    "the status filter has a task that was blocked in review still in review, until its next change",
    ["list-tasks", "block-task"],
    () => {
      const were = new Map<string, string>();
      return rules({
        tasks: {
          blocked: (_caller, task) => {
            if (task.status === "in_review") were.set(task.id, task.status);
            else were.delete(task.id);
            return { status: "blocked" };
          },
          released: (caller, task) => {
            were.delete(task.id);
            return taskRules.released(caller, task);
          },
          filters: { status: (task, wanted) => (were.get(task.id) ?? task.status) === wanted },
        },
      });
    },
  ),
  fault(
    "list-status-without-released",
    "tasks.list.status",
    "the status filter leaves out what was released at some time",
    ["list-tasks", "release-task"],
    () =>
      afterMoves(["release-task"], (isMoved) => ({
        status: (task, wanted) => !isMoved(task) && taskRules.filters.status(task, wanted),
      })),
  ),
  fault(
    "list-priority-without-released",
    "tasks.list.priority",
    "the filter by priority leaves out what was released at some time",
    ["list-tasks", "release-task"],
    () =>
      afterMoves(["release-task"], (isMoved) => ({
        priority: (task, wanted) => !isMoved(task) && taskRules.filters.priority(task, wanted),
      })),
  ),
  fault(
    "list-identifier-of-moved-not-searched",
    "tasks.list.text-identifier",
    "a task that was blocked or released is no longer found by its identifier",
    ["list-tasks", ...MOVES],
    () =>
      afterMoves(MOVES, (isMoved) => ({
        text: (task, wanted) => taskRules.filters.text(isMoved(task) ? { ...task, identifier: "" } : task, wanted),
      })),
  ),
  fault(
    "list-repeats-for-comments",
    "tasks.list.no-repeats",
    "beside a text, a task stands once for each of its comments",
    ["list-tasks", "block-task"],
    () =>
      when(
        ({ query }) => query.has("query"),
        editingList("list-tasks", "data", (tasks, call) =>
          tasks.flatMap((task) => {
            const stored = ownKey(call)?.workspace.tasks.get(String(member(task, "id")));
            return Array.from({ length: Math.max(1, stored?.comments.length ?? 0) }, () => task);
          }),
        ),
      ),
  ),
  fault(
    "listed-title-cut-by-units",
    "tasks.create.listed",
    "a listing cuts titles by UTF-16 units, and a creation counts code points",
    ["create-task", "list-tasks"],
    () =>
      editingList("list-tasks", "data", (tasks) =>
        tasks.map((task) => ({ ...asObject(task), title: String(member(task, "title")).slice(0, 500) })),
      ),
  ),
];

/** Filters that treat what was moved in some way otherwise. */
function afterMoves(
  moves: readonly string[],
  filters: (isMoved: (task: Task) => boolean) => Partial<TaskRules["filters"]>,
): Change {
  const moved = new Set<unknown>();
  return together(
    onSuccess(moves, ({ body }) => {
      moved.add(member(body.data ?? null, "id"));
    }),
    rules({ tasks: { filters: filters(({ id }) => moved.has(id)) } }),
  );
}
