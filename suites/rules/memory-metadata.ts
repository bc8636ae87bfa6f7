import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { accepted, itemsAt } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createdHere, isOfTheWorkspace } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { isUnset } from "../verifiers/read.ts";
import type { View } from "../verifiers/same-resource.ts";
import { isRanked } from "./recall-filters.ts";
import type { Rule } from "./rule.ts";

/** Longer metadata may be omitted from lists and shown only with a single memory. */
const MAX_CHARACTERS = 600;

const LISTED = ["search-memories", "recall"];

/** What a request set is shown on reading too, so lists show the metadata of a memory. */
export const memoryMetadataRules: readonly Rule[] = [
  {
    requirement: "consistency.memory-views",
    name: "a memory has its metadata in every list",
    operations: ["remember", ...LISTED],
    judge: judgeMetadata,
  },
];

function judgeMetadata(knowledge: Knowledge): number {
  const made = createdHere(knowledge, "remember");
  let judged = 0;
  for (const operation of LISTED) {
    const views = viewsOf(knowledge, operation).flatMap((view) => {
      const before = made.get(String(view.value.id));
      return before !== undefined && isAsBefore(before, view) ? [{ before, view }] : [];
    });
    for (const { before, view } of views) {
      judged += 1;
      judging([before.exchange, view.exchange], () =>
        expectThat(!isUnset(view.value.metadata), {
          message: `a memory must have in ${operation} the metadata that its creation showed`,
          expected: JSON.stringify(before.value.metadata),
          actual: "none",
          pointer: `${view.pointer}/metadata`,
          keyword: "metadata",
        }),
      );
    }
  }
  return judged;
}

/**
 * Returns the memories that a list shows in full. A recall may shorten the neighbours that it adds to its ranked hits.
 */
function viewsOf(knowledge: Knowledge, operation: string): readonly View[] {
  return accepted(knowledge, operation).flatMap((past) => {
    if (!isOfTheWorkspace(knowledge, past)) return [];
    const scored = new Set(itemsAt(past, "/data/scores").map(({ value }) => value.memory_id));
    const isTold = (id: Json | undefined) => operation !== "recall" || isRanked(past) || scored.has(id);
    const things = itemsAt(past, "/data/hits").filter(({ value }) => isTold(value.id));
    return things.map((thing) => ({ ...thing, exchange: past.exchange }));
  });
}

/**
 * Returns true if the memory has metadata of moderate size and the same status and version as at its creation.
 * Otherwise it may have lost metadata.
 */
function isAsBefore({ value: was }: View, { value: is }: View): boolean {
  const isSmall = JSON.stringify(was.metadata ?? null).length <= MAX_CHARACTERS;
  return holdsSome(was) && isSmall && was.status === is.status && was.version === is.version;
}

function holdsSome({ metadata }: JsonObject): boolean {
  return isObject(metadata) && Object.keys(metadata).length > 0;
}
