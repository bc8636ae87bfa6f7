import { type InvalidCase, invalidCasesOf, parseToken, type RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import { pointerTokens } from "../../spec/pointer.ts";
import { mayExistInEachWorkspace } from "../behaviour/isolation/leaks.ts";
import { badCredentials } from "../document/credentials.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { absentId } from "../models/absent-id.ts";
import type { Table } from "./table.ts";

/**
 * The maximum number of requests of a kind that creates or changes something if a target fails to reject them: enough
 * to notice that.
 */
const MAX_ROWS = 10;

/**
 * Returns the same requests with one rule of the document broken in each, a different one each time. A rejected request
 * must have no effect, whatever else it contains.
 */
export function withBrokenRules(check: CheckContext, table: Table): Table[] {
  const operation = check.operation(table.operation);
  const cases = invalidCasesOf(check.context.document, operation).filter((invalidCase) =>
    breaksOneMember(invalidCase, operation),
  );
  if (cases.length === 0) return [];
  let sent = 0;
  function apply({ body, ...request }: RequestInput): RequestInput {
    const members = asObject(body);
    // The text that is searched for afterwards must remain.
    const isMarked = (invalidCase: InvalidCase) => {
      const text = members[memberOf(invalidCase)];
      return typeof text === "string" && text.includes(check.context.mark);
    };
    const applicable = operation.effect === "create" ? cases.filter((invalidCase) => !isMarked(invalidCase)) : cases;
    const invalidCase = applicable[sent % Math.max(1, applicable.length)];
    sent += 1;
    return { ...request, body: invalidCase === undefined ? members : withInvalidMember(members, invalidCase) };
  }
  const options = { incomplete: true, mustBeRejected: true };
  return asRareTable(check, { ...table, key: "flawed", alteration: { apply, options } });
}

/**
 * Returns the same requests with the key of another workspace, for which the named resources do not exist. Of creations
 * only those that differ in what they name, and few of them, so that little is written there.
 */
export function fromOtherWorkspace(check: CheckContext, table: Table): Table[] {
  const { effect, body } = check.operation(table.operation);
  const { apiKey } = check.context.target.fixtures.otherWorkspace ?? {};
  if (apiKey === undefined) return [];
  const isReference = (name: string) => body?.members[name]?.["x-reference"] !== undefined;
  const isCreation = effect === "create";
  const factors = table.factors
    .filter(({ name }) => name !== "caller")
    .map(({ name, levels }) => ({ name, levels: isCreation && !isReference(name) ? levels.slice(0, 1) : levels }));
  const callerFactor = { name: "caller", levels: [{ name: "another workspace", options: { apiKey } }] };
  // With sequential ids in each workspace, a change could affect another resource there.
  const resources = () =>
    effect === "change" ? table.resources().filter(({ id }) => !mayExistInEachWorkspace(id)) : table.resources();
  const limit = effect === "read" ? {} : { maxRows: MAX_ROWS };
  const changedFields = {
    key: "abroad",
    resources,
    factors: [...factors, callerFactor],
    hasSingleLevelRows: isCreation,
  };
  return asRareTable(check, { ...table, ...changedFields, ...limit });
}

/** Returns the same requests without a key, and with one that was never issued. */
export function withoutValidKey(check: CheckContext, table: Table): Table[] {
  const [unknownKey] = badCredentials(check.context.target)["auth.unknown-key"] ?? [];
  const keys = [null, unknownKey?.options.apiKey].filter((key) => key !== undefined);
  const levels = keys.map((apiKey) => ({
    name: apiKey === null ? "nobody" : "a stranger",
    options: { apiKey, mustBeRejected: true },
  }));
  const factors = table.factors.filter(({ name }) => name !== "caller");
  return asRareTable(check, {
    ...table,
    key: "strangers",
    factors: [...factors, { name: "caller", levels }],
    maxRows: MAX_ROWS,
  });
}

/** Returns the same requests with one id in each replaced by an unknown or hidden one, a different one each time. */
export function withReplacedIds(check: CheckContext, table: Table): Table[] {
  const operation = check.operation(table.operation);
  const kinds = referenceKinds(operation);
  if (kinds.length === 0) return [];
  let sent = 0;
  function apply({ parameters, body, ...request }: RequestInput): RequestInput {
    const given = { ...parameters, ...asObject(body) };
    const others = kinds.flatMap(([name, kind]) =>
      replacementIds(check, operation, kind, given[name]).map((id) => ({ [name]: id })),
    );
    const other = others[sent % Math.max(1, others.length)];
    sent += 1;
    return operation.body === null
      ? { ...request, body, parameters: { ...parameters, ...other } }
      : { ...request, parameters, body: { ...asObject(body), ...other } };
  }
  return asRareTable(check, { ...table, key: "other ids", alteration: { apply, options: {} }, maxRows: MAX_ROWS });
}

/** Returns the inputs of an operation that name a resource, with its kind. */
function referenceKinds({ parameters, body }: Operation): [name: string, kind: string][] {
  const schemas = [
    ...parameters.map(({ role, schema }) => [role, schema] as const),
    ...Object.entries(body?.members ?? {}),
  ];
  return schemas.flatMap(([name, { "x-reference": kind }]) => (typeof kind === "string" ? [[name, kind]] : []));
}

/** Returns ids to replace one of a request: an unknown one and, for reads, a hidden one. */
function replacementIds(
  { context }: CheckContext,
  { effect }: Operation,
  kind: string,
  id: Json | undefined,
): string[] {
  if (typeof id !== "string") return [];
  const { foreignChannel, unreadableScope, messages, attachments, tasks } = context.target.fixtures;
  const hidden: Readonly<Record<string, string | undefined>> = {
    channel: foreignChannel,
    scope: unreadableScope,
    message: messages?.foreign?.id,
    attachment: attachments?.foreign,
    task: tasks?.private,
  };
  const others = [absentId(id, context.mark), effect === "change" ? undefined : hidden[kind]];
  return others.filter((other) => other !== undefined);
}

/** Marks a table as additional, with its rows rarely sent, so that most requests are of the other tables. */
function asRareTable({ context }: CheckContext, table: Table): Table[] {
  const { withoutEffectEvery } = BUDGETS[context.budget].stimuli;
  return withoutEffectEvery === 0
    ? []
    : [{ ...table, isWithoutEffect: true, interval: withoutEffectEvery * (table.interval ?? 1) }];
}

/**
 * Returns true if a value of one member breaks the rule; for a change, of a member other than the one that names the
 * changed resource.
 */
function breaksOneMember({ pointer, before, after }: InvalidCase, { effect }: Operation): boolean {
  if (effect === "change" && parseToken(before) !== undefined) return false;
  return after !== undefined && pointer.startsWith("/body/") && pointerTokens(pointer).length === 2;
}

function withInvalidMember(members: JsonObject, invalidCase: InvalidCase): JsonObject {
  return { ...members, [memberOf(invalidCase)]: invalidCase.after ?? null };
}

function memberOf({ pointer }: InvalidCase): string {
  return pointerTokens(pointer).at(-1) ?? "";
}
