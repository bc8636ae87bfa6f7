import { createRequire } from "node:module";
import type { Ajv2020, ErrorObject, Format, KeywordCxt } from "ajv/dist/2020.js";
import type { Json } from "../json.ts";
import { jsonBytes } from "../json-bytes.ts";
import type { Failure } from "./failure.ts";

/** Our functions that the code of compiled schemas calls, under the name `own` if that code is written to a file. */
export interface SchemaFunctions {
  readonly formats: Readonly<Record<string, Format>>;
  /** Bytes of a value as compact JSON. */
  bytes(value: Json): number;
  /** Returns the failures of the separately judged keywords of the schema at a pointer of the document. */
  judge(pointer: string, value: Json, instancePointer: string): readonly Failure[];
}

/** The keyword of a prepared schema that holds the pointer of its separately judged keywords. */
export const COMBINATORS_KEYWORD = "x-combinators";

/** Loaded when something must be compiled: schemas from the build run without it. */
const load = createRequire(import.meta.url);

/** Returns the functions that compiled schemas call. */
export function createSchemaFunctions(judge: SchemaFunctions["judge"]): SchemaFunctions {
  return { formats: formats(), bytes: jsonBytes, judge };
}

/** Creates a compiler of prepared schemas; with `asText`, one whose code can be written to a file. */
export function createAjv(own: SchemaFunctions, asText = false): Ajv2020 {
  const { Ajv2020, _ } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const addFormats = load("ajv-formats") as (ajv: object) => void;
  const ajv = new Ajv2020({
    strict: false,
    // Optimizing the generated code takes a third of the compile time, and each schema judges few values.
    code: { optimize: asText, source: asText, formats: _`own.formats` },
    // A component is compiled once, not again for each response that refers to it.
    inlineRefs: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    multipleOfPrecision: 9,
    validateSchema: false,
    logger: false,
  });
  addFormats(ajv);
  for (const [name, format] of Object.entries(own.formats)) ajv.addFormat(name, format);
  addKeywords(ajv, own);
  return ajv;
}

/** Returns the failures that a keyword of ours found separately; null for any other keyword. */
export function combinatorFailuresOf({ keyword, params }: ErrorObject): readonly Failure[] | null {
  return keyword === COMBINATORS_KEYWORD ? (params.failures as readonly Failure[]) : null;
}

/** Adds our keywords to ajv as code, which can be written to a file, and not as functions, which cannot. */
function addKeywords(ajv: Ajv2020, own: SchemaFunctions): void {
  const { _, str, Name } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ours = ({ gen }: KeywordCxt) => gen.scopeValue("obj", { ref: own, code: _`own` });
  const instancePath = new Name("instancePath");
  ajv.addKeyword({
    keyword: "x-max-bytes",
    error: { message: ({ schema }) => `must have at most ${schema} bytes as compact JSON` },
    code: (cxt) => cxt.fail(_`${ours(cxt)}.bytes(${cxt.data}) > ${cxt.schema}`),
  });
  ajv.addKeyword({
    keyword: COMBINATORS_KEYWORD,
    error: { message: "is judged apart", params: ({ params }) => _`{failures: ${params.failures}}` },
    code(cxt) {
      const at = str`${instancePath}${cxt.it.errorPath}`;
      const judged = _`${ours(cxt)}.judge(${cxt.schema}, ${cxt.data}, ${at})`;
      const failures = cxt.gen.const("failures", judged);
      cxt.setParams({ failures });
      cxt.fail(_`${failures}.length > 0`);
    },
  });
}

/** The form that nearly all servers write, limited to days that every month has. */
const USUAL_TIMESTAMP = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/**
 * Returns the formats with a fast path for timestamps. Responses are full of them, and the complete rule parses each
 * one, so it runs only for other forms.
 */
function formats(): Readonly<Record<string, Format>> {
  const { fullFormats } = load("ajv-formats/dist/formats.js") as typeof import("ajv-formats/dist/formats.js");
  const rule = fullFormats["date-time"] as { readonly validate: (text: string) => boolean };
  const validate = (text: string) => USUAL_TIMESTAMP.test(text) || rule.validate(text);
  return { ...fullFormats, "date-time": { ...rule, validate } };
}
