import type { RuledCaller } from "../../rules.ts";
import type { Workspace } from "../../workspace.ts";
import type { MemoryStatus, StoredMemory } from "./model.ts";
import type { MemoryRules } from "./rules.ts";

/** Statuses that time can end. */
const LIVING: ReadonlySet<MemoryStatus> = new Set(["current", "proposed", "contested"]);

/** Marks the memories as expired whose lifetime has ended by the time of a call. */
export function expireDue(caller: RuledCaller): void {
  expireUpTo(caller.workspace, caller.rules.memories, caller.now);
}

/** Marks the memories as expired whose lifetime has ended at an instant; returns those that changed. */
export function expireUpTo(workspace: Workspace, rules: MemoryRules, now: number): readonly StoredMemory[] {
  const expired = workspace.memories.dueAt(rules.expireUpTo(now)).filter(({ memory }) => LIVING.has(memory.status));
  for (const { memory } of expired) memory.status = rules.expiredStatus;
  return expired;
}
