import type { ClientRule } from "../rule.ts";
import { callsKnownOperations } from "./calls-known-operations.ts";
import { correctsBeforeRepeating } from "./corrects-before-repeating.ts";
import { createsOnce } from "./creates-once.ts";
import { followsPages } from "./follows-pages.ts";
import { keepsFiltersWithCursor } from "./keeps-filters-with-cursor.ts";
import { keepsKeyFromPresignedUrls } from "./keeps-key-from-presigned-urls.ts";
import { readsAtIntervals } from "./reads-at-intervals.ts";
import { recallsByQueryOrSeed } from "./recalls-by-query-or-seed.ts";
import { releasesOwnTasks } from "./releases-own-tasks.ts";
import { retriesAfterTemporaryErrors } from "./retries-after-temporary-errors.ts";
import { sendsKnownFields } from "./sends-known-fields.ts";
import { sendsOneLifetime } from "./sends-one-lifetime.ts";
import { sendsValidRequests } from "./sends-valid-requests.ts";
import { stopsAtPlanLimit } from "./stops-at-plan-limit.ts";
import { stopsWithoutValidKey } from "./stops-without-valid-key.ts";
import { uploadsAsAnnounced } from "./uploads-as-announced.ts";
import { uploadsBeforeAttaching } from "./uploads-before-attaching.ts";
import { usesChallengeTokensOnce } from "./uses-challenge-tokens-once.ts";
import { usesUrlsBeforeExpiry } from "./uses-urls-before-expiry.ts";
import { waitsForRetryAfter } from "./waits-for-retry-after.ts";

/** Every rule for clients, in the order of the report; fallback rules come last. */
export const CLIENT_RULES: readonly ClientRule[] = [
  callsKnownOperations,
  stopsWithoutValidKey,
  sendsKnownFields,
  sendsOneLifetime,
  recallsByQueryOrSeed,
  keepsFiltersWithCursor,
  followsPages,
  readsAtIntervals,
  keepsKeyFromPresignedUrls,
  usesUrlsBeforeExpiry,
  uploadsAsAnnounced,
  uploadsBeforeAttaching,
  createsOnce,
  waitsForRetryAfter,
  retriesAfterTemporaryErrors,
  correctsBeforeRepeating,
  releasesOwnTasks,
  usesChallengeTokensOnce,
  stopsAtPlanLimit,
  sendsValidRequests,
];
