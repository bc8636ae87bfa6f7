import type { HandwrittenSite } from "../model.ts";
import { messageSites } from "./messages.ts";

/** Every mutant that is written by hand. */
export const handwrittenSites: readonly HandwrittenSite[] = [...messageSites];
