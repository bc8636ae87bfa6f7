import type { Change, ChangeTools } from "../changes/change.ts";

/** A server with one rule broken: what the suite must catch. */
export interface Fault {
  /** Permanent and semantic: `title-of-501-accepted`. */
  readonly id: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** The operations where it shows. */
  readonly operations: readonly string[];
  /** Makes the broken server; called once for each fake, so that a fault can count. */
  readonly plant: (tools: ChangeTools) => Change;
}

/** A fault as a value; `plant` is called once for each fake. */
export const fault = (
  id: string,
  breaks: string,
  title: string,
  operations: readonly string[],
  plant: Fault["plant"],
): Fault => ({ id, breaks, title, operations, plant });
