import type { TargetFile } from "../../../spec/target-file.ts";
import { isJsonObject, type JsonObject, type Value } from "./shape.ts";

/** The response to one call. */
export interface Reply {
  readonly status: number;
  readonly body: JsonObject;
  /** `data` when it is an object, else an empty one. */
  readonly data: JsonObject;
  /** `data` when it is a list, else an empty one. */
  readonly rows: JsonObject[];
  readonly text: string;
  /** The content type. */
  readonly type: string;
}

/** The differences of a call from the caller's usual one. */
export interface RequestChanges {
  readonly key?: string;
  readonly authorization?: string | null;
  readonly raw?: string;
}

/** A simple client: enough to show what an independent server does, without the suite's own code. */
export interface Probe {
  readonly target: TargetFile;
  post(path: string, body: JsonObject, manner?: RequestChanges): Promise<Reply>;
  /** Parameters by role; a list is sent as repeated parameters. */
  get(path: string, roles: Record<string, Value>, manner?: RequestChanges): Promise<Reply>;
}

/** Creates a probe of a target. */
export function probe(target: TargetFile): Probe {
  const base = target.baseUrl.replace(/\/$/, "");
  const headers = ({ key, authorization }: RequestChanges): Record<string, string> => {
    const given = authorization === undefined ? `Bearer ${key ?? target.apiKey}` : authorization;
    return { "Content-Type": "application/json", ...(given === null ? {} : { Authorization: given }) };
  };
  const post = async (path: string, body: JsonObject, manner: RequestChanges = {}) => {
    const init = { method: "POST", headers: headers(manner), body: manner.raw ?? JSON.stringify(body) };
    return replied(await fetch(`${base}/v1/${path}`, init));
  };
  const get = async (path: string, roles: Record<string, Value>, manner: RequestChanges = {}) => {
    const names = target.contract?.parameters?.[path.split("/")[1] ?? ""] ?? {};
    const query = new URLSearchParams();
    for (const [role, value] of Object.entries(roles)) {
      for (const one of Array.isArray(value) ? value : [value]) query.append(names[role] ?? role, String(one));
    }
    return replied(await fetch(`${base}/v1/${path}?${query}`, { headers: headers(manner) }));
  };
  return { target, post, get };
}

async function replied(response: Response): Promise<Reply> {
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  const parsed = parse(text);
  const body = isJsonObject(parsed) ? parsed : {};
  const rows = Array.isArray(body.data) ? body.data.filter(isJsonObject) : [];
  return { status: response.status, body, data: isJsonObject(body.data) ? body.data : {}, rows, text, type };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the objects in a list of a response. */
export function objectsIn(value: Value | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Repeats an attempt until it returns a value, as an index may lag. */
export async function until<T>(look: () => Promise<T | undefined>, milliseconds = 3000): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`not seen within ${milliseconds} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
