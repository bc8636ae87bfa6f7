import type { Json, JsonObject } from "../../spec/json.ts";
import type { Around, Call, Reply } from "../http/call.ts";
import type { Field } from "../http/fields.ts";
import type { ResponsePart, Rules } from "../rules.ts";
import type { Caller } from "../service.ts";
import { type Change, type Patch, patched } from "./changes.ts";
import { type Edit, editAt } from "./edit-at-path.ts";
import { switchedTable } from "./switched-table.ts";

/** Which operations a change concerns: one, several, or all of them and every unknown path (`"*"`). */
export type OperationSelector = string | readonly string[];

/** Returns true if a call is to one of the operations. */
export function isSelected(where: OperationSelector, { operation }: Call): boolean {
  if (where === "*") return true;
  return operation !== null && (typeof where === "string" ? where === operation : where.includes(operation));
}

/** Other rules. */
export const rules = (patch: Patch<Rules>): Change => ({ rules: () => patch });

/** Other input fields of an operation, by role. */
export const inputs = (operation: string, fields: Readonly<Record<string, Patch<Field>>>): Change =>
  rules({ inputs: { [operation]: fields } });

/** Changes calls before they are performed. */
export const onCall = (where: OperationSelector, edit: (call: Call) => void): Change => ({
  around: (call, next) => {
    if (isSelected(where, call)) edit(call);
    return next();
  },
});

/** A response whose body can be edited without affecting the state of the fake. */
export interface EditableReply extends Reply {
  body: JsonObject;
}

/** Returns the change that edits responses, of success or failure, before they are sent. */
export const onReply = (where: OperationSelector, edit: (reply: EditableReply, call: Call) => void): Change => ({
  around: (call, next) => {
    const reply = next();
    if (!isSelected(where, call)) return reply;
    const open: EditableReply = {
      ...reply,
      headers: { ...reply.headers },
      body: JSON.parse(JSON.stringify(reply.body)),
    };
    edit(open, call);
    return open;
  },
});

/** Changes successful responses. */
export const onSuccess = (where: OperationSelector, edit: (reply: EditableReply, call: Call) => void): Change =>
  onReply(where, (reply, call) => {
    if (reply.status === 200) edit(reply, call);
  });

/** Changes rejections. */
export const onFailure = (where: OperationSelector, edit: (reply: EditableReply, call: Call) => void): Change =>
  onReply(where, (reply, call) => {
    if (reply.status !== 200) edit(reply, call);
  });

/** Edits a place of successful responses. */
export const editSuccess = (where: OperationSelector, path: string, edit: Edit): Change =>
  onSuccess(where, (reply) => editAt(reply.body, path, edit));

/** Edits a member of everything of a kind that responses show. */
export const editPart = (what: ResponsePart | readonly ResponsePart[], path: string, edit: Edit): Change => ({
  rules: (before) => ({
    present: (shown: ResponsePart, thing: object, caller: Caller) => {
      const usual = before.present(shown, thing, caller);
      if (![what].flat().includes(shown)) return usual;
      const copy: Json = JSON.parse(JSON.stringify(usual));
      editAt(copy, path, edit);
      return copy;
    },
  }),
});

/** Returns the edit that sets a fixed value. */
export const setTo =
  (value: Json): Edit =>
  () =>
    value;

/** Returns the edit that replaces an existing value. */
export const replace =
  (edit: (value: NonNullable<Json>) => Json): Edit =>
  (value) =>
    value === null ? null : edit(value);

/**
 * Limits a change to some calls: its hooks and its rules. Of the state that responses are built from later, only the
 * part is affected that such a call writes or reads.
 */
export function onlyWhen(holds: (call: Call) => boolean, { rules: changed, around = passingOn }: Change): Change {
  let acts = false;
  const acting: Around = (call, next) => {
    const acted = acts;
    acts = holds(call);
    try {
      return acts ? around(call, next) : next();
    } finally {
      acts = acted;
    }
  };
  if (changed === undefined) return { around: acting };
  const eitherRules = (before: Rules) => switchedTable(before, patched<Rules>(before, changed(before)), () => acts);
  return { rules: eitherRules, around: acting };
}

const passingOn: Around = (_call, next) => next();

/** Returns a member of the call's JSON body; undefined if there is none. */
export function bodyMember({ body }: Call, name: string): unknown {
  if (body.kind !== "json" || typeof body.value !== "object" || body.value === null) return undefined;
  return Object.hasOwn(body.value, name) ? (body.value as JsonObject)[name] : undefined;
}

/** Changes members of the call's JSON body. */
export function editBody(call: Call, edit: (body: JsonObject) => JsonObject): void {
  const { body } = call;
  if (body.kind !== "json" || typeof body.value !== "object" || body.value === null || Array.isArray(body.value))
    return;
  call.body = { ...body, value: edit({ ...(body.value as JsonObject) }) };
}
