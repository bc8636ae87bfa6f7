import { statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { Check } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { requireResponse, urlAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { withAlteredSignature } from "./altered-signature.ts";
import { sharedFileIn } from "./file-set.ts";
import { sampleFile } from "./sample-files.ts";
import { fetchSigned, grantFor, hasSucceeded, put, requireDownload } from "./transfer.ts";

const TAMPERED = { requirement: "files.flow.tampered-url", fixtures: ["memberChannel"] };

/** Presigned URLs with an altered signature are rejected, while unaltered ones work. */
export function signatureChecks(): Check[] {
  return [
    defineCheck(
      { ...TAMPERED, name: "a download URL with another signature is rejected", operations: ["request-file-download"] },
      async (check) => {
        const shared = await sharedFileIn(check, "signed", await check.reference("channel"));
        const signedUrl = async () => urlAt(await requireDownload(check, shared), "/data/signedUrl");
        const url = withAlteredSignature(await signedUrl());
        if (url === null) return;
        const exchange = await fetchSigned(check, url);
        expectRejection(exchange);
        if (!hasSucceeded(await fetchSigned(check, await signedUrl()))) {
          throw new Inconclusive("the unaltered URL is rejected as well", "files.download.get");
        }
        check.asserted();
      },
    ),
    defineCheck(
      { ...TAMPERED, name: "an upload URL with another signature is rejected", operations: ["request-file-upload"] },
      async (check) => {
        const grant = await grantFor(check, sampleFile("tampered"));
        const url = withAlteredSignature(urlAt(grant.exchange, "/data/uploadUrl"));
        if (url === null) return;
        const exchange = await put(check, grant, { url });
        expectRejection(exchange);
        const unaltered = await put(check, grant);
        if (!hasSucceeded(unaltered)) {
          throw new Inconclusive("the unaltered URL is rejected as well", "files.flow.put");
        }
        check.asserted();
      },
    ),
  ];
}

function expectRejection(exchange: Parameters<typeof hasSucceeded>[0]): void {
  requireResponse(exchange);
  expectThat(!hasSucceeded(exchange), {
    message: "a presigned URL with its signature altered must be rejected",
    expected: "no 2xx status",
    actual: String(statusOf(exchange)),
    keyword: "accepted",
  });
}
