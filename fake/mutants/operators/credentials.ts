import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/change.ts";
import { onReply } from "../../overrides/hooks.ts";
import type { ApiKey, Service } from "../../service.ts";
import type { Operator } from "../model.ts";
import { operationOperator } from "./operation-operator.ts";
import { isInvalid } from "./reject.ts";

/** The first key with which something is true. */
const keyWith = (service: Service, holds: (key: string) => boolean): ApiKey | undefined =>
  [...service.keys.values()].find(({ key }) => holds(key));

const anyKey = (service: Service): ApiKey | undefined => keyWith(service, () => true);

type Find = (service: Service, header: string, bearer: string) => ApiKey | undefined;

/** Credentials that a server takes for valid: what is broken, and whose they count as. */
const TAKEN: readonly (readonly [name: string, title: string, breaks: string, find: Find])[] = [
  ["no-header", "needs no credentials", "auth.no-header", (s, header) => (header === "" ? anyKey(s) : undefined)],
  ["empty-key", "needs no key", "auth.scheme", (s, header) => (/^bearer\s*$/i.test(header) ? anyKey(s) : undefined)],
  [
    "null-key",
    "takes null and undefined for a key",
    "auth.unknown-key",
    (s, _header, bearer) => (["null", "undefined"].includes(bearer) ? anyKey(s) : undefined),
  ],
  [
    "long-key",
    "takes whatever looks like a key",
    "auth.unknown-key",
    (s, _header, bearer) =>
      bearer.length >= 16 && keyWith(s, (key) => isNear(key, bearer)) === undefined ? anyKey(s) : undefined,
  ],
  [
    "key-pattern",
    "reads a percent sign in a key as a wildcard",
    "auth.shortened-key",
    (s, _header, bearer) => {
      const [start = "", ...rest] = bearer.split("%");
      return rest.length > 0 && start !== "" ? keyWith(s, (key) => key.startsWith(start)) : undefined;
    },
  ],
  [
    "key-start",
    "takes the start of a key for it",
    "auth.shortened-key",
    (s, _header, bearer) => (bearer.length > 10 ? keyWith(s, (key) => key.startsWith(bearer)) : undefined),
  ],
  [
    "key-with-more",
    "does not look at what follows a key",
    "auth.lengthened-key",
    (s, _header, bearer) => keyWith(s, (key) => bearer.startsWith(key)),
  ],
  [
    "key-case",
    "takes no account of a key's case",
    "auth.case-changed-key",
    (s, _header, bearer) => keyWith(s, (key) => key.toLowerCase() === bearer.toLowerCase()),
  ],
  [
    "key-signs",
    "takes - and _ in a key for the same",
    "auth.altered-key",
    (s, _header, bearer) => keyWith(s, (key) => key.replaceAll("-", "_") === bearer.replaceAll("-", "_")),
  ],
  [
    "key-ends",
    "compares the ends of a key alone",
    "auth.altered-key",
    (s, _header, bearer) =>
      keyWith(
        s,
        (key) => isAsLong(key, bearer) && key.slice(0, 4) + key.slice(-4) === bearer.slice(0, 4) + bearer.slice(-4),
      ),
  ],
  [
    "key-but-last",
    "does not compare the last character of a key",
    "auth.altered-key",
    (s, _header, bearer) => keyWith(s, (key) => isAsLong(key, bearer) && key.slice(0, -1) === bearer.slice(0, -1)),
  ],
  ["bare-key", "needs no scheme before a key", "auth.scheme", (s, header) => s.keys.get(header)],
  ["any-scheme", "takes any scheme before a key", "auth.scheme", (s, header) => s.keys.get(header.split(" ")[1] ?? "")],
  [
    "basic-key",
    "takes a key after Basic",
    "auth.scheme",
    (s, header) => s.keys.get(/^Basic (.*)$/.exec(header)?.[1] ?? ""),
  ],
  [
    "api-key-scheme",
    "takes a key after ApiKey",
    "auth.scheme",
    (s, header) => s.keys.get(/^ApiKey (.*)$/i.exec(header)?.[1] ?? ""),
  ],
  [
    "basic-password",
    "takes a key as a password of Basic",
    "auth.scheme",
    (s, header) => {
      const decoded = Buffer.from(header.replace(/^basic\s+/i, ""), "base64").toString();
      return keyWith(s, (key) => decoded.includes(key));
    },
  ],
];

const isAsLong = (key: string, given: string): boolean => key.length === given.length;

/** True for a key that is another one with a piece changed: those are for other operators. */
function isNear(key: string, given: string): boolean {
  const [own, other] = [key.toLowerCase(), given.toLowerCase()];
  return (
    own.startsWith(other) || other.includes(own) || (isAsLong(own, other) && own.slice(0, 8) === other.slice(0, 8))
  );
}

/** Takes more credentials than the right ones, for the calls of one operation. */
const taking = (operation: string, find: Find): Change => ({
  rules: (before) => ({
    auth: {
      identify: (service: Service, call: Call) => {
        try {
          return before.auth.identify(service, call);
        } catch (refused) {
          const header = call.headers.authorization ?? "";
          const bearer = /^bearer\s+(.*)$/i.exec(header)?.[1]?.trim() ?? "";
          const found = call.operation === operation ? find(service, header, bearer) : undefined;
          if (found === undefined) throw refused;
          return found;
        }
      },
    },
  }),
});

/** What a server looks at before it asks who calls. */
const BEFORE: readonly (readonly [name: string, title: string, isWrong: (call: Call) => boolean])[] = [
  ["input-first", "tells of invalid input before it asks for credentials", isInvalid],
  [
    "body-first",
    "tells of an unreadable body before it asks for credentials",
    ({ body }) => body.kind === "unreadable",
  ],
];

export const credentialOperators: readonly Operator[] = [
  ...TAKEN.map(([name, title, breaks, find]) =>
    operationOperator(
      name,
      title,
      () => breaks,
      ({ operation }, { confined }) => confined(taking(operation, find)),
    ),
  ),
  ...BEFORE.map(([name, title, isWrong]) =>
    operationOperator(
      name,
      title,
      () => "auth.precedence",
      ({ operation }, { confined }) =>
        confined(
          onReply(operation, (reply, call) => {
            if (reply.status !== 401 || !isWrong(call)) return;
            const code = call.family === "agent" ? "invalid_input" : "VALIDATION_ERROR";
            reply.status = 400;
            reply.body = { success: false, error: { code, message: "The input is wrong" } };
          }),
        ),
    ),
  ),
].map((operator) => ({ ...operator, family: "credentials" }));
