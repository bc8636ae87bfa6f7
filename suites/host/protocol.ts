import type { Report } from "../../spec/report.ts";
import type { RunEvent } from "../engine/check/events.ts";
import type { RunSettings } from "../engine/check/options.ts";

/** What the command gives to the thread of a run. */
export interface Order {
  readonly settings: RunSettings;
  /** Name of the channel on which both sides talk while the run goes on. */
  readonly channel: string;
}

/** What the worker tells. */
export type FromWorker =
  | { readonly type: "events"; readonly events: readonly RunEvent[] }
  | { readonly type: "report"; readonly report: Report };

/** What the worker is told. */
export type ToWorker = { readonly type: "abort"; readonly reason: string };
