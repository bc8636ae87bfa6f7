import { createHmac, timingSafeEqual } from "node:crypto";
import { isoInstant } from "../../runtime/clock.ts";
import type { Caller } from "../../service.ts";
import type { SignedUrl, StoredFile } from "./model.ts";

/** Methods that a presigned URL can be for. */
export type SignedMethod = "PUT" | "GET";

/** Path under which presigned URLs live; no API key is needed there. */
export const FILES_PATH = "/files";

/** Returns a URL that lets its holder do one operation on one file until it expires. */
export function signUrl({ service, workspace, origin }: Caller, method: SignedMethod, file: StoredFile): SignedUrl {
  const expires = service.clock.now() + service.settings.urlLifetimeMs;
  const signature = sign(service.secret, method, workspace.id, file.id, expires);
  const url = `${origin}${FILES_PATH}/${workspace.id}/${file.id}?expires=${expires}&signature=${signature}`;
  return { url, expiresAt: isoInstant(expires) };
}

/** Was this URL made by {@link signUrl}, for this method? */
export function isSigned(
  secret: string,
  method: SignedMethod,
  workspaceId: string,
  fileId: string,
  expires: number,
  signature: string,
): boolean {
  const expected = Buffer.from(sign(secret, method, workspaceId, fileId, expires));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sign(secret: string, method: SignedMethod, workspaceId: string, fileId: string, expires: number): string {
  return createHmac("sha256", secret).update(`${method}\n${workspaceId}\n${fileId}\n${expires}`).digest("base64url");
}
