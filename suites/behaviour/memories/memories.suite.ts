import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Suite } from "../../engine/check/check.ts";
import { asAdditional, withExistingFixtures } from "../define-check.ts";
import { claimObservers } from "./claim-observers.ts";
import { creationChecks } from "./creation.ts";
import { boundChecks } from "./creation-bounds.ts";
import { duplicateContentChecks } from "./duplicate-content.ts";
import { expiringMemoryOf, expiryChecks } from "./expiry.ts";
import { lifetimeChecks } from "./lifetimes.ts";
import { organisationChecks } from "./organisations.ts";
import { pageChecks } from "./page-filters.ts";
import { permissionChecks } from "./permissions.ts";
import { createMemoryFixtures } from "./population.ts";
import { rejectedClaimChecks } from "./rejected-claims.ts";
import { scopeAndProvenanceChecks } from "./scope-and-provenance.ts";
import { searchObservers } from "./search-observers.ts";
import { searchWithoutParametersAccepted } from "./search-without-parameters.ts";
import { statusChecks } from "./status-filter.ts";
import { tagChecks } from "./tag-filter.ts";
import { textChecks } from "./text-filter.ts";

/** Requirements on remembering and filtering memories beyond the form of requests and responses. */
export const memoriesSuite: Suite = {
  checks(context) {
    const memoryFixtures = memoryFixturesOf(context);
    const expiringMemory = expiringMemoryOf(context);
    return [
      ...creationChecks(memoryFixtures),
      ...asAdditional(withExistingFixtures(context, duplicateContentChecks())),
      ...lifetimeChecks(),
      ...rejectedClaimChecks(),
      ...scopeAndProvenanceChecks(context),
      ...tagChecks(memoryFixtures),
      ...textChecks(memoryFixtures),
      ...boundChecks(memoryFixtures),
      ...statusChecks(memoryFixtures),
      ...organisationChecks(memoryFixtures),
      ...permissionChecks(context),
      ...expiryChecks(expiringMemory),
      ...pageChecks(memoryFixtures),
      searchWithoutParametersAccepted(),
    ];
  },
  observers(context) {
    const memoryFixtures = memoryFixturesOf(context);
    return [...claimObservers(memoryFixtures), ...searchObservers(memoryFixtures)];
  },
};

/** The memories of a run, shared by its checks and observers. */
const memoryFixturesOf = oncePerRun(createMemoryFixtures);
