import type { Suite } from "../../engine/check.ts";
import { createMortality } from "../memories/expiry.ts";
import { expandedChecks } from "./expanded.ts";
import { filteredChecks } from "./filtered.ts";
import { permissionChecks } from "./permissions.ts";
import { rankedChecks } from "./ranked.ts";
import { statusFilterChecks } from "./statuses.ts";
import { createStudy } from "./study.ts";
import { walkChecks } from "./walks.ts";

/** What the contract demands of recall beyond the form of requests and answers. */
export const recallSuite: Suite = {
  name: "recall",
  checks() {
    const study = createStudy();
    return [
      ...rankedChecks(study),
      ...walkChecks(study),
      ...filteredChecks(study),
      ...statusFilterChecks(createMortality()),
      ...expandedChecks(study),
      ...permissionChecks(),
    ];
  },
};
