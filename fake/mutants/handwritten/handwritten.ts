import type { Json } from "../../../spec/json.ts";
import type { Around, Call } from "../../http/call.ts";
import type { Change, Patch } from "../../overrides/changes.ts";
import { type EditableReply, isSelected, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { HandwrittenSite } from "../model.ts";
import { editList } from "./tools.ts";

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
export const mutantOf = (breaks: string, plant: Handwritten["plant"]): Handwritten => ({ breaks, plant });

/** Creates a mutant of rules. */
export const ruleMutant = (breaks: string, patch: Patch<Rules>) => mutantOf(breaks, () => rules(patch));

/** Creates a mutant of calls before they are performed. */
export const callMutant = (breaks: string, edit: (call: Call) => void) =>
  mutantOf(breaks, (operation) => onCall(operation, edit));

/** Creates a mutant of all responses. */
export const replyMutant = (breaks: string, edit: (reply: EditableReply, call: Call) => void) =>
  mutantOf(breaks, (operation) => onReply(operation, edit));

/** Creates a mutant of successful responses. */
export const successMutant = (breaks: string, edit: (reply: EditableReply, call: Call) => void) =>
  mutantOf(breaks, (operation) => onSuccess(operation, edit));

/** Creates a mutant of a list in successful responses. */
export const listMutant = (
  breaks: string,
  path: string,
  edit: (items: readonly Json[], call: Call) => readonly Json[],
) => mutantOf(breaks, (operation) => editList(operation, path, edit));

/** Creates a mutant around calls. */
export const hookMutant = (breaks: string, hook: Around) =>
  mutantOf(breaks, (operation) => ({
    around: (call, next) => (isSelected(operation, call) ? hook(call, next) : next()),
  }));
