import type { JsonObject } from "../../spec/json.ts";

/** Metadata in forms that JSON stores are known to lose, each below 4 KB. All must be returned as sent. */
export const METADATA_FORMS: readonly JsonObject[] = [
  { tags: ["one", "Two", "THREE"], Tags: ["other", "another", "other"] },
  { absent: null, no: false, zero: 0, empty: "", list: [], object: {} },
  { a: { b: { c: { d: { e: { f: ["deep", { g: null }] } } } } } },
  { numbers: [0, -1, 2147483648, 0.5, -0.25, 0.0625, 1e-3], texts: ["12", "true", "null", "1.0"] },
  { "a.b": 1, "a.c": { "d.e": 2 }, a: 3 },
  { note: `${"a long note, ".repeat(60)}and no end`, "long list": Array.from({ length: 60 }, (_, index) => index) },
  { camelCase: 1, snake_case: 2, "with space": 3, UPPER: 4, ключ: 5, "ä-ö": 6 },
  { order: [3, 1, 2, 2, 1], mixed: [1, "1", true, null, [1], { one: 1 }] },
  { id: "i-1", type: "note", inner: { id: 7, _id: 8, type: "t", version: 3 }, $kind: "k", _own: 1, __two: { __in: 2 } },
  { tags: ["zebra", "two words", "älter", "a/b", ...Array.from({ length: 12 }, (_, index) => `tag ${index}`)] },
  { digits: [9007199254740991, 1234567890.12345, 0.123456789012345, 1e21, 1e-7], constructor: "c", toString: "t" },
  { share: 0.123456789012345, sum: 1234567890.12345, inner: { share: -0.987654321098765, tiny: 1e-7 } },
  { rows: { "0": "first", "1": "second" }, years: { "2024": 1 }, [`a name of ${"many ".repeat(12)}words`]: 1 },
  // More entries, and more tags, than lists may hold elsewhere.
  {
    ...Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`entry${index}`, index])),
    tags: Array.from({ length: 30 }, (_, index) => `tag-${index}`),
  },
  {
    epoch: 1764115200000,
    balance: -5000000000,
    instant: "2024-02-29T23:59:59.500+02:00",
    code: "0012",
    count: "12",
    share: "1.50",
  },
  { time: "2024-02-29T23:59:59Z", day: "2024-02-29", markup: "<b>&amp;</b>", quote: "\"'\\" },
  // The names of other members, and deep or long values.
  {
    ...{ kind: "note", status: "open", content: "inner", confidence: 7, version: "v2", org_id: "o", scope_id: "s" },
    ...{ created_at: "then", expires_at: "never", ttl_seconds: "x", where: "w", why: "y", derived_from: ["d"] },
    ...{ stated_by_identity_id: "z", content_hash: "h", invalidated_at: "n" },
  },
  {
    ...{
      tags: ["#one", "key:value", "c=d", "@me", "007", "one"],
      list: Array.from({ length: 130 }, (_, index) => index),
    },
    ...{ decomposed: "e\u0301", lines: "one\r\ntwo\n\tthree  blanks", Upper: { Inner: { KEY: 1 } } },
    ...{ text: `${"a longer note, ".repeat(80)}and no end`, ID: "0F8FAD5B-D9CB-469F-A165-70867728950E" },
  },
  { deep: [[[[[[[[[[["eleven"]]]]]]]]]]], [`a name of ${"many, many ".repeat(24)}words`]: 2 },
];
