import { connectionRules } from "./features/connection/rules.ts";
import { fileRules } from "./features/files/rules.ts";
import { memoryRules } from "./features/memories/rules.ts";
import { messageRules } from "./features/messages/rules.ts";
import { taskRules } from "./features/tasks/rules.ts";
import { authRules } from "./http/auth.ts";
import { REJECTIONS } from "./http/rejections.ts";
import { OPERATIONS } from "./operations.ts";
import type { Rules } from "./rules.ts";

/** Returns the rules of the contract, and of the reference where the contract is open. */
export function referenceRules(): Rules {
  return {
    inputs: Object.fromEntries(OPERATIONS.map((operation) => [operation.id, operation.fields])),
    refusals: REJECTIONS,
    auth: authRules(),
    present: (_what, thing) => thing,
    messages: messageRules,
    tasks: taskRules,
    files: fileRules,
    memories: memoryRules,
    connection: connectionRules,
  };
}
