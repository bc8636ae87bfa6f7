import { onTestFinished } from "vitest";
import { createFake } from "./create.ts";
import type { Fake } from "./fake.ts";
import type { FakeOptions } from "./options.ts";

/** Parsed JSON of unknown shape that a test reads. */
export interface Loose {
  readonly [member: string]: Loose;
}

/** A response for tests. */
export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
  readonly data: Loose;
  /** `error.code`, or undefined. */
  readonly code: unknown;
}

/** Calls operations of a fake as one agent. */
export interface TestClient {
  get(
    operation: string,
    query?: Readonly<Record<string, string | number | readonly string[]>>,
  ): Promise<ParsedResponse>;
  post(operation: string, body: unknown): Promise<ParsedResponse>;
}

const SDK = new Set(["recall", "remember", "bootstrap-context"]);

/** Starts a fake that ends with the running test. */
export async function startFake(options: FakeOptions = {}): Promise<Fake & TestClient> {
  const fake = await createFake(options);
  onTestFinished(() => fake.close());
  return Object.assign(Object.create(fake) as Fake, clientOf(fake));
}

/** Returns a client with a key, by default the fake's own. */
export function clientOf(fake: Fake, apiKey = fake.apiKey): TestClient {
  const address = (operation: string) => `${fake.baseUrl}/v1/${SDK.has(operation) ? "sdk" : "agent"}/${operation}`;
  const authorization = `Bearer ${apiKey}`;
  return {
    get: async (operation, query = {}) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) {
        for (const item of [value].flat()) search.append(name, String(item));
      }
      return readResponse(await fetch(`${address(operation)}?${search}`, { headers: { authorization } }));
    },
    post: async (operation, body) => {
      const headers = { authorization, "content-type": "application/json" };
      return readResponse(await fetch(address(operation), { method: "POST", headers, body: JSON.stringify(body) }));
    },
  };
}

/** Reads a response. */
export async function readResponse(response: Response): Promise<ParsedResponse> {
  const body = (await response.json()) as Loose;
  return { status: response.status, headers: response.headers, body, data: body.data as Loose, code: body.error?.code };
}

/** Returns the items of a list in a response. */
export function items(value: unknown): readonly Loose[] {
  return value as readonly Loose[];
}

/** Returns the ids of a list in a response. */
export function idsOf(value: unknown): readonly unknown[] {
  return items(value).map((item) => item.id);
}
