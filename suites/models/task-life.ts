import fc from "fast-check";
import { type Command, sequences } from "../../generators/index.ts";

/** What a caller does to a task that it made and is assigned to. */
export type Move = "block" | "release" | "list";

/** What is known of the task; null where the contract leaves it open. */
export interface TaskState {
  readonly status: string | null;
  /** True while the caller is the assignee. */
  readonly assigned: boolean;
}

interface MoveCommand extends Command<TaskState> {
  readonly name: Move;
}

/** A release is tried when the task is released already, too: that it is rejected is a rule. */
const COMMANDS: readonly MoveCommand[] = [
  { name: "block", weight: 2, leadsTo: (state) => ({ ...state, status: "blocked" }) },
  // What happens to the status is not stated.
  { name: "release", leadsTo: () => ({ status: null, assigned: false }) },
  { name: "list" },
];

const START: TaskState = { status: null, assigned: true };

/** The state after a move that was accepted. */
export function after(state: TaskState, move: Move): TaskState {
  return COMMANDS.find(({ name }) => name === move)?.leadsTo?.(state, null) ?? state;
}

const some: fc.Arbitrary<readonly Move[]> = sequences(COMMANDS, START, { maxCalls: 6 }).map((calls) =>
  calls.map(({ name }) => name as Move),
);

/** Sequences of moves, with a look at the end. */
export const moves: fc.Arbitrary<readonly Move[]> = some.map((sequence) => [...sequence, "list"]);

/** Sequences with one release more than is allowed, at least. */
export const movesBeyondRelease: fc.Arbitrary<readonly Move[]> = fc
  .tuple(some, some)
  .map(([first, then]) => [...first, "release", ...then, "release"]);
