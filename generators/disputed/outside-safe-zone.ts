import type { Schema } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import { negate } from "../negate.ts";
import { numberOr, subschemaList } from "../subschemas.ts";
import { objectOfBytes } from "../values/bytes.ts";
import type { Dispute } from "./dispute.ts";

/** Returns the safe reading without the zone of this schema, which is last in its `allOf`. */
function withoutZone(safe: Schema): Schema {
  return { ...safe, allOf: subschemaList(safe, "allOf").slice(0, -1) } as Schema;
}

function negated(schema: Schema): Schema {
  return { allOf: [negate(schema)] } as Schema;
}

/** Between the rule and the part of it that every reading accepts, one keyword of the safe zone at a time. */
export const outsideSafeZone: Dispute = {
  name: "outside-safe-zone",
  point: null,
  rules: "kept",
  edits: (site, { nearest }) => {
    const zone = site.rules["x-safe"];
    if (!isObject(zone) || !isObject(zone.schema)) return [];
    const reason = typeof zone.reason === "string" ? zone.reason : "";
    return Object.entries(zone.schema).flatMap(([keyword, value]) => {
      const after =
        keyword === "x-max-bytes"
          ? objectOfBytes(numberOr(site.rules, keyword, 0))
          : nearest(withoutZone(site.safe), negated({ [keyword]: value } as Schema));
      const description = `outside what is safe by ${keyword} ${JSON.stringify(value)}`;
      return after === undefined ? [] : [{ after, keyword, reason, description }];
    });
  },
};
