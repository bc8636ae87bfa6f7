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
