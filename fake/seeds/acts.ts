import type { StoredMemory } from "../features/memories/model.ts";
import type { StoredTask } from "../features/tasks/model.ts";
import { durationInMs } from "../people/delay.ts";
import { rejection } from "../rejection.ts";
import {
  type ContentContext,
  commentSeedTask,
  invalidateSeedMemory,
  linkSeedMemory,
  makeSeedMemory,
  makeSeedMessage,
  makeSeedTask,
  moveSeedTask,
  resolveSeedMessage,
} from "./content.ts";
import type { SeedData, SeedMemory, SeedMessage, SeedTask } from "./seed-data.ts";

/** Something that is created or changed, with its place in the seed. */
export interface Act {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly path: readonly (string | number)[];
  /** The name of what is created, if it has one. */
  readonly id: string | undefined;
  make(stage: ContentContext): void;
}

/** The period in which items without their own time are created: the last hour. */
const SPAN_MS = 3_600_000;

/** Everything that is created, in the order of time. */
export function actsOf(data: SeedData, now: number): readonly Act[] {
  const { messages = [], tasks = [], memories = [] } = data;
  const step = Math.min(1000, SPAN_MS / (messages.length + tasks.length + memories.length + 1));
  let next = now - SPAN_MS;
  const instant = (ago: string | undefined) => {
    next += step;
    return ago === undefined ? Math.floor(next) : now - durationInMs(ago);
  };
  const acts: Act[] = [
    ...messages.flatMap((message, index) => messageActs(message, ["messages", index], instant(message.ago), now)),
    ...tasks.flatMap((task, index) => taskActs(task, ["tasks", index], instant(task.ago), now)),
    ...memories.flatMap((memory, index) => memoryActs(memory, ["memories", index], instant(memory.ago), now)),
  ];
  // Links are created last, since they may lead to items that are created after their memory.
  const links = memories.flatMap((memory, index) =>
    memory.links === undefined
      ? []
      : [act(now, ["memories", index, "links"], undefined, (stage) => linkSeedMemory(stage, memory))],
  );
  return [...acts.sort((a, b) => a.at - b.at), ...links];
}

function messageActs(message: SeedMessage, path: Act["path"], at: number, now: number): readonly Act[] {
  const { resolved } = message;
  const created = creation(at, path, message.id, (stage) => makeSeedMessage(stage, message));
  if (resolved === undefined) return [created.act];
  return [created.act, created.change(now - durationInMs(resolved), ["resolved"], resolveSeedMessage)];
}

function taskActs(task: SeedTask, path: Act["path"], at: number, now: number): readonly Act[] {
  const { comments = [], moves = [], due } = task;
  const dueAt = due === undefined ? undefined : now + durationInMs(due);
  const created = creation<StoredTask>(at, path, task.id, (stage) => makeSeedTask(stage, task, dueAt));
  return [
    created.act,
    ...comments.map((comment, index) => {
      const when = comment.ago === undefined ? at : now - durationInMs(comment.ago);
      return created.change(when, ["comments", index], (stage, stored) => commentSeedTask(stage, stored, comment));
    }),
    ...moves.map((move, index) =>
      created.change(now - durationInMs(move.ago), ["moves", index], (stage, stored) =>
        moveSeedTask(stage, stored, move, task.by),
      ),
    ),
  ];
}

function memoryActs(memory: SeedMemory, path: Act["path"], at: number, now: number): readonly Act[] {
  const { invalidated } = memory;
  const created = creation<StoredMemory>(at, path, memory.id, (stage) => makeSeedMemory(stage, memory));
  if (invalidated === undefined) return [created.act];
  const invalidation = created.change(now - durationInMs(invalidated.ago), ["invalidated"], (stage, stored) =>
    invalidateSeedMemory(stage, stored, invalidated, memory.by),
  );
  return [created.act, invalidation];
}

/**
 * Returns the act that creates an item, and a function for acts that change it, which do nothing if the creation
 * failed.
 */
function creation<T>(at: number, path: Act["path"], id: string | undefined, make: (stage: ContentContext) => T) {
  let created: T | undefined;
  return {
    act: act(at, path, id, (stage) => {
      created = make(stage);
    }),
    change: (when: number, place: Act["path"], change: (stage: ContentContext, created: T) => void): Act =>
      act(when, [...path, ...place], undefined, (stage) => {
        if (when < at) {
          throw rejection("invalid-input", "It happens before what it changes is created", {
            suggestion: "Let what it changes be longer ago.",
          });
        }
        if (created !== undefined) change(stage, created);
      }),
  };
}

function act(at: number, path: Act["path"], id: string | undefined, make: (stage: ContentContext) => void): Act {
  return { at, path, id, make };
}
