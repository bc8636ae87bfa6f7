import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Json } from "../../spec/json.ts";
import type { NotReceived, Received } from "./exchange.ts";
import { nestsDeeper } from "./json-depth.ts";

/** The status and headers of a response. */
interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Deeper than 4 KB of metadata can nest. A recursive function would run out of stack in deeper values. */
const MAX_DEPTH = 2_500;

/**
 * Returns a response from its parts. It keeps a copy of the body bytes; the text is decoded when needed. A body that
 * unpacks to more than `maxBytes` counts as not received.
 */
export function toResponse(head: Head, chunks: readonly Uint8Array[], maxBytes: number): Received | NotReceived {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(head.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const encoding = (headers["content-encoding"] ?? "").trim().toLowerCase();
  const { bytes, problem } = unpacked(joined(chunks), encoding, maxBytes);
  if (problem === "too-large") {
    return { kind: "none", reason: "too-large", message: `the response body unpacks to more than ${maxBytes} bytes` };
  }
  return {
    kind: "response",
    status: head.status,
    headers,
    bytes,
    get text() {
      return textOf(bytes);
    },
    // Other clients decode by the header too and could not read such a body.
    json:
      problem === null
        ? parse(bytes)
        : { ok: false, problem: `it is not in ${encoding}, as its content-encoding says` },
  };
}

/**
 * Returns the response without its parsed body, which is parsed again when needed and cached as long as memory allows,
 * since rules read many responses several times.
 */
export function withLazyBody({ kind, status, headers, bytes, json }: Received): Received {
  // The bytes do not always show why a body is not JSON.
  const noJson = json.ok ? null : json;
  let parsed: WeakRef<Received["json"]> | null = null;
  return {
    kind,
    status,
    headers,
    bytes,
    get text() {
      return textOf(bytes);
    },
    get json() {
      if (noJson !== null) return noJson;
      const known = parsed?.deref();
      if (known !== undefined) return known;
      const read = parse(bytes);
      parsed = new WeakRef(read);
      return read;
    },
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const UNPACKERS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The decoded bytes; the original ones if they decode to more than allowed or are not encoded as the header says. */
interface Unpacked {
  readonly bytes: Uint8Array;
  readonly problem: "too-large" | "mislabelled" | null;
}

/** Returns the bytes without their content encoding, which the server chooses, since requests name none. */
function unpacked(bytes: Uint8Array, encoding: string, maxBytes: number): Unpacked {
  const unpack = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined;
  if (unpack === undefined || bytes.length === 0) return { bytes, problem: null };
  try {
    return { bytes: new Uint8Array(unpack(bytes, { maxOutputLength: maxBytes })), problem: null };
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return { bytes, problem: isTooLarge ? "too-large" : "mislabelled" };
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/** JSON between systems must be UTF-8 (RFC 8259, section 8.1). */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse(bytes: Uint8Array): Received["json"] {
  if (bytes.length === 0) return { ok: false, problem: "the body is empty" };
  if (nestsDeeper(bytes, MAX_DEPTH)) return { ok: false, problem: `it nests deeper than ${MAX_DEPTH} levels` };
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) as Json };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, problem: "it is not UTF-8" };
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}
