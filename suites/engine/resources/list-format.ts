import type { Parameter } from "../../../spec/document/model.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { listAt, stringAt, valueAt } from "../../verifiers/read.ts";
import { succeedsEventually } from "../cases/attempt.ts";
import type { References } from "../cases/reference-model.ts";
import type { CaseContext } from "../check/check.ts";
import { withBody } from "./create-resources.ts";

/** The format of a list in a query: the name repeated for each value, or given once for all of them. */
export type ListFormat = (values: readonly Json[]) => Json;

export const AS_DOCUMENTED: ListFormat = (values) => [...values];
const OTHERS: readonly ListFormat[] = [",", "|", " ", ";"].map((mark) => (values) => values.join(mark));

/** How often an item is searched before it counts as missing. */
const MAX_READS = 3;

/** Returns true if the document repeats the name but lets the target use another format. */
export function hasOpenListFormat({ explode, styleOpen }: Parameter): boolean {
  return explode && styleOpen;
}

/**
 * Returns the format in which the target reads several tags: the documented one, unless it does not select the memories
 * that have all tags and another format does. If no format works, the documented one is kept for the checks to fail on.
 */
export async function findTagsFormat(references: References, context: CaseContext): Promise<ListFormat> {
  const [one, two, none] = [references.freshWord(), references.freshWord(), references.freshWord()];
  const { input } = await references.baseline("remember", context);
  const created = await context.call("remember", withBody(input, { metadata: { tags: [one, two] } }), { fresh: true });
  if (statusOf(created) !== 200) return AS_DOCUMENTED;
  const id = stringAt(created, "/data/id");
  const bases = basesOf(valueAt(created, "/data/status"), context);

  async function expectFound(tags: Json): Promise<void> {
    expectThat(await finds(tags), {
      message: "not found yet",
      expected: "the task is found",
      actual: "the task is not found",
      keyword: "lag",
    });
  }
  /** Searches several times, since one replica may lack what the next one has. */
  async function finds(tags: Json): Promise<boolean> {
    for (const base of Array.from({ length: MAX_READS }, () => bases).flat()) {
      const exchange = await context.call("search-memories", { parameters: { ...base, tags } }, { asIs: true });
      if (statusOf(exchange) !== 200) continue;
      if (listAt(exchange, "/data/hits").some((hit) => isObject(hit) && hit.id === id)) return true;
    }
    return false;
  }
  /** Tries both orders: a target that reads only the first or only the last value finds too much in one of them. */
  async function selects(form: ListFormat): Promise<boolean> {
    if (!(await finds(form([one, two])))) return false;
    return !(await finds(form([one, none]))) && !(await finds(form([none, one])));
  }

  if (!(await succeedsEventually(context, () => expectFound([one])))) return AS_DOCUMENTED;
  await context.settled();
  for (const form of [AS_DOCUMENTED, ...OTHERS]) if (await selects(form)) return form;
  return AS_DOCUMENTED;
}

/**
 * Returns the other parameters of the search. A memory that is not in the default status is searched with its own
 * status and, since it may be accepted meanwhile, also without.
 */
function basesOf(status: Json | undefined, { context }: CaseContext): readonly Readonly<Record<string, Json>>[] {
  const search = context.document.operations.find(({ id }) => id === "search-memories");
  const usual = search?.parameters.find(({ role }) => role === "status")?.schema.default ?? "current";
  return typeof status !== "string" || status === usual ? [{}] : [{}, { status }];
}
