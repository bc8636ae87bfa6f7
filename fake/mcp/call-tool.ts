import { isObject } from "../../spec/json.ts";
import { didYouMean } from "../../spec/nearest.ts";
import { quoted } from "../../spec/quoted.ts";
import type { Fake } from "../fake.ts";
import { explainRejection } from "./explain-rejection.ts";
import { DOWNLOAD, UPLOAD } from "./file-tools.ts";
import { shortText } from "./short-text.ts";
import type { Arguments, Endpoint, Tool, ToolResult } from "./tool.ts";
import { downloadBytes, uploadBytes } from "./transfer.ts";

/**
 * Calls a tool as the agent with this key. The request uses HTTP like that of any client, so the journal records it,
 * and chaos rules apply.
 */
export async function callTool(
  fake: Fake,
  tools: readonly Tool[],
  apiKey: string,
  name: string,
  given: Arguments,
): Promise<ToolResult> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const names = tools.map((each) => each.name);
    return failed(`There is no tool ${quoted(name)}.${didYouMean(name, names)} Tools: ${names.join(", ")}.`);
  }
  try {
    if (name === UPLOAD) return await uploadBytes(fake.service.origin, given);
    if (name === DOWNLOAD) return await downloadBytes(fake.service.origin, given);
    if (tool.endpoint === null) return failed(`The tool ${name} has no operation behind it.`);
    return await callOperation(fake, apiKey, tool.endpoint, given);
  } catch (error) {
    const effect = tool.isReadOnly ? "Call it again." : "It may have been carried out: look before you call it again.";
    return failed(`${name} got no usable response (${causeOf(error)}). ${effect}`);
  }
}

async function callOperation(
  fake: Fake,
  apiKey: string,
  { method, path, query }: Endpoint,
  given: Arguments,
): Promise<ToolResult> {
  const search = new URLSearchParams();
  for (const name of query) {
    for (const value of [given[name] ?? []].flat()) search.append(name, String(value));
  }
  const url = `${fake.service.origin}${path}${search.size === 0 ? "" : `?${search}`}`;
  const authorization = `Bearer ${apiKey}`;
  const response = await fetch(url, {
    method,
    ...(method === "GET"
      ? { headers: { authorization } }
      : {
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify(Object.fromEntries(Object.entries(given).filter(([name]) => !query.includes(name)))),
        }),
  });
  const body: unknown = JSON.parse(await response.text());
  if (response.ok && isObject(body)) return { text: shortText(body.data), isError: false };
  return failed(explainRejection(fake, response, body));
}

function failed(text: string): ToolResult {
  return { text, isError: true };
}

/** Returns the system's message for an error, since fetch itself only reports that it failed. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
