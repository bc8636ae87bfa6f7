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

/** Faults of values that are nearly right ones. */
export const nearValueFaults: readonly Fault[] = [
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
