import type { Json } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/change.ts";
import { bodyMember, editBody } from "../../overrides/hooks.ts";
import type { Applies, InputSite, Operator } from "../model.ts";

/** What is broken when a thing that is not there is named, and that is accepted. */
const CLAIMS: Readonly<Record<string, string>> = {
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

/** What an operator knows of the calls before, and what it tries where one is rejected with 404. */
interface Remedy {
  readonly accepted?: (given: Json) => void;
  /** `attempt` performs the call with another value, null for none; true when that is accepted. */
  readonly rejected: (given: Json, attempt: (value: Json | null) => boolean) => void;
}

/** An operator for inputs that name what is not there. */
function unknownOperator(
  name: string,
  title: string,
  fits: (site: InputSite) => boolean,
  remedy: () => Remedy,
): Operator {
  return {
    name,
    title,
    at: (site) => {
      const breaks = site.kind === "input" ? CLAIMS[site.id] : undefined;
      if (site.kind !== "input" || breaks === undefined || !fits(site)) return null;
      return { breaks, plant: ({ applies, confined }) => confined(retrying(site, remedy(), applies)) };
    },
  };
}

function retrying(site: InputSite, { accepted, rejected }: Remedy, applies: Applies): Change {
  return {
    around: (call, next) => {
      const given = givenFor(call, site);
      let reply = next();
      if (call.operation !== site.operation || given === null) return reply;
      if (reply.status === 200) accepted?.(given);
      if (reply.status !== 404 || !applies(given, {}, null)) return reply;
      const { body, query } = call;
      rejected(given, (value) => {
        Object.assign(call, { body, query: new URLSearchParams(query), refusal: null });
        give(call, site, value);
        const again = next();
        if (again.status === 200) reply = again;
        return again.status === 200;
      });
      return reply;
    },
  };
}

function givenFor(call: Call, { name, place }: InputSite): Json | null {
  return place === "query" ? call.query.get(name) : ((bodyMember(call, name) as Json | undefined) ?? null);
}

function give(call: Call, { name, place }: InputSite, value: Json | null): void {
  if (place === "query") {
    if (value === null) call.query.delete(name);
    else call.query.set(name, String(value));
  } else {
    editBody(call, ({ [name]: _given, ...body }) => (value === null ? body : { ...body, [name]: value }));
  }
}

export const overlook = unknownOperator(
  "overlook",
  "overlooks what is not there, as if it were not named",
  ({ field }) => field.required !== true,
  () => ({
    rejected: (given, attempt) => {
      const fewer = Array.isArray(given) ? given.map((item) => given.filter((other) => other !== item)) : [];
      // One item too many is left out, or else all.
      if (!fewer.some((rest) => rest.length > 0 && attempt(rest))) attempt(null);
    },
  }),
);

export const standIn = unknownOperator(
  "stand-in",
  "takes the thing that was named last for one that is not there",
  ({ field }) => field.required === true,
  () => {
    let last: Json = null;
    return {
      accepted: (given) => {
        last = given;
      },
      rejected: (_given, attempt) => {
        if (last !== null) attempt(last);
      },
    };
  },
);
