import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import { isObject } from "../../spec/json.ts";
import type { JournalEntry } from "../control/journal/entry.ts";
import { familyOf } from "../http/exchange-io.ts";
import { bodyOf } from "./exchanges.ts";
import type { ErrorCodeCoverage, OperationCoverage, Share } from "./report.ts";

/** Returns the parts of a document's operations that requests used. */
export function operationCoverage(
  { operations }: Pick<ApiDocument, "operations">,
  entries: readonly JournalEntry[],
): OperationCoverage[] {
  return operations.map((operation) => {
    const own = entries.filter((entry) => entry.operation === operation.id);
    return {
      id: operation.id,
      requests: own.length,
      succeeded: own.filter(({ outcome }) => outcome === "ok").length,
      inputs: inputsOf(operation, own),
      statuses: [...operation.responses.keys()].map((status) => ({
        status,
        met: own.filter((entry) => entry.status === status).length,
      })),
    };
  });
}

function inputsOf({ parameters, body }: Operation, own: readonly JournalEntry[]): OperationCoverage["inputs"] {
  const inQuery = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => ({
      name,
      in: "query" as const,
      sent: own.filter(({ query }) => Object.hasOwn(query, name)).length,
    }));
  const inBody = Object.keys(body?.members ?? {}).map((name) => ({
    name,
    in: "body" as const,
    sent: own.filter((entry) => Object.hasOwn(bodyOf(entry), name)).length,
  }));
  return [...inQuery, ...inBody];
}

/** Schemas whose `code` lists the error codes of a family. */
const ERRORS = { agent: "AgentError", sdk: "SdkError" } as const;

/** Returns the error codes of a document, with how often the client got them; `cited` are the requests in findings. */
export function errorCodeCoverage(
  { schemas }: Pick<ApiDocument, "schemas">,
  entries: readonly JournalEntry[],
  cited: ReadonlySet<number>,
): ErrorCodeCoverage[] {
  return (["agent", "sdk"] as const).flatMap((family) => {
    const own = entries.filter(({ path, status }) => status !== null && familyOf(path) === family);
    return codesIn(schemas[ERRORS[family]]?.properties).map((code) => {
      const met = own.filter((entry) => isCode(entry.code, code));
      return { family, code, met: met.length, handled: met.length > 0 && !met.some(({ number }) => cited.has(number)) };
    });
  });
}

function isCode(code: string | null, listed: string): boolean {
  return listed.endsWith("*") ? code?.startsWith(listed.slice(0, -1)) === true : code === listed;
}

/** Returns the values that the schema of `code` lists; a pattern for a prefix gives `AUTH_*`. */
function codesIn(properties: unknown): string[] {
  return listed(isObject(properties) ? properties.code : undefined);
}

function listed(schema: unknown): string[] {
  if (!isObject(schema)) return [];
  const { enum: values, pattern, anyOf } = schema;
  const beginning = typeof pattern === "string" ? /^\^(\w+)$/.exec(pattern)?.[1] : undefined;
  return [
    ...(Array.isArray(values) ? values.map(String) : []),
    ...(beginning === undefined ? [] : [`${beginning}*`]),
    ...(Array.isArray(anyOf) ? anyOf.flatMap(listed) : []),
  ];
}

/** Returns how many of some items were met. */
export function shareOf<T>(things: readonly T[], isMet: (thing: T) => boolean): Share {
  return { met: things.filter(isMet).length, total: things.length };
}
