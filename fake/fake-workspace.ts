import type { Fixtures, TargetFile } from "../spec/target-file.ts";
import type { Seeded } from "./seeds/seed-data.ts";

/** A population with the data that a test needs. */
export interface FakeWorkspace {
  /** Id of the agent's own workspace. */
  readonly id: string;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  /** Ids and keys behind the names of its seed; absent in a workspace of the reference. */
  readonly seeded?: Seeded | undefined;
  /** A target file for this workspace, as `wac run --target` reads it. */
  readonly target: TargetFile;
}
