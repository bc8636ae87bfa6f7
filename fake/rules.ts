import type { ConnectionRules } from "./features/connection/rules.ts";
import type { FileRules } from "./features/files/rules.ts";
import type { MemoryRules } from "./features/memories/rules.ts";
import type { MessageRules } from "./features/messages/rules.ts";
import type { TaskRules } from "./features/tasks/rules.ts";
import type { AuthRules } from "./http/auth.ts";
import type { Fields } from "./http/fields.ts";
import type { RejectionTable } from "./http/rejections.ts";
import type { Caller } from "./service.ts";

/** Things that responses show; the names are those of the document's components where it has one. */
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
 * Every decision that the fake takes, in one replaceable object. The features ask it instead of deciding; a mutant is
 * one wrong member, a variant another right one.
 */
export interface Rules {
  /** Input fields of each operation, by role. */
  readonly inputs: Readonly<Record<string, Fields>>;
  readonly refusals: RejectionTable;
  readonly auth: AuthRules;
  /** How a thing looks on the wire. */
  readonly present: (what: ResponsePart, thing: object, caller: Caller) => unknown;
  readonly messages: MessageRules;
  readonly tasks: TaskRules;
  readonly files: FileRules;
  readonly memories: MemoryRules;
  readonly connection: ConnectionRules;
}

/** A caller with the rules in force: what the HTTP layer hands to an operation. */
export interface RuledCaller extends Caller {
  readonly rules: Rules;
}
