import { createBarrier } from "../../client/barrier.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, Suite } from "../../engine/check/check.ts";
import { isVerified, verify } from "../../engine/resources/tokens.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, expectThat, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { hasUsableResponse, requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { openPointObserver, outcomeOf } from "../observe.ts";
import {
  createTokenUses,
  mayBeUsedUp,
  TOKEN_FIXTURES,
  type TokenUses,
  type TokenUsesSource,
  trySimilarTokens,
} from "./token-uses.ts";

const OPERATIONS = ["verify-connection"] as const;

/** A token and the response to its use. */
type Use = Pick<TokenUses, "token" | "first">;
type Uses = (check: CheckContext) => Promise<readonly Use[]>;

/** Requirements on the connection check beyond the form of request and response. */
export const connectionSuite: Suite = {
  checks(context) {
    const tokenUses = createTokenUses();
    const concurrentUses = once((check: CheckContext) => useConcurrently(check, tokenUses));
    return [
      firstUseSucceeds(tokenUses),
      firstUseVerifies(tokenUses),
      laterUsesDoNotVerify(tokenUses),
      usedTokenDoesNotVerifyLate([async (check) => [await tokenUses(check)], concurrentUses]),
      ...withExistingFixtures(context, [
        usedTokenDoesNotVerifyAnother(tokenUses),
        notUsedUpByBadCredentials(tokenUses),
      ]),
      concurrentUsesVerifyOnce(concurrentUses),
      unknownTokensDoNotVerify(concurrentUses),
      similarTokensDoNotVerify(tokenUses, concurrentUses),
    ];
  },
  observers: () => [otherAgentObserver()],
};

function notUsedUpByBadCredentials(tokenUses: TokenUsesSource): Check {
  return defineCheck(
    {
      requirement: "auth.refused-without-effect",
      name: "no token is used up without valid credentials",
      operations: OPERATIONS,
      fixtures: TOKEN_FIXTURES,
      reusesResponses: true,
    },
    async (check) => {
      const { first, attempted } = await orNotApplicable(() => tokenUses(check));
      const { withBadCredentials, own } = attempted;
      // Another token that verifies shows that the rejection has no other cause.
      const isKnown = isVerified(own) || (mayBeUsedUp(attempted) && isVerified(first));
      if (!isKnown) throw new NotApplicable("no token verifies here");
      if (!withBadCredentials.every((exchange) => statusOf(exchange) === 401)) {
        throw new NotApplicable("a call without credentials was not rejected");
      }
      check.asserted();
      withEvidence([...withBadCredentials, own], () =>
        expectThat(isVerified(own), {
          message: "a challenge token that a caller without credentials tried must still verify the agent",
          expected: "200 with ok true, as of another token",
          actual: rejectionOf(own),
          pointer: "/data/ok",
          keyword: "used-up",
        }),
      );
    },
  );
}

function firstUseSucceeds(tokenUses: TokenUsesSource): Check {
  return defineCheck(
    {
      requirement: "connection.succeeds",
      name: "the first use of a token succeeds",
      operations: OPERATIONS,
      fixtures: TOKEN_FIXTURES,
    },
    async (check) => {
      const { first } = await tokenUses(check);
      withEvidence([first], () => expectAccepted(first, "the first use of a challenge token"));
      check.asserted();
    },
  );
}

function firstUseVerifies(tokenUses: TokenUsesSource): Check {
  return defineCheck(
    {
      requirement: "connection.fresh-token",
      name: "the first use of a token verifies the agent",
      operations: OPERATIONS,
      fixtures: TOKEN_FIXTURES,
    },
    async (check) => {
      const { first } = await tokenUses(check);
      withEvidence([first], () => {
        requireAccepted(first, "connection.succeeds");
        check.asserted();
        expectEqual(
          first,
          "/data/ok",
          true,
          "a fresh challenge token (one that no earlier run has used) must verify the agent",
        );
      });
    },
  );
}

function laterUsesDoNotVerify(tokenUses: TokenUsesSource): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "the second and third use do not verify",
      operations: OPERATIONS,
      fixtures: TOKEN_FIXTURES,
    },
    async (check) => {
      const { first, later } = await tokenUses(check);
      requireVerified(first);
      // If the target was too busy for one of the uses, the other one counts.
      const usable = later.filter(hasUsableResponse);
      for (const laterUse of usable.length > 0 ? usable : later) {
        withEvidence([first, laterUse], () => {
          requireResponse(laterUse);
          check.asserted();
          expectNotVerified(laterUse, "a challenge token that was used must not verify again");
        });
        check.observe("verify-connection.refusal", rejectionOf(laterUse), "the second use of a token");
      }
    },
  );
}

/** A used token must still be known at the end of the run, not only for a moment or until the next token. */
function usedTokenDoesNotVerifyLate(uses: readonly Uses[]): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "a used token does not verify late in the run",
      operations: ["verify-connection"],
      fixtures: TOKEN_FIXTURES,
      runsLate: true,
    },
    async (check) => {
      const useLists = await Promise.all(uses.map((use) => tryOrNull(() => use(check))));
      const used = useLists.flatMap((list) => (list ?? []).filter(({ first }) => isVerified(first)));
      if (used.length === 0) throw new NotApplicable("no use of a token has verified");
      for (const { first, token } of used) {
        const lateUse = await verify(check, token);
        requireResponse(lateUse);
        check.asserted();
        withEvidence([first, lateUse], () =>
          expectNotVerified(lateUse, "a challenge token that was used must not verify again, however much later"),
        );
      }
    },
  );
}

/** A used token is used for every agent. */
function usedTokenDoesNotVerifyAnother(tokenUses: TokenUsesSource): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "a used token does not verify another agent",
      operations: OPERATIONS,
      fixtures: [...TOKEN_FIXTURES, "otherAgent.apiKey"],
    },
    async (check) => {
      const { first, token } = await tokenUses(check);
      requireVerified(first);
      const otherUse = await verify(check, token, { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" });
      requireResponse(otherUse);
      check.asserted();
      withEvidence([first, otherUse], () =>
        expectNotVerified(otherUse, "a challenge token that was used must not verify another agent either"),
      );
    },
  );
}

function rejectionOf(exchange: Exchange): string {
  const reason = typeof valueAt(exchange, "/data/reason") === "string" ? " and a reason" : "";
  return outcomeOf(exchange, () => `200 with ok ${JSON.stringify(valueAt(exchange, "/data/ok") ?? null)}${reason}`);
}

/** Throws `Inconclusive` unless the first use verified, since only then must a second one fail. */
function requireVerified(first: Exchange): void {
  requireAccepted(first, "connection.succeeds");
  if (!isVerified(first)) throw new Inconclusive("no use of the token has verified", "connection.fresh-token");
}

function expectNotVerified(exchange: Exchange, message: string): void {
  expectThat(!isVerified(exchange), {
    message,
    expected: "a rejection, or 200 with ok: false",
    actual: "200 with ok true",
    pointer: "/data/ok",
    keyword: "verified",
  });
}

const CONCURRENT_USES = 6;

/** Of many concurrent uses at most one verifies. */
function concurrentUsesVerifyOnce(concurrentUses: Uses): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "of many concurrent uses of a token at most one verifies",
      isCostly: true,
      operations: OPERATIONS,
      fixtures: TOKEN_FIXTURES,
    },
    async (check) => {
      const uses = (await concurrentUses(check)).map(({ first }) => first);
      const verified = uses.filter(isVerified);
      if (verified.length === 0) throw new NotApplicable("none of the concurrent uses of a token has verified");
      check.asserted();
      withEvidence(verified, () =>
        expectThat(verified.length <= 1, {
          message: "a challenge token must verify once, also with concurrent uses",
          expected: "one response that is ok",
          actual: `${verified.length} responses with ok: true`,
          pointer: "/data/ok",
          keyword: "race",
        }),
      );
    },
  );
}

async function useConcurrently(check: CheckContext, tokenUses: TokenUsesSource): Promise<readonly Use[]> {
  await tryOrNull(() => tokenUses(check));
  const token = await check.reference("token", "raced");
  // Ahead of all waiting requests, and concurrently: otherwise the first use may be over before the next begins.
  const { apiKey } = check.context.target.fixtures.otherAgent ?? {};
  // A lock against concurrent uses may be per caller, so another agent takes part too. If it may not use the token, it
  // is rejected anyway.
  const callers = [
    ...Array.from({ length: CONCURRENT_USES }, () => ({})),
    ...(apiKey === undefined ? [] : [{ apiKey }]),
  ];
  const barrier = createBarrier(callers.length);
  const uses = callers.map((caller) => verify(check, token, { ...caller, urgent: true, barrier }));
  return (await Promise.all(uses)).map((first) => ({ token, first }));
}

function unknownTokensDoNotVerify(concurrentUses: Uses): Check {
  return defineCheck(
    { requirement: "connection.unknown-token", name: "unknown tokens do not verify", operations: OPERATIONS },
    async (check) => {
      const { mark } = check.context;
      await waitForConcurrentUses(check, concurrentUses);
      await check.forEach(
        [mark, `${mark}0000`, "true", "1", "*", "%"],
        (token, testCase) => verifyAndExpectUnknown(testCase, token),
        {
          first: 1,
        },
      );
    },
  );
}

/**
 * Runs after all uses that may verify, of which the race is the last: some targets treat many tokens that do not verify
 * as guessing, and lock the agent out for a while.
 */
async function waitForConcurrentUses(check: CheckContext, concurrentUses: Uses): Promise<void> {
  await tryOrNull(() => concurrentUses(check));
}

async function verifyAndExpectUnknown(check: CaseContext, token: string): Promise<void> {
  await check.eventually(async () => expectUnknown(check, await verify(check, token)));
}

/** Fails if a token that was never shown verifies, or causes a server error. */
function expectUnknown(check: CaseContext, exchange: Exchange): void {
  expectThat(statusOf(exchange) !== 500, {
    message: "a token that was never shown must be rejected, or get ok: false",
    expected: "a rejection, or 200 with ok: false",
    actual: statusAndCode(exchange),
    keyword: "internal-error",
  });
  requireResponse(exchange);
  check.asserted();
  expectNotVerified(exchange, "a token that was never shown must not verify");
}

/** Tokens that are similar to a valid one. */
function similarTokensDoNotVerify(tokenUses: TokenUsesSource, concurrentUses: Uses): Check {
  return defineCheck(
    {
      requirement: "connection.unknown-token",
      name: "a token similar to a valid one does not verify",
      operations: OPERATIONS,
      fixtures: TOKEN_FIXTURES,
      runsEarly: true,
    },
    async (check) => {
      const { attempted, reserved } = await orNotApplicable(() => tokenUses(check));
      await waitForConcurrentUses(check, concurrentUses);
      const similar = reserved === null ? attempted.similar : await trySimilarTokens(check, reserved);
      for (const exchange of similar) withEvidence([exchange], () => expectUnknown(check, exchange));
    },
  );
}

/** The number of tokens that the checks of a whole run need. One is used for an observer only if there are more. */
const TOKENS_NEEDED = 8;

function otherAgentObserver() {
  const fixtures = ["otherAgent.apiKey", ...TOKEN_FIXTURES];
  return openPointObserver(
    "verify-connection.other-agent",
    { operations: OPERATIONS, fixtures, writes: true },
    async (check) => {
      const { challengeTokens = [], otherAgent: other } = check.context.target.fixtures;
      if (challengeTokens.length <= TOKENS_NEEDED) return null;
      const token = await check.reference("token", "unused");
      const exchange = await verify(check, token, { apiKey: other?.apiKey ?? "" });
      requireResponse(exchange);
      return { answer: rejectionOf(exchange), evidence: "a fresh token, used by another agent" };
    },
  );
}
