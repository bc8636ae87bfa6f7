import type { Change } from "../changes/change.ts";
import { bodyMember, concerns, onReply, rules, type Where } from "../changes/hooks.ts";
import type { Call, Reply } from "../http/call.ts";
import { readInput } from "../http/perform.ts";
import { OPERATIONS } from "../operations.ts";
import { referenceRules } from "../reference-rules.ts";
import { Refusal } from "../refusal.ts";
import type { ApiKey, Service } from "../service.ts";
import type { Fault } from "./fault.ts";
import { AGENT, ALL } from "./operations.ts";

/** Accepts, beside the right keys, headers that `find` makes something of. */
function alsoAccepting(
  find: (service: Service, header: string | undefined) => ApiKey | undefined,
  where: Where = "*",
): Change {
  return {
    rules: (before) => ({
      auth: {
        identify: (service: Service, call: Call) => {
          try {
            return before.auth.identify(service, call);
          } catch (refused) {
            const found = concerns(where, call) ? find(service, call.headers.authorization) : undefined;
            if (found === undefined) throw refused;
            return found;
          }
        },
      },
    }),
  };
}

/** The first key whose form satisfies `fits`. */
function keyLike(service: Service, fits: (key: string) => boolean): ApiKey | undefined {
  return [...service.keys.values()].find(({ key }) => fits(key));
}

/** What follows the scheme; nothing without it. */
const afterBearer = (header: string | undefined) => /^bearer\s+(.*)$/i.exec(header ?? "")?.[1]?.trim() ?? "";
const anyKey = (service: Service) => service.keys.values().next().value;

/** A fault of auth.*. */
const fault = (
  id: string,
  breaks: string,
  title: string,
  plant: () => Change,
  operations: readonly string[] = ALL,
): Fault => ({
  id,
  breaks,
  title,
  operations,
  plant,
});

/** Faults of authentication. */
export const authFaults: readonly Fault[] = [
  fault(
    "no-header-accepted",
    "auth.no-header",
    "search-messages needs no key",
    () => alsoAccepting((service, header) => (header === undefined ? anyKey(service) : undefined), "search-messages"),
    ["search-messages"],
  ),
  fault(
    "no-header-accepted-for-bootstrap",
    "auth.no-header",
    "bootstrap-context needs no key",
    () => alsoAccepting((service, header) => (header === undefined ? anyKey(service) : undefined), "bootstrap-context"),
    ["bootstrap-context"],
  ),
  fault("no-header-403", "auth.no-header", "missing credentials get 403", () =>
    rules({ refusals: { agent: { "no-credentials": { status: 403 } }, sdk: { "no-credentials": { status: 403 } } } }),
  ),
  fault("null-key-accepted", "auth.unknown-key", "null and undefined as the key open the first workspace", () =>
    alsoAccepting((service, header) =>
      ["null", "undefined"].includes(afterBearer(header)) ? anyKey(service) : undefined,
    ),
  ),
  fault("key-as-pattern", "auth.shortened-key", "a key is looked up as a pattern, in which % stands for anything", () =>
    alsoAccepting((service, header) => {
      const [start = "", ...rest] = afterBearer(header).split("%");
      return rest.length > 0 && start !== "" ? keyLike(service, (key) => key.startsWith(start)) : undefined;
    }),
  ),
  fault("key-signs-alike", "auth.altered-key", "a key is the same with - for _", () =>
    alsoAccepting((service, header) => {
      const alike = (key: string) => key.replaceAll("-", "_");
      return keyLike(service, (key) => afterBearer(header) !== "" && alike(key) === alike(afterBearer(header)));
    }),
  ),
  fault("bare-key-accepted", "auth.scheme", "the key is accepted without a scheme", () =>
    alsoAccepting((service, header) => service.keys.get(header ?? "")),
  ),
  fault("other-scheme-accepted", "auth.scheme", "the key is accepted after any scheme", () =>
    alsoAccepting((service, header) => service.keys.get((header ?? "").split(" ")[1] ?? "")),
  ),
  fault("basic-bare-key-accepted", "auth.scheme", "the bare key is accepted after Basic", () =>
    alsoAccepting((service, header) => service.keys.get(/^Basic (.*)$/.exec(header ?? "")?.[1] ?? "")),
  ),
  fault("api-key-scheme-accepted", "auth.scheme", "the key is accepted after ApiKey", () =>
    alsoAccepting((service, header) => service.keys.get(/^ApiKey (.*)$/i.exec(header ?? "")?.[1] ?? "")),
  ),
  fault("basic-key-accepted", "auth.scheme", "the key is accepted as a basic password", () =>
    alsoAccepting((service, header) =>
      keyLike(service, (key) =>
        Buffer.from((header ?? "").replace(/^basic\s+/i, ""), "base64")
          .toString()
          .includes(key),
      ),
    ),
  ),
  fault("unknown-key-accepted", "auth.unknown-key", "any key that looks like one is accepted", () =>
    alsoAccepting((service, header) =>
      /^bearer\s+\S{16,}$/i.test(header ?? "") &&
      ![...service.keys.keys()].some((key) => near(key, afterBearer(header)))
        ? anyKey(service)
        : undefined,
    ),
  ),
  fault("unknown-key-400", "auth.unknown-key", "an unknown key gets 400", () =>
    rules({ refusals: { agent: { "unknown-key": { status: 400 } }, sdk: { "unknown-key": { status: 400 } } } }),
  ),
  fault("shortened-key-accepted", "auth.shortened-key", "the first half of a key is enough", () =>
    alsoAccepting((service, header) =>
      keyLike(service, (key) => afterBearer(header).length > 10 && key.startsWith(afterBearer(header))),
    ),
  ),
  fault("lengthened-key-accepted", "auth.lengthened-key", "what follows a key is not looked at", () =>
    alsoAccepting((service, header) => keyLike(service, (key) => afterBearer(header).startsWith(key))),
  ),
  fault("case-changed-key-accepted", "auth.case-changed-key", "keys are compared without regard to case", () =>
    alsoAccepting((service, header) =>
      keyLike(service, (key) => key.toLowerCase() === afterBearer(header).toLowerCase()),
    ),
  ),
  fault("altered-key-accepted", "auth.altered-key", "only the ends of a key are compared", () =>
    alsoAccepting((service, header) =>
      keyLike(
        service,
        (key) =>
          key.length === afterBearer(header).length &&
          key.slice(0, 4) === afterBearer(header).slice(0, 4) &&
          key.slice(-4) === afterBearer(header).slice(-4),
      ),
    ),
  ),
  fault(
    "last-character-of-key-not-compared",
    "auth.altered-key",
    "the last character of a key is not compared where messages are flagged",
    () =>
      alsoAccepting(
        (service, header) =>
          keyLike(
            service,
            (key) => key.length === afterBearer(header).length && key.slice(0, -1) === afterBearer(header).slice(0, -1),
          ),
        "flag-needs-human",
      ),
    ["flag-needs-human"],
  ),
  fault("input-judged-before-credentials", "auth.precedence", "wrong input outranks missing credentials", () =>
    onReply("*", (reply, call) => {
      if (reply.status === 401 && isBadInput(call)) Object.assign(reply, badInput(call));
    }),
  ),
  fault("routes-judged-before-credentials", "auth.precedence", "unreadable bodies outrank missing credentials", () =>
    onReply("*", (reply, call) => {
      if (reply.status === 401 && call.body.kind === "unreadable") Object.assign(reply, badInput(call));
    }),
  ),
  fault(
    "query-values-judged-before-credentials",
    "auth.precedence",
    "a kind of memory that there is not outranks missing credentials",
    () =>
      onReply("search-memories", (reply, call) => {
        const wrong = call.query.getAll("kind").some((kind) => !["decision", "fact", "preference"].includes(kind));
        if (reply.status === 401 && wrong) Object.assign(reply, badInput(call));
      }),
    ["search-memories"],
  ),
  fault(
    "existence-judged-before-credentials",
    "auth.precedence",
    "things that do not exist outrank missing credentials",
    () =>
      onReply("*", (reply, call) => {
        if (reply.status !== 401 || !namesNothing(call)) return;
        const error = { code: "not_found", message: "There is no such thing" };
        Object.assign(reply, { status: 404, body: { success: false, error } });
      }),
    AGENT,
  ),
  fault(
    "connection-remembers-key",
    "auth.connection",
    "a call without credentials counts as the caller before it",
    () => rememberingCaller(),
  ),
  fault(
    "unauthenticated-create-has-effect",
    "auth.refused-without-effect",
    "a task is created although the key is refused",
    () => performingAnyway(["create-task"]),
    ["create-task"],
  ),
  fault(
    "unauthenticated-send-has-effect",
    "auth.refused-without-effect",
    "a message is sent although the key is refused",
    () => performingAnyway(["send-message"]),
    ["send-message"],
  ),
  fault(
    "unauthenticated-block-has-effect",
    "auth.refused-without-effect",
    "a task is blocked although the key is refused",
    () => performingAnyway(["block-task"]),
    ["block-task"],
  ),
  fault(
    "unauthenticated-remember-has-effect",
    "auth.refused-without-effect",
    "a memory is made although the key is refused",
    () => performingAnyway(["remember"]),
    ["remember"],
  ),
  fault(
    "unauthenticated-flag-has-effect",
    "auth.refused-without-effect",
    "a message is flagged although the key is refused",
    () => performingAnyway(["flag-needs-human"]),
    ["flag-needs-human"],
  ),
  fault(
    "unauthenticated-release-has-effect",
    "auth.refused-without-effect",
    "a task is released although the key is refused",
    () => performingAnyway(["release-task"]),
    ["release-task"],
  ),
];

/** True for a key that is another one with a piece changed: those belong to other faults. */
function near(key: string, given: string): boolean {
  const [a, b] = [key.toLowerCase(), given.toLowerCase()];
  return (
    a.startsWith(b) || b.startsWith(a) || (a.length === b.length && a.slice(0, 8) === b.slice(0, 8)) || b.includes(a)
  );
}

/** Would the input be refused, whoever calls? */
function isBadInput(call: Call): boolean {
  const operation = OPERATIONS.find(({ id }) => id === call.operation);
  if (operation === undefined) return false;
  try {
    readInput(referenceRules(), operation, call);
    return false;
  } catch {
    return true;
  }
}

/** Does the call name a channel or a task that exists nowhere? */
function namesNothing(call: Call): boolean {
  const known = [...call.service.workspaces.values()];
  const channel = call.query.get("channelId") ?? bodyMember(call, "channelId");
  const task = bodyMember(call, "taskId");
  const noChannel = typeof channel === "string" && !known.some(({ directory }) => directory.channels.has(channel));
  return noChannel || (typeof task === "string" && !known.some(({ tasks }) => tasks.get(task) !== undefined));
}

function badInput(call: Call) {
  const code = call.family === "agent" ? "invalid_input" : "VALIDATION_ERROR";
  return { status: 400, body: { success: false, error: { code, message: "The input is wrong" } } };
}

function rememberingCaller(): Change {
  const last = new WeakMap<object, ApiKey>();
  return {
    rules: (before) => ({
      auth: {
        identify: (service: Service, call: Call) => {
          const remembered = last.get(call.connection);
          if (call.headers.authorization === undefined && remembered !== undefined) return remembered;
          const found = before.auth.identify(service, call);
          last.set(call.connection, found);
          return found;
        },
      },
    }),
  };
}

/** Performs a refused call as whoever called last, and still answers the refusal. */
function performingAnyway(operations: readonly string[]): Change {
  let last: string | undefined;
  return {
    around: (call: Call, next: () => Reply) => {
      const reply = next();
      if (call.caller !== null && !(call.refusal instanceof Refusal)) last = call.headers.authorization;
      if (reply.status !== 401 || last === undefined || !concerns(operations, call)) return reply;
      const { headers } = call;
      call.headers = { ...headers, authorization: last };
      next();
      call.headers = headers;
      return reply;
    },
  };
}
