import type { Fixtures } from "../../../spec/target-file.ts";
import type { Asker } from "./asker.ts";
import type { Finding } from "./finding.ts";

/** One question about one fixture, by read-only requests. */
export interface Probe {
  /** Flat name of the fixture: `otherAgent.channel`. */
  readonly fixture: string;
  /** Called only if the fixture is present. */
  look(asker: Asker, fixtures: Fixtures): Promise<Finding>;
}
