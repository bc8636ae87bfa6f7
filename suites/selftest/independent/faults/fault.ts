import type { Forced } from "../choices.ts";

/** A rule of the contract that the server can be told to break. */
export interface Fault {
  readonly id: string;
  /** One sentence: what is wrong with a server that has this fault. */
  readonly breaks: string;
  /** The catalogue's requirement that a suite should report. */
  readonly requirement?: string;
  /** Open points that have to be read in a certain way for the fault to be seen. */
  readonly force?: Forced;
}

/** Ids that name one thing in all workspaces: a number that is counted up may name something in each. */
export const NAMES_TOLD_APART = { http: { ids: "prefixed" } } as const satisfies Forced;
