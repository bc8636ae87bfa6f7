import type { Fault } from "./fault.ts";
import { FILE_FAULTS } from "./files.ts";
import { HTTP_FAULTS } from "./http.ts";
import { MEMORY_FAULTS } from "./memories.ts";
import { MESSAGE_FAULTS } from "./messages.ts";
import { RECALL_FAULTS } from "./recall.ts";
import { TASK_FAULTS } from "./tasks.ts";

const ALL = [
  ...HTTP_FAULTS,
  ...TASK_FAULTS,
  ...MESSAGE_FAULTS,
  ...FILE_FAULTS,
  ...MEMORY_FAULTS,
  ...RECALL_FAULTS,
] as const;

/** Name of a fault. */
export type FaultId = (typeof ALL)[number]["id"];

/** Every fault that can be planted in this server. */
export const JUDGE_FAULTS: readonly (Fault & { readonly id: FaultId })[] = ALL;
