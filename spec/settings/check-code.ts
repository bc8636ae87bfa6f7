import standalone from "ajv/dist/standalone/index.js";
import type { JsonObject } from "../json.ts";
import { checkKey } from "./compiled-checks.ts";
import { settingsAjv } from "./settings-schema.ts";

/**
 * Returns the text of a CommonJS module that is `CompiledChecks`: the schemas of user-written files, compiled to functions
 * that return a boolean.
 */
export function checkCode(schemas: readonly JsonObject[]): string {
  return ['"use strict";', ...schemas.map(codeOf)].join("\n");
}

function codeOf(schema: JsonObject): string {
  const ajv = settingsAjv({ allErrors: false, verbose: false, messages: false, code: { source: true } });
  const code = standalone.default(ajv, ajv.compile(schema));
  return `exports[${JSON.stringify(checkKey(schema))}] = (require) => {\nconst module = {};\n${code}\nreturn module.exports;\n};\n`;
}
