import type { Report } from "../../spec/report.ts";
import { hostile } from "./hostile.ts";
import { conformant, incomplete, nonconformant, unusable } from "./runs.ts";

/** One report of each kind, for the tests of formats: every format must render them all. */
export const SAMPLES: Readonly<Record<string, () => Report>> = {
  conformant,
  nonconformant,
  incomplete,
  unusable,
  hostile,
};
