import type { Toolset } from "./toolset.ts";
import type { Work } from "./work.ts";

/** A generator of API clients, with the steps to compile and try its client. */
export interface ClientGenerator {
  readonly name: string;
  readonly version: string;
  /** Its output, for the table. */
  readonly writes: string;
  /** Remarks for client developers: bugs of the generator that no document avoids, options that help. */
  readonly remarks: string;
  readonly tools: Toolset;
  /** The program of its flow, a file of `suites/clients/flows/`. */
  readonly program: string;
  /** Writes the client into `work.folder`. */
  generate(work: Work): Promise<void>;
  /** Compiles, or checks the types of, the client together with the program of the flow. */
  compile(work: Work): Promise<void>;
}
