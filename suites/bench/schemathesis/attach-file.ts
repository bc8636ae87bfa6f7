import type { ApiDocument } from "../../../spec/document/model.ts";
import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { TargetFile } from "../../../spec/target-file.ts";

/**
 * Sends a message with a file, as the owner of a target would before a run of Schemathesis: no fixture is a file that
 * the caller may download, and Schemathesis cannot send the bytes, whose URL is not part of the API.
 *
 * @returns the id of the attachment; null if a mutant rejects the file
 */
export function attachFile(document: ApiDocument, target: TargetFile): Promise<string | null> {
  return attach(document, target).catch(() => null);
}

async function attach(document: ApiDocument, { baseUrl, apiKey, fixtures }: TargetFile): Promise<string> {
  const channelId = fixtures?.memberChannel ?? "";
  const bytes = "the file of the comparison";
  const post = async (operationId: string, body: JsonObject): Promise<JsonObject> => {
    const path = document.operations.find(({ id }) => id === operationId)?.path;
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const url = `${baseUrl.replace(/\/$/, "")}${path}`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${operationId} ended with ${response.status}: ${await response.text()}`);
    return asObject(asObject(await response.json()).data);
  };
  const file = { channelId, fileName: "comparison.txt", mimeType: "text/plain", sizeBytes: bytes.length };
  const { attachmentId, uploadUrl, headers } = await post("request-file-upload", file);
  await fetch(String(uploadUrl), { method: "PUT", headers: asObject(headers) as Record<string, string>, body: bytes });
  const content = "a message with a file";
  const message = await post("send-message", { channelId, content, attachmentIds: [String(attachmentId)] });
  const [attachment] = message.attachments as JsonObject[];
  return String(attachment?.id ?? attachmentId);
}
