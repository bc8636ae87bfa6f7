import { boundaryRequests, plainRequest } from "../../generators/index.ts";
import type { Operation, Parameter } from "../../spec/document-model.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { buildRequest } from "../client/wire.ts";
import { ifPossible } from "./attempt.ts";
import type { CaseContext, World } from "./check.ts";

/**
 * Why refusals among these exchanges prove nothing: the contract leaves names of query parameters open, and a target may
 * refuse those that it does not know. Told from a broken rule by trying: such a target refuses a made-up name too, and every
 * plain value under the name in doubt. Null where the refusals stand.
 */
export async function nameInDoubt(exchanges: readonly Exchange[], context: CaseContext): Promise<string | null> {
  for (const exchange of exchanges) {
    const { operation } = exchange;
    if (operation === null || !REFUSALS.includes(statusOf(exchange))) continue;
    const asked = new URL(exchange.request.url).searchParams;
    const open = operation.parameters.filter(
      ({ name, nameOpen, required }) => nameOpen && !required && asked.has(name),
    );
    if (open.length === 0 || !(await refusesMadeUp(operation, context))) continue;
    for (const parameter of open) {
      if (!(await takesAny(operation, parameter, context))) return reasonOf(operation, parameter);
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
  return `${id} refuses names that it does not know, and every value of "${name}", a name that the contract leaves open: state its own under contract.parameters.${id}.${role}`;
}

const known = new WeakMap<World, Map<string, Promise<boolean>>>();

/** Asked once a run. */
function once({ world }: CaseContext, question: string, ask: () => Promise<boolean>): Promise<boolean> {
  const answers = known.get(world) ?? new Map<string, Promise<boolean>>();
  known.set(world, answers);
  const answer = answers.get(question) ?? ask();
  answers.set(question, answer);
  return answer;
}

function refusesMadeUp(operation: Operation, context: CaseContext): Promise<boolean> {
  return once(context, operation.id, async () => {
    const plain = await ifPossible(() => context.baseline(operation.id));
    if (plain === null) return false;
    const request = buildRequest(context.world, operation, await context.resolve(plain.input));
    const url = `${request.url}${request.url.includes("?") ? "&" : "?"}${MADE_UP}=1`;
    return REFUSALS.includes(statusOf(await context.send({ ...request, url })));
  });
}

/** Whether any of a few plain values of the parameter is accepted. */
function takesAny(operation: Operation, { role }: Parameter, context: CaseContext): Promise<boolean> {
  return once(context, `${operation.id} ${role}`, async () => {
    const { document } = context.world;
    const plain = Object.keys(plainRequest(document, operation)?.parameters ?? {});
    const alone = boundaryRequests(document, operation).filter(({ input }) => {
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
