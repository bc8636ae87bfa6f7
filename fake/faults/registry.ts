import { nearest } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { authFaults } from "./auth.ts";
import { besideOthersFaults } from "./beside-others.ts";
import { bootstrapFaults, connectionFaults } from "./bootstrap.ts";
import { combinedFaults } from "./combined.ts";
import { companyFaults } from "./company.ts";
import { consistencyFaults } from "./consistency.ts";
import { cutShortFaults } from "./cut-short.ts";
import { envelopeFaults } from "./envelope.ts";
import { errorFaults } from "./errors.ts";
import { farAlongFaults } from "./far-along.ts";
import type { Fault } from "./fault.ts";
import { fileDownloadFaults, fileFlowFaults, fileUploadFaults } from "./files.ts";
import { hidingFaults } from "./hiding.ts";
import { memoryFieldFaults } from "./inputs/memories.ts";
import { messageFieldFaults } from "./inputs/messages.ts";
import { nearValueFaults } from "./inputs/near-values.ts";
import { recallFieldFaults } from "./inputs/recall.ts";
import { taskFieldFaults } from "./inputs/tasks.ts";
import { exclusiveFaults, typeFaults } from "./inputs/types.ts";
import { isolationFaults } from "./isolation.ts";
import { keptLimitFaults } from "./kept-limits.ts";
import { lateEdgeFaults } from "./late-edges.ts";
import { leftBehindFaults } from "./left-behind.ts";
import { besideMemoryFaults } from "./memories/beside.ts";
import { combinedMemoryFaults } from "./memories/combined.ts";
import { lateNarrowingFaults } from "./memories/late-narrowing.ts";
import { oddMetadataFaults } from "./memories/odd-metadata.ts";
import { memoryPageFaults } from "./memories/pages.ts";
import { recallFaults, recallPermissionFaults } from "./memories/recall.ts";
import { recallWalkFaults } from "./memories/recall-walks.ts";
import { rememberFaults } from "./memories/remember.ts";
import { memoryFilterFaults } from "./memories/search.ts";
import { seldomAskedFaults } from "./memories/seldom-asked.ts";
import { seldomClaimFaults } from "./memories/seldom-claims.ts";
import { seldomMemoryFaults } from "./memories/seldom-memories.ts";
import { subtleMetadataFaults } from "./memories/subtle-metadata.ts";
import { subtleNarrowingFaults } from "./memories/subtle-narrowing.ts";
import { subtleMemoryPageFaults } from "./memories/subtle-pages.ts";
import { subtleRecallFaults } from "./memories/subtle-recall.ts";
import { subtleRememberFaults } from "./memories/subtle-remember.ts";
import { subtleFilterFaults } from "./memories/subtle-search.ts";
import { uncommonRecallFaults } from "./memories/uncommon-recall.ts";
import { uncommonRememberFaults } from "./memories/uncommon-remember.ts";
import { uncommonFilterFaults } from "./memories/uncommon-search.ts";
import { writtenBoundFaults } from "./memories/written-bounds.ts";
import { combinedMessageFaults } from "./messages/combined.ts";
import { messageFlagFaults } from "./messages/flag.ts";
import { kindsBeyondFaults } from "./messages/kinds-beyond.ts";
import { likeOthersFaults } from "./messages/like-others.ts";
import { messagePageFaults } from "./messages/page.ts";
import { messageSearchFaults } from "./messages/search.ts";
import { seldomMessageFaults } from "./messages/seldom-messages.ts";
import { messageSendFaults } from "./messages/send.ts";
import { subtlePageFaults, subtleSearchFaults } from "./messages/subtle-reading.ts";
import { subtleFlagFaults, subtleSendFaults } from "./messages/subtle-sending.ts";
import { uncommonMessageFaults } from "./messages/uncommon.ts";
import { metaFaults } from "./meta.ts";
import { orientationFaults } from "./orientation.ts";
import { otherFaults } from "./others.ts";
import { passingFaults } from "./passing.ts";
import { rareFaults } from "./rare.ts";
import { secondCallerFaults } from "./second-caller.ts";
import { seldomFaults } from "./seldom.ts";
import { answerFaults, bootstrapListFault } from "./shapes/answers.ts";
import { graphShapeFaults, memoryShapeFaults } from "./shapes/memories.ts";
import { messageListShapeFaults, messageShapeFaults } from "./shapes/messages.ts";
import { taskShapeFaults } from "./shapes/tasks.ts";
import { sideDoorFaults } from "./side-doors.ts";
import { statusFaults } from "./statuses.ts";
import { subtleConnectionFaults } from "./subtle-connection.ts";
import { subtleFileFaults } from "./subtle-files.ts";
import { subtleIsolationFaults } from "./subtle-isolation.ts";
import { subtleUploadFaults } from "./subtle-uploads.ts";
import { movedListingFaults } from "./tasks/after-moves.ts";
import { blockOfOthersFaults } from "./tasks/block-of-others.ts";
import { combinedTaskFaults } from "./tasks/combined.ts";
import { taskCreateFaults } from "./tasks/create.ts";
import { farTaskFaults } from "./tasks/far.ts";
import { halfwayFaults } from "./tasks/halfway.ts";
import { taskCountFaults, taskFilterFaults, taskVisibilityFaults } from "./tasks/listing.ts";
import { taskBlockFaults, taskEventFaults, taskReleaseFaults } from "./tasks/moves.ts";
import { seldomTaskFaults } from "./tasks/seldom-tasks.ts";
import { subtleEventFaults } from "./tasks/subtle-cards.ts";
import { subtleCreationFaults } from "./tasks/subtle-creation.ts";
import { subtleListingFaults } from "./tasks/subtle-listing.ts";
import { subtleBlockFaults, subtleReleaseFaults } from "./tasks/subtle-moves.ts";
import { subtleVisibilityFaults } from "./tasks/subtle-visibility.ts";
import { uncommonTaskFaults } from "./tasks/uncommon.ts";
import { textFaults } from "./texts.ts";
import { viewFaults } from "./views.ts";
import { wayFaults } from "./ways.ts";
import { withoutLimitFaults } from "./without-limit.ts";

const EVERYBODYS: readonly Fault[] = [
  ...sideDoorFaults,
  ...cutShortFaults,
  ...envelopeFaults,
  ...metaFaults,
  ...errorFaults,
  ...statusFaults,
  ...authFaults,
  ...taskShapeFaults,
  ...messageShapeFaults,
  ...messageListShapeFaults,
  ...memoryShapeFaults,
  ...graphShapeFaults,
  ...answerFaults,
  bootstrapListFault,
  ...taskFieldFaults,
  ...messageFieldFaults,
  ...memoryFieldFaults,
  ...recallFieldFaults,
  ...typeFaults,
  ...exclusiveFaults,
  ...nearValueFaults,
  ...messageSearchFaults,
  ...likeOthersFaults,
  ...messageSendFaults,
  ...leftBehindFaults,
  ...passingFaults,
  ...messagePageFaults,
  ...messageFlagFaults,
  ...taskCreateFaults,
  ...taskBlockFaults,
  ...taskReleaseFaults,
  ...taskEventFaults,
  ...taskFilterFaults,
  ...taskCountFaults,
  ...taskVisibilityFaults,
  ...fileUploadFaults,
  ...fileFlowFaults,
  ...fileDownloadFaults,
  ...rememberFaults,
  ...memoryFilterFaults,
  ...memoryPageFaults,
  ...recallFaults,
  ...recallWalkFaults,
  ...recallPermissionFaults,
  ...bootstrapFaults,
  ...connectionFaults,
  ...isolationFaults,
  ...consistencyFaults,
  ...subtleCreationFaults,
  ...subtleListingFaults,
  ...subtleVisibilityFaults,
  ...blockOfOthersFaults,
  ...subtleBlockFaults,
  ...subtleReleaseFaults,
  ...subtleEventFaults,
  ...subtleSendFaults,
  ...subtleFlagFaults,
  ...subtlePageFaults,
  ...subtleSearchFaults,
  ...combinedMessageFaults,
  ...combinedTaskFaults,
  ...besideMemoryFaults,
  ...combinedMemoryFaults,
  ...combinedFaults,
  ...subtleUploadFaults,
  ...subtleFileFaults,
  ...besideOthersFaults,
  ...farAlongFaults,
  ...subtleRememberFaults,
  ...subtleMetadataFaults,
  ...oddMetadataFaults,
  ...subtleFilterFaults,
  ...writtenBoundFaults,
  ...subtleMemoryPageFaults,
  ...subtleRecallFaults,
  ...subtleNarrowingFaults,
  ...lateNarrowingFaults,
  ...subtleIsolationFaults,
  ...subtleConnectionFaults,
  ...uncommonMessageFaults,
  ...uncommonRememberFaults,
  ...uncommonFilterFaults,
  ...uncommonRecallFaults,
  ...uncommonTaskFaults,
  ...wayFaults,
  ...rareFaults,
  ...viewFaults,
  ...textFaults,
  ...otherFaults,
  ...seldomFaults,
  ...seldomMemoryFaults,
  ...seldomAskedFaults,
  ...seldomClaimFaults,
  ...seldomMessageFaults,
  ...seldomTaskFaults,
  ...hidingFaults,
  ...companyFaults,
  ...halfwayFaults,
  ...farTaskFaults,
  ...movedListingFaults,
  ...orientationFaults,
  ...keptLimitFaults,
  ...lateEdgeFaults,
  ...kindsBeyondFaults,
];

/** All faults. */
export const FAULTS: readonly Fault[] = [
  ...EVERYBODYS,
  ...secondCallerFaults(EVERYBODYS),
  ...withoutLimitFaults(EVERYBODYS),
];

/** The fault with this id; throws an operator error that names the nearest one. */
export function findFault(id: string): Fault {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    FAULTS.map((fault) => fault.id),
  );
  throw new OperatorError({
    code: "FAKE-UNKNOWN-FAULT",
    message: `There is no fault ${JSON.stringify(id)}.`,
    hint: near === null ? "Give an id of those that `wac list faults` shows." : `Did you mean ${near}?`,
  });
}
