import type { IncomingMessage } from "node:http";
import type { Bench, Operation } from "./call.ts";
import { refuse } from "./refusal.ts";
import { isJsonObject, type JsonObject, type Value } from "./shape.ts";

/** Reads the complete body, however large; bytes above the limit are counted, not kept. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

/** Returns the fields of a request: its body for POST, its query string for GET. */
export function fieldsOf(
  bench: Bench,
  operation: Operation,
  request: IncomingMessage,
  url: URL,
  body?: Buffer,
): JsonObject {
  if (operation.method === "GET") return queryFields(url.searchParams);
  if ([...url.searchParams].length > 0) refuse("invalid", "this operation takes no query parameters");
  if (!body) return refuse(bench.choices.liberties.overwhelmed ? "overwhelmed" : "too-large", "the body is too large");
  if ((request.headers["content-encoding"] ?? "identity") !== "identity") refuse("invalid", "encoded body");
  const type = request.headers["content-type"] ?? "";
  if (bench.choices.input.contentTypeMatters && !/^application\/json\b/i.test(type)) {
    refuse("invalid", "the content type has to be application/json");
  }
  return jsonFields(body);
}

function jsonFields(body: Buffer): JsonObject {
  try {
    const value: Value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
    if (isJsonObject(value)) return value;
  } catch {
    return refuse("invalid", "the body is not JSON");
  }
  return refuse("invalid", "the body has to be a JSON object");
}

function queryFields(parameters: URLSearchParams): JsonObject {
  const fields: JsonObject = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    fields[name] = values.length === 1 ? (values[0] ?? "") : values;
  }
  return fields;
}
