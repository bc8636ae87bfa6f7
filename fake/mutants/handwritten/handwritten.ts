import type { Json } from "../../../spec/json.ts";
import type { Around, Call } from "../../http/call.ts";
import type { Change, Patch } from "../../overrides/change.ts";
import { concerns, type OpenReply, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { HandwrittenSite } from "../model.ts";
import { editingList } from "./tools.ts";

/** What a mutant breaks, and what makes it in the operation where it shows. */
interface Handwritten {
  readonly breaks: string;
  readonly plant: (operation: string) => Change;
}

/** The mutants of one operation, each by what is wrong in one word of several. */
export const handwritten = (
  operation: string,
  mutants: Readonly<Record<string, Handwritten>>,
): readonly HandwrittenSite[] =>
  Object.entries(mutants).map(([id, { breaks, plant }]) => {
    return { kind: "handwritten", id, operation, breaks, plant: () => plant(operation) };
  });

/** A mutant that each fake has a copy of, so that it can count. */
export const planted = (breaks: string, plant: Handwritten["plant"]): Handwritten => ({ breaks, plant });

/** A mutant of rules. */
export const ruled = (breaks: string, patch: Patch<Rules>) => planted(breaks, () => rules(patch));

/** A mutant of calls before they are performed. */
export const called = (breaks: string, edit: (call: Call) => void) =>
  planted(breaks, (operation) => onCall(operation, edit));

/** A mutant of all responses. */
export const replied = (breaks: string, edit: (reply: OpenReply, call: Call) => void) =>
  planted(breaks, (operation) => onReply(operation, edit));

/** A mutant of successful responses. */
export const succeeded = (breaks: string, edit: (reply: OpenReply, call: Call) => void) =>
  planted(breaks, (operation) => onSuccess(operation, edit));

/** A mutant of a list in successful responses. */
export const listed = (breaks: string, path: string, edit: (items: readonly Json[], call: Call) => readonly Json[]) =>
  planted(breaks, (operation) => editingList(operation, path, edit));

/** A mutant around calls. */
export const around = (breaks: string, hook: Around) =>
  planted(breaks, (operation) => ({
    around: (call, next) => (concerns(operation, call) ? hook(call, next) : next()),
  }));
