import type { IncomingMessage } from "node:http";
import { shortened } from "../../spec/quoted.ts";
import type { RequestBody } from "./call.ts";
import { drain } from "./drain.ts";
import { isJsonType } from "./media-type.ts";

/** Largest JSON body that is read, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** Reads a request's body as JSON. Any problem becomes part of the result, never an exception. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const bytes = await readBytes(request);
  if (bytes === "gone") return { kind: "gone" };
  if (bytes === "large") await drain(request);
  if (bytes === "large") return unreadable(`The body has more than ${MAX_BODY_BYTES} bytes`);
  if (bytes.length === 0) return { kind: "none" };
  const headerProblem = problemOfHeaders(request);
  const text = decode(bytes);
  if (headerProblem !== null) return { kind: "unreadable", problem: headerProblem, ...(text === null ? {} : { text }) };
  if (text === null) return unreadable("The body is not valid UTF-8");
  try {
    return { kind: "json", value: JSON.parse(text), text };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: "unreadable", problem: `The body is not valid JSON: ${why}`, text };
  }
}

function unreadable(problem: string): RequestBody {
  return { kind: "unreadable", problem };
}

/** Returns the bytes of the body, unless there are too many or the sender disconnected. */
function readBytes(request: IncomingMessage): Promise<Buffer | "large" | "gone"> {
  if (request.readableEnded || request.destroyed) return Promise.resolve("gone");
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return Promise.resolve("large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else resolve("large");
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", () => resolve("gone"));
    request.on("close", () => resolve("gone"));
  });
}

function problemOfHeaders(request: IncomingMessage): string | null {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return `Content-Encoding ${shortened(encoding)} is not supported`;
  const type = request.headers["content-type"];
  if (type === undefined) return "Content-Type is missing: send application/json";
  if (!isJsonType(type)) return `Content-Type must be application/json, got ${shortened(type)}`;
  const charset = CHARSET.exec(type)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? null : `charset must be utf-8, got ${shortened(charset)}`;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
