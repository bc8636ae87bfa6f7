import type { IncomingMessage } from "node:http";
import { quoted } from "../../spec/quoted.ts";
import { drain } from "../http/drain.ts";
import { deeperThan, MAX_DEPTH } from "../http/json-depth.ts";
import { isJsonType } from "../http/media-type.ts";
import { problem } from "./problem.ts";

const MIB = 1024 * 1024;

/** Returns the JSON of a request's body; an empty body is an empty object. */
export async function readJson(request: IncomingMessage, maxBytes = MIB): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  if (!isJsonType(type)) {
    // A page of another site can send text and forms without a CORS preflight.
    throw problem(
      "invalid_input",
      `The body is sent as ${quoted(type)}`,
      "Send it with Content-Type: application/json.",
    );
  }
  const value = parsed(bytes);
  if (deeperThan(value, MAX_DEPTH)) {
    throw problem("invalid_input", `The body nests deeper than ${MAX_DEPTH} levels`, "Send flatter JSON.");
  }
  return value;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw problem("malformed_json", `The body is not JSON: ${why}`, "Send one JSON object in UTF-8.");
  }
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw await tooLarge(request, maxBytes);
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw await tooLarge(request, maxBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function tooLarge(request: IncomingMessage, maxBytes: number) {
  await drain(request);
  return problem("too_large", `The body has more than ${maxBytes} bytes`, "Send less at once.");
}
