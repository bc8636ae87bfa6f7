import { gzipSync } from "node:zlib";
import { withMember } from "../../../generators/index.ts";
import { isObject, type Json } from "../../../spec/json.ts";

/** A body, or a declaration of one, that a caller may send by mistake. */
export interface UnusualBody {
  readonly description: string;
  /** The open point for its response; null if there is none. */
  readonly point: string | null;
  readonly body: string | Uint8Array;
  /** Headers that replace or extend the usual ones; null removes one. */
  readonly headers: Readonly<Record<string, string | null>>;
}

/** Bytes beyond the needs of any operation. */
const LARGE_BODY_BYTES = 3_000_000;

/** Returns unusual bodies of every kind, made from the text of a normal one. */
export function unusualBodies(text: string): UnusualBody[] {
  return [
    ...CONTENT_TYPES.map(([description, type]) => ({
      description,
      point: "input.content-type",
      body: text,
      headers: { "content-type": type },
    })),
    ...encodedBodies(text),
    { description: "an empty body", point: "input.empty-body", body: "", headers: {} },
    ...UNUSUAL_MEMBERS.map(([description, member]) => ({
      description,
      point: null,
      body: withMember(text, member),
      headers: {},
    })),
  ];
}

const CONTENT_TYPES: readonly (readonly [string, string | null])[] = [
  ["a body declared as plain text", "text/plain"],
  ["a body declared as a form", "application/x-www-form-urlencoded"],
  ["a body declared as a form in parts, without their boundary", "multipart/form-data"],
  ["a body declared as XML", "application/xml"],
  ["a body declared as JSON in another encoding than its own", "application/json; charset=utf-16"],
  ["a body declared as JSON in an unknown encoding", "application/json; charset=unknown-9"],
  ["a body declared with an invalid media type", "json"],
  ["a body without a content type", null],
];

function encodedBodies(text: string): UnusualBody[] {
  const point = "input.content-encoding";
  return [
    {
      description: "a body compressed with gzip",
      point,
      body: gzipSync(text),
      headers: { "content-encoding": "gzip" },
    },
    {
      description: "a body declared as gzip that is not compressed",
      point,
      body: text,
      headers: { "content-encoding": "gzip" },
    },
    { description: "a body in an unknown encoding", point, body: text, headers: { "content-encoding": "unknown-9" } },
  ];
}

const NESTING_DEPTH = 2_000;

const UNUSUAL_MEMBERS: readonly (readonly [string, string])[] = [
  ["a body with lists nested 2,000 deep", `"extra":${"[".repeat(NESTING_DEPTH)}${"]".repeat(NESTING_DEPTH)}`],
  ["a body with a number beyond every double", '"extra":1e400'],
  [
    "a body with members named __proto__ and constructor",
    '"__proto__":{"polluted":true},"constructor":{"prototype":1}',
  ],
  ["a body with a duplicate member name", '"extra":1,"extra":2'],
  ["a body with half of a surrogate pair, escaped", '"extra":"\\ud800"'],
  ["a body with NUL in a text, escaped", '"extra":"\\u0000"'],
];

/** Returns a body of several megabytes. */
export function largeBody(text: string): UnusualBody {
  return {
    description: "a body of three megabytes",
    point: "input.oversized-body",
    body: withMember(text, `"filler":"${"x".repeat(LARGE_BODY_BYTES)}"`),
    headers: {},
  };
}

/**
 * Returns the body with an object instead of every value, which is invalid by any interpretation, so that no resource
 * is created however a target interprets the form.
 */
export function withObjectsForValues(body: Json | undefined): string {
  const names = isObject(body) ? Object.keys(body) : [];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, { odd: true }])));
}
