import { asObject, type Json } from "../../spec/json.ts";
import { bodyMember, gone, onCall, onFailure, onReply, put, refusing, rules } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import type { Fault } from "./fault.ts";
import { AGENT, ALL, SDK, WITH_BODY } from "./operations.ts";
import { breakingOver, recoded, refused } from "./tools.ts";

const refusingWith = (status: number, path: string, value: Json) =>
  onFailure("*", (reply) => {
    if (reply.status === status) editAt(reply.body, path, put(value));
  });

/** Members that may be left out, and break a server that reads them without a look. */
const NULLED = [
  ["task-description-null-crashes", "create-task", "description"],
  ["message-thread-null-crashes", "send-message", "threadId"],
  ["claim-lifetime-null-crashes", "remember", "ttl_seconds"],
] as const;

/** Lists whose items a server keeps as rows under a key of their own. */
const REPEATED = [
  ["claim-from-one-twice-crashes", "remember", "derived_from"],
  ["recall-expanded-twice-crashes", "recall", "expand"],
  ["message-with-one-file-twice-crashes", "send-message", "attachmentIds"],
] as const;

function hasTwice(list: unknown): boolean {
  const items = Array.isArray(list) ? list.map((item) => JSON.stringify(item)) : [];
  return new Set(items).size < items.length;
}

/** Counts that a server may hand on to a database which cannot do with them. */
const COUNTS = [
  ["page-of-less-than-nothing-crashes", "get-messages", /^-/],
  ["page-of-nothing-crashes", "get-messages", /^0$/],
  ["search-for-less-than-nothing-crashes", "search-messages", /^-/],
  ["search-for-a-part-of-a-hit-crashes", "search-messages", /\./],
  ["listing-beyond-32-bits-crashes", "list-tasks", /^\d{10,}$/],
  ["memories-beyond-doubles-crash", "search-memories", /^\d{16,}$/],
] as const;

/** Texts that a server may hand on to something which takes so many characters. */
const LONG_TEXTS = [
  ["search-beyond-a-short-column-crashes", "search-messages", "query", 255],
  ["listing-text-beyond-a-pattern-crashes", "list-tasks", "query", 1000],
  ["memories-beyond-a-long-pattern-crash", "search-memories", "q", 4095],
  ["tag-beyond-an-index-crashes", "search-memories", "tags", 1024],
] as const;

/** Faults of the error object, its codes and the statuses. */
export const errorFaults: readonly Fault[] = [
  {
    id: "code-missing",
    breaks: "errors.code",
    title: "errors lack a code",
    operations: ALL,
    plant: () => refusing("*", "error.code", gone),
  },
  {
    id: "code-is-a-number",
    breaks: "errors.code",
    title: "the code of wrong input is the status",
    operations: ALL,
    plant: () => refusingWith(400, "error.code", 400),
  },
  {
    id: "message-missing",
    breaks: "errors.message",
    title: "errors lack a message",
    operations: ALL,
    plant: () => refusing("*", "error.message", gone),
  },
  {
    id: "message-is-a-list",
    breaks: "errors.message",
    title: "the message of wrong input is a list",
    operations: ALL,
    plant: () => refusingWith(400, "error.message", ["invalid"]),
  },
  {
    id: "message-null-for-401",
    breaks: "errors.message",
    title: "the message of a 401 is null",
    operations: ALL,
    plant: () => refusingWith(401, "error.message", null),
  },
  {
    id: "details-are-a-list",
    breaks: "errors.details",
    title: "details are a list of problems",
    operations: ALL,
    plant: () => refusingWith(400, "error.details", [{ field: "title" }]),
  },
  {
    id: "details-are-text",
    breaks: "errors.details",
    title: "details of a 404 are a text",
    operations: AGENT,
    plant: () => refusingWith(404, "error.details", "no such thing"),
  },
  {
    id: "retryable-is-text",
    breaks: "errors.retryable",
    title: 'retryable is "no"',
    operations: AGENT,
    plant: () => refusing(AGENT, "error.retryable", put("no")),
  },
  {
    id: "retryable-is-a-number",
    breaks: "errors.retryable",
    title: "retryable is 0 in refusals of credentials",
    operations: AGENT,
    plant: () =>
      onFailure(AGENT, (reply) => {
        if (reply.status === 401) editAt(reply.body, "error.retryable", put(0));
      }),
  },
  {
    id: "retryable-on-sdk",
    breaks: "errors.retryable-only-agent",
    title: "sdk errors carry retryable",
    operations: SDK,
    plant: () => refusing(SDK, "error.retryable", put(false)),
  },
  {
    id: "suggestion-is-a-list",
    breaks: "errors.suggestion",
    title: "the suggestion is a list",
    operations: SDK,
    plant: () => refusing(SDK, "error.suggestion", put(["try again"])),
  },
  {
    id: "suggestion-on-agent",
    breaks: "errors.suggestion-only-sdk",
    title: "agent errors carry a suggestion",
    operations: AGENT,
    plant: () => refusing(AGENT, "error.suggestion", put("try again")),
  },
  {
    id: "docs-are-an-object",
    breaks: "errors.docs",
    title: "docs are an object",
    operations: SDK,
    plant: () => refusing(SDK, "error.docs", put({ href: "https://docs.example.com/errors" })),
  },
  {
    id: "docs-are-prose",
    breaks: "errors.docs-url",
    title: "docs are a sentence",
    operations: SDK,
    plant: () => refusing(SDK, "error.docs", put("see the chapter on errors")),
  },
  {
    id: "docs-on-agent",
    breaks: "errors.docs-only-sdk",
    title: "agent errors carry docs",
    operations: AGENT,
    plant: () => refusing(AGENT, "error.docs", put("https://docs.example.com/errors")),
  },
  recoded(
    {
      id: "agent-code-uppercase",
      breaks: "errors.agent-codes",
      title: "wrong input has the sdk family's code",
      operations: AGENT,
    },
    "invalid-input",
    { code: "VALIDATION_ERROR" },
    {},
  ),
  recoded(
    {
      id: "agent-code-unknown",
      breaks: "errors.agent-codes",
      title: "missing credentials have the code unauthorized",
      operations: AGENT,
    },
    "no-credentials",
    { code: "unauthorized" },
    {},
  ),
  recoded(
    {
      id: "agent-code-for-unknown-key",
      breaks: "errors.agent-codes",
      title: "an unknown key has an AUTH_ code on the agent family",
      operations: AGENT,
    },
    "unknown-key",
    { code: "AUTH_INVALID_KEY" },
    {},
  ),
  recoded(
    {
      id: "agent-code-of-missing-things",
      breaks: "errors.agent-codes",
      title: "unknown things have the code task_not_found",
      operations: ["block-task", "release-task"],
    },
    "not-found",
    { code: "task_not_found" },
    {},
  ),
  recoded(
    {
      id: "sdk-code-lowercase",
      breaks: "errors.sdk-codes",
      title: "wrong input has the agent family's code",
      operations: SDK,
    },
    "invalid-input",
    {},
    { code: "invalid_input" },
  ),
  recoded(
    {
      id: "sdk-code-unknown",
      breaks: "errors.sdk-codes",
      title: "exclusive input has the code BAD_REQUEST",
      operations: SDK,
    },
    "exclusive-input",
    {},
    { code: "BAD_REQUEST" },
  ),
  recoded(
    {
      id: "sdk-code-for-missing-credentials",
      breaks: "errors.sdk-codes",
      title: "missing credentials have the code UNAUTHENTICATED",
      operations: SDK,
    },
    "no-credentials",
    {},
    { code: "UNAUTHENTICATED" },
  ),
  {
    id: "plan-limit-from-other-operations",
    breaks: "errors.plan-limit-only-create-task",
    title: "a channel that is not the caller's is refused as a plan limit",
    operations: ["send-message", "request-file-upload", "get-messages"],
    plant: () => rules({ refusals: { agent: { "not-a-member": { code: "plan_limit_reached" } } } }),
  },
  {
    id: "plan-limit-for-wrong-release",
    breaks: "errors.plan-limit-only-create-task",
    title: "a conflict is refused as a plan limit",
    operations: ["release-task", "block-task"],
    plant: () => rules({ refusals: { agent: { conflict: { code: "plan_limit_reached" } } } }),
  },
  {
    id: "malformed-json-500",
    breaks: "errors.malformed-json",
    title: "a body that is no JSON is an internal error",
    operations: WITH_BODY,
    plant: () => onMalformed((reply, call) => Object.assign(reply, refused(call, 500))),
  },
  {
    id: "malformed-json-outside-the-envelope",
    breaks: "errors.malformed-json",
    title: "a body that is no JSON gets the parser's own answer",
    operations: WITH_BODY,
    plant: () => onMalformed((reply) => Object.assign(reply, { body: { message: "Unexpected token in JSON" } })),
  },
  {
    id: "malformed-json-taken-as-empty",
    breaks: "errors.malformed-json",
    title: "create-task takes a body that is no JSON for a task",
    operations: ["create-task"],
    plant: () =>
      onCall("create-task", (call) => {
        if (call.body.kind === "unreadable") call.body = { kind: "json", value: { title: "Untitled" } };
      }),
  },
  ...NULLED.map(([id, operation, name]) => ({
    id,
    breaks: "errors.no-server-error",
    title: `null for ${name} is an internal error`,
    operations: [operation],
    plant: () => breakingOver(operation, (call) => bodyMember(call, name) === null),
  })),
  ...REPEATED.map(([id, operation, name]) => ({
    id,
    breaks: "errors.no-server-error",
    title: `one thing twice in ${name} is an internal error`,
    operations: [operation],
    plant: () => breakingOver(operation, (call) => hasTwice(bodyMember(call, name))),
  })),
  ...COUNTS.map(([id, operation, odd]) => ({
    id,
    breaks: "errors.no-server-error",
    title: `a count like ${odd.source} is an internal error`,
    operations: [operation],
    plant: () => breakingOver(operation, ({ query }) => odd.test(query.get("limit") ?? "")),
  })),
  {
    id: "page-between-cursors-crashes",
    breaks: "errors.no-server-error",
    title: "both cursors at once are an internal error",
    operations: ["get-messages"],
    plant: () => breakingOver("get-messages", ({ query }) => query.has("before") && query.has("after")),
  },
  {
    id: "page-between-crossed-cursors-crashes",
    breaks: "errors.no-server-error",
    title: "a page after a message and before an earlier one is an internal error",
    operations: ["get-messages"],
    plant: () =>
      breakingOver("get-messages", ({ caller, query }) => {
        const [before, after] = ["before", "after"].map((name) =>
          caller?.workspace.messages.get(query.get(name) ?? ""),
        );
        return before !== undefined && after !== undefined && before.sequence < after.sequence;
      }),
  },
  ...LONG_TEXTS.map(([id, operation, name, most]) => ({
    id,
    breaks: "errors.no-server-error",
    title: `more than ${most} characters for ${name} are an internal error`,
    operations: [operation],
    plant: () => breakingOver(operation, ({ query }) => query.getAll(name).some((text) => text.length > most)),
  })),
  {
    id: "download-before-sending-crashes",
    breaks: "errors.no-server-error",
    title: "the download of a file that no message carries is an internal error",
    operations: ["request-file-download"],
    plant: () =>
      breakingOver("request-file-download", ({ caller, query }) => {
        const file = caller?.workspace.files.get(query.get("attachmentId") ?? "");
        return file !== undefined && file.messageId === null;
      }),
  },
  {
    id: "claim-tags-of-no-list-crash",
    breaks: "errors.no-server-error",
    title: "tags of a claim that are no list are an internal error",
    operations: ["remember"],
    plant: () =>
      breakingOver("remember", (call) => {
        const { tags = [] } = asObject(bodyMember(call, "metadata") as Json);
        return !Array.isArray(tags);
      }),
  },
  {
    id: "odd-bodies-crash",
    breaks: "errors.no-server-error",
    title: "a body with another content type is an internal error",
    operations: WITH_BODY,
    plant: () =>
      breakingOver(
        WITH_BODY,
        ({ body }) => body.kind === "unreadable" && /Content|charset|more than/.test(body.problem),
      ),
  },
];

function onMalformed(edit: (reply: object, call: Call) => void) {
  return onReply(WITH_BODY, (reply, call) => {
    const { body } = call;
    if (call.caller !== null && body.kind === "unreadable" && body.problem.includes("not valid JSON"))
      edit(reply, call);
  });
}
