import type { Call } from "../http/call.ts";
import { bySecondAgent } from "../overrides/identities.ts";

/** A condition that limits a choice to some calls. Each fake creates its own, since some of them count. */
export interface VariantGuard {
  readonly title: string;
  readonly calls: () => (call: Call) => boolean;
}

/** In the middle of a smoke run. */
const DEPLOYED_AFTER = 400;

/** Guards that select some calls: two releases behind one load balancer, a deployment, a gateway for some clients. */
export const VARIANT_GUARDS: Readonly<Record<string, VariantGuard>> = {
  "every-second-call": { title: "two servers of different releases respond in turn", calls: () => everyNth(2) },
  "every-third-call": { title: "one server of three is of another release", calls: () => everyNth(3) },
  "after-400-calls": { title: "another release is deployed later", calls: () => after(DEPLOYED_AFTER) },
  reads: { title: "requests that only read", calls: () => isRead },
  writes: { title: "requests that may write", calls: () => (call) => !isRead(call) },
  "second-agent": { title: "every agent of a workspace but the first that called", calls: bySecondAgent },
};

function everyNth(n: number): (call: Call) => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

function after(calls: number): () => boolean {
  let count = 0;
  return () => ++count > calls;
}

const isRead = ({ method }: Call): boolean => method === "GET";

/**
 * Splits a value of a variant into the choice's value and the guard that limits it (`offset-east[reads]`), or null.
 */
export function splitValue(text: string): { readonly value: string; readonly guard: string | null } {
  const [, value, guard] = /^(.*)\[([^[\]]*)\]$/s.exec(text) ?? [];
  return value === undefined || guard === undefined ? { value: text, guard: null } : { value, guard };
}
