import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Change } from "../overrides/changes.ts";
import { REMOVED } from "../overrides/edit-at-path.ts";
import { bodyMember, type EditableReply, editBody, onCall, onFailure, onSuccess } from "../overrides/hooks.ts";
import { ownKey } from "../overrides/identities.ts";
import type { Rules } from "../rules.ts";
import type { Caller } from "../service.ts";
import type { Applies, EffectSite, InputSite, ListSite, PartSite, ValueSite } from "./model.ts";

/** Returns the new value of a value in `holder`, or {@link REMOVED}. */
export type ValueEdit = (value: NonNullable<Json>, holder: JsonObject) => Json | typeof REMOVED;

/** Changes the values at a site that a guard selects; absent and null values stay. */
export function editValues(
  site: ValueSite | InputSite | EffectSite | PartSite,
  applies: Applies,
  edit: ValueEdit,
): Change {
  switch (site.kind) {
    case "input":
      return editInput(site, applies, edit);
    case "effect":
      return editEffect(site, (value, holder) =>
        value === null || !applies(value, holder, null) ? value : edit(value, holder),
      );
    case "part":
      return site.seen((value, row) =>
        applies(value, row as JsonObject, null) ? edit(value, row as JsonObject) : value,
      );
    case "value":
      return editShown(site, (holder, name, listed) => editMember(holder, name, listed, applies, edit));
  }
}

/** Sets values at a site that has none, where a guard selects it. */
export function fillValues(site: ValueSite | EffectSite, applies: Applies, fill: (holder: JsonObject) => Json): Change {
  if (site.kind === "effect")
    return editEffect(site, (value, holder) => (value === null && applies(null, holder, null) ? fill(holder) : value));
  return editShown(site, (holder, name, listed) => {
    if ((holder[name] ?? null) === null && applies(null, holder, listed)) holder[name] = fill(holder);
  });
}

function editShown(site: ValueSite, visit: (holder: JsonObject, name: string, listed: number | null) => void): Change {
  const change = (reply: EditableReply) => visitAt(reply.body, site.path, null, visit);
  return site.outcome === "success" ? onSuccess(site.operation, change) : onFailure(site.operation, change);
}

/** The rule for the effect of each write on a task. */
const EFFECTS: Readonly<Record<string, "created" | "blocked" | "released">> = {
  "create-task": "created",
  "block-task": "blocked",
  "release-task": "released",
};

/**
 * Returns the new value of a member after a write: `value` is its normal value after the write, `before` the resource
 * before it.
 */
type EffectEdit = (value: Json, before: JsonObject) => Json | typeof REMOVED;

/** Changes the effect of a write on one member. */
export function editEffect({ operation, row, member }: EffectSite, edit: EffectEdit): Change {
  if (row === "message") return editFlagged(operation, member, edit);
  const name = EFFECTS[operation] ?? "created";
  return {
    rules: ({ tasks }) => {
      const rule = tasks[name] as (caller: Caller, before: JsonObject) => JsonObject;
      const changed = (caller: Caller, given: JsonObject): JsonObject => {
        const changes = rule(caller, given);
        const before = name === "created" ? { ...unaskedOf(caller), ...given } : given;
        const value = { ...before, ...changes }[member] ?? null;
        const edited = edit(value, before);
        return edited === value ? changes : { ...changes, [member]: edited === REMOVED ? null : edited };
      };
      return { tasks: { [name]: changed as unknown as Rules["tasks"]["blocked"] } };
    },
  };
}

/** Changes a flagged message, in the store and in the response. */
const editFlagged = (operation: string, member: string, edit: EffectEdit): Change => ({
  around: (call, next) => {
    const named = call.operation === operation ? bodyMember(call, "messageId") : undefined;
    const message = ownKey(call)?.workspace.messages.get(String(named))?.message as JsonObject | undefined;
    const before = { ...message };
    const reply = next();
    if (message === undefined || reply.status !== 200) return reply;
    const value = message[member] ?? null;
    const edited = edit(value, before);
    if (edited === value) return reply;
    message[member] = edited === REMOVED ? null : edited;
    const body: JsonObject = JSON.parse(JSON.stringify(reply.body));
    asObject(body.data)[member] = message[member];
    return { ...reply, body };
  },
});

/** Changes the lists at a site; `edit` receives all items, and those that a guard lets it change. */
export function editLists(
  site: ListSite,
  applies: Applies,
  edit: (items: readonly Json[], chosen: readonly Json[]) => readonly Json[],
): Change {
  return onSuccess(site.operation, (reply) =>
    visitAt(reply.body, site.path, null, (holder, name) => {
      const items = holder[name];
      if (!Array.isArray(items)) return;
      const chosen = items.filter((item) => applies(item, isObject(item) ? item : {}, items.length));
      if (chosen.length > 0) holder[name] = [...edit(items, chosen)];
    }),
  );
}

/** Returns the members of a new task that no request states. */
function unaskedOf({ agent, workspace }: Caller): JsonObject {
  const { id: workspaceId, taskPrefix, tasks } = workspace;
  return { createdByAgentId: agent.id, workspaceId, identifier: `${taskPrefix}-${tasks.count + 1}` };
}

function editInput({ operation, name, place, within }: InputSite, applies: Applies, edit: ValueEdit): Change {
  return onCall(operation, (call) => {
    if (place === "body") {
      editBody(call, (body) => {
        const holder = within === null ? body : body[within];
        if (!isObject(holder)) return body;
        const copy = { ...holder };
        editMember(copy, name, null, applies, edit);
        return within === null ? copy : { ...body, [within]: copy };
      });
      return;
    }
    const given = call.query.getAll(name);
    if (given.length === 0) return;
    const holder: JsonObject = {
      ...Object.fromEntries(call.query),
      [name]: given.length > 1 ? given : (given[0] ?? ""),
    };
    editMember(holder, name, null, applies, edit);
    call.query.delete(name);
    for (const value of [holder[name] ?? []].flat()) call.query.append(name, String(value));
  });
}

function editMember(holder: JsonObject, name: string, listed: number | null, applies: Applies, edit: ValueEdit): void {
  const value = holder[name];
  if (value === undefined || value === null || !applies(value, holder, listed)) return;
  const edited = edit(value, holder);
  if (edited === REMOVED) delete holder[name];
  else holder[name] = edited;
}

/**
 * Visits the values at a path with their holder, their name there, and the length of the innermost list around them.
 */
function visitAt(
  value: Json | undefined,
  path: readonly string[],
  listed: number | null,
  visit: (holder: JsonObject, name: string, listed: number | null) => void,
): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (step === "*") {
    if (Array.isArray(value)) for (const item of value) visitAt(item, rest, value.length, visit);
  } else if (isObject(value)) {
    if (rest.length > 0) visitAt(value[step], rest, listed, visit);
    else visit(value, step, listed);
  }
}
