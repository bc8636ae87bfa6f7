import type { JsonObject } from "../../../spec/json.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, remember } from "../memories/claims.ts";
import { metadataOf } from "../memories/population.ts";
import { expectAgreeing } from "./filtered-metadata.ts";
import { PLAIN } from "./narrowed.ts";
import { needRecalled } from "./provenance-fixtures.ts";
import { expectStay, recall } from "./recalling.ts";
import { NEAR_VALUES, OTHERWISE, UNUSUAL_NAMES, UNUSUAL_VALUES } from "./unusual-names.ts";

const OPERATIONS = ["recall", "remember"] as const;

/** A memory with unusual metadata, and the filter that finds it. */
interface UnusualMemory {
  readonly made: CreatedMemory;
  readonly filter: JsonObject;
}

/** The most that a target takes of unusual names and unusual values is found by a filter of all of it, and by nothing near it. */
export function unusualMetadata(): Check {
  return defineCheck(
    {
      requirement: "recall.metadata-filter",
      name: "unusual names and values are distinguished from similar ones",
      operations: OPERATIONS,
      costly: true,
    },
    async (check) => {
      const { made, filter } = await unusualMemory(check);
      const near = [...NEAR_VALUES, ...OTHERWISE].filter((one) => Object.keys(one).every((name) => name in filter));
      await check.forEach(near, async (wanted, one) => {
        const recollection = await orNotApplicable(() => recallBy(one, made, wanted));
        one.asserted();
        expectAgreeing(recollection, wanted);
        expectThat(!recollection.ids.includes(made.id), {
          message: "a memory whose metadata does not match the metadata filter must not be a hit",
          expected: `no hit ${made.id} by ${JSON.stringify(wanted)}`,
          actual: "it is a hit",
          pointer: "/data/hits",
          keyword: "metadata",
        });
      });
    },
  );
}

/** Where names or values of the kind are rejected, in a claim or in a filter, there is less to judge. */
async function unusualMemory(check: CheckContext): Promise<UnusualMemory> {
  for (const [index, metadata] of [{ ...UNUSUAL_VALUES, ...UNUSUAL_NAMES }, UNUSUAL_VALUES].entries()) {
    const unusual = await tryOrNull(async () => {
      const made = await remember(check, `odd metadata ${index}`, { metadata });
      const filter = keptOf(made, metadata);
      await needRecalled(check, [made]);
      await check.eventually(async () => {
        const recollection = await recallBy(check, made, filter);
        expectStay(recollection, [made.id], "a memory that has all of what a metadata filter asks for must stay a hit");
      });
      check.asserted();
      return { made, filter };
    });
    if (unusual !== null) return unusual;
  }
  throw new NotApplicable("unusual names and values are rejected in metadata or in a filter on it");
}

/** What it says it has of what was sent: what is lost is no matter of a filter. */
function keptOf({ memory }: CreatedMemory, sent: JsonObject): JsonObject {
  const shown = metadataOf(memory);
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => shown[name] === value));
}

/** In its own scope and by its own text, so that nothing but the filter keeps it out. */
function recallBy(check: CaseContext, { asked }: CreatedMemory, metadata_filter: JsonObject) {
  const { content = null, scope_id } = asked;
  const scope = scope_id === undefined ? {} : { scope_id };
  return recall(check, { ...PLAIN, query: content, ...scope, metadata_filter });
}
