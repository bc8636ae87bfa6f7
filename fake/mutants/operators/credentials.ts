import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/changes.ts";
import { bodyMember, onReply } from "../../overrides/hooks.ts";
import type { ApiKey, Service } from "../../service.ts";
import type { Operator } from "../model.ts";
import { isInvalid, operationOperator } from "./operations.ts";
import { inFamily } from "./operator.ts";

/** Credentials as sent, and the existing keys. */
interface Shown {
  readonly service: Service;
  readonly header: string;
  /** The text after the scheme Bearer. */
  readonly bearer: string;
  /** Returns the first key that satisfies a condition. */
  readonly keyWith: (holds: (key: string) => boolean) => ApiKey | undefined;
}

const anyKey = ({ keyWith }: Shown, isTaken: boolean): ApiKey | undefined =>
  isTaken ? keyWith(() => true) : undefined;

const isAsLong = (key: string, given: string): boolean => key.length === given.length;

/** True for a key that is another one with a piece changed: those are for other operators. */
function isNear(key: string, given: string): boolean {
  const [own, other] = [key.toLowerCase(), given.toLowerCase()];
  return (
    own.startsWith(other) || other.includes(own) || (isAsLong(own, other) && own.slice(0, 8) === other.slice(0, 8))
  );
}

/** Returns the first four characters of a key, and the last four. */
const endsOf = (key: string): string => key.slice(0, 4) + key.slice(-4);

/** Creates an operator that accepts more credentials: `find` returns their key, undefined for none. */
const taking = (name: string, title: string, breaks: string, find: (shown: Shown) => ApiKey | undefined): Operator =>
  operationOperator(
    name,
    title,
    breaks,
    (operation): Change => ({
      rules: (before) => ({
        auth: {
          identify: (service: Service, call: Call) => {
            try {
              return before.auth.identify(service, call);
            } catch (rejected) {
              const header = call.headers.authorization ?? "";
              const bearer = /^bearer\s+(.*)$/i.exec(header)?.[1]?.trim() ?? "";
              const keyWith: Shown["keyWith"] = (holds) => [...service.keys.values()].find(({ key }) => holds(key));
              const found = call.operation === operation ? find({ service, header, bearer, keyWith }) : undefined;
              if (found === undefined) throw rejected;
              return found;
            }
          },
        },
      }),
    }),
  );

/** Returns true if a call names a channel or a task that exists nowhere. */
function namesNothing(call: Call): boolean {
  const known = [...call.service.workspaces.values()];
  const channel = call.query.get("channelId") ?? bodyMember(call, "channelId");
  const task = bodyMember(call, "taskId");
  const noChannel = typeof channel === "string" && !known.some(({ directory }) => directory.channels.has(channel));
  return noChannel || (typeof task === "string" && !known.some(({ tasks }) => tasks.get(task) !== undefined));
}

/** Creates an operator that reports an error in a request before it checks the credentials. */
const tellingFirst = (name: string, title: string, status: 400 | 404, isWrong: (call: Call) => boolean): Operator =>
  operationOperator(name, title, "auth.precedence", (operation) =>
    onReply(operation, (reply, call) => {
      if (reply.status !== 401 || !isWrong(call)) return;
      const [agent, sdk] = status === 400 ? ["invalid_input", "VALIDATION_ERROR"] : ["not_found", "NOT_FOUND"];
      const error = { code: call.family === "agent" ? agent : sdk, message: "The input is wrong" };
      Object.assign(reply, { status, body: { success: false, error } });
    }),
  );

const NO_HEADER = "auth.no-header";
const SCHEME = "auth.scheme";
const ALTERED = "auth.altered-key";

/** Operators that accept invalid credentials, or check something else before them. */
export const credentialOperators: readonly Operator[] = inFamily("credentials", [
  taking("no-header", "needs no credentials", NO_HEADER, (shown) => anyKey(shown, shown.header === "")),
  taking("empty-key", "needs no key", SCHEME, (shown) => anyKey(shown, /^bearer\s*$/i.test(shown.header))),
  taking("null-key", "accepts null and undefined as keys", "auth.unknown-key", (shown) =>
    anyKey(shown, ["null", "undefined"].includes(shown.bearer)),
  ),
  taking("long-key", "accepts whatever looks like a key", "auth.unknown-key", (shown) => {
    const { bearer, keyWith } = shown;
    return anyKey(shown, bearer.length >= 16 && keyWith((key) => isNear(key, bearer)) === undefined);
  }),
  taking("key-pattern", "reads a percent sign in a key as a wildcard", "auth.shortened-key", ({ bearer, keyWith }) => {
    const [start = "", ...rest] = bearer.split("%");
    return rest.length > 0 && start !== "" ? keyWith((key) => key.startsWith(start)) : undefined;
  }),
  taking("key-start", "accepts the start of a key", "auth.shortened-key", ({ bearer, keyWith }) =>
    bearer.length > 10 ? keyWith((key) => key.startsWith(bearer)) : undefined,
  ),
  taking("key-with-more", "ignores what follows a key", "auth.lengthened-key", ({ bearer, keyWith }) =>
    keyWith((key) => bearer.startsWith(key)),
  ),
  taking("key-case", "ignores the case of a key", "auth.case-changed-key", ({ bearer, keyWith }) =>
    keyWith((key) => key.toLowerCase() === bearer.toLowerCase()),
  ),
  taking("key-signs", "treats - and _ in a key as equal", ALTERED, ({ bearer, keyWith }) =>
    keyWith((key) => key.replaceAll("-", "_") === bearer.replaceAll("-", "_")),
  ),
  taking("key-ends", "compares only both ends of a key", ALTERED, ({ bearer, keyWith }) =>
    keyWith((key) => isAsLong(key, bearer) && endsOf(key) === endsOf(bearer)),
  ),
  taking("key-but-last", "does not compare the last character of a key", ALTERED, ({ bearer, keyWith }) =>
    keyWith((key) => isAsLong(key, bearer) && key.slice(0, -1) === bearer.slice(0, -1)),
  ),
  taking("bare-key", "needs no scheme before a key", SCHEME, ({ service, header }) => service.keys.get(header)),
  taking("any-scheme", "accepts any scheme before a key", SCHEME, ({ service, header }) =>
    service.keys.get(header.split(" ")[1] ?? ""),
  ),
  taking("basic-key", "accepts a key after Basic", SCHEME, ({ service, header }) =>
    service.keys.get(/^Basic (.*)$/.exec(header)?.[1] ?? ""),
  ),
  taking("api-key-scheme", "accepts a key after ApiKey", SCHEME, ({ service, header }) =>
    service.keys.get(/^ApiKey (.*)$/i.exec(header)?.[1] ?? ""),
  ),
  taking("basic-password", "accepts a key as the Basic password", SCHEME, ({ header, keyWith }) => {
    const decoded = Buffer.from(header.replace(/^basic\s+/i, ""), "base64").toString();
    return keyWith((key) => decoded.includes(key));
  }),
  tellingFirst("input-first", "reports invalid input before missing credentials", 400, isInvalid),
  tellingFirst("body-first", "reports an unreadable body before missing credentials", 400, ({ body }) => {
    return body.kind === "unreadable";
  }),
  tellingFirst("existence-first", "reports an unknown resource before missing credentials", 404, namesNothing),
]);
