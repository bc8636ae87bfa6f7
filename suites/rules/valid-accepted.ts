import { isSafe } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { statusOf } from "../client/exchange.ts";
import { isPlanRejection } from "../client/load-rejection.ts";
import { accepted, hasTargetDetails, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { agentOf } from "../knowledge/listings.ts";
import { fieldSchema, numberAt } from "../models/document-facts.ts";
import { jsonText } from "../models/json-text.ts";
import { ownChannels } from "../target/own-channels.ts";
import { expectThat, statusAndCode } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";
import { isKept, withPlainTexts } from "./undisputed.ts";

/** The members of a request that every reading of the contract accepts, each with a test of its value. */
interface Plain {
  readonly operation: string;
  readonly requirement: string;
  readonly members: Readonly<Record<string, (value: Json, known: KnownIds) => boolean>>;
  /** True if short texts with any characters are accepted. */
  readonly isOfAnyText?: boolean;
}

/** The ids that the run knows to exist. */
interface KnownIds {
  readonly channels: readonly string[];
  readonly scopes: readonly (string | undefined)[];
  readonly messages: ReadonlySet<Json | undefined>;
  /** Tasks of the caller without a parent and without a channel. */
  readonly tasks: ReadonlySet<Json | undefined>;
  readonly identity: string | undefined;
  readonly agent: string | undefined;
}

const any = () => true;
const isWord = (value: Json) => typeof value === "string" && /^\p{L}{4,}( \p{L}{4,})*$/u.test(value);
/** Lengths in UTF-16 units that no service rejects. The contract leaves the maximum open except for titles. */
const PARAGRAPH = 450;
const LINE = 96;
const isParagraph = (value: Json) => typeof value === "string" && value.length < PARAGRAPH;
const isShort = (value: Json) => typeof value === "string" && value.length < LINE;
/** Returns true for a text with a visible character that every store keeps as it is. */
const isSaid = (text: string) => isKept(text) && /[\p{L}\p{N}\p{S}]/u.test(text);
const isAWeekOrMore = (value: Json) => typeof value === "number" && value >= 604_800 && value <= 31_536_000;
const isPointing = (value: Json, { messages }: KnownIds) =>
  Array.isArray(value) && value.every((item) => isObject(item) && messages.has(item.id));

const PLAIN: readonly Plain[] = [
  {
    operation: "create-task",
    requirement: "tasks.create.succeeds",
    members: {
      title: any,
      description: isParagraph,
      status: any,
      priority: any,
      parentTaskId: (value, { tasks }) => tasks.has(value),
    },
  },
  {
    operation: "remember",
    requirement: "memories.remember.succeeds",
    members: {
      content: isShort,
      kind: any,
      scope_id: (value, { scopes }) => scopes.includes(String(value)),
      derived_from: isPointing,
      confidence: any,
      ttl_seconds: isAWeekOrMore,
      ttl_preset: any,
      where: isShort,
      why: isShort,
      stated_by_identity_id: (value, { identity }) => value === identity,
      metadata: any,
    },
  },
  {
    operation: "send-message",
    requirement: "messages.send.succeeds",
    members: {
      channelId: (value, { channels }) => channels.includes(String(value)),
      content: (value) => isShort(value) && isSaid(String(value)),
    },
    isOfAnyText: true,
  },
  {
    operation: "list-tasks",
    requirement: "tasks.list.succeeds",
    members: {
      ...{ status: any, priority: any, text: isWord, limit: any },
      channel: (value, { channels }) => channels.includes(String(value)),
      assigneeAgent: (value, { agent }) => value === agent,
    },
  },
  // Two bounds of creation may exclude each other, and the form in which several tags are sent is open.
  {
    operation: "search-memories",
    requirement: "memories.search.succeeds",
    members: {
      ...{ kind: any, status: any, text: isWord, createdFrom: any, limit: any },
      tags: (value) => Array.isArray(value) && value.length === 1,
      scope: (value, { scopes }) => scopes.includes(String(value)),
    },
  },
  {
    operation: "search-messages",
    requirement: "messages.search.succeeds",
    members: { query: isWord, limit: any, channelId: (value, { channels }) => channels.includes(String(value)) },
  },
  {
    operation: "recall",
    requirement: "recall.succeeds",
    members: {
      ...{ query: isShort, limit: any, expand: any, filters: any, metadata_filter: any },
      scope_id: (value, { scopes }) => scopes.includes(String(value)),
    },
  },
];

/**
 * Statuses that reject the input or the permission. A 404 (not visible yet), a server error or a rate limit proves
 * nothing.
 */
const REJECTIONS = [400, 403];
/** The contract leaves open what another agent may not do that the caller may. */
const REJECTIONS_OF_OTHERS = [400];

/** A title of the maximum length has a requirement of its own. */
const LONGEST_TITLE = "tasks.create.title-max";

/** A request that is valid by every reading is not rejected, whatever members it combines. */
export const validAcceptedRules: readonly Rule[] = PLAIN.flatMap((plain) => {
  const rule = {
    name: "no valid request is rejected",
    operations: [plain.operation],
  };
  const judge = (requirement: string) => (knowledge: Knowledge) => judgeAccepted(knowledge, plain, requirement);
  const requirements = plain.operation === "create-task" ? [plain.requirement, LONGEST_TITLE] : [plain.requirement];
  return requirements.map((requirement) => ({ ...rule, requirement, judge: judge(requirement) }));
});

function judgeAccepted(knowledge: Knowledge, plain: Plain, requirement: string): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const known = { caller: knownBy(knowledge), other: knownToOther(knowledge) };
  const meant = knowledge.history(plain.operation).filter((past) => {
    const agent = agentOf(knowledge, past);
    return (
      agent !== null &&
      isPlain(knowledge, plain, past, known[agent]) &&
      requirementOf(knowledge, plain, past) === requirement
    );
  });
  const taken = accepted(knowledge, plain.operation)
    .filter(({ isOwn }) => isOwn)
    .map(namesOf);
  // A target may require further members, so it must have accepted a request with the same members or fewer. It may
  // report a used-up plan with any status, which proves nothing about the request.
  const judged = meant.filter(
    (past) =>
      !isPlanRejection(past.exchange) && taken.some((names) => names.every((name) => namesOf(past).includes(name))),
  );
  for (const { exchange, isOwn } of judged) {
    const rejections = isOwn ? REJECTIONS : REJECTIONS_OF_OTHERS;
    withEvidence([exchange], () =>
      expectThat(!rejections.includes(statusOf(exchange)), {
        message: `what is valid for ${plain.operation} must not be rejected`,
        expected: "200",
        actual: statusAndCode(exchange),
        keyword: "rejected",
      }),
    );
  }
  return judged.length;
}

function requirementOf({ context }: Knowledge, { operation, requirement }: Plain, past: HistoryEntry): string {
  const most = numberAt(fieldSchema(context.document, operation, "title"), "maxLength");
  const title = requested(past, "title");
  return typeof title === "string" && [...title].length === most ? LONGEST_TITLE : requirement;
}

function namesOf({ input }: HistoryEntry): readonly string[] {
  return [...Object.keys(input.parameters), ...(isObject(input.body) ? Object.keys(input.body) : [])];
}

function isPlain(knowledge: Knowledge, plain: Plain, past: HistoryEntry, known: KnownIds): boolean {
  const { operation, members, isOfAnyText = false } = plain;
  const isMeant = (name: string) => {
    const isFit = Object.hasOwn(members, name) ? members[name] : undefined;
    return isFit?.(requested(past, name) ?? null, known) ?? false;
  };
  const asked = knowledge.context.document.operations.find(({ id }) => id === operation);
  return (
    isAsSaid(past) &&
    namesOf(past).every(isMeant) &&
    asked !== undefined &&
    isNamed(asked, past) &&
    isSafe(
      knowledge.context.document,
      asked,
      isOfAnyText ? { ...past.input, body: withPlainTexts(past.input.body) } : past.input,
    )
  );
}

/**
 * Returns true if the request uses no parameter whose name is unknown. A service may reject unknown names, however
 * valid their values are.
 */
function isNamed({ parameters }: Operation, { input }: HistoryEntry): boolean {
  return parameters.every(({ role, nameUnknown }) => !nameUnknown || input.parameters[role] === undefined);
}

/**
 * Returns true if the request was sent as documented, in any JSON notation. Requests with other headers, or with a body
 * that is not JSON, test something else.
 */
function isAsSaid({ input, exchange }: HistoryEntry): boolean {
  const { body, headers } = exchange.request;
  if (input.body === undefined) return body === null;
  const isWritten = body === JSON.stringify(input.body) || body === jsonText(input.body);
  return isWritten && headers["content-type"] === "application/json";
}

/** Returns the known ids that also exist for the other agent. */
function knownToOther({ context }: Knowledge): KnownIds {
  const { id, channel } = context.target.fixtures.otherAgent ?? {};
  const channels = channel === undefined ? [] : [channel];
  return { channels, scopes: [], messages: new Set(), tasks: new Set(), identity: undefined, agent: id };
}

function knownBy(knowledge: Knowledge): KnownIds {
  const { scope, secondScope, agent } = knowledge.context.target.fixtures;
  const own = accepted(knowledge, "send-message").filter(({ isOwn }) => isOwn);
  const messages = new Set(own.map(({ exchange }) => valueAt(exchange, "/data/id")));
  const isBare = (past: HistoryEntry) =>
    ["parentTaskId", "channelId"].every((name) => requested(past, name) === undefined);
  const bare = accepted(knowledge, "create-task").filter((past) => past.isOwn && isBare(past));
  const tasks = new Set(bare.map(({ exchange }) => valueAt(exchange, "/data/id")));
  const channels = ownChannels(knowledge.context);
  return { channels, scopes: [scope, secondScope], messages, tasks, identity: agent?.identityId, agent: agent?.id };
}
