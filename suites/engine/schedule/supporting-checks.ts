import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import type { Check } from "../check/check.ts";

/**
 * Returns the checks of a restricted run: those of the selected requirements; if monitors judge one of these, every
 * check whose traffic they can judge it by; and if rules over all traffic do, the stimuli of their operations. Findings
 * of such supporting checks are not reported.
 */
export function withSupportingChecks(
  all: readonly Check[],
  selected: (requirement: string) => boolean,
  catalogue: Catalogue,
  watches: (requirement: string) => boolean,
): readonly Check[] {
  const watched = catalogue.requirements.filter(({ id }) => selected(id) && watches(id));
  const operations = new Set(watched.flatMap((requirement) => requirement.operations));
  const rules = all.filter(({ judgesTraffic, requirement }) => judgesTraffic === true && selected(requirement));
  const judged = new Set(rules.flatMap((rule) => rule.operations));
  return all.filter(
    (check) =>
      selected(check.requirement) ||
      (check.isStimulus === true && check.operations.some((operation) => judged.has(operation))) ||
      check.operations.some((operation) => operations.has(operation)),
  );
}
