import type { Memory, MemoryStatus } from "../../features/memories/model.ts";
import { contestMemory, invalidateMemory, setMemoryStatus, supersedeMemory } from "../../features/memories/moves.ts";
import { makeMemory } from "../../fixtures/seeding.ts";
import { problem } from "../problem.ts";
import { actor, memoryOf, type Place } from "./lookup.ts";

/** The memory that supersedes or contradicts another: by its id, or the content of a new one. */
export interface Successor {
  readonly by?: string;
  readonly content?: string;
}

/** Supersedes a memory with a newer one. */
export function supersede(place: Place, memory: string, successor: Successor) {
  const older = memoryOf(place, memory);
  const newer = successorOf(place, older, successor);
  supersedeMemory(actor(place), older, newer);
  return { memory: { ...older.memory }, by: { ...newer.memory } };
}

/** Sets another memory against one, which is contested from then on. */
export function contest(place: Place, memory: string, successor: Successor) {
  const contested = memoryOf(place, memory);
  const other = successorOf(place, contested, successor);
  contestMemory(actor(place), contested, other);
  return { memory: { ...contested.memory }, by: { ...other.memory } };
}

type Stored = ReturnType<typeof memoryOf>;

function successorOf(place: Place, { memory, scopeId }: Stored, { by, content }: Successor): Stored {
  if ((by === undefined) === (content === undefined)) {
    throw problem(
      "invalid_input",
      "by and content were given both or neither",
      "Give by, an id, or content, for a new memory.",
    );
  }
  if (content !== undefined) return makeMemory(actor(place), scopeId, content, { from: memory.id, kind: memory.kind });
  if (by === memory.id) throw problem("invalid_input", "by is the memory itself", "Give the id of another memory.");
  return memoryOf(place, by ?? "");
}

/** Declares a memory wrong. */
export function invalidate(
  place: Place,
  memory: string,
  { reason, agent }: { reason: string; agent?: string },
): Memory {
  const stored = memoryOf(place, memory);
  invalidateMemory(actor(place, agent), stored, reason);
  return { ...stored.memory };
}

/** Sets a memory's status without further effect. */
export function setMemoryState(place: Place, memory: string, status: MemoryStatus): Memory {
  const stored = memoryOf(place, memory);
  setMemoryStatus(stored, status);
  return { ...stored.memory };
}
