import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall } from "../../changes/hooks.ts";
import { type Fault, fault } from "../fault.ts";

/** Reads words that hyphens join as those that underscores do. */
const rejoining: Change = onCall("*", (call) => {
  const status = call.query.get("status");
  if (call.operation === "list-tasks" && status !== null) call.query.set("status", status.replaceAll("-", "_"));
  const asked = bodyMember(call, "status");
  if (call.operation === "create-task" && typeof asked === "string")
    editBody(call, (body) => ({ ...body, status: asked.replaceAll("-", "_") }));
});

/** Takes a word for another one, wherever a parameter or a member of this name has it. */
const taking = (operation: string, name: string, word: string, meant: string | null): Change =>
  onCall(operation, (call) => {
    if (call.query.get(name) === word) {
      if (meant === null) call.query.delete(name);
      else call.query.set(name, meant);
    }
    if (bodyMember(call, name) === word) editBody(call, (body) => ({ ...body, [name]: meant }));
  });

/** Faults of values that are nearly right ones. */
export const nearValueFaults: readonly Fault[] = [
  fault(
    "list-status-open-taken",
    "tasks.list.status-enum",
    "the status open lists what is to be done",
    ["list-tasks"],
    () => taking("list-tasks", "status", "open", "todo"),
  ),
  fault(
    "create-priority-critical-taken",
    "tasks.create.priority-enum",
    "the priority critical is taken for urgent",
    ["create-task"],
    () => taking("create-task", "priority", "critical", "urgent"),
  ),
  fault(
    "memory-status-all-taken",
    "memories.search.status-enum",
    "the status all searches as if none were asked for",
    ["search-memories"],
    () => taking("search-memories", "status", "all", null),
  ),
  fault(
    "create-status-hyphen-taken",
    "tasks.create.final-status",
    "a status whose words a hyphen joins is taken for the listed one",
    ["create-task"],
    () => rejoining,
  ),
  fault(
    "list-status-hyphen-taken",
    "tasks.list.status-enum",
    "a status whose words a hyphen joins is taken for the listed one in a listing",
    ["list-tasks"],
    () => rejoining,
  ),
];
