import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, editBody, onReply, onSuccess, rules, type Where } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import type { RefusalReason } from "../refusal.ts";
import type { ApiKey } from "../service.ts";
import type { Fault } from "./fault.ts";

/** A member of a JSON object, or null. */
export const member = (value: Json, name: string): Json => asObject(value)[name] ?? null;

/** Edits a list in successful answers. */
export const editingList = (where: Where, path: string, edit: (items: Json[], call: Call) => Json[]): Change =>
  onSuccess(where, (reply, call) => editAt(reply.body, path, (items) => edit(Array.isArray(items) ? items : [], call)));

/** Refuses calls that would have succeeded, when `holds`. */
export const refusingWhen = (where: Where, holds: (call: Call) => boolean, status = 400): Change =>
  onReply(where, (reply, call) => {
    if (reply.status === 200 && holds(call)) Object.assign(reply, refused(call, status));
  });

/** Breaks down over calls of some kind, whatever would come of them. */
export const breakingOver = (where: Where, holds: (call: Call) => boolean): Change =>
  onReply(where, (reply, call) => {
    if (call.caller !== null && holds(call)) Object.assign(reply, refused(call, 500));
  });

/** Leaves a member of the body out where the call is refused with it because what it names is not there. */
export function withoutWhatIsRefused(operation: string, name: string): Change {
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== operation || reply.status !== 404 || bodyMember(call, name) === undefined) return reply;
      editBody(call, ({ [name]: _unknown, ...body }) => body);
      return next();
    },
  };
}

/** A refusal in the style of the call's family. */
export function refused(call: Call, status: number) {
  const [agent, sdk] = CODES[status] ?? ["internal_error", "INTERNAL_ERROR"];
  const error = { code: call.family === "agent" ? agent : sdk, message: "The request cannot be served" };
  return { status, body: { success: false, error } };
}

const CODES: Readonly<Record<number, readonly [string, string]>> = {
  400: ["invalid_input", "VALIDATION_ERROR"],
  403: ["permission_denied", "FORBIDDEN"],
  404: ["not_found", "NOT_FOUND"],
  409: ["conflict", "CONFLICT"],
};

/** A success with data that nobody made. */
export function invented(call: Call, data: Json) {
  const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
  return { status: 200, body: { success: true, data, meta } };
}

/** The key that a call shows, when it is a valid one. */
export function shownKey(call: Call): ApiKey | undefined {
  return call.service.keys.get(/^Bearer +(\S+)/i.exec(call.headers.authorization ?? "")?.[1] ?? "");
}

/** A JSON copy of something that the fake holds. */
export function copyOf(thing: object): JsonObject {
  return JSON.parse(JSON.stringify(thing));
}

/** A fault that gives a reason of refusal another status or code in one family or both. */
export function recoded(
  facts: Pick<Fault, "id" | "breaks" | "title" | "operations">,
  reason: RefusalReason,
  agent: { status?: number; code?: string },
  sdk: { status?: number; code?: string },
): Fault {
  return { ...facts, plant: () => rules({ refusals: { agent: { [reason]: agent }, sdk: { [reason]: sdk } } }) };
}

/** The channels of a workspace that an agent does not belong to. */
export function closedChannels({ workspace: { directory }, agent }: Pick<ApiKey, "workspace" | "agent">): string[] {
  return [...directory.channels.keys()].filter((id) => !directory.isMember(id, agent.id));
}
