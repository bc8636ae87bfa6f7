import { isSigned } from "../../features/files/signing.ts";
import type { Call } from "../../http/call.ts";
import { isoInstant } from "../../runtime/clock.ts";

/** Returns the hint for a rejected presigned URL: its defect. */
export function transferHint({ service, path, query, method, at, headers }: Call): string | null {
  const [, , workspaceId = "", fileId = ""] = path.split("/");
  const signature = query.get("signature");
  const expires = Number(query.get("expires"));
  if (signature === null) return "The query of the URL is missing: use the whole of uploadUrl or signedUrl.";
  const signed = (way: "PUT" | "GET") => isSigned(service.secret, way, workspaceId, fileId, expires, signature);
  const other = method === "PUT" ? "GET" : "PUT";
  if (!signed(method === "PUT" ? "PUT" : "GET")) {
    if (signed(other)) return `This URL is for ${other}, not for ${method}.`;
    return "The URL was changed on its way, or another fake made it: use it exactly as it was given.";
  }
  if (expires <= at)
    return `The URL worked until ${isoInstant(expires)}, and the fake's clock shows ${isoInstant(at)}.`;
  const file = service.workspaces.get(workspaceId)?.files.get(fileId);
  if (file === undefined) return "The file is gone: its workspace was reset or deleted.";
  const length = headers["content-length"];
  if (method === "PUT" && length !== undefined && Number(length) !== file.sizeBytes) {
    return `${length} bytes were sent: announce that number as sizeBytes, or send the ${file.sizeBytes} announced.`;
  }
  return null;
}
