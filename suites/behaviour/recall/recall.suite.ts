import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Suite } from "../../engine/check/check.ts";
import { asFurther, withExistingFixtures } from "../define-check.ts";
import { expiringMemorySource } from "../memories/expiry.ts";
import { specialCharactersCheck } from "../special-characters.ts";
import { askedBefore } from "./asked-before.ts";
import { expandedChecks } from "./expanded.ts";
import { filteredChecks } from "./filtered.ts";
import { hiddenNeighbours } from "./hidden-neighbours.ts";
import { fromHiddenMessages, fromMessagesOfAnother } from "./hidden-sources.ts";
import { limitFills, limitFillsBesideHidden } from "./limit-fills.ts";
import { nearest } from "./nearest.ts";
import { permissionChecks } from "./permissions.ts";
import { createProvenanceFixtures } from "./provenance-fixtures.ts";
import { recallQuestions } from "./questions.ts";
import { rankedChecks } from "./ranked.ts";
import { rejectedInFew, rejectedRecallChecks } from "./rejected.ts";
import { statusFilterChecks } from "./statuses.ts";
import { unusualMemberChecks } from "./unusual-members.ts";
import { walkChecks } from "./walks.ts";

/** Requirements on recall beyond the form of requests and responses. */
export const recallSuite: Suite = {
  name: "recall",
  checks(context) {
    const provenanceFixtures = studyOf(context);
    return [
      ...rankedChecks(provenanceFixtures),
      nearest(),
      ...walkChecks(provenanceFixtures),
      ...filteredChecks(provenanceFixtures),
      limitFills(provenanceFixtures),
      ...statusFilterChecks(context, expiringMemorySource("mortal to recall")),
      ...expandedChecks(context, provenanceFixtures),
      ...permissionChecks(),
      ...unusualMemberChecks(),
      ...rejectedInFew(),
      ...asFurther(rejectedRecallChecks()),
      ...asFurther(
        withExistingFixtures(context, [
          askedBefore(),
          limitFillsBesideHidden(),
          ...hiddenNeighbours(),
          fromHiddenMessages(),
          fromMessagesOfAnother(),
        ]),
      ),
      specialCharactersCheck({ operation: "recall", requirement: "recall.succeeds" }, (query) => ({ body: { query } })),
    ];
  },
  observers: (context) => recallQuestions(studyOf(context)),
};

/** The memories of a run, shared by its checks and observers. */
const studyOf = oncePerRun(createProvenanceFixtures);
