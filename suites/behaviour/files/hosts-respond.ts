import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { proxyFor } from "../../client/proxy.ts";
import { isOfNetwork, remedyFor } from "../../client/remedy.ts";
import type { CallOptions, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { callWithRetries } from "../../engine/resources/silent-operation.ts";
import { fail } from "../../verifiers/expect.ts";
import { urlAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { fileOfSize } from "./sample-files.ts";
import { fetchSigned, grantFor, put, requireDownload } from "./transfer.ts";

/**
 * The hosts of presigned URLs respond. All checks that need bytes wait for this. A host that responds only sometimes is
 * not a failure.
 */
export function hostChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "files.flow.put",
        name: "the host of the upload URL responds",
        operations: ["request-file-upload"],
        fixtures: ["memberChannel"],
        runsLate: true,
      },
      async (check) => {
        const { exchange } = await check.baseline("request-file-upload");
        await expectResponding(check, urlAt(exchange, "/data/uploadUrl"), "the upload URL", async (options) =>
          put(check, await grantFor(check, fileOfSize(300, 0)), { options }),
        );
      },
    ),
    defineCheck(
      {
        requirement: "files.download.get",
        name: "the host of the signed URL responds",
        operations: ["request-file-upload", "send-message", "request-file-download"],
        fixtures: ["memberChannel"],
        runsLate: true,
      },
      async (check) => {
        const { exchange } = await check.baseline("request-file-download");
        const shared = {
          channelId: await check.reference("channel"),
          attachmentId: await check.reference("attachment"),
        };
        await expectResponding(check, urlAt(exchange, "/data/signedUrl"), "the signed URL", async (options) =>
          fetchSigned(check, urlAt(await requireDownload(check, shared), "/data/signedUrl"), {}, options),
        );
      },
    ),
  ];
}

/** Requests a URL, repeatedly if its host has not responded in this run. Fails if it never responds. */
async function expectResponding(
  check: CheckContext,
  url: string,
  what: string,
  request: (options: CallOptions) => Promise<Exchange>,
): Promise<void> {
  if (check.hasResponded(url)) return check.asserted();
  const { exchange, isSilent } = await requestUntilResponse(check, request);
  // Checks that send bytes judge the response itself.
  if (hasResponse(exchange)) return check.asserted();
  if (!isSilent) throw new Inconclusive(`${what} gave no response, which may be temporary: ${outcomeText(exchange)}`);
  const { host } = new URL(exchange.request.url);
  const causeBefore = causeBeforeHost(exchange, check.context);
  if (causeBefore !== null) throw new Inconclusive(`${host}, the host of ${what}, was not reached: ${causeBefore}`);
  check.asserted();
  fail({
    message: `the host of ${what} must respond: ${host} gave no response (${outcomeText(exchange)}) to any attempt, while the API responded`,
    expected: "a response from the host",
    actual: outcomeText(exchange),
    verifier: "responding",
    pointer: "",
    keyword: "no-response",
    exchanges: [exchange],
  });
}

/** Sends the request repeatedly, and once more after the time that a host may need to start. */
async function requestUntilResponse(check: CheckContext, request: (options: CallOptions) => Promise<Exchange>) {
  const retried = await callWithRetries(null, check, request);
  if (!retried.isSilent || causeBeforeHost(retried.exchange, check.context) !== null) return retried;
  await check.pause(HOST_START_MS);
  const exchange = await request({ retry: false, despiteSilence: true });
  return { exchange, isSilent: true };
}

const HOST_START_MS = 4_000;

function hasResponse(exchange: Exchange): boolean {
  return exchange.outcome.kind === "response" && statusOf(exchange) !== 503;
}

function outcomeText({ outcome }: Exchange): string {
  return outcome.kind === "none" ? outcome.message : `${outcome.status}`;
}

/**
 * Returns a cause between the run and the host, rather than at the host: the proxy, the name service, certificates;
 * null if there is none.
 */
function causeBeforeHost(exchange: Exchange, { target }: RunContext): string | null {
  const { proxy } = target.http;
  if (proxy !== null && proxyFor(proxy, new URL(exchange.request.url)) !== null) {
    return `${outcomeText(exchange)} by way of the proxy. Name the host in NO_PROXY, or have the proxy let it through.`;
  }
  const text = outcomeText(exchange);
  return isOfNetwork(text) ? `${text}. ${remedyFor(text)}` : null;
}
