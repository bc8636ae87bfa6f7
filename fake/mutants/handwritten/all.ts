import type { HandwrittenSite } from "../model.ts";
import { connectionSites } from "./connection.ts";
import { fileSites } from "./files.ts";
import { leakSites } from "./leaks.ts";
import { memorySites } from "./memories.ts";
import { messageSites } from "./messages.ts";
import { recallSites } from "./recall.ts";
import { taskSites } from "./tasks.ts";

/** Every mutant that is written by hand. */
export const handwrittenSites: readonly HandwrittenSite[] = [
  ...messageSites,
  ...fileSites,
  ...leakSites,
  ...taskSites,
  ...connectionSites,
  ...memorySites,
  ...recallSites,
];
