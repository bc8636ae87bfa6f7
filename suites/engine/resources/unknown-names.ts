import { boundaryCasesOf, plainRequestOf } from "../../../generators/index.ts";
import type { Operation, Parameter } from "../../../spec/document/model.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import { errorOf } from "../../verifiers/read.ts";
import { tryOrNull } from "../cases/attempt.ts";
import { oncePer } from "../cases/once.ts";
import { oncePerRun } from "../cases/once-per-run.ts";
import type { CaseContext } from "../check/check.ts";

/**
 * Returns why exchanges prove nothing: the contract leaves the names of query parameters open, and the target may not
 * know the one that was sent. If the target file marks a name as unknown, a rejection proves nothing. Otherwise it is
 * tried out:
 *
 * - the same request under a made-up name is rejected with the same words, and no plain value is accepted under the
 *   name in doubt;
 * - the response under a made-up name is the same, and only the URL of the target is known. Authors of a target file
 *   are asked for names that differ, so with one, a filter without effect counts as broken.
 *
 * Null if the exchanges count.
 */
export async function unknownNameReason(exchanges: readonly Exchange[], context: CaseContext): Promise<string | null> {
  for (const exchange of exchanges) {
    const { operation } = exchange;
    if (operation === null) continue;
    const query = new URL(exchange.request.url).searchParams;
    for (const parameter of operation.parameters) {
      if (!parameter.nameOpen || !query.has(parameter.name)) continue;
      if (await isRejectedForName(exchange, operation, parameter, context)) {
        return reasonOf(operation, parameter, "rejects");
      }
      if (await isIgnoredForName(exchange, parameter, context)) return reasonOf(operation, parameter, "ignores");
    }
  }
  return null;
}

async function isRejectedForName(
  exchange: Exchange,
  operation: Operation,
  parameter: Parameter,
  context: CaseContext,
): Promise<boolean> {
  if (!REJECTIONS.includes(statusOf(exchange))) return false;
  if (parameter.nameUnknown) return true;
  const other = await sendUnderMadeUp(exchange, parameter, context);
  const isSameResponse =
    statusOf(other) === statusOf(exchange) && wordsOf(other, parameter) === wordsOf(exchange, parameter);
  return (
    isSameResponse &&
    (parameter.required || !(await acceptsAnyValueOnce(context.context)(operation, parameter, context)))
  );
}

async function isIgnoredForName(exchange: Exchange, parameter: Parameter, context: CaseContext): Promise<boolean> {
  if (isStatedInTarget(exchange.operation?.id ?? "", parameter, context) || statusOf(exchange) !== 200) return false;
  for (let turn = 0; turn < MAX_ATTEMPTS; turn += 1) {
    // The data changes all the time, so both are sent at once.
    const [now, other] = await Promise.all([
      context.send(exchange.request, { urgent: true }),
      sendUnderMadeUp(exchange, parameter, context),
    ]);
    if (statusOf(now) === 200 && statusOf(other) === 200 && dataOf(now) === dataOf(other)) return true;
  }
  return false;
}

/** Returns true if the target file would state a different name. Null in it marks a name as unknown. */
function isStatedInTarget(operation: string, { role }: Parameter, { context }: CaseContext): boolean {
  const { fixtures, parameters } = context.target;
  if (parameters[operation]?.[role] === null) return false;
  return Object.keys(fixtures).length > 0 || Object.keys(parameters).length > 0;
}

function dataOf(exchange: Exchange): string {
  const body = jsonOf(exchange);
  return JSON.stringify(isObject(body) ? body.data : null);
}

/** Statuses that reject the content of a request. */
const REJECTIONS = [400, 404, 409];
/** A name that no service uses. */
export const MADE_UP_NAME = "zq7w3k";
/** Attempts to get both responses without a write in between. */
const MAX_ATTEMPTS = 8;
/** The most values that are tried under a name. */
const MAX_VALUES = 4;

function reasonOf({ id }: Operation, { role, name }: Parameter, how: "rejects" | "ignores"): string {
  return `${id} ${how} "${name}" like a name that it does not know, and the contract leaves that name open: state its own under contract.parameters.${id}.${role}`;
}

function sendUnderMadeUp({ request }: Exchange, { name }: Parameter, context: CaseContext): Promise<Exchange> {
  const url = new URL(request.url);
  const values = url.searchParams.getAll(name);
  url.searchParams.delete(name);
  for (const value of values) url.searchParams.append(MADE_UP_NAME, value);
  return context.send({ ...request, url: url.href }, { urgent: true });
}

function wordsOf(exchange: Exchange, parameter: Parameter): string {
  const { code, message } = errorOf(exchange);
  return withoutNames([code, message], parameter);
}

/** Returns the words of a rejection without the names that it may quote. */
export function withoutNames(words: readonly (Json | undefined)[], { name }: Pick<Parameter, "name">): string {
  return JSON.stringify(words).replaceAll(MADE_UP_NAME, "").replaceAll(name, "");
}

/** Returns true if any of a few plain values of the parameter is accepted. */
async function acceptsAnyValue(operation: Operation, { role }: Parameter, context: CaseContext): Promise<boolean> {
  const { document } = context.context;
  const plain = Object.keys(plainRequestOf(document, operation)?.parameters ?? {});
  const alone = boundaryCasesOf(document, operation).filter(({ input }) => {
    const added = Object.keys(input.parameters).filter((name) => !plain.includes(name));
    return added.length === 1 && added[0] === role;
  });
  for (const { input } of alone.slice(0, MAX_VALUES)) {
    const exchange = await tryOrNull(() => context.call(operation.id, input));
    if (exchange === null || statusOf(exchange) === 200) return true;
  }
  return alone.length === 0;
}

const acceptsAnyValueOnce = oncePerRun(() => oncePer(({ id }, { role }) => `${id} ${role}`, acceptsAnyValue));
