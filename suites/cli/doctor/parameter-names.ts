import type { ApiDocument, Operation, Parameter } from "../../../spec/document/model.ts";
import type { Json, JsonObject } from "../../../spec/json.ts";
import { MADE_UP_NAME, withoutNames } from "../../engine/resources/unknown-names.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import type { Answer, Asker } from "./asker.ts";
import { type Finding, ok, responseWords, unclear, wrong } from "./finding.ts";

/** The finding on the name of one query parameter: true if the target knows it. */
export interface NameFinding extends Finding {
  readonly operation: string;
  readonly role: string;
  readonly name: string;
}

/**
 * Returns which query parameters the target knows by the names under which they are sent. The contract leaves these
 * names open; the target responds to an unknown name as to a made-up one.
 */
export async function checkParameterNames(
  asker: Asker,
  document: ApiDocument,
  target: ResolvedTarget,
): Promise<readonly NameFinding[]> {
  const found: NameFinding[] = [];
  for (const operation of document.operations) {
    for (const parameter of operation.parameters) {
      if (!isOpen(operation, parameter, target)) continue;
      const question = probeQuestion(operation.id, parameter.role, target);
      if (question === null) continue;
      const finding = await compare(asker, operation, parameter, question);
      found.push({ operation: operation.id, role: parameter.role, name: parameter.name, ...finding });
    }
  }
  return found;
}

/**
 * Returns true for a name to check. A name that the contract leaves open is also checked if the target file states it,
 * since it may be misspelt there.
 */
function isOpen({ id }: Operation, { role, nameOpen }: Parameter, { parameters }: ResolvedTarget): boolean {
  return nameOpen || Object.hasOwn(parameters[id] ?? {}, role);
}

/** Values to which every target must react: nothing matches, or the value is rejected. */
export const PROBE_VALUES: Readonly<Record<string, Json>> = {
  kind: "wac-no-such-kind",
  status: "wac-no-such-status",
  priority: "wac-no-such-priority",
  // One word: a search that matches any of several words might find one of them.
  text: "wacnosuchtext7f3q",
  tags: ["wac-no-such-tag"],
  createdFrom: "2199-01-01T00:00:00Z",
  createdTo: "1999-01-01T00:00:00Z",
  scope: "wac-no-such-scope",
  cursor: "wac-no-such-cursor",
  limit: 1,
  assigneeAgent: "wac-no-such-agent",
  assigneeUser: "wac-no-such-user",
  channel: "wac-no-such-channel",
  attachment: "wac-no-such-attachment",
};

/** Returns the parameters of a check; null if no read-only request can show the name. */
function probeQuestion(operation: string, role: string, { fixtures }: ResolvedTarget): JsonObject | null {
  const value = PROBE_VALUES[role];
  if (value === undefined) return null;
  // Without an attachment, a rejection may not depend on the channel.
  if (isOfTwo(operation, role))
    return { channel: fixtures.memberChannel ?? value, attachment: PROBE_VALUES.attachment ?? "" };
  if (role === "channel" || !OF_A_CHANNEL.includes(operation)) return { [role]: value };
  const channel = fixtures.memberChannel;
  return channel === undefined ? null : { channel, [role]: value };
}

/** Operations that require a channel. */
const OF_A_CHANNEL = ["get-messages", "request-file-download"];

/**
 * Returns true for the channel of a download: the request also has a made-up attachment, which may be checked first.
 */
function isOfTwo(operation: string, role: string): boolean {
  return operation === "request-file-download" && role === "channel";
}

/** Returns true for a rejection that a wrong memberChannel explains, whatever the name. */
function isOfChannel({ status }: Answer, operation: string, role: string): boolean {
  return OF_A_CHANNEL.includes(operation) && role !== "channel" && [403, 404].includes(status);
}

/** The remedy for an unknown name. */
export const NAME_REMEDY =
  "State the target's own name under contract.parameters, by operation and role (wac list parameters).";
/** Tries to see both responses before someone writes in between. */
const TURNS = 3;

async function compare(
  asker: Asker,
  operation: Operation,
  parameter: Parameter,
  parameters: JsonObject,
): Promise<Finding> {
  let last = unclear("the document lacks the operation that would show it");
  for (let turn = 0; turn < TURNS; turn += 1) {
    const now = await asker.ask(operation.id, { parameters });
    const other = await asker.ask(operation.id, { parameters, names: { [parameter.role]: MADE_UP_NAME } });
    if (now === null || other === null) return last;
    last = judge(now, other, parameter);
    if (last.state === "wrong" && isOfTwo(operation.id, parameter.role)) {
      return unclear(
        `rejected (${responseWords(now)}) under a made-up name too: it may be the attachment that is rejected`,
      );
    }
    if (last.state === "wrong" && isOfChannel(now, operation.id, parameter.role)) {
      return unclear(
        `rejected (${responseWords(now)}) under a made-up name too: it may be memberChannel that is rejected`,
      );
    }
    // Two responses may differ because of concurrent writes; two statuses differ because of the name.
    if (last.state === "wrong" || now.status !== other.status) return last;
  }
  return last;
}

function judge(now: Answer, other: Answer, parameter: Parameter): Finding {
  const { role } = parameter;
  if ([now, other].some(({ status }) => status === 0 || status === 429 || status >= 500)) {
    return unclear(`${responseWords(now)}, and ${responseWords(other)} under a made-up name`);
  }
  if (now.status !== other.status || wordsOf(now, parameter) !== wordsOf(other, parameter)) return ok("known");
  if (now.status === 200 && role === "limit" && sizeOf(now.data) <= 1) return unclear("too little is there to tell");
  if (now.status === 200 && sizeOf(now.data) === 0) return unclear("nothing is there to tell");
  const how = now.status === 200 ? "ignored" : `rejected (${responseWords(now)})`;
  return wrong(`${how} like a name that the target does not know`, NAME_REMEDY);
}

/** Returns the content of a response, without the names that it may mention. */
export function wordsOf({ status, code, message, data }: Answer, parameter: Pick<Parameter, "name">): string {
  return status === 200 ? JSON.stringify(data) : withoutNames([code, message], parameter);
}

/** Returns the length of the longest list in a response. */
export function sizeOf(data: Json): number {
  if (Array.isArray(data)) return data.length;
  const lists = Object.values(data ?? {}).filter((value) => Array.isArray(value));
  return Math.max(0, ...lists.map((list) => list.length));
}
