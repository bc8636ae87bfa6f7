import type { RuledCaller } from "../../rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { link } from "./graph.ts";
import type { Memory, MemoryStatus, StoredMemory } from "./model.ts";

/** Moves of a memory that the contract does not show; the control interface and the seeding make them. */

/** Supersedes a memory with a newer one. */
export function supersedeMemory(caller: RuledCaller, older: StoredMemory, newer: StoredMemory): void {
  change(older.memory, { status: "superseded" });
  link(caller, nodeOf(newer), nodeOf(older), "SUPERSEDES");
}

/** Declares a memory wrong. */
export function invalidateMemory(caller: RuledCaller, { memory }: StoredMemory, reason: string): void {
  change(memory, {
    status: "invalidated",
    invalidated_at: isoInstant(caller.now),
    invalidated_by: caller.agent.identityId,
    invalidated_reason: reason,
  });
}

/** Sets two memories against each other; the first is contested from then on. */
export function contestMemory(caller: RuledCaller, contested: StoredMemory, by: StoredMemory): void {
  change(contested.memory, { status: "contested" });
  link(caller, nodeOf(by), nodeOf(contested), "CONTRADICTS");
}

/** Sets a status without further effect. */
export function setMemoryStatus({ memory }: StoredMemory, status: MemoryStatus): void {
  change(memory, { status });
}

function change(memory: Memory, changes: Partial<Memory>): void {
  Object.assign(memory, changes, { version: memory.version + 1 });
}

function nodeOf({ memory }: StoredMemory) {
  return { id: memory.id, type: "memory" };
}
