import type { ConnectionRules } from "./features/connection/rules.ts";
import type { FileRules } from "./features/files/rules.ts";
import type { MemoryRules } from "./features/memories/rules.ts";
import type { MessageRules } from "./features/messages/rules.ts";
import type { TaskRules } from "./features/tasks/rules.ts";
import type { AuthRules } from "./http/auth.ts";
import type { Fields } from "./http/fields.ts";
import type { RejectionTable } from "./http/rejections.ts";
import type { Caller } from "./service.ts";

/** Resources in responses; the names are those of the document's components if it has one. */
export type ResponsePart =
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
 * Every decision of the fake, in one replaceable object. The features call it instead of deciding; a mutant replaces
 * one member by a wrong one, a variant by another right one.
 */
export interface Rules {
  /** Input fields of each operation, by role. */
  readonly inputs: Readonly<Record<string, Fields>>;
  readonly refusals: RejectionTable;
  readonly auth: AuthRules;
  /** Returns a resource as it appears on the wire. */
  readonly present: (what: ResponsePart, thing: object, caller: Caller) => unknown;
  readonly messages: MessageRules;
  readonly tasks: TaskRules;
  readonly files: FileRules;
  readonly memories: MemoryRules;
  readonly connection: ConnectionRules;
}

/** A caller with the rules in force: the HTTP layer passes it to an operation. */
export interface RuledCaller extends Caller {
  readonly rules: Rules;
}
