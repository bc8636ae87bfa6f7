import { onTestFinished } from "vitest";
import type { FakeOptions } from "../create.ts";
import { clientOf, type Loose, startFake } from "../testing.ts";

/** An answer of the control interface as tests look at it. */
export interface Controlled {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly body: Loose;
}

/** Sends one request to the control interface. */
export type Control = (method: string, path: string, body?: unknown) => Promise<Controlled>;

/** Starts a fake that ends with the running test, with a client of its control interface. */
export async function startControlled(options: FakeOptions = {}) {
  const fake = await startFake(options);
  return { fake, control: controlOf(fake.baseUrl), as: (apiKey: unknown) => clientOf(fake, String(apiKey)) };
}

/** A client of the control interface of a fake. */
export function controlOf(baseUrl: string): Control {
  const ended = new AbortController();
  onTestFinished(() => ended.abort());
  return async (method, path, body) => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(`${baseUrl}/_fake${path}`, { method, signal: ended.signal, ...sent });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, type, text, body: type.includes("json") ? JSON.parse(text) : {} };
  };
}
