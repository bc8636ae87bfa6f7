import { createBarrier } from "../../client/barrier.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, Suite } from "../../engine/check/check.ts";
import { isVerified, verify } from "../../engine/resources/tokens.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, expectThat, requireAccepted, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { hasUsableResponse, requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { openPointObserver, outcomeOf } from "../observe.ts";
import { createLife, type Life, mayBeUsedUp, TOKENS, type TokenLife, triedNearly } from "./token-life.ts";

const OPERATIONS = ["verify-connection"] as const;

/** A token and the response to its use. */
type Use = Pick<TokenLife, "token" | "first">;
type Uses = (check: CheckContext) => Promise<readonly Use[]>;

/** Requirements on the connection check beyond the form of request and response. */
export const connectionSuite: Suite = {
  name: "connection",
  checks(context) {
    const life = createLife();
    const raced = once((check: CheckContext) => raceForOne(check, life));
    return [
      answeredFirst(life),
      fresh(life),
      oneShot(life),
      stillUsed([async (check) => [await life(check)], raced]),
      ...withExistingFixtures(context, [usedByAnother(life), usedUpByNobody(life)]),
      race(raced),
      unknown(raced),
      altered(life, raced),
      agent(life),
      workspace(life),
    ];
  },
  observers: () => [otherAgent()],
};

function usedUpByNobody(life: Life): Check {
  return defineCheck(
    {
      requirement: "auth.refused-without-effect",
      name: "no token is used up",
      operations: OPERATIONS,
      fixtures: TOKENS,
      shared: true,
    },
    async (check) => {
      const { first, tried } = await orNotApplicable(() => life(check));
      const { byStrangers, own } = tried;
      // Another token that verifies shows that the rejection has no other cause.
      const isKnown = isVerified(own) || (mayBeUsedUp(tried) && isVerified(first));
      if (!isKnown) throw new NotApplicable("no token verifies here");
      if (!byStrangers.every((exchange) => statusOf(exchange) === 401)) {
        throw new NotApplicable("a call without credentials was not rejected");
      }
      check.asserted();
      judging([...byStrangers, own], () =>
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

function answeredFirst(life: Life): Check {
  return defineCheck(
    {
      requirement: "connection.succeeds",
      name: "the first use of a token succeeds",
      operations: OPERATIONS,
      fixtures: TOKENS,
    },
    async (check) => {
      const { first } = await life(check);
      judging([first], () => expectAccepted(first, "the first use of a challenge token"));
      check.asserted();
    },
  );
}

function fresh(life: Life): Check {
  return defineCheck(
    {
      requirement: "connection.fresh-token",
      name: "the first use of a token verifies the agent",
      operations: OPERATIONS,
      fixtures: TOKENS,
    },
    async (check) => {
      const { first } = await life(check);
      judging([first], () => {
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

function oneShot(life: Life): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "the second and third use do not verify",
      operations: OPERATIONS,
      fixtures: TOKENS,
    },
    async (check) => {
      const { first, later } = await life(check);
      requireVerified(first);
      // If the target was too busy for one use but responded to the other, that one counts.
      const told = later.filter(hasUsableResponse);
      for (const again of told.length > 0 ? told : later) {
        judging([first, again], () => {
          requireResponse(again);
          check.asserted();
          expectNotVerified(again, "a challenge token that was used must not verify again");
        });
        check.observe("verify-connection.refusal", rejectionOf(again), "the second use of a token");
      }
    },
  );
}

/** A used token must still be known at the end of the run, not only for a moment or until the next token. */
function stillUsed(uses: readonly Uses[]): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "a used token does not verify much later",
      operations: ["verify-connection"],
      fixtures: TOKENS,
      late: true,
    },
    async (check) => {
      const all = await Promise.all(uses.map((use) => tryOrNull(() => use(check))));
      const used = all.flatMap((some) => (some ?? []).filter(({ first }) => isVerified(first)));
      if (used.length === 0) throw new NotApplicable("no use of a token has verified");
      for (const { first, token } of used) {
        const again = await verify(check, token);
        requireResponse(again);
        check.asserted();
        judging([first, again], () =>
          expectNotVerified(again, "a challenge token that was used must not verify again, however much later"),
        );
      }
    },
  );
}

/** A used token is used for every agent. */
function usedByAnother(life: Life): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "a used token does not verify another agent",
      operations: OPERATIONS,
      fixtures: [...TOKENS, "otherAgent.apiKey"],
    },
    async (check) => {
      const { first, token } = await life(check);
      requireVerified(first);
      const again = await verify(check, token, { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" });
      requireResponse(again);
      check.asserted();
      judging([first, again], () =>
        expectNotVerified(again, "a challenge token that was used must not verify another agent either"),
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
    expected: "a rejection, or a response that is not ok",
    actual: "200 with ok true",
    pointer: "/data/ok",
    keyword: "verified",
  });
}

const RUNNERS = 6;

/** Of many concurrent uses at most one verifies. */
function race(raced: Uses): Check {
  return defineCheck(
    {
      requirement: "connection.one-shot",
      name: "of many simultaneous uses of a token at most one verifies",
      costly: true,
      operations: OPERATIONS,
      fixtures: TOKENS,
    },
    async (check) => {
      const uses = (await raced(check)).map(({ first }) => first);
      const verified = uses.filter(isVerified);
      if (verified.length === 0) throw new NotApplicable("of many simultaneous uses of a token none has verified");
      check.asserted();
      judging(verified, () =>
        expectThat(verified.length <= 1, {
          message: "a challenge token must verify once, also when it is used several times at once",
          expected: "one response that is ok",
          actual: `${verified.length} responses with ok: true`,
          pointer: "/data/ok",
          keyword: "race",
        }),
      );
    },
  );
}

async function raceForOne(check: CheckContext, life: Life): Promise<readonly Use[]> {
  await tryOrNull(() => life(check));
  const token = await check.reference("token", "raced");
  // Ahead of all waiting requests, and concurrently: otherwise the first use may be over before the next begins.
  const { apiKey } = check.context.target.fixtures.otherAgent ?? {};
  // A lock against concurrent uses may be per caller, so another agent takes part too. If it may not use the token, it
  // is rejected anyway.
  const runners = [...Array.from({ length: RUNNERS }, () => ({})), ...(apiKey === undefined ? [] : [{ apiKey }])];
  const barrier = createBarrier(runners.length);
  const uses = runners.map((runner) => verify(check, token, { ...runner, urgent: true, barrier }));
  return (await Promise.all(uses)).map((first) => ({ token, first }));
}

function unknown(raced: Uses): Check {
  return defineCheck(
    { requirement: "connection.unknown-token", name: "made-up tokens do not verify", operations: OPERATIONS },
    async (check) => {
      const { mark } = check.context;
      await afterRace(check, raced);
      await check.forEach([mark, `${mark}0000`, "true", "1", "*", "%"], (token, one) => expectUnknown(one, token), {
        first: 1,
      });
    },
  );
}

/**
 * Runs after all uses that may verify, of which the race is the last: some targets treat many tokens that do not verify
 * as guessing, and lock the agent out for a while.
 */
async function afterRace(check: CheckContext, raced: Uses): Promise<void> {
  await tryOrNull(() => raced(check));
}

async function expectUnknown(check: CaseContext, token: string): Promise<void> {
  await check.eventually(async () => expectNotKnown(check, await verify(check, token)));
}

/** Fails if a token that was never shown verifies, or causes a server error. */
function expectNotKnown(check: CaseContext, exchange: Exchange): void {
  expectThat(statusOf(exchange) !== 500, {
    message: "a token that was never shown must be rejected, or get ok: false",
    expected: "a rejection, or a response that is not ok",
    actual: statusAndCode(exchange),
    keyword: "internal-error",
  });
  requireResponse(exchange);
  check.asserted();
  expectNotVerified(exchange, "a token that was never shown must not verify");
}

/** Tokens that are similar to a valid one. */
function altered(life: Life, raced: Uses): Check {
  return defineCheck(
    {
      requirement: "connection.unknown-token",
      name: "an altered token does not verify",
      operations: OPERATIONS,
      fixtures: TOKENS,
      early: true,
    },
    async (check) => {
      const { tried, spared } = await orNotApplicable(() => life(check));
      await afterRace(check, raced);
      const nearly = spared === null ? tried.nearly : await triedNearly(check, spared);
      for (const exchange of nearly) judging([exchange], () => expectNotKnown(check, exchange));
    },
  );
}

function agent(life: Life): Check {
  return defineCheck(
    {
      requirement: "connection.agent",
      name: "the agent is the creator of the caller's tasks",
      operations: ["verify-connection", "create-task"],
      fixtures: TOKENS,
    },
    async (check) => {
      const { first } = await life(check);
      const creator = await taskField(check, "createdByAgentId");
      expectSame(check, first, "agentId", creator ?? check.context.target.fixtures.agent?.id);
    },
  );
}

function workspace(life: Life): Check {
  return defineCheck(
    {
      requirement: "connection.workspace",
      name: "the workspace is that of the caller's tasks",
      operations: ["verify-connection", "create-task"],
      fixtures: TOKENS,
    },
    async (check) => {
      const { first } = await life(check);
      expectSame(check, first, "workspaceId", await taskField(check, "workspaceId"));
    },
  );
}

async function taskField(check: CheckContext, field: string): Promise<string | undefined> {
  const value = valueAt((await check.baseline("create-task")).exchange, `/data/${field}`);
  return typeof value === "string" ? value : undefined;
}

/** Fails if a field differs between both responses; passes if one of them lacks it. */
function expectSame(check: CheckContext, first: Exchange, field: string, known: string | undefined): void {
  requireVerified(first);
  const told = valueAt(first, `/data/${field}`);
  if (known === undefined || told === undefined || told === null) return;
  check.asserted();
  judging([first], () => {
    expectEqual(first, `/data/${field}`, known, `the ${field} of a verification must be that of other responses`);
  });
}

/** The number of tokens that the checks of a whole run need. One is used for an observer only if there are more. */
const TOKENS_NEEDED = 8;

function otherAgent() {
  const fixtures = ["otherAgent.apiKey", ...TOKENS];
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
