import type { Toolset } from "./toolset.ts";
import type { Work } from "./work.ts";

/** A generator of API clients, and how its client is compiled and tried. */
export interface ClientGenerator {
  readonly name: string;
  readonly version: string;
  /** What it writes, for the table. */
  readonly writes: string;
  /** What a client developer has to know: bugs of the generator that no document avoids, options that help. */
  readonly remarks: string;
  readonly tools: Toolset;
  /** The program of its flow, a file of `suites/clients/flows/`. */
  readonly program: string;
  /** Writes the client into `work.folder`. */
  generate(work: Work): Promise<void>;
  /** Compiles, or checks the types of, the client together with the program of the flow. */
  compile(work: Work): Promise<void>;
}
