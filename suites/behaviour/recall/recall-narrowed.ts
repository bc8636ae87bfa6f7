import type { Json, JsonObject } from "../../../spec/json.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import type { Hit } from "../memories/listing.ts";
import type { Group, Member } from "./provenance-fixtures.ts";
import { expectEachHit, expectKept, type Recollection, recall, recallOnce } from "./requests.ts";

/** The expansion that all queries here request. */
export const WITH_PROVENANCE = { expand: ["provenance"] };

/** Returns what a phrase finds without a filter, requested once for all checks that use it. */
export function recallUnfiltered(check: CaseContext, phrase: Json): Promise<Recollection> {
  return recallOnce(check, { query: phrase, ...WITH_PROVENANCE });
}

/**
 * Compares the recalls of the group's phrase with and without additional members in the body. Members of the group that
 * were found without them must remain if they match, and be gone if not. `isKept` returns null if the shown values
 * leave that open.
 */
export async function recallNarrowed(
  check: CaseContext,
  { phrase, members }: Group,
  body: JsonObject,
  isKept: (member: Member, shown: JsonObject) => boolean | null,
  { message }: { readonly message: string },
): Promise<Recollection> {
  let isFirst = true;
  return check.eventually(async () => {
    const before = await (isFirst
      ? recallUnfiltered(check, phrase)
      : recall(check, { ...WITH_PROVENANCE, query: phrase }));
    isFirst = false;
    const after = await recall(check, { ...WITH_PROVENANCE, query: phrase, ...body });
    check.asserted();
    const shown = new Map(before.hits.map(({ id, memory }) => [id, memory]));
    const expectedIds = members.filter((member) => {
      const memory = shown.get(member.created.id);
      return memory !== undefined && isKept(member, memory) === true;
    });
    expectKept(
      after,
      expectedIds.map(({ created }) => created.id),
      message,
    );
    const own = new Map(members.map((member) => [member.created.id, member]));
    const isExcluded = ({ id, memory }: Hit) => {
      const member = own.get(id ?? "");
      return member !== undefined && isKept(member, memory) === false;
    };
    expectEachHit(after, (hit) => !isExcluded(hit), {
      message: "a filter of a recall must exclude memories that do not match",
      expected: JSON.stringify(body),
      keyword: "unwanted",
    });
    return after;
  });
}
