import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext, Suite } from "../../engine/check/check.ts";
import { LISTS } from "../../models/bootstrap-lists.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import { type CreatedMemory, remember } from "../memories/claims.ts";
import {
  type ExpiringMemorySource,
  expectExpired,
  expiringMemorySource,
  waitUntilExpired,
} from "../memories/expiry.ts";
import { type HiddenClaim, hiddenClaim } from "../memories/hidden-claim.ts";
import { expectNotFound } from "../memories/listing.ts";
import { requireEventually } from "../preconditions.ts";
import { emptyContextChecks } from "./empty-context.ts";
import { hiddenContentChecks } from "./hidden-content.ts";
import { bootstrapObservers } from "./observers.ts";
import {
  bootstrap,
  bootstrapOnce,
  memoriesIn,
  requestContext,
  requestContextWithoutMembers,
  scopesIn,
} from "./requests.ts";

const OPERATIONS = ["bootstrap-context"] as const;

/** Requirements on the bootstrap context beyond the form of request and response. */
export const bootstrapSuite: Suite = {
  checks(context) {
    const memoriesOfEveryKind = once(createMemoriesOfEveryKind);
    return [
      bootstrapSucceeds(),
      listsHoldObjects(memoriesOfEveryKind),
      ...emptyContextChecks(context),
      ...asAdditional(noExpiredDecisions(context)),
      newDecisionListed(memoriesOfEveryKind),
      membershipNamesScope("scope"),
      membershipNamesScope("secondScope"),
      unreadableMemoryHidden(),
      ...asAdditional(withExistingFixtures(context, hiddenContentChecks())),
    ];
  },
  observers: () => bootstrapObservers(),
};

/** Returns requests without a scope, and with each scope of the target file. */
function scopeMembers(check: CaseContext) {
  const { scope, secondScope } = check.context.target.fixtures;
  return [{}, ...[scope, secondScope].filter((id) => id !== undefined).map((id) => ({ scope_id: id }))];
}

function bootstrapSucceeds(): Check {
  return defineCheck(
    {
      requirement: "bootstrap.succeeds",
      name: "a bootstrap succeeds without a scope and with each scope",
      operations: OPERATIONS,
      fixtures: ["scope"],
      writes: false,
    },
    async (check) => {
      await check.forEach(scopeMembers(check), async (members, testCase) => {
        const exchange = await requestContext(testCase, members);
        testCase.asserted();
        expectAccepted(
          exchange,
          "scope_id" in members ? "bootstrapping with a scope" : "bootstrapping without a scope",
        );
      });
    },
  );
}

/** The lists have memories and scopes, not only their names. */
function listsHoldObjects(memoriesOfEveryKind: MemoriesSource): Check {
  return defineCheck(
    { requirement: "bootstrap.answer", name: "each list contains objects", operations: OPERATIONS },
    async (check) => {
      await memoriesOfEveryKind(check);
      const { exchange } = await check.baseline("bootstrap-context");
      const later = await bootstrapOnce(check);
      for (const response of [exchange, later]) {
        const body = jsonOf(response);
        const data = asObject(asObject(body).data);
        for (const name of [...LISTS, "scope_membership"]) {
          const list: Json = data[name] ?? null;
          const index = Array.isArray(list) ? list.findIndex((item) => !isObject(item)) : -1;
          check.asserted();
          withEvidence([response], () =>
            expectThat(Array.isArray(list) && index < 0, {
              message: `the ${name} of a bootstrap must be a list of objects`,
              expected: "objects",
              actual: JSON.stringify(index < 0 ? list : [list].flat()[index]).slice(0, 120),
              pointer: index < 0 ? `/data/${name}` : `/data/${name}/${index}`,
              keyword: "items",
            }),
          );
        }
      }
    },
  );
}

/** Returns the scope with the fewest memories of the run: elsewhere newer decisions may leave no room for one. */
function leastUsedScope({ target }: RunContext): JsonObject {
  const { scope, secondScope = scope } = target.fixtures;
  return secondScope === undefined ? {} : { scope_id: secondScope };
}

/**
 * A decision is listed until it expires. If the list has only a few of the newest, the expired one may be beyond its
 * end while other checks run, so it is checked again when few of them write.
 */
function noExpiredDecisions(context: RunContext): Check[] {
  const requirement = "bootstrap.decisions";
  const operations = [...OPERATIONS, "remember", "search-memories"];
  const mortality = (name: string) => expiringMemorySource(name, leastUsedScope(context));
  const anyDecision = mortality("mortal decision");
  const newestDecision = mortality("last mortal decision");
  return [
    defineCheck({ requirement, name: "no current decision has expired", operations }, (check) =>
      expectExpiredAbsent(check, anyDecision),
    ),
    defineCheck(
      { requirement, name: "the newest decision is not listed after it has expired", operations, runsLate: true },
      (check) => expectExpiredAbsent(check, newestDecision),
    ),
  ];
}

async function expectExpiredAbsent(check: CheckContext, mortality: ExpiringMemorySource): Promise<void> {
  const expired = await tryOrNull(async () => {
    const { created, expiresAt } = await mortality(check);
    await waitUntilExpired(check, expiresAt);
    await requireEventually(check, "memories.expiry.status", () => expectExpired(check, created));
    return created;
  });
  if (expired?.requested.kind !== "decision") throw new NotApplicable("no decision of the run has expired");
  await check.forEach([{}, leastUsedScope(check.context)], async (members, testCase) => {
    await testCase.eventually(async () => {
      const listed = memoriesIn(await bootstrap(testCase, members), "current_decisions");
      testCase.asserted();
      expectNotFound(listed, expired.id, "a decision that has expired should not be among the current ones");
    });
  });
}

/** An agent that has just created a decision gets at least one. */
function newDecisionListed(memoriesOfEveryKind: MemoriesSource): Check {
  return defineCheck(
    {
      requirement: "bootstrap.some-decisions",
      name: "decisions are listed once one was created",
      operations: [...OPERATIONS, "remember"],
    },
    async (check) => {
      const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
      const kind = kinds.find((one) => one === "decision");
      if (kind === undefined) throw new Inconclusive("the document has no decisions among the kinds of memories");
      // Usually other checks have created one.
      const created = await tryOrNull(() => memoriesOfEveryKind(check));
      const decision = created?.find(({ requested }) => requested.kind === kind);
      const { memory, requested } = decision ?? (await remember(check, "a decision to start with", { kind }));
      if (typeof memory.status === "string" && memory.status !== "current") {
        throw new NotApplicable("a new decision is not current here");
      }
      // Also in the scope that it was written to.
      const { scope_id } = requested;
      const bodies: JsonObject[] = [{}, ...(typeof scope_id === "string" ? [{ scope_id }] : [])];
      await check.forEach(bodies, async (members, testCase) => {
        await testCase.eventually(async () => {
          const count = memoriesIn(await bootstrap(testCase, members), "current_decisions").length;
          testCase.asserted();
          expectThat(count > 0, {
            message: "the current decisions should not be empty after one was created",
            expected: "at least one decision",
            actual: "no decision",
            pointer: "/data/current_decisions",
            keyword: "empty",
          });
        });
      });
    },
  );
}

/** Creates a decision that must be listed, and memories that must not. */
type MemoriesSource = (check: CheckContext) => Promise<readonly CreatedMemory[]>;

async function createMemoriesOfEveryKind(check: CheckContext): Promise<readonly CreatedMemory[]> {
  const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  const created: CreatedMemory[] = [];
  for (const kind of kinds) created.push(await remember(check, `bootstrapped ${kind}`, { kind }));
  return created;
}

function membershipNamesScope(fixture: "scope" | "secondScope"): Check {
  return defineCheck(
    {
      requirement: "bootstrap.membership",
      name: `the membership names the ${fixture} of the target file`,
      operations: OPERATIONS,
      fixtures: [fixture],
      writes: false,
      reusesResponses: true,
    },
    async (check) => {
      const id = check.context.target.fixtures[fixture];
      const ids = scopesIn(await bootstrapOnce(check)).map((scope) => scope.id);
      check.asserted();
      expectThat(ids.includes(id ?? ""), {
        message: "the scope membership should name a scope that the caller may read and write",
        expected: `the scope ${id}`,
        actual: `${ids.length} scopes, not including it`,
        pointer: "/data/scope_membership",
        keyword: "missing",
      });
    },
  );
}

function unreadableMemoryHidden(): Check {
  return defineCheck(
    {
      requirement: "bootstrap.permissions",
      name: "a memory of an unreadable scope is not shown",
      operations: OPERATIONS,
      fixtures: ["unreadableScope", "memories.unreadable.id", "memories.unreadable.text"],
      writes: false,
    },
    async (check) => {
      const { unreadableScope: hidden = "", memories, otherAgent } = check.context.target.fixtures;
      const { id = "", text = "" } = memories?.unreadable ?? {};
      // Includes what another agent has written there, and a request for that agent's identity.
      const other = await claimOfAnotherAgent(check);
      const otherIdentity =
        other === null || otherAgent?.id === undefined ? [] : [{ agent_identity_id: otherAgent.id }];
      const withoutMembers: JsonObject = {};
      const bodies = [{ scope_id: hidden }, ...scopeMembers(check).slice(0, 1), ...otherIdentity, withoutMembers];
      const judge = async (members: JsonObject, testCase: CaseContext) => {
        const exchange = await (members === withoutMembers
          ? requestContextWithoutMembers(testCase)
          : requestContext(testCase, members));
        requireResponse(exchange);
        testCase.asserted();
        if (statusOf(exchange) !== 200) return;
        for (const memory of [{ id, content: text }, ...(other === null ? [] : [other])])
          expectNotShown(exchange, memory);
      };
      await check.forEach(bodies, judge, { all: true });
    },
  );
}

/** Returns a claim that another agent hides from the caller; null if it cannot write there or is unknown. */
async function claimOfAnotherAgent(check: CheckContext): Promise<HiddenClaim | null> {
  if (check.context.target.fixtures.otherAgent?.apiKey === undefined) return null;
  return tryOrNull(() => hiddenClaim(check));
}

function expectNotShown(exchange: Exchange, { id, content }: Pick<HiddenClaim, "id" | "content">): void {
  for (const list of LISTS) expectNotFound(memoriesIn(exchange, list), id, NOT_SHOWN_MESSAGE);
  expectThat(!JSON.stringify(valueAt(exchange, "/data") ?? null).includes(JSON.stringify(content).slice(1, -1)), {
    message: NOT_SHOWN_MESSAGE,
    expected: "a response without the text of the memory",
    actual: "a response with that text",
    pointer: "/data",
    keyword: "text",
  });
}

const NOT_SHOWN_MESSAGE = "a memory of a scope that the caller may not read must not be shown";
