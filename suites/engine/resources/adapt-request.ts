import type { RequestInput } from "../../../generators/index.ts";
import type { Operation, Schema } from "../../../spec/document/model.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { valueAt } from "../../verifiers/read.ts";
import { orNull } from "../cases/attempt.ts";
import type { References } from "../cases/reference-model.ts";
import type { CallOptions, CaseContext } from "../check/check.ts";
import { AS_DOCUMENTED, findTagsFormat, hasOpenListFormat } from "./list-format.ts";
import type { ResourceCache } from "./resource-cache.ts";

/** Adapts requests to bounds and formats that only the target knows. */
export interface RequestAdapter {
  /**
   * Returns the input adapted to this target. A list whose query format is open is written in the target's format. A
   * count whose maximum is open is lowered to the largest that the target accepts. A body member whose bound a response
   * states (`x-told-maximum`) is lowered to that bound if its value was drawn from a seed; other values test the bound
   * itself.
   */
  fit(operation: Operation, input: RequestInput, options: CallOptions, context: CaseContext): Promise<RequestInput>;
}

/** Creates the adapter. Each bound is found once a run, when the first request needs it. */
export function createRequestAdapter(references: References, resourceCache: ResourceCache): RequestAdapter {
  async function bound<T>(
    resource: string,
    fallback: T,
    context: CaseContext,
    find: (context: CaseContext) => Promise<T>,
  ) {
    const findOnce = () => resourceCache.once(resource, context.creating, () => find(context.whileCreating(resource)));
    return (await orNull(findOnce)) ?? fallback;
  }
  return {
    async fit(operation, input, options, context) {
      if (options.asIs === true) return input;
      const parameters = { ...input.parameters };
      for (const parameter of operation.parameters) {
        const { role, schema } = parameter;
        const requested = parameters[role];
        if (hasOpenListFormat(parameter) && Array.isArray(requested) && requested.length > 1) {
          const form = await bound(`the form of ${role}`, AS_DOCUMENTED, context, (creating) =>
            findTagsFormat(references, creating),
          );
          parameters[role] = form(requested);
          continue;
        }
        const safe = openMaximum(schema);
        if (safe === null || typeof requested !== "number" || requested <= 1 || requested > safe) continue;
        parameters[role] = Math.min(
          requested,
          await bound(`the largest ${role} of ${operation.id}`, safe, context, (creating) =>
            findLargest(references, operation, role, safe, creating),
          ),
        );
      }
      const fitted = { ...input, parameters };
      if (options.fresh !== true || !isObject(input.body)) return fitted;
      const body = { ...input.body };
      for (const [name, pointer, safe] of statedMaxima(operation)) {
        const value = body[name];
        if (typeof value !== "number" || value <= 1 || value > safe) continue;
        body[name] = Math.min(
          value,
          await bound(`${pointer} of ${operation.id}`, Number.POSITIVE_INFINITY, context, (creating) =>
            readStatedMaximum(references, operation, pointer, creating),
          ),
        );
      }
      return { ...fitted, body };
    },
  };
}

/** Returns the largest value that counts as safe if the document leaves the maximum open; null if it does not. */
function openMaximum(schema: Schema): number | null {
  const open = schema["x-open"];
  return isObject(open) && open.maximum !== undefined ? safeMaximum(schema) : null;
}

function safeMaximum(schema: Schema): number | null {
  const safe = schema["x-safe"];
  const within = isObject(safe) && isObject(safe.schema) ? safe.schema.maximum : undefined;
  return typeof within === "number" ? within : null;
}

/**
 * Returns the body members whose bound a response states: the name, the pointer to the bound, and the largest drawn
 * value.
 */
function statedMaxima({ body }: Operation): readonly (readonly [string, string, number])[] {
  return Object.entries(body?.members ?? {}).flatMap(([name, schema]) => {
    const pointer = schema["x-told-maximum"];
    if (typeof pointer !== "string") return [];
    return [[name, pointer, safeMaximum(schema) ?? Number.POSITIVE_INFINITY] as const];
  });
}

/** Returns the largest count that is not rejected: the safe one if it is accepted, or if even 1 is rejected. */
async function findLargest(
  references: References,
  operation: Operation,
  role: string,
  safe: number,
  context: CaseContext,
): Promise<number> {
  const { input } = await references.baseline(operation.id, context);
  const isAccepted = async (count: Json) => {
    const parameters = { ...input.parameters, [role]: count };
    return statusOf(await context.call(operation.id, { ...input, parameters }, { asIs: true })) === 200;
  };
  if (await isAccepted(safe)) return safe;
  // If 1 is rejected too, the count is not the reason: the checks should see the rejection.
  if (!(await isAccepted(1))) return safe;
  let [accepted, rejected] = [1, safe];
  while (rejected - accepted > 1) {
    const middle = Math.floor((accepted + rejected) / 2);
    if (await isAccepted(middle)) accepted = middle;
    else rejected = middle;
  }
  return accepted;
}

async function readStatedMaximum(
  references: References,
  operation: Operation,
  pointer: string,
  context: CaseContext,
): Promise<number> {
  const { exchange } = await references.baseline(operation.id, context);
  const shown = valueAt(exchange, pointer);
  return typeof shown === "number" && shown >= 1 ? shown : Number.POSITIVE_INFINITY;
}
