import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Suite } from "../../engine/check/check.ts";
import { asFurther, withExistingFixtures } from "../define-check.ts";
import { acceptsNothing } from "./asked-for-nothing.ts";
import { boundChecks } from "./bounds.ts";
import { claimQuestions } from "./claim-questions.ts";
import { saidBeforeChecks } from "./duplicate-content.ts";
import { expiryChecks, mortalOf } from "./expiry.ts";
import { lifetimeChecks } from "./lifetimes.ts";
import { orgChecks } from "./orgs.ts";
import { pageChecks } from "./pages.ts";
import { permissionChecks } from "./permissions.ts";
import { createMemoryFixtures } from "./population.ts";
import { rejectedClaimChecks } from "./rejected.ts";
import { rememberingChecks } from "./remembering.ts";
import { placeChecks } from "./scopes.ts";
import { searchQuestions } from "./search-questions.ts";
import { statusChecks } from "./statuses.ts";
import { tagChecks } from "./tags.ts";
import { textChecks } from "./text.ts";

/** Requirements on remembering and filtering memories beyond the form of requests and responses. */
export const memoriesSuite: Suite = {
  name: "memories",
  checks(context) {
    const memoryFixtures = settlementOf(context);
    const mortality = mortalOf(context);
    return [
      ...rememberingChecks(memoryFixtures),
      ...asFurther(withExistingFixtures(context, saidBeforeChecks())),
      ...lifetimeChecks(),
      ...rejectedClaimChecks(),
      ...placeChecks(context),
      ...tagChecks(memoryFixtures),
      ...textChecks(memoryFixtures),
      ...boundChecks(memoryFixtures),
      ...statusChecks(memoryFixtures),
      ...orgChecks(memoryFixtures),
      ...permissionChecks(context),
      ...expiryChecks(mortality),
      ...pageChecks(memoryFixtures),
      acceptsNothing(),
    ];
  },
  observers(context) {
    const memoryFixtures = settlementOf(context);
    return [...claimQuestions(memoryFixtures), ...searchQuestions(memoryFixtures)];
  },
};

/** The memories of a run, shared by its checks and observers. */
const settlementOf = oncePerRun(createMemoryFixtures);
