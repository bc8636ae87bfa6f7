import { adjacentPageRules } from "./adjacent-pages.ts";
import { bootstrapLeakRules } from "./bootstrap-leaks.ts";
import { changePersistsRules } from "./change-persists.ts";
import { changeResponseRules } from "./change-responses.ts";
import { channelBeginningRules } from "./channel-beginning.ts";
import { currentDecisionRules } from "./current-decisions.ts";
import { downloadsGrantedRules } from "./downloads-granted.ts";
import { echoRules } from "./echoes.ts";
import { excludedItemRules } from "./excluded-items.ts";
import { fileFactRules } from "./file-facts.ts";
import { fullPageRules } from "./full-pages.ts";
import { hasMoreRules } from "./has-more.ts";
import { hiddenReferenceRules } from "./hidden-references.ts";
import { hiddenResourceRules } from "./hidden-resources.ts";
import { identityRules } from "./identity.ts";
import { internalErrorRules } from "./internal-errors.ts";
import { lastSearchPageRules } from "./last-search-page.ts";
import { boundRules, limitRules } from "./limits.ts";
import { memoryConfidenceRules } from "./memory-confidences.ts";
import { memoryEchoRules } from "./memory-echoes.ts";
import { messageContentRules } from "./message-contents.ts";
import { messageListRules } from "./message-lists.ts";
import { messagePageRules } from "./message-pages.ts";
import { missingItemRules } from "./missing-items.ts";
import { needsHumanEntryRules } from "./needs-human-entries.ts";
import { newResourceRules } from "./new-resources.ts";
import { otherWorkspaceRules } from "./other-workspace.ts";
import { paginationAgreesRules } from "./pagination-agrees.ts";
import { provenanceMessageRules } from "./provenance-messages.ts";
import { recallFilterRules } from "./recall-filters.ts";
import { recallRankingRules } from "./recall-ranking.ts";
import { rejectedCreationRules } from "./rejected-creations.ts";
import { releaseByOthersRules } from "./release-by-others.ts";
import { replyCountRules } from "./reply-counts.ts";
import type { Rule } from "./rule.ts";
import { senderTypeRules } from "./sender-types.ts";
import { sentAttachmentRules } from "./sent-attachments.ts";
import { shortPageRules } from "./short-pages.ts";
import { shownAsRequestedRules } from "./shown-as-requested.ts";
import { singleCreationRules } from "./single-creation.ts";
import { singleReleaseRules } from "./single-release.ts";
import { strayCardRules } from "./stray-cards.ts";
import { taskChangesAcceptedRules } from "./task-changes-accepted.ts";
import { taskCreatorRules } from "./task-creators.ts";
import { taskVisibilityRules } from "./task-visibility.ts";
import { timestampRules } from "./timestamps.ts";
import { unauthenticatedRules } from "./unauthenticated.ts";
import { unchangedTaskRules } from "./unchanged-tasks.ts";
import { unknownReferenceRules } from "./unknown-references.ts";
import { unsetMemberRules } from "./unset-members.ts";
import { urlExpiryRules } from "./url-expiry.ts";
import { validAcceptedRules } from "./valid-accepted.ts";
import { versionRules } from "./versions.ts";
import { viewsAgreeRules } from "./views-agree.ts";

/** All rules that judge the exchanges of a run. */
export const RULES: readonly Rule[] = [
  ...missingItemRules,
  ...shortPageRules,
  ...fullPageRules,
  ...changePersistsRules,
  ...limitRules,
  ...boundRules,
  ...excludedItemRules,
  ...recallFilterRules,
  ...messageListRules,
  ...messagePageRules,
  ...adjacentPageRules,
  ...hasMoreRules,
  ...channelBeginningRules,
  ...paginationAgreesRules,
  ...downloadsGrantedRules,
  ...hiddenResourceRules,
  ...otherWorkspaceRules,
  ...messageContentRules,
  ...echoRules,
  ...identityRules,
  ...memoryEchoRules,
  ...validAcceptedRules,
  ...viewsAgreeRules,
  ...shownAsRequestedRules,
  ...changeResponseRules,
  ...versionRules,
  ...releaseByOthersRules,
  ...singleReleaseRules,
  ...needsHumanEntryRules,
  ...rejectedCreationRules,
  ...recallRankingRules,
  ...replyCountRules,
  ...senderTypeRules,
  ...newResourceRules,
  ...strayCardRules,
  ...fileFactRules,
  ...sentAttachmentRules,
  ...unchangedTaskRules,
  ...taskVisibilityRules,
  ...urlExpiryRules,
  ...taskChangesAcceptedRules,
  ...bootstrapLeakRules,
  ...currentDecisionRules,
  ...hiddenReferenceRules,
  ...unsetMemberRules,
  ...taskCreatorRules,
  ...singleCreationRules,
  ...timestampRules,
  ...lastSearchPageRules,
  ...memoryConfidenceRules,
  ...provenanceMessageRules,
  ...unauthenticatedRules,
  ...unknownReferenceRules,
  ...internalErrorRules,
];
