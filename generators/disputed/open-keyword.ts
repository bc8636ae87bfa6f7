import type { Schema } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import { negate } from "../negate.ts";
import { withoutKeywords } from "../path-schemas.ts";
import { stringList } from "../subschemas.ts";
import type { Dispute, DisputedEdit } from "./dispute.ts";

/** A value that an open keyword forbids: a limit above an open maximum, a body without an open member. */
export const openKeyword: Dispute = {
  name: "open-keyword",
  point: null,
  rules: "kept",
  edits: (site, { nearest }) => {
    const marks = site.safe["x-open"];
    if (!isObject(marks)) return [];
    return Object.entries(marks).flatMap(([keyword, reason]): DisputedEdit[] => {
      const stated = site.safe[keyword];
      if (stated === undefined) return [];
      if (keyword === "required") return withoutEach(stringList(site.safe.required), reason);
      const opposite = { allOf: [negate({ [keyword]: stated } as Schema)] } as Schema;
      const after = nearest(withoutKeywords(site.safe, [keyword]), opposite);
      const description = `against ${keyword} ${JSON.stringify(stated)}`;
      return after === undefined ? [] : [{ after, keyword, reason: String(reason), description }];
    });
  },
};

/** Returns edits that remove each member whose presence is open. A text as reason applies to all of them. */
function withoutEach(required: readonly string[], reason: unknown): DisputedEdit[] {
  return required
    .filter((name) => !isObject(reason) || Object.hasOwn(reason, name))
    .map((name) => ({
      after: undefined,
      below: [name],
      keyword: "required",
      member: name,
      reason: isObject(reason) ? String(reason[name]) : String(reason),
      description: `without ${name}`,
    }));
}
