import type { Json } from "../../../spec/json.ts";
import type { Workload, WorkloadRequest } from "./workload.ts";

/** The response to a request of a workload. */
export interface WorkloadResponse {
  readonly request: WorkloadRequest;
  readonly status: number;
  readonly text: string;
  /** The body as JSON; null if it is not JSON, such as the bytes of a file. */
  readonly body: Json;
}

/** Sends a request, and returns status and body. */
export type Send = (request: WorkloadRequest) => Promise<{ readonly status: number; readonly text: string }>;

/** Sends this many requests of a workload, one at a time, until `see` returns false; returns true if it never did. */
export async function runWorkload(
  workload: Workload,
  requests: number,
  send: Send,
  see: (played: WorkloadResponse) => boolean,
): Promise<boolean> {
  for (let sent = 0; sent < requests; sent++) {
    const request = workload.next();
    const { status, text } = await send(request);
    const body = parsed(text);
    if (!see({ request, status, text, body })) return false;
    // A storage service may respond to an upload with any success status.
    if (status >= 200 && status < 300) workload.learn(body);
  }
  return true;
}

/** Plays a workload on a server, started for it, until `see` returns false; returns true if it never did. */
export type WorkloadRun = (see: (reply: string) => boolean) => Promise<boolean>;

/** All replies of a server. */
export async function repliesOf(perform: WorkloadRun): Promise<readonly string[]> {
  const replies: string[] = [];
  await perform((reply) => {
    replies.push(reply);
    return true;
  });
  return replies;
}

/** Returns the number of replies after which one differs from the expected; null if none does. */
export async function differsAfter(perform: WorkloadRun, expected: readonly string[]): Promise<number | null> {
  let at = 0;
  return (await perform((reply) => reply === expected[at++])) ? null : at;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The bytes of a file.
    return null;
  }
}
