import { connectionOperations } from "./features/connection/routes.ts";
import { fileOperations } from "./features/files/routes.ts";
import { memoryOperations } from "./features/memories/routes.ts";
import { messageOperations } from "./features/messages/routes.ts";
import { taskOperations } from "./features/tasks/routes.ts";
import type { Operation } from "./http/operation.ts";

/** All operations of the API. */
export const OPERATIONS: readonly Operation[] = [
  ...messageOperations,
  ...taskOperations,
  ...memoryOperations,
  ...fileOperations,
  ...connectionOperations,
];
