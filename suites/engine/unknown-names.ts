import { boundaryCasesOf, plainRequest } from "../../generators/index.ts";
import type { Operation, Parameter } from "../../spec/document-model.ts";
import { isObject } from "../../spec/json.ts";
import { type Exchange, jsonOf, statusOf } from "../client/exchange.ts";
import { ifPossible } from "./attempt.ts";
import type { CaseContext, World } from "./check.ts";
import { onceARun } from "./once-a-run.ts";

/**
 * Why refusals among these exchanges prove nothing: the contract leaves names of query parameters open, and the target may
 * not know the one that was sent. Told from a broken rule by trying: under a made-up name the same is refused in the same
 * words, and nothing plain is accepted under the name in doubt. Null where the refusals stand.
 */
export async function nameInDoubt(exchanges: readonly Exchange[], context: CaseContext): Promise<string | null> {
  for (const exchange of exchanges) {
    const { operation } = exchange;
    if (operation === null || !REFUSALS.includes(statusOf(exchange))) continue;
    const asked = new URL(exchange.request.url).searchParams;
    for (const parameter of operation.parameters) {
      if (!parameter.nameOpen || !asked.has(parameter.name)) continue;
      if (!(await isRefusedAlike(exchange, parameter, context))) continue;
      if (parameter.required || !(await takesAny(operation, parameter, context))) return reasonOf(operation, parameter);
    }
  }
  return null;
}

/** Statuses with which a request is refused for what stands in it. */
const REFUSALS = [400, 404, 409];
/** A name that no service has for anything. */
const MADE_UP = "zq7w3k";
/** Values that are tried under a name. */
const MOST = 4;

function reasonOf({ id }: Operation, { role, name }: Parameter): string {
  return `${id} refuses "${name}" like a name that it does not know, and the contract leaves that name open: state its own under contract.parameters.${id}.${role}`;
}

async function isRefusedAlike(exchange: Exchange, { name }: Parameter, context: CaseContext): Promise<boolean> {
  const url = new URL(exchange.request.url);
  const values = url.searchParams.getAll(name);
  url.searchParams.delete(name);
  for (const value of values) url.searchParams.append(MADE_UP, value);
  const other = await context.send({ ...exchange.request, url: url.href });
  return statusOf(other) === statusOf(exchange) && wordsOf(other, name) === wordsOf(exchange, name);
}

/** Code and message of a refusal, without the names that it may speak of. */
function wordsOf(exchange: Exchange, name: string): string {
  const body = jsonOf(exchange);
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  return JSON.stringify([error.code, error.message]).replaceAll(name, "").replaceAll(MADE_UP, "");
}

/** Whether any of a few plain values of the parameter is accepted. */
function takesAny(operation: Operation, { role }: Parameter, context: CaseContext): Promise<boolean> {
  return once(context.world, `${operation.id} ${role}`, async () => {
    const { document } = context.world;
    const plain = Object.keys(plainRequest(document, operation)?.parameters ?? {});
    const alone = boundaryCasesOf(document, operation).filter(({ input }) => {
      const added = Object.keys(input.parameters).filter((name) => !plain.includes(name));
      return added.length === 1 && added[0] === role;
    });
    for (const { input } of alone.slice(0, MOST)) {
      const exchange = await ifPossible(() => context.call(operation.id, input));
      if (exchange === null || statusOf(exchange) === 200) return true;
    }
    return alone.length === 0;
  });
}

const answersOf = onceARun(() => new Map<string, Promise<boolean>>());

/** Asked once a run. */
function once(world: World, question: string, ask: () => Promise<boolean>): Promise<boolean> {
  const answers = answersOf(world);
  const answer = answers.get(question) ?? ask();
  answers.set(question, answer);
  return answer;
}
