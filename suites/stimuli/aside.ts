import { type InvalidCase, invalidCasesOf, parseToken, type RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import { asObject, type Json, type JsonObject } from "../../spec/json.ts";
import { pointerTokens } from "../../spec/pointer.ts";
import { mayRecur } from "../behaviour/isolation/leaks.ts";
import { badCredentials } from "../document/credentials.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { absentId } from "../models/absent-id.ts";
import type { Table } from "./table.ts";

/** Requests of a kind that may make or change something where a target does what it must not: enough to see that. */
const MAX_ROWS = 10;

/**
 * The same requests with one rule of the document broken in each, another one each time: whatever else they ask for, what is
 * rejected must leave nothing behind.
 */
export function withFlaws(check: CheckContext, table: Table): Table[] {
  const operation = check.operation(table.operation);
  const cases = invalidCasesOf(check.context.document, operation).filter((one) => isOfOneMember(one, operation));
  if (cases.length === 0) return [];
  let sent = 0;
  function apply({ body, ...request }: RequestInput): RequestInput {
    const members = asObject(body);
    // The text that is looked for afterwards stays.
    const isMarked = (one: InvalidCase) => {
      const text = members[memberOf(one)];
      return typeof text === "string" && text.includes(check.context.mark);
    };
    const fit = operation.effect === "create" ? cases.filter((one) => !isMarked(one)) : cases;
    const one = fit[sent % Math.max(1, fit.length)];
    sent += 1;
    return { ...request, body: one === undefined ? members : withFlaw(members, one) };
  }
  const options = { incomplete: true, hasToBeRejected: true };
  return aside(check, { ...table, key: "flawed", flaw: { apply, options } });
}

/**
 * The same requests with the key of another workspace: what they name is not there for them. Of creations those that differ in
 * what they name, and so few that little is written there.
 */
export function fromAbroad(check: CheckContext, table: Table): Table[] {
  const { effect, body } = check.operation(table.operation);
  const { apiKey } = check.context.target.fixtures.otherWorkspace ?? {};
  if (apiKey === undefined) return [];
  const isNaming = (name: string) => body?.members[name]?.["x-reference"] !== undefined;
  const isCreation = effect === "create";
  const factors = table.factors
    .filter(({ name }) => name !== "caller")
    .map(({ name, levels }) => ({ name, levels: isCreation && !isNaming(name) ? levels.slice(0, 1) : levels }));
  const abroad = { name: "caller", levels: [{ name: "another workspace", options: { apiKey } }] };
  // Where each workspace counts its own, a change would meet something else there.
  const resources = () =>
    effect === "change" ? table.resources().filter(({ id }) => !mayRecur(id)) : table.resources();
  const few = effect === "read" ? {} : { most: MAX_ROWS };
  const own = { key: "abroad", resources, factors: [...factors, abroad], isEachAlone: isCreation };
  return aside(check, { ...table, ...own, ...few });
}

/** The same requests without a key, and with one that was never issued. */
export function fromStrangers(check: CheckContext, table: Table): Table[] {
  const [stranger] = badCredentials(check.context.target)["auth.unknown-key"] ?? [];
  const keys = [null, stranger?.options.apiKey].filter((key) => key !== undefined);
  const levels = keys.map((apiKey) => ({
    name: apiKey === null ? "nobody" : "a stranger",
    options: { apiKey, hasToBeRejected: true },
  }));
  const factors = table.factors.filter(({ name }) => name !== "caller");
  return aside(check, {
    ...table,
    key: "strangers",
    factors: [...factors, { name: "caller", levels }],
    most: MAX_ROWS,
  });
}

/** The same requests with one id in each that names nothing, or what is not there for the caller, another one each time. */
export function withOtherIds(check: CheckContext, table: Table): Table[] {
  const operation = check.operation(table.operation);
  const kinds = referenceKinds(operation);
  if (kinds.length === 0) return [];
  let sent = 0;
  function apply({ parameters, body, ...request }: RequestInput): RequestInput {
    const given = { ...parameters, ...asObject(body) };
    const others = kinds.flatMap(([name, kind]) =>
      otherIds(check, operation, kind, given[name]).map((id) => ({ [name]: id })),
    );
    const other = others[sent % Math.max(1, others.length)];
    sent += 1;
    return operation.body === null
      ? { ...request, body, parameters: { ...parameters, ...other } }
      : { ...request, parameters, body: { ...asObject(body), ...other } };
  }
  return aside(check, { ...table, key: "other ids", flaw: { apply, options: {} }, most: MAX_ROWS });
}

/** The inputs of an operation that name something, with the kind of what they name. */
function referenceKinds({ parameters, body }: Operation): [name: string, kind: string][] {
  const schemas = [
    ...parameters.map(({ role, schema }) => [role, schema] as const),
    ...Object.entries(body?.members ?? {}),
  ];
  return schemas.flatMap(([name, { "x-reference": kind }]) => (typeof kind === "string" ? [[name, kind]] : []));
}

/** Ids instead of the one that a request names: one of nothing, and where nothing is changed by it one of what is hidden. */
function otherIds({ context }: CheckContext, { effect }: Operation, kind: string, id: Json | undefined): string[] {
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

/** Now and then between the others, so that these have most of the requests. */
function aside({ context }: CheckContext, table: Table): Table[] {
  const { asideEvery } = BUDGETS[context.budget].stimuli;
  return asideEvery === 0 ? [] : [{ ...table, isAside: true, every: asideEvery * (table.every ?? 1) }];
}

/** Whether a value of one member breaks the rule; of a change not of the one that names what is to be changed. */
function isOfOneMember({ pointer, before, after }: InvalidCase, { effect }: Operation): boolean {
  if (effect === "change" && parseToken(before) !== undefined) return false;
  return after !== undefined && pointer.startsWith("/body/") && pointerTokens(pointer).length === 2;
}

function withFlaw(members: JsonObject, one: InvalidCase): JsonObject {
  return { ...members, [memberOf(one)]: one.after ?? null };
}

function memberOf({ pointer }: InvalidCase): string {
  return pointerTokens(pointer).at(-1) ?? "";
}
