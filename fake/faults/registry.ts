import { nearest } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { authFaults } from "./auth.ts";
import { bootstrapFaults, connectionFaults } from "./bootstrap.ts";
import { cutShortFaults } from "./cut-short.ts";
import { envelopeFaults } from "./envelope.ts";
import { errorFaults } from "./errors.ts";
import { farAlongFaults } from "./far-along.ts";
import type { Fault } from "./fault.ts";
import { memoryFieldFaults } from "./inputs/memories.ts";
import { messageFieldFaults } from "./inputs/messages.ts";
import { nearValueFaults } from "./inputs/near-values.ts";
import { recallFieldFaults } from "./inputs/recall.ts";
import { taskFieldFaults } from "./inputs/tasks.ts";
import { exclusiveFaults, typeFaults } from "./inputs/types.ts";
import { keptLimitFaults } from "./kept-limits.ts";
import { lateEdgeFaults } from "./late-edges.ts";
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
import { metaFaults } from "./meta.ts";
import { orientationFaults } from "./orientation.ts";
import { secondCallerFaults } from "./second-caller.ts";
import { seldomFaults } from "./seldom.ts";
import { graphShapeFaults, memoryShapeFaults } from "./shapes/memories.ts";
import { taskShapeFaults } from "./shapes/tasks.ts";
import { sideDoorFaults } from "./side-doors.ts";
import { statusFaults } from "./statuses.ts";
import { subtleConnectionFaults } from "./subtle-connection.ts";
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
  ...memoryShapeFaults,
  ...graphShapeFaults,
  ...taskFieldFaults,
  ...messageFieldFaults,
  ...memoryFieldFaults,
  ...recallFieldFaults,
  ...typeFaults,
  ...exclusiveFaults,
  ...nearValueFaults,
  ...taskCreateFaults,
  ...taskBlockFaults,
  ...taskReleaseFaults,
  ...taskEventFaults,
  ...taskFilterFaults,
  ...taskCountFaults,
  ...taskVisibilityFaults,
  ...rememberFaults,
  ...memoryFilterFaults,
  ...memoryPageFaults,
  ...recallFaults,
  ...recallWalkFaults,
  ...recallPermissionFaults,
  ...bootstrapFaults,
  ...connectionFaults,
  ...subtleCreationFaults,
  ...subtleListingFaults,
  ...subtleVisibilityFaults,
  ...blockOfOthersFaults,
  ...subtleBlockFaults,
  ...subtleReleaseFaults,
  ...subtleEventFaults,
  ...combinedTaskFaults,
  ...besideMemoryFaults,
  ...combinedMemoryFaults,
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
  ...subtleConnectionFaults,
  ...uncommonRememberFaults,
  ...uncommonFilterFaults,
  ...uncommonRecallFaults,
  ...uncommonTaskFaults,
  ...viewFaults,
  ...textFaults,
  ...seldomFaults,
  ...seldomMemoryFaults,
  ...seldomAskedFaults,
  ...seldomClaimFaults,
  ...seldomTaskFaults,
  ...halfwayFaults,
  ...farTaskFaults,
  ...movedListingFaults,
  ...orientationFaults,
  ...keptLimitFaults,
  ...lateEdgeFaults,
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
