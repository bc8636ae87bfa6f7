import type { Suite } from "../../engine/check.ts";
import { boundChecks } from "./bounds.ts";
import { createMortality, expiryChecks } from "./expiry.ts";
import { filterChecks } from "./filters.ts";
import { lifetimeChecks } from "./lifetimes.ts";
import { pageChecks } from "./pages.ts";
import { permissionChecks } from "./permissions.ts";
import { createSettlement } from "./population.ts";
import { refusedClaimChecks } from "./refused.ts";
import { rememberingChecks } from "./remembering.ts";
import { placeChecks } from "./scopes.ts";
import { statusChecks } from "./statuses.ts";
import { tagChecks } from "./tags.ts";
import { textChecks } from "./text.ts";

/** What the contract demands of remembering and of filtering memories beyond the form of requests and answers. */
export const memoriesSuite: Suite = {
  name: "memories",
  checks() {
    const settlement = createSettlement();
    return [
      ...rememberingChecks(),
      ...lifetimeChecks(),
      ...refusedClaimChecks(),
      ...placeChecks(),
      ...filterChecks(settlement),
      ...tagChecks(settlement),
      ...textChecks(settlement),
      ...boundChecks(settlement),
      ...statusChecks(settlement),
      ...permissionChecks(),
      ...expiryChecks(createMortality()),
      ...pageChecks(settlement),
    ];
  },
};
