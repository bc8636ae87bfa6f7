import fc from "fast-check";
import type { Json, JsonObject } from "../../../spec/json.ts";

/** Most bytes of JSON that every reading of 4 KB takes, with room for a serializer that spaces and escapes. */
const ROOM = 1500;

const names = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => name !== "tags");

/** None is empty or has white space at its ends: frameworks read the one as null, and take away the other. */
const texts = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9.,:-]([A-Za-z0-9 .,:-]{0,18}[A-Za-z0-9.,:-])?$/),
  fc.constantFrom("Größe", "Жар-птица", "記憶", "🚀 on time", 'O\'Neil said "so"', "a/b~c\\d", "100%", "line\nline"),
);

const numbers = fc.oneof(
  fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  fc.integer({ min: -9_999, max: 9_999 }).map((hundredths) => hundredths / 100),
);

const values: fc.Memo<Json> = fc.memo((depth) => {
  const plain = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));
  if (depth <= 1) return plain;
  const inner = values(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.dictionary(names, inner, { maxKeys: 4, noNullPrototype: true }) },
  );
});

/** Free-form metadata of plain values, lists and objects up to four levels deep, well below every limit. */
export const metadataValue: fc.Arbitrary<JsonObject> = fc
  .dictionary(names, values(4), { minKeys: 1, maxKeys: 6, noNullPrototype: true })
  .filter((value) => Buffer.byteLength(JSON.stringify(value)) < ROOM) as fc.Arbitrary<JsonObject>;
