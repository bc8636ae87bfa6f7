import type { Json } from "../../../spec/json.ts";
import type { Around, Call } from "../../http/call.ts";
import type { Change, Patch } from "../../overrides/changes.ts";
import { type EditableReply, isSelected, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { HandwrittenSite } from "../model.ts";
import { editList } from "./tools.ts";

/** A mutant of one operation. */
interface Handwritten {
  /** What the server does wrong, in a few words: "returns memories with two or more tags twice". */
  readonly title: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** Returns its change in the operation that shows it. */
  readonly plant: (operation: string) => Change;
}

/** Returns the mutants of one operation by id. */
export const handwritten = (
  operation: string,
  mutants: Readonly<Record<string, Handwritten>>,
): readonly HandwrittenSite[] =>
  Object.entries(mutants).map(([id, { title, breaks, plant }]) => {
    return { kind: "handwritten", id, title, operation, breaks, plant: () => plant(operation) };
  });

/** Creates a mutant of which each fake has its own copy, so that it can count. */
export const mutantOf = (title: string, breaks: string, plant: Handwritten["plant"]): Handwritten => ({
  title,
  breaks,
  plant,
});

/** Creates a mutant of rules. */
export const ruleMutant = (title: string, breaks: string, patch: Patch<Rules>) =>
  mutantOf(title, breaks, () => rules(patch));

/** Creates a mutant of calls before they are performed. */
export const callMutant = (title: string, breaks: string, edit: (call: Call) => void) =>
  mutantOf(title, breaks, (operation) => onCall(operation, edit));

/** Creates a mutant of all responses. */
export const replyMutant = (title: string, breaks: string, edit: (reply: EditableReply, call: Call) => void) =>
  mutantOf(title, breaks, (operation) => onReply(operation, edit));

/** Creates a mutant of successful responses. */
export const successMutant = (title: string, breaks: string, edit: (reply: EditableReply, call: Call) => void) =>
  mutantOf(title, breaks, (operation) => onSuccess(operation, edit));

/** Creates a mutant of a list in successful responses. */
export const listMutant = (
  title: string,
  breaks: string,
  path: string,
  edit: (items: readonly Json[], call: Call) => readonly Json[],
) => mutantOf(title, breaks, (operation) => editList(operation, path, edit));

/** Creates a mutant around calls. */
export const hookMutant = (title: string, breaks: string, hook: Around) =>
  mutantOf(title, breaks, (operation) => ({
    around: (call, next) => (isSelected(operation, call) ? hook(call, next) : next()),
  }));
