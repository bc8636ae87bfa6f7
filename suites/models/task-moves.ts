import fc from "fast-check";

/** A request about a task that the caller created and is assigned to. */
export type Move = "block" | "release" | "list";

/** The known state of the task; null for what the contract leaves open. */
export interface TaskState {
  readonly status: string | null;
  /** True while the caller is the assignee. */
  readonly assigned: boolean;
}

/** Returns the state after an accepted move. The contract does not state what a release does to the status. */
export function stateAfter(state: TaskState, move: Move): TaskState {
  if (move === "block") return { ...state, status: "blocked" };
  return move === "release" ? { status: null, assigned: false } : state;
}

/** Releases are also drawn after another one, since a second rejection is a rule. */
const someMove: fc.Arbitrary<Move> = fc.oneof(
  { arbitrary: fc.constant("block" as const), weight: 2 },
  { arbitrary: fc.constant("release" as const), weight: 1 },
  { arbitrary: fc.constant("list" as const), weight: 1 },
);

/**
 * Marks of whether a drawn move is kept: nearly always. Shrinking tends to the first value, so that it can remove a move
 * anywhere, where a list shrinks only from its front.
 */
const MARKS = [false, true, true, true, true, true, true, true];

const someMoves: fc.Arbitrary<readonly Move[]> = fc
  .array(fc.tuple(fc.constantFrom(...MARKS), someMove), { minLength: 1, maxLength: 6, size: "max" })
  .map((drawn) => drawn.flatMap(([isKept, move]) => (isKept ? [move] : [])))
  .filter(({ length }) => length >= 1);

/** Sequences of moves that end with a listing. */
export const moveSequences: fc.Arbitrary<readonly Move[]> = someMoves.map((sequence) => [...sequence, "list"]);

/** Sequences with at least one release more than allowed. */
export const movesBeyondRelease: fc.Arbitrary<readonly Move[]> = fc
  .tuple(someMoves, someMoves)
  .map(([first, then]) => [...first, "release", ...then, "release"]);
