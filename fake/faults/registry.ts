import { nearest } from "../../spec/nearest.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { authFaults } from "./auth.ts";
import { bootstrapFaults, connectionFaults } from "./bootstrap.ts";
import { consistencyFaults } from "./consistency.ts";
import { envelopeFaults } from "./envelope.ts";
import { errorFaults } from "./errors.ts";
import type { Fault } from "./fault.ts";
import { fileDownloadFaults, fileFlowFaults, fileUploadFaults } from "./files.ts";
import { inputFaults } from "./inputs.ts";
import { isolationFaults } from "./isolation.ts";
import { recallFaults, recallPermissionFaults, recallWalkFaults } from "./memories/recall.ts";
import { rememberFaults } from "./memories/remember.ts";
import { memoryFilterFaults, memoryPageFaults } from "./memories/search.ts";
import { messageFlagFaults } from "./messages/flag.ts";
import { messagePageFaults } from "./messages/page.ts";
import { messageSearchFaults } from "./messages/search.ts";
import { messageSendFaults } from "./messages/send.ts";
import { metaFaults } from "./meta.ts";
import { shapeFaults } from "./shapes.ts";
import { taskCreateFaults } from "./tasks/create.ts";
import { taskCountFaults, taskFilterFaults, taskVisibilityFaults } from "./tasks/listing.ts";
import { taskBlockFaults, taskEventFaults, taskReleaseFaults } from "./tasks/moves.ts";

/** All faults. */
export const FAULTS: readonly Fault[] = [
  ...envelopeFaults,
  ...metaFaults,
  ...errorFaults,
  ...authFaults,
  ...shapeFaults,
  ...inputFaults,
  ...messageSearchFaults,
  ...messageSendFaults,
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
    hint: near === null ? "Give the id of a fault of the registry (FAULTS in fake/index.ts)." : `Did you mean ${near}?`,
  });
}
