import { isSafe } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { isObject, type Json } from "../../spec/json.ts";
import { type Exchange, precedes, statusOf } from "../client/exchange.ts";
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
interface ValidRequests {
  readonly operation: string;
  readonly requirement: string;
  readonly members: Readonly<Record<string, (value: Json, known: KnownIds, exchange: Exchange) => boolean>>;
  /** True if short texts with any characters are accepted. */
  readonly isOfAnyText?: boolean;
}

/** The ids that the run knows to exist. */
interface KnownIds {
  readonly channels: readonly string[];
  readonly scopes: readonly (string | undefined)[];
  readonly messages: Creations;
  /** Tasks of the caller without a parent and without a channel. */
  readonly tasks: Creations;
  readonly identity: string | undefined;
  readonly agent: string | undefined;
}

/** The creations of resources by id. */
type Creations = ReadonlyMap<Json | undefined, Exchange>;

const any = () => true;
const isWord = (value: Json) => typeof value === "string" && /^\p{L}{4,}( \p{L}{4,})*$/u.test(value);
/** Lengths in UTF-16 units that no service rejects. The contract leaves the maximum open except for titles. */
const MAX_PARAGRAPH = 450;
const MAX_LINE = 96;
const isParagraph = (value: Json) => typeof value === "string" && value.length < MAX_PARAGRAPH;
const isShort = (value: Json) => typeof value === "string" && value.length < MAX_LINE;
/** Returns true for a text with a visible character that every store keeps as it is. */
const isVisibleText = (text: string) => isKept(text) && /[\p{L}\p{N}\p{S}]/u.test(text);
const isWeekToYear = (value: Json) => typeof value === "number" && value >= 604_800 && value <= 31_536_000;
const areKnownMessages = (value: Json, { messages }: KnownIds, exchange: Exchange) =>
  Array.isArray(value) && value.every((item) => isObject(item) && existed(messages, item.id, exchange));

/** Returns true for a resource that existed before the request. Services that count give its id to others before. */
function existed(creations: Creations, id: Json | undefined, exchange: Exchange): boolean {
  const creation = creations.get(id);
  return creation !== undefined && precedes(creation, exchange);
}

const VALID_REQUESTS: readonly ValidRequests[] = [
  {
    operation: "create-task",
    requirement: "tasks.create.succeeds",
    members: {
      title: any,
      description: isParagraph,
      status: any,
      priority: any,
      parentTaskId: (value, { tasks }, exchange) => existed(tasks, value, exchange),
    },
  },
  {
    operation: "remember",
    requirement: "memories.remember.succeeds",
    members: {
      content: isShort,
      kind: any,
      scope_id: (value, { scopes }) => scopes.includes(String(value)),
      derived_from: areKnownMessages,
      confidence: any,
      ttl_seconds: isWeekToYear,
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
      content: (value) => isShort(value) && isVisibleText(String(value)),
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
export const validAcceptedRules: readonly Rule[] = VALID_REQUESTS.flatMap((valid) => {
  const rule = {
    name: "no valid request is rejected",
    operations: [valid.operation],
  };
  const judge = (requirement: string) => (knowledge: Knowledge) => judgeAccepted(knowledge, valid, requirement);
  const requirements = valid.operation === "create-task" ? [valid.requirement, LONGEST_TITLE] : [valid.requirement];
  return requirements.map((requirement) => ({ ...rule, requirement, judge: judge(requirement) }));
});

function judgeAccepted(knowledge: Knowledge, valid: ValidRequests, requirement: string): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const known = { caller: idsOfCaller(knowledge), other: idsOfOther(knowledge) };
  const entries = knowledge.history(valid.operation).filter((entry) => {
    const agent = agentOf(knowledge, entry);
    return (
      agent !== null &&
      isValidRequest(knowledge, valid, entry, known[agent]) &&
      requirementOf(knowledge, valid, entry) === requirement
    );
  });
  const acceptedNames = accepted(knowledge, valid.operation)
    .filter(({ isOwn }) => isOwn)
    .map(namesOf);
  // A target may require further members, so it must have accepted a request with the same members or fewer. It may
  // report a used-up plan with any status, which proves nothing about the request.
  const judged = entries.filter(
    (entry) =>
      !isPlanRejection(entry.exchange) &&
      acceptedNames.some((names) => names.every((name) => namesOf(entry).includes(name))),
  );
  for (const { exchange, isOwn } of judged) {
    const rejections = isOwn ? REJECTIONS : REJECTIONS_OF_OTHERS;
    withEvidence([exchange], () =>
      expectThat(!rejections.includes(statusOf(exchange)), {
        message: `a valid ${valid.operation} request must not be rejected`,
        expected: "200",
        actual: statusAndCode(exchange),
        keyword: "rejected",
      }),
    );
  }
  return judged.length;
}

function requirementOf({ context }: Knowledge, { operation, requirement }: ValidRequests, entry: HistoryEntry): string {
  const max = numberAt(fieldSchema(context.document, operation, "title"), "maxLength");
  const title = requested(entry, "title");
  return typeof title === "string" && [...title].length === max ? LONGEST_TITLE : requirement;
}

function namesOf({ input }: HistoryEntry): readonly string[] {
  return [...Object.keys(input.parameters), ...(isObject(input.body) ? Object.keys(input.body) : [])];
}

function isValidRequest(knowledge: Knowledge, valid: ValidRequests, entry: HistoryEntry, known: KnownIds): boolean {
  const { operation, members, isOfAnyText = false } = valid;
  const isValid = (name: string) => {
    const test = Object.hasOwn(members, name) ? members[name] : undefined;
    return test?.(requested(entry, name) ?? null, known, entry.exchange) ?? false;
  };
  const definition = knowledge.context.document.operations.find(({ id }) => id === operation);
  return (
    isSentAsDocumented(entry) &&
    namesOf(entry).every(isValid) &&
    definition !== undefined &&
    isNamed(definition, entry) &&
    isSafe(
      knowledge.context.document,
      definition,
      isOfAnyText ? { ...entry.input, body: withPlainTexts(entry.input.body) } : entry.input,
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
function isSentAsDocumented({ input, exchange }: HistoryEntry): boolean {
  const { body, headers } = exchange.request;
  if (input.body === undefined) return body === null;
  const isWritten = body === JSON.stringify(input.body) || body === jsonText(input.body);
  return isWritten && headers["content-type"] === "application/json";
}

/** Returns the known ids that also exist for the other agent. */
function idsOfOther({ context }: Knowledge): KnownIds {
  const { id, channel } = context.target.fixtures.otherAgent ?? {};
  const channels = channel === undefined ? [] : [channel];
  return { channels, scopes: [], messages: new Map(), tasks: new Map(), identity: undefined, agent: id };
}

function idsOfCaller(knowledge: Knowledge): KnownIds {
  const { scope, secondScope, agent } = knowledge.context.target.fixtures;
  const own = accepted(knowledge, "send-message").filter(({ isOwn }) => isOwn);
  const isUnrelated = (entry: HistoryEntry) =>
    ["parentTaskId", "channelId"].every((name) => requested(entry, name) === undefined);
  const unrelated = accepted(knowledge, "create-task").filter((entry) => entry.isOwn && isUnrelated(entry));
  return {
    channels: ownChannels(knowledge.context),
    scopes: [scope, secondScope],
    messages: creationsOf(own),
    tasks: creationsOf(unrelated),
    identity: agent?.identityId,
    agent: agent?.id,
  };
}

/** Returns the first creation with each id, since a target may return a resource that already exists. */
function creationsOf(entries: readonly HistoryEntry[]): Creations {
  return new Map(entries.toReversed().map(({ exchange }) => [valueAt(exchange, "/data/id"), exchange]));
}
