import fc from "fast-check";

/** What a caller does to a task that it made and is assigned to. */
export type Move = "block" | "release" | "list";

/** What is known of the task; null where the contract leaves it open. */
export interface TaskState {
  readonly status: string | null;
  /** True while the caller is the assignee. */
  readonly assigned: boolean;
}

/** The state after a move that was accepted. */
export function after(state: TaskState, move: Move): TaskState {
  switch (move) {
    case "block":
      return { ...state, status: "blocked" };
    case "release":
      // What becomes of the status is not stated.
      return { status: null, assigned: false };
    default:
      return state;
  }
}

const some: fc.Arbitrary<readonly Move[]> = fc.array(fc.constantFrom<Move>("block", "block", "release", "list"), {
  minLength: 1,
  maxLength: 6,
  size: "max",
});

/** Sequences of moves, with a look at the end. */
export const moves: fc.Arbitrary<readonly Move[]> = some.map((sequence) => [...sequence, "list"]);

/** Sequences with one release more than is allowed, at the least. */
export const movesBeyondRelease: fc.Arbitrary<readonly Move[]> = fc
  .tuple(some, some)
  .map(([first, then]) => [...first, "release", ...then, "release"]);
