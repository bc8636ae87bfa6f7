import { type Dispatcher, request } from "undici";
import type { Send } from "./run-workload.ts";

/**
 * Returns a function that sends requests of a workload to a base URL, whose path is kept; those to presigned URLs are
 * sent to these URLs.
 */
export function sender(baseUrl: string, dispatcher?: Dispatcher): Send {
  return async ({ method, url, headers, body }) => {
    const address = url.startsWith("/") ? `${baseUrl.replace(/\/$/, "")}${url}` : url;
    const response = await request(address, { ...(dispatcher ? { dispatcher } : {}), method, headers, body });
    return { status: response.statusCode, text: await response.body.text() };
  };
}
