import type { Fault } from "./fault.ts";
import { FILE_FAULTS } from "./files.ts";
import { HTTP_FAULTS } from "./http.ts";
import { MEMORY_FAULTS } from "./memories.ts";
import { MESSAGE_FAULTS } from "./messages.ts";
import { MORE_FILE_FAULTS } from "./more-files.ts";
import { MORE_HTTP_FAULTS } from "./more-http.ts";
import { MORE_MEMORY_FAULTS } from "./more-memories.ts";
import { MORE_MESSAGE_FAULTS } from "./more-messages.ts";
import { MORE_RECALL_FAULTS } from "./more-recall.ts";
import { MORE_TASK_FAULTS } from "./more-tasks.ts";
import { RECALL_FAULTS } from "./recall.ts";
import { TASK_FAULTS } from "./tasks.ts";

const ALL = [
  ...HTTP_FAULTS,
  ...MORE_HTTP_FAULTS,
  ...TASK_FAULTS,
  ...MORE_TASK_FAULTS,
  ...MESSAGE_FAULTS,
  ...MORE_MESSAGE_FAULTS,
  ...FILE_FAULTS,
  ...MORE_FILE_FAULTS,
  ...MEMORY_FAULTS,
  ...MORE_MEMORY_FAULTS,
  ...RECALL_FAULTS,
  ...MORE_RECALL_FAULTS,
] as const;

/** Name of a fault. */
export type FaultId = (typeof ALL)[number]["id"];

/** Every fault that can be planted in this server. */
export const INDEPENDENT_FAULTS: readonly (Fault & { readonly id: FaultId })[] = ALL;
