import { asObject, type Json } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import type { Change } from "../../overrides/changes.ts";
import { bodyMember, editBody, inputs, onCall, onlyWhen, onReply, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { failWith } from "../fail-with.ts";
import { inputAt } from "../inputs.ts";
import { asJson } from "../json-value.ts";
import type { Applies, InputSite, Operator } from "../model.ts";
import { rejection } from "./operations.ts";
import { operatorAt } from "./operator.ts";

/** Defaults that the contract names. */
const DEFAULT_CLAIMS: Readonly<Record<string, string>> = {
  "list-tasks?limit": "tasks.list.default-limit",
  "search-messages?limit": "messages.search.default-limit",
  "search-memories?limit": "memories.search.default-limit",
  "search-memories?status": "memories.search.default-status",
};

/** Creates an operator that uses other defaults. */
const defaulting = (name: string, title: string, number: (usual: number) => number): Operator => ({
  ...operatorAt("input", name, title, DEFAULT_CLAIMS, ({ operation, role, field }) => {
    const fallback = typeof field.fallback === "number" ? number(field.fallback) : field.values?.at(-1);
    return inputs(operation, { [role]: { fallback } });
  }),
  needsNoValue: true,
});

/** The requirement that is broken if an unknown resource is accepted. */
const UNKNOWN_CLAIMS: Readonly<Record<string, string>> = {
  "send-message#channelId": "messages.send.unknown-channel",
  "send-message#threadId": "messages.send.unknown-thread",
  "send-message#attachmentIds": "messages.send.unknown-attachment",
  "flag-needs-human#messageId": "messages.flag.unknown-message",
  "request-file-upload#channelId": "files.upload.unknown-channel",
  "request-file-download?attachment": "files.download.unknown-attachment",
  "create-task#parentTaskId": "tasks.create.unknown-references",
  "create-task#channelId": "tasks.create.unknown-references",
  "create-task#assigneeAgentId": "tasks.create.unknown-references",
  "create-task#assigneeUserId": "tasks.create.unknown-references",
};

/** The memory of earlier calls of an operation, and its attempt if a call is rejected with 404. */
interface Remedy {
  readonly accepted?: (given: Json) => void;
  /** `attempt` performs the call with another value, null for none; true when that is accepted. */
  readonly rejected: (given: Json, attempt: (value: Json | null) => boolean) => void;
}

/** Creates an operator for inputs, required or optional, that name an unknown resource. */
const unknownOperator = (name: string, title: string, isRequired: boolean, remedy: () => Remedy): Operator =>
  operatorAt(
    "input",
    name,
    title,
    ({ id, field }) => ((field.required === true) === isRequired ? UNKNOWN_CLAIMS[id] : null),
    (site, { applies }) => retrying(site, remedy(), applies),
  );

function retrying(site: InputSite, { accepted, rejected }: Remedy, applies: Applies): Change {
  const { operation, name, place } = site;
  return {
    around: (call, next) => {
      const given = place === "query" ? call.query.get(name) : asJson(bodyMember(call, name));
      let reply = next();
      if (call.operation !== operation || given === null) return reply;
      if (reply.status === 200) accepted?.(given);
      if (reply.status !== 404 || !applies(given, {}, null)) return reply;
      const { body, query } = call;
      rejected(given, (value) => {
        Object.assign(call, { body, query: new URLSearchParams(query), rejection: null });
        give(call, site, value);
        const again = next();
        if (again.status === 200) reply = again;
        return again.status === 200;
      });
      return reply;
    },
  };
}

/** Gives one input another value, null for none. */
function give(call: Call, { name, place }: InputSite, value: Json): void {
  if (place === "body")
    editBody(call, ({ [name]: _given, ...body }) => (value === null ? body : { ...body, [name]: value }));
  else {
    call.query.delete(name);
    if (value !== null) for (const one of [value].flat()) call.query.append(name, String(one));
  }
}

/** The requirement that is broken if a rejected request has an effect. */
const KEPT_CLAIMS: Readonly<Record<string, string>> = {
  "create-task": "tasks.create.refused-without-effect",
  "block-task": "tasks.block.refused-without-effect",
  "send-message": "messages.send.refused-without-effect",
  "flag-needs-human": "messages.flag.refused-without-effect",
  remember: "memories.remember.refused-without-effect",
};

/** Returns a valid value for a required input: for a text, the rejected one cut to its maximum. */
function validFor({ kind, values, maximum }: Field, rejected: Json): Json {
  if (kind === "pointers") return [{ id: "unknown" }];
  const isCut = values === undefined && typeof rejected === "string" && rejected !== "";
  return isCut ? rejected.slice(0, maximum) : asJson(values?.[0] ?? "something");
}

/** Performs a request that it rejects for one input, without that input or with a valid value of it. */
const keepRejected: Operator = operatorAt(
  "input",
  "keep-rejected",
  "rejects a request for one input, and performs it",
  ({ operation, within }) => (within === null ? KEPT_CLAIMS[operation] : null),
  ({ operation, name, field }, { applies }) => ({
    around: (call, next) => {
      const reply = next();
      if (call.operation !== operation || ![400, 404].includes(reply.status) || !applies(null, {}, null)) return reply;
      const { rejection, body } = call;
      editBody(call, ({ [name]: rejected, ...others }) =>
        field.required === true ? { ...others, [name]: validFor(field, rejected ?? null) } : others,
      );
      next();
      Object.assign(call, { rejection, body });
      return reply;
    },
  }),
);

/** Keeps an input as a setting of its caller. */
const sticky: Operator = operatorAt(
  "input",
  "sticky",
  "uses the value of the caller's last request as a default",
  ({ id, within, field, heeded }) =>
    within !== null || field.required === true ? null : (DEFAULT_CLAIMS[id] ?? heeded),
  (site, { applies }) => {
    const kept = new Map<unknown, Json>();
    return onCall(site.operation, (call) => {
      const caller = ownKey(call)?.agent.id;
      const given = inputAt(call, site.name);
      if (given === undefined) give(call, site, kept.get(caller) ?? null);
      else if (applies(asJson(given), {}, null)) kept.set(caller, asJson(given));
    });
  },
);

const crashOnNull: Operator = {
  ...operatorAt(
    "input",
    "crash-on-null",
    "responds to null for an input with 500",
    ({ place, field }) => (place === "body" && field.required !== true ? "errors.no-server-error" : null),
    ({ operation, within, name }, { applies }) =>
      onReply(operation, (reply, call) => {
        const given = within === null ? bodyMember(call, name) : asObject(asJson(bodyMember(call, within)))[name];
        if (given === null && call.caller !== null && applies(null, {}, null)) failWith(reply, call);
      }),
  ),
  needsNoValue: true,
};

/** Operators on input that is replaced, rejected, or kept after its request. */
export const inputOperators: readonly Operator[] = [
  defaulting("default", "uses another default", (usual) => usual - 1),
  defaulting("double-default", "doubles a default limit", (usual) => usual * 2),
  defaulting("half-default", "halves a default limit", (usual) => usual / 2),
  sticky,
  operatorAt(
    "input",
    "assume",
    "treats a flag as set, whatever its value",
    {
      "recall#filters/include_superseded": "recall.filters.superseded-off",
      "recall#filters/include_invalidated": "recall.filters.invalidated-off",
      "recall#filters/include_expired": "recall.filters.expired-off",
    },
    ({ operation, within, name }, { applies }) =>
      onCall(operation, (call) => {
        if (within === null || !applies(true, {}, null)) return;
        editBody(call, (body) => ({ ...body, [within]: { ...asObject(body[within] ?? null), [name]: true } }));
      }),
  ),
  operatorAt(
    "input",
    "reject-input",
    "rejects a request that has an input",
    { "remember#where": "memories.remember.context", "remember#why": "memories.remember.context" },
    ({ operation, name }, { applies }) => ({
      around: (call, next) => {
        const given = call.operation === operation ? inputAt(call, name) : undefined;
        return given === undefined || !applies(asJson(given), {}, null) ? next() : rejection(call, 400);
      },
    }),
  ),
  keepRejected,
  crashOnNull,
  unknownOperator("overlook", "ignores a reference to nothing", false, () => ({
    rejected: (given, attempt) => {
      const fewer = Array.isArray(given) ? given.map((item) => given.filter((other) => other !== item)) : [];
      // One item is left out, or else all.
      if (!fewer.some((rest) => rest.length > 0 && attempt(rest))) attempt(null);
    },
  })),
  unknownOperator("stand-in", "uses the last named resource for an unknown one", true, () => {
    let last: Json = null;
    return {
      accepted: (given) => {
        last = given;
      },
      rejected: (_given, attempt) => {
        if (last !== null) attempt(last);
      },
    };
  }),
  operatorAt(
    "input",
    "inclusive",
    "begins a page with the message that its cursor names",
    { "get-messages?before": "messages.get.before-exclusive", "get-messages?after": "messages.get.after-exclusive" },
    ({ name }) => onlyWhen(({ query }) => query.has(name), rules({ messages: { cursorsExclude: false } })),
  ),
  operatorAt(
    "input",
    "skip-one",
    "skips the message next to a cursor",
    { "get-messages?before": "messages.get.walk-back", "get-messages?after": "messages.get.walk-forward" },
    ({ operation, name }, { applies }) =>
      onCall(operation, (call) => {
        const messages = ownKey(call)?.workspace.messages;
        const stored = messages?.get(call.query.get(name) ?? "");
        if (messages === undefined || stored === undefined || !applies(stored.message.id, {}, null)) return;
        const ahead = name === "before" ? -1 : 1;
        const next = messages.inChannel(stored.message.channelId)[messages.placeOf(stored) + ahead];
        if (next !== undefined) call.query.set(name, next.message.id);
      }),
  ),
];
