import { asObject } from "../../spec/json.ts";
import { quoted } from "../../spec/quoted.ts";
import { FILES_PATH } from "../features/files/signing.ts";
import type { Arguments, ToolResult } from "./tool.ts";

/** Sends bytes to a presigned URL of the fake. */
export async function uploadBytes(
  origin: string,
  { uploadUrl, headers, text, base64 }: Arguments,
): Promise<ToolResult> {
  const url = ownUrl(origin, uploadUrl);
  if (url === null) return foreignUrl("uploadUrl", uploadUrl, "request-file-upload");
  if ((typeof text === "string") === (typeof base64 === "string")) {
    return { text: "Give text, or base64, and not both.", isError: true };
  }
  const bytes = typeof text === "string" ? Buffer.from(text) : Buffer.from(String(base64), "base64");
  const sent = Object.entries(asObject(headers)).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(url, { method: "PUT", headers: sent, body: bytes });
  if (response.ok) return { text: JSON.stringify({ bytes: bytes.length }), isError: false };
  const hint =
    response.status === 400
      ? ` ${bytes.length} were sent: call request-file-upload again with sizeBytes ${bytes.length}.`
      : "";
  return { text: `${await rejectionOf(response)}${hint}`, isError: true };
}

/** Fetches the bytes behind a presigned URL of the fake. */
export async function downloadBytes(origin: string, { signedUrl }: Arguments): Promise<ToolResult> {
  const url = ownUrl(origin, signedUrl);
  if (url === null) return foreignUrl("signedUrl", signedUrl, "request-file-download");
  const response = await fetch(url);
  if (!response.ok) return { text: await rejectionOf(response), isError: true };
  const bytes = Buffer.from(await response.arrayBuffer());
  return { text: textIn(bytes) ?? bytes.toString("base64"), isError: false };
}

/**
 * Returns the URL on the fake itself, so that a model cannot be led to send files to, or fetch from, another server.
 */
function ownUrl(origin: string, given: unknown): string | null {
  if (typeof given !== "string" || !URL.canParse(given)) return null;
  const { pathname, search } = new URL(given);
  return pathname.startsWith(`${FILES_PATH}/`) ? `${origin}${pathname}${search}` : null;
}

function foreignUrl(name: string, given: unknown, from: string): ToolResult {
  return { text: `${quoted(given)} is not a valid ${name}. Call ${from}, and pass on what it returns.`, isError: true };
}

async function rejectionOf(response: Response): Promise<string> {
  const { error } = asObject(JSON.parse(await response.text()));
  const { code, message } = asObject(error);
  return `${response.status} ${String(code)}: ${String(message)}.`;
}

function textIn(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
