import { type Change, together } from "../changes/change.ts";
import { bodyMember, onCall, onSuccess } from "../changes/hooks.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { ALL } from "./operations.ts";
import { shownKey } from "./tools.ts";

/** Calls of any operation after which a change is undone. */
const A_WHILE = 25;
/** Fewer for what is looked at by few. */
const A_SHORT_WHILE = 10;

type Undo = () => void;

/** What an operation has done is undone a while later. */
function passing(operation: string, undoing: (call: Call) => Undo | null, calls = A_WHILE): Change {
  const known = new WeakMap<Call, Undo>();
  const due: { readonly at: number; readonly undo: Undo }[] = [];
  let count = 0;
  return together(
    onCall(ALL, () => {
      count += 1;
      while ((due[0]?.at ?? Number.POSITIVE_INFINITY) <= count) due.shift()?.undo();
    }),
    onCall(operation, (call) => {
      const undo = undoing(call);
      if (undo !== null) known.set(call, undo);
    }),
    onSuccess(operation, (_reply, call) => {
      const undo = known.get(call);
      if (undo !== undefined) due.push({ at: count + calls, undo });
    }),
  );
}

/** Gives a task back one of its fields, as it is before the call. */
const givingBack =
  (field: "status" | "assigneeAgentId") =>
  (call: Call): Undo | null => {
    const tasks = shownKey(call)?.workspace.tasks;
    const stored = tasks?.get(String(bodyMember(call, "taskId")));
    if (tasks === undefined || stored === undefined) return null;
    const { [field]: before } = stored.task;
    return () => tasks.change(stored, { [field]: before });
  };

/** Takes the comment away that the call leaves on its task. */
function withoutComment(call: Call): Undo | null {
  const comments = shownKey(call)?.workspace.tasks.get(String(bodyMember(call, "taskId")))?.comments;
  if (comments === undefined) return null;
  const place = comments.length;
  return () => void comments.splice(place, 1);
}

/** Faults of what is done for a while alone: a lock that passes, an entry of a cache, a copy that is written over. */
export const passingFaults: readonly Fault[] = [
  fault("block-passes", "tasks.block.persists", "a block is undone a while later", ["block-task", "list-tasks"], () =>
    passing("block-task", givingBack("status")),
  ),
  fault(
    "release-passes",
    "tasks.release.persists",
    "who has released a task is assigned to it again a while later",
    ["release-task", "list-tasks"],
    () => passing("release-task", givingBack("assigneeAgentId")),
  ),
  fault(
    "block-comment-passes",
    "tasks.block.comment",
    "the comment of a block is gone a while later",
    ["block-task", "list-tasks"],
    () => passing("block-task", withoutComment, A_SHORT_WHILE),
  ),
  fault(
    "flag-passes",
    "messages.flag.persists",
    "a flag is gone a while later",
    ["flag-needs-human", "get-messages"],
    () =>
      passing("flag-needs-human", (call) => {
        const message = shownKey(call)?.workspace.messages.get(String(bodyMember(call, "messageId")))?.message;
        if (message === undefined) return null;
        const { metadata } = message;
        return () => Object.assign(message, { metadata });
      }),
  ),
];
