import fc from "fast-check";
import { type Command, sequences } from "../../generators/index.ts";

/** A request about a task that the caller created and is assigned to. */
export type Move = "block" | "release" | "list";

/** The known state of the task; null for what the contract leaves open. */
export interface TaskState {
  readonly status: string | null;
  /** True while the caller is the assignee. */
  readonly assigned: boolean;
}

interface MoveCommand extends Command<TaskState> {
  readonly name: Move;
}

/** A release is also tried after another one, since its rejection is a rule. */
const COMMANDS: readonly MoveCommand[] = [
  { name: "block", weight: 2, leadsTo: (state) => ({ ...state, status: "blocked" }) },
  // The contract does not state what happens to the status.
  { name: "release", leadsTo: () => ({ status: null, assigned: false }) },
  { name: "list" },
];

const START: TaskState = { status: null, assigned: true };

/** Returns the state after an accepted move. */
export function stateAfter(state: TaskState, move: Move): TaskState {
  return COMMANDS.find(({ name }) => name === move)?.leadsTo?.(state, null) ?? state;
}

const some: fc.Arbitrary<readonly Move[]> = sequences(COMMANDS, START, { maxCalls: 6 }).map((calls) =>
  calls.map(({ name }) => name as Move),
);

/** Sequences of moves that end with a listing. */
export const moveSequences: fc.Arbitrary<readonly Move[]> = some.map((sequence) => [...sequence, "list"]);

/** Sequences with at least one release more than allowed. */
export const movesBeyondRelease: fc.Arbitrary<readonly Move[]> = fc
  .tuple(some, some)
  .map(([first, then]) => [...first, "release", ...then, "release"]);
