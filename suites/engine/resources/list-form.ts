import type { Parameter } from "../../../spec/document/model.ts";
import { isObject, type Json } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { listAt, stringAt, valueAt } from "../../verifiers/read.ts";
import { comesToBe } from "../cases/attempt.ts";
import type { References } from "../cases/reference-model.ts";
import type { CaseContext } from "../check/check.ts";
import { withBody } from "./create-resources.ts";

/** How a list is in a query: the name once for each value, or once for all of them. */
export type ListForm = (values: readonly Json[]) => Json;

export const AS_DOCUMENTED: ListForm = (values) => [...values];
const OTHERS: readonly ListForm[] = [",", "|", " ", ";"].map((mark) => (values) => values.join(mark));

/** How often something is looked for before it counts as not there. */
const LOOKS = 3;

/** True where the document repeats the name and leaves the target free to want something else. */
export function hasOpenForm({ explode, styleOpen }: Parameter): boolean {
  return explode && styleOpen;
}

/**
 * The form in which the target reads several tags: as the document has it, unless that does not select what has all of
 * them and another form does. A filter that is broken in every form stays as the document has it, for the checks to meet.
 */
export async function findTagsForm(references: References, context: CaseContext): Promise<ListForm> {
  const [one, two, none] = [references.freshWord(), references.freshWord(), references.freshWord()];
  const { input } = await references.baseline("remember", context);
  const made = await context.call("remember", withBody(input, { metadata: { tags: [one, two] } }), { fresh: true });
  if (statusOf(made) !== 200) return AS_DOCUMENTED;
  const id = stringAt(made, "/data/id");
  const bases = basesOf(valueAt(made, "/data/status"), context);

  async function expectFound(tags: Json): Promise<void> {
    expectThat(await finds(tags), { message: "not yet", expected: "there", actual: "not there", keyword: "lag" });
  }
  /** What one replica does not show, the next one may. */
  async function finds(tags: Json): Promise<boolean> {
    for (const base of Array.from({ length: LOOKS }, () => bases).flat()) {
      const exchange = await context.call("search-memories", { parameters: { ...base, tags } }, { asIs: true });
      if (statusOf(exchange) !== 200) continue;
      if (listAt(exchange, "/data/hits").some((hit) => isObject(hit) && hit.id === id)) return true;
    }
    return false;
  }
  /** Both orders: a target that reads the first value alone, or the last, finds too much in one of them. */
  async function selects(form: ListForm): Promise<boolean> {
    if (!(await finds(form([one, two])))) return false;
    return !(await finds(form([one, none]))) && !(await finds(form([none, one])));
  }

  if (!(await comesToBe(context, () => expectFound([one])))) return AS_DOCUMENTED;
  await context.settled();
  for (const form of [AS_DOCUMENTED, ...OTHERS]) if (await selects(form)) return form;
  return AS_DOCUMENTED;
}

/**
 * What else is asked for: of a memory that does not come in the status that searches show by themselves its own too. It may
 * be accepted meanwhile, so it is looked for in both ways.
 */
function basesOf(status: Json | undefined, { context }: CaseContext): readonly Readonly<Record<string, Json>>[] {
  const search = context.document.operations.find(({ id }) => id === "search-memories");
  const usual = search?.parameters.find(({ role }) => role === "status")?.schema.default ?? "current";
  return typeof status !== "string" || status === usual ? [{}] : [{}, { status }];
}
