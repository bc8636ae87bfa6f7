import type { Toolset } from "./toolset.ts";

/** A generator of API clients, and how its client is compiled and tried. */
export interface ClientGenerator {
  readonly name: string;
  readonly version: string;
  /** What it writes, for the table. */
  readonly writes: string;
  /** What a client developer has to know: bugs of the generator that no document avoids, options that help. */
  readonly remarks: string;
  readonly tools: Toolset;
  /** Writes the client into `work.folder`. */
  generate(work: Work): Promise<void>;
  /** Compiles, or checks the types of, the client together with the program of the flow. */
  compile(work: Work): Promise<void>;
  /** Runs the compiled program; returns what it printed. */
  flow(work: Work, env: FlowEnvironment): Promise<string>;
}

/** Where one generator works. */
export interface Work {
  /** The OpenAPI document. */
  readonly document: string;
  /** An empty folder below the tools. */
  readonly folder: string;
  /** The folder that holds the tools. */
  readonly tools: string;
}

/** What the program of a flow reads from its environment. */
export interface FlowEnvironment {
  readonly WAC_BASE_URL: string;
  readonly WAC_API_KEY: string;
  /** Id of the agent whose key it is. */
  readonly WAC_AGENT: string;
  readonly WAC_CHANNEL: string;
  readonly WAC_SCOPE: string;
  readonly WAC_TOKEN: string;
}
