import type { Exchange } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { instantOf } from "../../models/instant.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { urlAt, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { sampleFile } from "./sample-files.ts";
import {
  fetchSigned,
  grantFor,
  hasSucceeded,
  put,
  requireDownload,
  requireDownloaded,
  requireSent,
  shareSample,
  uploadFile,
} from "./transfer.ts";

/**
 * Milliseconds after which a URL is used whose response gives it a much longer lifetime, with a margin for clock skew
 * of the store.
 */
const WAITED_MS = 3_000;
const MIN_LIFETIME_MS = 30_000;

/** A presigned URL can be used until it expires, not only immediately. */
export function usableUntilExpiryChecks(): Check[] {
  return [uploadUsableUntilExpiry(), downloadUsableUntilExpiry()];
}

function uploadUsableUntilExpiry(): Check {
  return defineCheck(
    {
      requirement: "files.flow.put",
      name: "an upload URL is usable a few seconds later, long before it expires",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
      waitsForTime: true,
    },
    async (check) => {
      const channelId = await check.reference("channel");
      // Another check judges an immediate rejection.
      await orNotApplicable(() => uploadFile(check, sampleFile("put at once"), { channelId }));
      const grant = await grantFor(check, sampleFile("put a moment later"), { channelId });
      await waitWithinLifetime(check, grant.exchange);
      expectUsable(grant.exchange, await put(check, grant));
    },
  );
}

function downloadUsableUntilExpiry(): Check {
  return defineCheck(
    {
      requirement: "files.download.get",
      name: "a download URL is usable a few seconds later, long before it expires",
      operations: ["request-file-download", "request-file-upload", "send-message"],
      fixtures: ["memberChannel"],
      waitsForTime: true,
    },
    async (check) => {
      const shared = await shareSample(check, "fetched a moment later", await check.reference("channel"), {});
      await orNotApplicable(() => requireDownloaded(check, shared));
      const granted = await requireDownload(check, shared);
      await waitWithinLifetime(check, granted);
      expectUsable(granted, await fetchSigned(check, urlAt(granted, "/data/signedUrl")));
    },
  );
}

async function waitWithinLifetime(check: CheckContext, granted: Exchange): Promise<void> {
  const [until, since] = ["/data/expiresAt", "/meta/timestamp"].map((place) => instantOf(valueAt(granted, place)));
  if (!(Number(until) - Number(since) >= MIN_LIFETIME_MS)) {
    throw new NotApplicable("no response shows, by its own clock, that a URL stays valid for long");
  }
  await check.pause(WAITED_MS);
  check.asserted();
}

function expectUsable(granted: Exchange, used: Exchange): void {
  const { status } = requireSent(used);
  withEvidence([granted, used], () =>
    expectThat(hasSucceeded(used), {
      message: "a presigned URL must be usable until it expires",
      expected: `a 2xx status before ${String(valueAt(granted, "/data/expiresAt"))}`,
      actual: String(status),
      keyword: "lasting",
    }),
  );
}
