import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Suite } from "../../engine/check/check.ts";
import { asAdditional, withExistingFixtures } from "../define-check.ts";
import { expiringMemorySource } from "../memories/expiry.ts";
import { specialCharactersCheck } from "../special-characters.ts";
import { statusFilterChecks } from "./ended-statuses.ts";
import { expandedChecks } from "./expansion.ts";
import { filteredChecks } from "./filters.ts";
import { hiddenNeighbourChecks } from "./hidden-neighbours.ts";
import { hiddenSourceNotShown, otherAgentSourceNotShown } from "./hidden-sources.ts";
import { limitFills, limitFillsDespiteHidden } from "./limit-fills.ts";
import { completeTextIsNearest } from "./nearest-to-query.ts";
import { recallObservers } from "./observers.ts";
import { permissionChecks } from "./permissions.ts";
import { createProvenanceFixtures } from "./provenance-fixtures.ts";
import { rankedChecks } from "./queries-and-limits.ts";
import { foundByEarlierRequest } from "./recall-before-creation.ts";
import { fewRejectionChecks, rejectedRecallChecks } from "./rejected-recalls.ts";
import { unusualMemberChecks } from "./unusual-members.ts";
import { walkChecks } from "./walk-depth.ts";

/** Requirements on recall beyond the form of requests and responses. */
export const recallSuite: Suite = {
  checks(context) {
    const provenanceFixtures = provenanceFixturesOf(context);
    return [
      ...rankedChecks(provenanceFixtures),
      completeTextIsNearest(),
      ...walkChecks(provenanceFixtures),
      ...filteredChecks(provenanceFixtures),
      limitFills(provenanceFixtures),
      ...statusFilterChecks(context, expiringMemorySource("mortal to recall")),
      ...expandedChecks(context, provenanceFixtures),
      ...permissionChecks(),
      ...unusualMemberChecks(),
      ...fewRejectionChecks(),
      ...asAdditional(rejectedRecallChecks()),
      ...asAdditional(
        withExistingFixtures(context, [
          foundByEarlierRequest(),
          limitFillsDespiteHidden(),
          ...hiddenNeighbourChecks(),
          hiddenSourceNotShown(),
          otherAgentSourceNotShown(),
        ]),
      ),
      specialCharactersCheck({ operation: "recall", requirement: "recall.succeeds" }, (query) => ({ body: { query } })),
    ];
  },
  observers: (context) => recallObservers(provenanceFixturesOf(context)),
};

/** The memories of a run, shared by its checks and observers. */
const provenanceFixturesOf = oncePerRun(createProvenanceFixtures);
