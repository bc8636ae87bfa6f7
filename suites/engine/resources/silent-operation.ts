import { plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { blockedUrls } from "../../client/blocked-urls.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { OperationSilent } from "../../client/inconclusive.ts";
import { createTransport } from "../../client/transport.ts";
import { hasUsableResponse } from "../../verifiers/read.ts";
import { orNull } from "../cases/attempt.ts";
import type { CallOptions, CaseContext } from "../check/check.ts";
import { needsReferences } from "./fuller-requests.ts";

/** A response within this many timeouts is slow; a later one counts as missing. */
const LONG_TIMEOUT_FACTOR = 3;

/**
 * Calls an operation (null: a URL outside the API), and again if it does not respond or only with 503. `isSilent` is
 * true only if other operations respond before and after, which distinguishes the operation from a target that is down.
 * The last attempt has three timeouts, for slow operations.
 */
export async function callWithRetries(
  operation: Operation | null,
  context: CaseContext,
  ask: (options: CallOptions) => Promise<Exchange>,
): Promise<{ readonly exchange: Exchange; readonly isSilent: boolean }> {
  const first = await orSilence(() => ask({}));
  if (!isSilence(first)) return { exchange: first, isSilent: false };
  const before = await doOthersRespond(operation, context);
  const again = before ? await orSilence(() => ask({ retry: "only-429" })) : first;
  if (!before || !isSilence(again)) return { exchange: again, isSilent: false };
  const between = await doOthersRespond(operation, context);
  const last = between ? await callWithLongTimeout(context, ask) : again;
  const isSilent = between && isSilence(last) && (await doOthersRespond(operation, context));
  return { exchange: last, isSilent };
}

/** Sends on a new connection with a longer timeout than any other request. */
async function callWithLongTimeout(
  { context }: CaseContext,
  ask: (options: CallOptions) => Promise<Exchange>,
): Promise<Exchange> {
  const { http, baseUrl } = context.target;
  const timeoutMs = LONG_TIMEOUT_FACTOR * http.timeoutMs;
  const transport = createTransport({ ...http, timeoutMs, connections: 1, offLimits: blockedUrls(baseUrl) });
  try {
    return await ask({ transport, retry: false, despiteSilence: true });
  } finally {
    await transport.close();
  }
}

async function orSilence(ask: () => Promise<Exchange>): Promise<Exchange> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof OperationSilent) return error.exchange;
    throw error;
  }
}

function isSilence(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === "response") return statusOf(exchange) === 503;
  // If the API accepts no connection, it is down as a whole and no single operation is silent.
  return ["timeout", "broken", ...(exchange.operation === null ? ["unreachable"] : [])].includes(outcome.reason);
}

/** Returns true if another operation responds now: the first plain read that does. */
async function doOthersRespond(operation: Operation | null, context: CaseContext): Promise<boolean> {
  const { document } = context.context;
  for (const other of document.operations) {
    const plain = other.effect === "read" && other.id !== operation?.id ? plainRequestOf(document, other) : undefined;
    if (!plain || needsReferences(plain)) continue;
    const exchange = await orNull(() => context.call(other.id, plain, { asIs: true }));
    if (exchange !== null && hasUsableResponse(exchange)) return true;
  }
  return false;
}
