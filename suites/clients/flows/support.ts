// Shared code of the flows in TypeScript.
import assert from "node:assert/strict";

const { WAC_BASE_URL, WAC_API_KEY, WAC_CHANNEL, WAC_AGENT, WAC_SCOPE, WAC_TOKEN } = process.env;

export const baseUrl = WAC_BASE_URL ?? "";
export const apiKey = WAC_API_KEY ?? "";
export const channelId = WAC_CHANNEL ?? "";
export const assigneeAgentId = WAC_AGENT ?? "";
export const scope_id = WAC_SCOPE ?? "";
export const token = WAC_TOKEN ?? "";

export const ok = (step: string) => console.log(`ok ${step}`);

/** The data of a success; its type is that of the operation. */
export function dataOf<T>(result: { data?: { data: T }; error?: { error: { code: string } } }): T {
  assert(result.data, `failed with ${result.error?.error.code}`);
  return result.data.data;
}

/** Puts the bytes to a presigned URL, with the headers that the upload was given. */
export async function putBytes(url: string, given: Record<string, unknown>, body: Buffer<ArrayBuffer>): Promise<void> {
  const headers = Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]);
  assert((await fetch(url, { method: "PUT", headers, body })).ok);
  ok("put the bytes");
}

/** Gets the bytes of a presigned URL, and compares them. */
export async function getBytes(url: string, expected: Buffer): Promise<void> {
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), expected);
  ok("get the bytes");
}
