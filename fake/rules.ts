import { type ConnectionRules, connectionRules } from "./features/connection/rules.ts";
import { type FileRules, fileRules } from "./features/files/rules.ts";
import { type MemoryRules, memoryRules } from "./features/memories/rules.ts";
import { type MessageRules, messageRules } from "./features/messages/rules.ts";
import { type TaskRules, taskRules } from "./features/tasks/rules.ts";
import { type AuthRules, authRules } from "./http/auth.ts";
import type { Fields } from "./http/fields.ts";
import { REFUSALS, type RefusalTable } from "./http/refusals.ts";
import { OPERATIONS } from "./operations.ts";
import type { Caller } from "./service.ts";

/** Things that answers show; the names are those of the document's components where it has one. */
export type Shown =
  | "Message"
  | "MessageListItem"
  | "MessageSearchHit"
  | "Task"
  | "Memory"
  | "MemoryPage"
  | "Edge"
  | "Score"
  | "ProvenanceMessage"
  | "ScopeMembership"
  | "Upload"
  | "Download"
  | "Verification";

/**
 * Every decision that the fake takes, in one replaceable object. The features ask it instead of deciding; a fault is
 * one wrong member, a variant another right one.
 */
export interface Rules {
  /** Input fields of each operation, by role. */
  readonly inputs: Readonly<Record<string, Fields>>;
  readonly refusals: RefusalTable;
  readonly auth: AuthRules;
  /** How a thing looks on the wire. */
  readonly present: (what: Shown, thing: object, caller: Caller) => unknown;
  readonly messages: MessageRules;
  readonly tasks: TaskRules;
  readonly files: FileRules;
  readonly memories: MemoryRules;
  readonly connection: ConnectionRules;
}

/** The rules of the contract, and of the reference where the contract is open. */
export function referenceRules(): Rules {
  return {
    inputs: Object.fromEntries(OPERATIONS.map((operation) => [operation.id, operation.fields])),
    refusals: REFUSALS,
    auth: authRules(),
    present: (_what, thing) => thing,
    messages: messageRules,
    tasks: taskRules,
    files: fileRules,
    memories: memoryRules,
    connection: connectionRules,
  };
}
