import type { HandwrittenSite } from "../model.ts";
import { bootstrapSites } from "./bootstrap.ts";
import { callerSites } from "./callers.ts";
import { connectionSites } from "./connection.ts";
import { fileSites } from "./files.ts";
import { httpSites } from "./http.ts";
import { lateNarrowingSites } from "./late-narrowing.ts";
import { leakSites } from "./leaks.ts";
import { memorySites } from "./memories.ts";
import { memoryPageSites } from "./memory-pages.ts";
import { messageSites } from "./messages.ts";
import { pageSites } from "./pages.ts";
import { recallSites } from "./recall.ts";
import { sideEffectSites } from "./side-effects.ts";
import { taskSites } from "./tasks.ts";
import { transferSites } from "./transfers.ts";

/** Every mutant that is written by hand. */
export const handwrittenSites: readonly HandwrittenSite[] = [
  ...messageSites,
  ...pageSites,
  ...transferSites,
  ...leakSites,
  ...sideEffectSites,
  ...taskSites,
  ...fileSites,
  ...httpSites,
  ...connectionSites,
  ...bootstrapSites,
  ...memorySites,
  ...memoryPageSites,
  ...recallSites,
  ...lateNarrowingSites,
  ...callerSites,
];
