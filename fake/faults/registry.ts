import { nearest } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { authFaults } from "./auth.ts";
import { cutShortFaults } from "./cut-short.ts";
import { envelopeFaults } from "./envelope.ts";
import { errorFaults } from "./errors.ts";
import type { Fault } from "./fault.ts";
import { memoryFieldFaults } from "./inputs/memories.ts";
import { messageFieldFaults } from "./inputs/messages.ts";
import { nearValueFaults } from "./inputs/near-values.ts";
import { recallFieldFaults } from "./inputs/recall.ts";
import { taskFieldFaults } from "./inputs/tasks.ts";
import { exclusiveFaults, typeFaults } from "./inputs/types.ts";
import { metaFaults } from "./meta.ts";
import { taskShapeFaults } from "./shapes/tasks.ts";
import { sideDoorFaults } from "./side-doors.ts";
import { statusFaults } from "./statuses.ts";
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
  ...subtleCreationFaults,
  ...subtleListingFaults,
  ...subtleVisibilityFaults,
  ...blockOfOthersFaults,
  ...subtleBlockFaults,
  ...subtleReleaseFaults,
  ...subtleEventFaults,
  ...combinedTaskFaults,
  ...uncommonTaskFaults,
  ...seldomTaskFaults,
  ...halfwayFaults,
  ...farTaskFaults,
  ...movedListingFaults,
];

/** All faults. */
export const FAULTS: readonly Fault[] = [...EVERYBODYS, ...withoutLimitFaults(EVERYBODYS)];

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
