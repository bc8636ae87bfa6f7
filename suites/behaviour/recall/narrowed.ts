import type { Json, JsonObject } from "../../../spec/json.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import type { Hit } from "../memories/listing.ts";
import type { Group, Member } from "./provenance-fixtures.ts";
import { expectEach, expectStay, type Recollection, recall, recallOnce } from "./recalling.ts";

/** The expansion that all queries here request. */
export const PLAIN = { expand: ["provenance"] };

/** Returns what a phrase finds without a filter, requested once for all checks that use it. */
export function unfiltered(check: CaseContext, phrase: Json): Promise<Recollection> {
  return recallOnce(check, { query: phrase, ...PLAIN });
}

/**
 * Compares the recalls of the group's phrase with and without additional members in the body. Members of the group that
 * were found without them must remain if they match, and be gone if not. `isKept` returns null if the shown values
 * leave that open.
 */
export async function narrowed(
  check: CaseContext,
  { phrase, members }: Group,
  body: JsonObject,
  isKept: (member: Member, shown: JsonObject) => boolean | null,
  { message }: { readonly message: string },
): Promise<Recollection> {
  let isFirst = true;
  return check.eventually(async () => {
    const before = await (isFirst ? unfiltered(check, phrase) : recall(check, { ...PLAIN, query: phrase }));
    isFirst = false;
    const after = await recall(check, { ...PLAIN, query: phrase, ...body });
    check.asserted();
    const shown = new Map(before.hits.map(({ id, memory }) => [id, memory]));
    const stay = members.filter((member) => {
      const memory = shown.get(member.made.id);
      return memory !== undefined && isKept(member, memory) === true;
    });
    expectStay(
      after,
      stay.map(({ made }) => made.id),
      message,
    );
    const own = new Map(members.map((member) => [member.made.id, member]));
    const isOut = ({ id, memory }: Hit) => {
      const member = own.get(id ?? "");
      return member !== undefined && isKept(member, memory) === false;
    };
    expectEach(after, (hit) => !isOut(hit), {
      message: "a filter of a recall must leave out what does not match",
      expected: JSON.stringify(body),
      keyword: "unwanted",
    });
    return after;
  });
}
