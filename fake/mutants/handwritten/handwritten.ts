import type { Json } from "../../../spec/json.ts";
import type { Around, Call } from "../../http/call.ts";
import type { Change, Patch } from "../../overrides/change.ts";
import { concerns, type OpenReply, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { HandwrittenSite } from "../model.ts";
import { editingList } from "./tools.ts";

/** The requirement that a mutant breaks, and its change in the operation that shows it. */
interface Handwritten {
  readonly breaks: string;
  readonly plant: (operation: string) => Change;
}

/** Returns the mutants of one operation by id. */
export const handwritten = (
  operation: string,
  mutants: Readonly<Record<string, Handwritten>>,
): readonly HandwrittenSite[] =>
  Object.entries(mutants).map(([id, { breaks, plant }]) => {
    return { kind: "handwritten", id, operation, breaks, plant: () => plant(operation) };
  });

/** Creates a mutant of which each fake has its own copy, so that it can count. */
export const planted = (breaks: string, plant: Handwritten["plant"]): Handwritten => ({ breaks, plant });

/** Creates a mutant of rules. */
export const ruled = (breaks: string, patch: Patch<Rules>) => planted(breaks, () => rules(patch));

/** Creates a mutant of calls before they are performed. */
export const called = (breaks: string, edit: (call: Call) => void) =>
  planted(breaks, (operation) => onCall(operation, edit));

/** Creates a mutant of all responses. */
export const replied = (breaks: string, edit: (reply: OpenReply, call: Call) => void) =>
  planted(breaks, (operation) => onReply(operation, edit));

/** Creates a mutant of successful responses. */
export const succeeded = (breaks: string, edit: (reply: OpenReply, call: Call) => void) =>
  planted(breaks, (operation) => onSuccess(operation, edit));

/** Creates a mutant of a list in successful responses. */
export const listed = (breaks: string, path: string, edit: (items: readonly Json[], call: Call) => readonly Json[]) =>
  planted(breaks, (operation) => editingList(operation, path, edit));

/** Creates a mutant around calls. */
export const around = (breaks: string, hook: Around) =>
  planted(breaks, (operation) => ({
    around: (call, next) => (concerns(operation, call) ? hook(call, next) : next()),
  }));
