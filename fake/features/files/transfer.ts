import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { drain } from "../../http/drain.ts";
import type { Service } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import type { StoredFile } from "./model.ts";
import type { FileRules } from "./rules.ts";
import { isSigned, type SignedMethod } from "./signing.ts";
import { sizeOf } from "./store.ts";

/** The parts of a presigned URL. */
export interface Transfer {
  readonly workspaceId: string;
  readonly fileId: string;
  readonly query: URLSearchParams;
}

/** The outcome of a transfer. */
export interface Transferred {
  readonly status: number;
  /** Why it was rejected, as in the response; null if it was not. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** Sends the response. */
  readonly answer: (response: ServerResponse) => Promise<void>;
}

/** Receives the bytes of an upload and keeps them if they match the request for the upload. */
export async function receiveUpload(
  service: Service,
  rules: FileRules,
  transfer: Transfer,
  request: IncomingMessage,
): Promise<Transferred> {
  const rejected = await keepUpload(service, rules, transfer, request);
  if (rejected !== null) {
    await drain(request);
    return rejectedTransfer(rejected);
  }
  const answer = async (response: ServerResponse) => {
    response.writeHead(200, { "Content-Length": "0" }).end();
  };
  return { status: 200, problem: null, answer };
}

async function keepUpload(
  service: Service,
  rules: FileRules,
  transfer: Transfer,
  request: IncomingMessage,
): Promise<Problem | null> {
  const file = admit(service, rules, "PUT", transfer);
  if ("status" in file) return file;
  if (rules.checksHeaders && request.headers["content-type"] !== file.mimeType) {
    return problem(403, `The upload needs the header Content-Type: ${file.mimeType}`);
  }
  if (file.messageId !== null) return ATTACHED;
  const workspace = service.workspaces.get(transfer.workspaceId);
  if (workspace === undefined) return GONE;
  const content = await collect(request, workspace, rules.checksSize ? file.sizeBytes : Number.MAX_SAFE_INTEGER);
  if (content === "full") return problem(409, "The workspace is full: its files take all the room that they have");
  if (content === null || (rules.checksSize && sizeOf(content) !== file.sizeBytes)) {
    return problem(400, `The upload must have exactly the ${file.sizeBytes} bytes that were announced`);
  }
  // Much can have happened since the upload began: a reset, another upload that a message holds by now.
  if (service.workspaces.get(transfer.workspaceId)?.files.get(file.id) !== file) return GONE;
  if (file.messageId !== null) return ATTACHED;
  workspace.files.keep(file, rules.kept(content, file));
  return null;
}

/** Serves the bytes of a file. */
export async function serveDownload(service: Service, rules: FileRules, transfer: Transfer): Promise<Transferred> {
  const file = admit(service, rules, "GET", transfer);
  if ("status" in file) return rejectedTransfer(file);
  if (file.content === null) return rejectedTransfer(problem(404, "The file has not been uploaded"));
  const content = rules.served(file.content, file);
  return { status: 200, problem: null, answer: (response) => sendBytes(response, file, content) };
}

async function sendBytes(response: ServerResponse, file: StoredFile, content: readonly Buffer[]): Promise<void> {
  response.writeHead(200, {
    "Content-Type": file.mimeType,
    "Content-Length": String(sizeOf(content)),
    "Content-Disposition": `attachment; filename*=UTF-8''${percentEncoded(file.name)}`,
    "X-Content-Type-Options": "nosniff",
  });
  await pipeline(Readable.from(content, { objectMode: false }), response);
}

/** Returns a name for a header (RFC 8187): encodeURIComponent leaves some characters that have a meaning there. */
function percentEncoded(name: string): string {
  const special = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(Buffer.from(name).toString()).replace(/['()*]/g, special);
}

/** Why a transfer is rejected. */
interface Problem {
  readonly status: number;
  readonly message: string;
}

const GONE: Problem = { status: 404, message: "There is no such file" };
const ATTACHED: Problem = { status: 409, message: "The file is already part of a message and cannot be replaced" };

function problem(status: number, message: string): Problem {
  return { status, message };
}

/** Returns the file of a URL, or the problem of the URL: forged, changed or expired. */
function admit(service: Service, rules: FileRules, method: SignedMethod, transfer: Transfer): StoredFile | Problem {
  const { workspaceId, fileId, query } = transfer;
  const expires = Number(query.get("expires"));
  const signed = isSigned(service.secret, method, workspaceId, fileId, expires, query.get("signature") ?? "");
  if (rules.checksSignature && !signed) return problem(403, "The signature does not fit this URL and method");
  if (!rules.isFresh(expires, service.clock.now(), method))
    return problem(403, "The URL has expired: request a new one");
  const file = service.workspaces.get(workspaceId)?.files.get(fileId);
  return file ?? GONE;
}

/**
 * Returns the pieces of a body; null if it has more bytes than `limit` or the sender aborts, `full` if it does not fit
 * in addition to the stored bytes and the other running uploads.
 */
function collect(request: IncomingMessage, { files, quota }: Workspace, limit: number): Promise<Collected> {
  if (Number(request.headers["content-length"] ?? 0) > limit || request.destroyed) return Promise.resolve(null);
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const take = (piece: Buffer) => {
      size += piece.length;
      files.expect(piece.length);
      pieces.push(piece);
      if (size > limit) finish(null);
      else if (files.bytes > quota.fileBytes) finish("full");
    };
    const finish = (collected: Collected) => {
      request.off("data", take);
      files.expect(-size);
      size = 0;
      resolve(collected);
    };
    request.on("data", take);
    request.once("end", () => finish(pieces));
    for (const end of ["error", "close"]) request.once(end, () => finish(null));
  });
}

type Collected = readonly Buffer[] | "full" | null;

function rejectedTransfer({ status, message }: Problem): Transferred {
  const error = { code: CODES[status] ?? "invalid_input", message };
  const body = JSON.stringify({ success: false, error });
  const answer = async (response: ServerResponse) => {
    if (response.destroyed) return;
    response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(body);
  };
  return { status, problem: error, answer };
}

const CODES: Readonly<Record<number, string>> = {
  403: "permission_denied",
  404: "not_found",
  409: "conflict",
};
