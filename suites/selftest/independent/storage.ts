import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Bench } from "./call.ts";
import type { Choices } from "./choices.ts";
import { SECOND } from "./clock.ts";
import { readBody } from "./incoming.ts";
import type { Prng } from "./prng.ts";
import type { Runtime } from "./runtime.ts";
import type { JsonObject } from "./shape.ts";
import type { Upload } from "./world.ts";

type Verb = "PUT" | "GET";

interface Grant {
  readonly verb: string;
  readonly id: string;
  readonly until: string;
  readonly nonce: string;
}

/** Makes and checks presigned URLs. */
export interface Signer {
  path(verb: Verb, id: string): string;
  headers(mime: string, id: string): JsonObject;
  /** Returns the permission of a URL; undefined if its signature is not ours or it has expired. */
  open(url: URL, verb: string): Grant | undefined;
}

/** Creates a signer with its own secret, drawn from the seed. */
export function signer({ signature, lifeSeconds }: Choices["files"], { now }: Runtime, prng: Prng): Signer {
  const seconds = () => now() / SECOND;
  const drawn = () => prng.below(2 ** 32).toString(16);
  const secret = drawn();
  const sign = (...parts: string[]) => createHmac("sha256", secret).update(parts.join("\n")).digest("hex");
  const path = (verb: Verb, id: string) => {
    const until = String(Math.floor(seconds()) + lifeSeconds);
    const nonce = drawn();
    const sig = sign(verb, id, until, nonce);
    const name = encodeURIComponent(id);
    return signature === "path"
      ? `/${sig}/${until}/${nonce}/${name}`
      : `/bucket/${name}?e=${until}&n=${nonce}&Signature=${sig}`;
  };
  const open = (url: URL, verb: string) => {
    const segments = url.pathname.slice(1).split("/").map(decodeURIComponent);
    const query = url.searchParams;
    const [sig = "", until = "", nonce = "", id = ""] =
      signature === "path"
        ? segments
        : [query.get("Signature") ?? "", query.get("e") ?? "", query.get("n") ?? "", segments[1] ?? ""];
    const valid = sign(verb, id, until, nonce) === sig && Number(until) > seconds();
    return valid ? { verb, id, until, nonce } : undefined;
  };
  const headers = (mime: string, id: string) => ({
    "Content-Type": mime,
    "x-object-token": sign(mime, id).slice(0, 12),
  });
  return { path, open, headers };
}

interface StorageAnswer {
  readonly status: number;
  readonly body: Buffer | string;
  readonly type?: string;
}

const refused = (status: number, code: string): StorageAnswer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
  type: "application/xml",
});

/** Creates the server of another origin that stores and serves bytes only for presigned URLs. */
export function storageServer(bench: Bench, signed: Signer): Server {
  const spent = new Set<string>();
  const serve = async (request: IncomingMessage): Promise<StorageAnswer> => {
    const url = new URL(`http://here${request.url ?? "/"}`);
    const body = await readBody(request, 50_000_000);
    const grant = signed.open(url, request.method ?? "");
    const upload = grant && bench.world.uploads.find(grant.id);
    if (!grant || !upload) return refused(403, "SignatureDoesNotMatch");
    if (request.headers.authorization !== undefined) return refused(400, "OnlyOneAuthMechanismAllowed");
    if (grant.verb === "PUT") return take(bench, signed, upload, request, body);
    const again = bench.choices.files.oneShot && spent.has(grant.nonce);
    spent.add(grant.nonce);
    return again ? refused(403, "RequestExpired") : give(upload);
  };
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    serve(request)
      .then(({ status, body, type }) => {
        response.writeHead(status, type === undefined ? {} : { "Content-Type": type });
        response.end(status === 204 ? undefined : body);
      })
      .catch(() => response.destroy());
  });
}

function take(
  { world, choices }: Bench,
  signed: Signer,
  upload: Upload,
  request: IncomingMessage,
  body: Buffer | undefined,
): StorageAnswer {
  const expected = Object.entries(signed.headers(upload.mime, upload.id));
  const missing = expected.some(([name, value]) => request.headers[name.toLowerCase()] !== value);
  if (missing) return refused(403, "HeadersDoNotMatch");
  if (!body || body.length > upload.largest) return refused(400, "EntityTooLarge");
  if (upload.declared !== undefined && body.length !== upload.declared) return refused(400, "IncompleteBody");
  world.uploads.change(upload.id, { bytes: body });
  return { status: choices.files.stored, body: "" };
}

function give({ bytes, mime }: Upload): StorageAnswer {
  return bytes ? { status: 200, body: bytes, type: mime } : refused(404, "NoSuchKey");
}
