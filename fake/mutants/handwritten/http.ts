import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import { together } from "../../overrides/change.ts";
import { answering, bodyMember, editBody, onCall, onReply, onSuccess, rules, when } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { ApiKey } from "../../service.ts";
import { failWith } from "../fail.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";

/** Does a call name a channel or a task that exists nowhere? */
function namesNothing(call: Call): boolean {
  const known = [...call.service.workspaces.values()];
  const channel = call.query.get("channelId") ?? bodyMember(call, "channelId");
  const task = bodyMember(call, "taskId");
  const noChannel = typeof channel === "string" && !known.some(({ directory }) => directory.channels.has(channel));
  return noChannel || (typeof task === "string" && !known.some(({ tasks }) => tasks.get(task) !== undefined));
}

/** A message into a channel that the caller does not belong to, as a reply to one of a channel to which it does. */
function isBesideOwnThread(call: Call): boolean {
  const key = ownKey(call);
  const isMember = (channelId: string) => key?.workspace.directory.isMember(channelId, key.agent.id) === true;
  const thread = key?.workspace.messages.get(String(bodyMember(call, "threadId")));
  return thread !== undefined && isMember(thread.message.channelId) && !isMember(String(bodyMember(call, "channelId")));
}

/** What is told of messages that are too old to be shown, in ways that it is not told. */
const CUTOFFS: readonly (readonly [name: string, breaks: string, cutoff: JsonObject])[] = [
  ["cutoff-without-count", "pagination.history-cutoff.beyond-count", { cutoffAt: "2026-01-01T00:00:00.000Z" }],
  [
    "cutoff-with-count-as-text",
    "pagination.history-cutoff.beyond-count",
    { cutoffAt: "2026-01-01T00:00:00.000Z", beyondCount: "12" },
  ],
  ["cutoff-without-date", "pagination.history-cutoff.cutoff-at", { beyondCount: 12 }],
  ["cutoff-with-spoken-date", "pagination.history-cutoff.cutoff-at", { beyondCount: 12, cutoffAt: "last week" }],
];

/** Mutants of credentials, errors and what an operation lets by. */
export const httpSites: readonly HandwrittenSite[] = [
  ...CUTOFFS.map(([name, breaks, cutoff]) =>
    handwritten(name, breaks, `historyCutoff is ${JSON.stringify(cutoff)}`, "get-messages", () =>
      answering("get-messages", "meta.pagination.historyCutoff", () => cutoff),
    ),
  ),
  handwritten(
    "memories-of-their-author-alone",
    "memories.search.all-scopes",
    "a search finds what the caller wrote, and nothing of other agents",
    "search-memories",
    () => {
      const authors = new Map<unknown, unknown>();
      return together(
        onSuccess("remember", ({ body }, { caller }) => {
          authors.set(asObject(body.data).id, caller?.agent.id);
        }),
        onSuccess("search-memories", ({ body }, { caller }) => {
          const data = asObject(body.data);
          const isOwn = (hit: Json) => (authors.get(asObject(hit).id) ?? caller?.agent.id) === caller?.agent.id;
          data.hits = [data.hits ?? []].flat().filter(isOwn);
        }),
      );
    },
  ),
  handwritten(
    "identity-of-other-type-is-own",
    "bootstrap.input-types",
    "an identity that is no text is taken for the caller's own",
    "bootstrap-context",
    () =>
      onCall("bootstrap-context", (call) => {
        const own = ownKey(call)?.agent.identityId;
        const given = bodyMember(call, "agent_identity_id");
        if (own !== undefined && typeof given === "object" && given !== null)
          editBody(call, (body) => ({ ...body, agent_identity_id: own }));
      }),
  ),
  handwritten(
    "connection-remembers-key",
    "auth.connection",
    "a call without credentials counts as the caller before it on its connection",
    "*",
    () => {
      const last = new WeakMap<object, ApiKey>();
      return {
        rules: (before) => ({
          auth: {
            identify: (service, call) => {
              const remembered = last.get(call.connection);
              if (call.headers.authorization === undefined && remembered !== undefined) return remembered;
              const found = before.auth.identify(service, call);
              last.set(call.connection, found);
              return found;
            },
          },
        }),
      };
    },
  ),
  handwritten(
    "existence-before-credentials",
    "auth.precedence",
    "what does not exist is told before credentials are asked for",
    "*",
    () =>
      onReply("*", (reply, call) => {
        if (reply.status !== 401 || !namesNothing(call)) return;
        reply.status = 404;
        reply.body = { success: false, error: { code: "not_found", message: "There is no such thing" } };
      }),
  ),
  handwritten(
    "malformed-body-read-as-task",
    "errors.malformed-json",
    "a body that is no JSON is taken for a task",
    "create-task",
    () =>
      onCall("create-task", (call) => {
        if (call.body.kind === "unreadable") call.body = { kind: "json", value: { title: "Untitled" } };
      }),
  ),
  handwritten(
    "crossed-cursors-crash",
    "errors.no-server-error",
    "a page after a message and before an earlier one is an internal error",
    "get-messages",
    () =>
      onReply("get-messages", (reply, call) => {
        const [before, after] = ["before", "after"].map((name) =>
          call.caller?.workspace.messages.get(call.query.get(name) ?? ""),
        );
        if (before !== undefined && after !== undefined && before.sequence < after.sequence) failWith(reply, call);
      }),
  ),
  handwritten(
    "plan-limit-of-blocks",
    "errors.plan-limit-only-create-task",
    "who has used up the plan is told so when a block fails",
    "block-task",
    () => {
      const beyond = new Set<unknown>();
      return together(
        onReply("create-task", (_reply, call) => {
          if (call.refusal?.reason === "plan-limit") beyond.add(ownKey(call));
        }),
        onReply("block-task", (reply, call) => {
          if (reply.status === 200 || !beyond.has(ownKey(call))) return;
          reply.status = 403;
          reply.body = { success: false, error: { code: "plan_limit_reached", message: "The plan is used up" } };
        }),
      );
    },
  ),
  handwritten(
    "thread-opens-every-channel",
    "messages.send.membership",
    "who replies to a message of a channel of its own may send to any channel",
    "send-message",
    () =>
      when(
        isBesideOwnThread,
        together(
          rules({ messages: { maySend: () => true } }),
          onCall("send-message", (call) => editBody(call, ({ threadId: _thread, ...body }) => body)),
        ),
      ),
  ),
];
