import { unheardRules } from "./bootstrap-leaks.ts";
import { changePersistsRules } from "./change-persists.ts";
import { keptRules } from "./change-responses.ts";
import { completeRules } from "./complete.ts";
import { againRules } from "./downloads-granted.ts";
import { madeRules } from "./echoes.ts";
import { attachedRules } from "./file-facts.ts";
import { filledRules } from "./filled.ts";
import { moreRules } from "./has-more.ts";
import { hiddenRules } from "./hidden-resources.ts";
import { endRules } from "./last-search-page.ts";
import { boundRules, limitRules } from "./limits.ts";
import { confidenceRules } from "./memory-confidences.ts";
import { claimedRules } from "./memory-echoes.ts";
import { shownMetadataRules } from "./memory-metadata.ts";
import { readRules } from "./message-lists.ts";
import { betweenRules } from "./message-pages.ts";
import { flaggedRules } from "./needs-human-entries.ts";
import { apartRules } from "./other-workspace.ts";
import { paginatedRules } from "./pagination-agrees.ts";
import { sourceRules } from "./provenance-messages.ts";
import { recalledRules } from "./recall-filters.ts";
import { rankedRules } from "./recall-ranking.ts";
import { leftRules } from "./rejected-creations.ts";
import { releaseByOthersRules } from "./release-by-others.ts";
import type { Rule } from "./rule.ts";
import { madeOnceRules } from "./single-creation.ts";
import { aloneRules } from "./single-responses.ts";
import { soundRules } from "./sound.ts";
import { strayCardRules } from "./stray-cards.ts";
import { entitledRules } from "./task-changes-accepted.ts";
import { makerRules } from "./task-creators.ts";
import { unhiddenRules } from "./task-visibility.ts";
import { timeRules } from "./times.ts";
import { unauthenticatedRules } from "./unauthenticated.ts";
import { untouchedRules } from "./unchanged-tasks.ts";
import { unknownReferenceRules } from "./unknown-references.ts";
import { unaskedRules } from "./unset-members.ts";
import { livingRules } from "./url-expiry.ts";
import { acceptedRules } from "./valid-accepted.ts";
import { versionRules } from "./versions.ts";
import { sameRules } from "./views-agree.ts";

/** All rules that every exchange of a run is judged by. */
export const RULES: readonly Rule[] = [
  ...completeRules,
  ...filledRules,
  ...changePersistsRules,
  ...limitRules,
  ...boundRules,
  ...soundRules,
  ...recalledRules,
  ...readRules,
  ...betweenRules,
  ...moreRules,
  ...paginatedRules,
  ...againRules,
  ...hiddenRules,
  ...apartRules,
  ...madeRules,
  ...claimedRules,
  ...acceptedRules,
  ...sameRules,
  ...shownMetadataRules,
  ...keptRules,
  ...versionRules,
  ...releaseByOthersRules,
  ...flaggedRules,
  ...leftRules,
  ...rankedRules,
  ...aloneRules,
  ...strayCardRules,
  ...attachedRules,
  ...untouchedRules,
  ...unhiddenRules,
  ...livingRules,
  ...entitledRules,
  ...unheardRules,
  ...unaskedRules,
  ...makerRules,
  ...madeOnceRules,
  ...timeRules,
  ...endRules,
  ...confidenceRules,
  ...sourceRules,
  ...unauthenticatedRules,
  ...unknownReferenceRules,
];
