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
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { asFurther, defineCheck, withExistingFixtures } from "../define-check.ts";
import { type CreatedMemory, remember } from "../memories/claims.ts";
import { createMortality, expectExpired, type Mortality, untilOver } from "../memories/expiry.ts";
import { type HiddenClaim, hiddenClaim } from "../memories/hidden-claim.ts";
import { expectNotFound } from "../memories/listing.ts";
import { requireEventually } from "../preconditions.ts";
import {
  askForContext,
  askForContextOfNobody,
  bootstrap,
  bootstrapOnce,
  memoriesIn,
  scopesIn,
} from "./bootstrapping.ts";
import { hiddenContextChecks } from "./hidden.ts";
import { bootstrapOfNothing } from "./nothing.ts";
import { bootstrapQuestions } from "./questions.ts";

const OPERATIONS = ["bootstrap-context"] as const;

/** Requirements on the bootstrap context beyond the form of request and response. */
export const bootstrapSuite: Suite = {
  name: "bootstrap",
  checks(context) {
    const oneOfEach = once(makeOneOfEach);
    return [
      accepted(),
      lists(oneOfEach),
      ...bootstrapOfNothing(context),
      decisions(oneOfEach),
      ...asFurther(noEndedDecisions(context)),
      someDecisions(oneOfEach),
      membership("scope"),
      membership("secondScope"),
      permissions(),
      ...asFurther(withExistingFixtures(context, hiddenContextChecks())),
    ];
  },
  observers: () => bootstrapQuestions(),
};

/** Returns requests without a scope, and with each scope of the target file. */
function narrowings(check: CaseContext) {
  const { scope, secondScope } = check.context.target.fixtures;
  return [{}, ...[scope, secondScope].filter((id) => id !== undefined).map((id) => ({ scope_id: id }))];
}

function accepted(): Check {
  return defineCheck(
    {
      requirement: "bootstrap.succeeds",
      name: "a bootstrap succeeds without a scope and with each scope",
      operations: OPERATIONS,
      fixtures: ["scope"],
      writes: false,
    },
    async (check) => {
      await check.forEach(narrowings(check), async (members, one) => {
        const exchange = await askForContext(one, members);
        one.asserted();
        expectAccepted(
          exchange,
          "scope_id" in members ? "bootstrapping with a scope" : "bootstrapping without a scope",
        );
      });
    },
  );
}

/** The lists have memories and scopes, not only their names. */
function lists(oneOfEach: Making): Check {
  return defineCheck(
    { requirement: "bootstrap.answer", name: "each list holds objects", operations: OPERATIONS },
    async (check) => {
      await oneOfEach(check);
      const { exchange } = await check.baseline("bootstrap-context");
      const again = await bootstrapOnce(check);
      for (const response of [exchange, again]) {
        const body = jsonOf(response);
        const data = asObject(asObject(body).data);
        for (const name of [...LISTS, "scope_membership"]) {
          const list: Json = data[name] ?? null;
          const place = Array.isArray(list) ? list.findIndex((item) => !isObject(item)) : -1;
          check.asserted();
          judging([response], () =>
            expectThat(Array.isArray(list) && place < 0, {
              message: `the ${name} of a bootstrap must be a list of objects`,
              expected: "objects",
              actual: JSON.stringify(place < 0 ? list : [list].flat()[place]).slice(0, 120),
              pointer: place < 0 ? `/data/${name}` : `/data/${name}/${place}`,
              keyword: "items",
            }),
          );
        }
      }
    },
  );
}

function decisions(oneOfEach: Making): Check {
  return defineCheck(
    {
      requirement: "bootstrap.decisions",
      name: "current decisions have the kind decision and the status current",
      operations: OPERATIONS,
    },
    async (check) => {
      await oneOfEach(check);
      await check.forEach(narrowings(check), async (members, one) => {
        const exchange = await bootstrapOnce(one, members);
        for (const { memory, pointer } of memoriesIn(exchange, "current_decisions")) {
          for (const [field, wanted] of Object.entries({ kind: "decision", status: "current" })) {
            const shown = memory[field];
            if (typeof shown !== "string") continue;
            one.asserted();
            expectThat(shown === wanted, {
              message: `the current decisions should have the ${field} ${wanted}`,
              expected: wanted,
              actual: shown,
              pointer: `${pointer}/${field}`,
              keyword: field,
            });
          }
        }
      });
    },
  );
}

/** Returns the scope with the fewest memories of the run: elsewhere newer decisions may leave no room for one. */
function quietScope({ target }: RunContext): JsonObject {
  const { scope, secondScope = scope } = target.fixtures;
  return secondScope === undefined ? {} : { scope_id: secondScope };
}

/**
 * A decision is listed until it expires. If the list has only a few of the newest, the expired one may be beyond its
 * end while other checks run, so it is checked again when hardly any of them write.
 */
function noEndedDecisions(context: RunContext): Check[] {
  const requirement = "bootstrap.decisions";
  const operations = [...OPERATIONS, "remember", "search-memories"];
  const mortality = (name: string) => createMortality(name, quietScope(context));
  const among = mortality("mortal decision");
  const newest = mortality("last mortal decision");
  return [
    defineCheck({ requirement, name: "no current decision has expired", operations }, (check) =>
      expectNoneEnded(check, among),
    ),
    defineCheck(
      { requirement, name: "the newest decision is not listed after its lifetime", operations, late: true },
      (check) => expectNoneEnded(check, newest),
    ),
  ];
}

async function expectNoneEnded(check: CheckContext, mortality: Mortality): Promise<void> {
  const ended = await tryOrNull(async () => {
    const { made, overAt } = await mortality(check);
    await untilOver(check, overAt);
    await requireEventually(check, "memories.expiry.status", () => expectExpired(check, made));
    return made;
  });
  if (ended?.asked.kind !== "decision") throw new NotApplicable("no decision of the run has expired");
  await check.forEach([{}, quietScope(check.context)], async (members, one) => {
    await one.eventually(async () => {
      const listed = memoriesIn(await bootstrap(one, members), "current_decisions");
      one.asserted();
      expectNotFound(listed, ended.id, "a decision that has expired should not be among the current ones");
    });
  });
}

/** An agent that has just made a decision gets at least one. */
function someDecisions(oneOfEach: Making): Check {
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
      const there = await tryOrNull(() => oneOfEach(check));
      const decided = there?.find(({ asked }) => asked.kind === kind);
      const { memory, asked } = decided ?? (await remember(check, "a decision to start with", { kind }));
      if (typeof memory.status === "string" && memory.status !== "current") {
        throw new NotApplicable("a new decision is not current here");
      }
      // Also in the scope that it was written to.
      const { scope_id } = asked;
      const ways: JsonObject[] = [{}, ...(typeof scope_id === "string" ? [{ scope_id }] : [])];
      await check.forEach(ways, async (members, one) => {
        await one.eventually(async () => {
          const count = memoriesIn(await bootstrap(one, members), "current_decisions").length;
          one.asserted();
          expectThat(count > 0, {
            message: "the current decisions should hold some, as there is one",
            expected: "at least one decision",
            actual: "none",
            pointer: "/data/current_decisions",
            keyword: "empty",
          });
        });
      });
    },
  );
}

/** Creates a decision that must be listed, and memories that must not. */
type Making = (check: CheckContext) => Promise<readonly CreatedMemory[]>;

async function makeOneOfEach(check: CheckContext): Promise<readonly CreatedMemory[]> {
  const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  const made: CreatedMemory[] = [];
  for (const kind of kinds) made.push(await remember(check, `bootstrapped ${kind}`, { kind }));
  return made;
}

function membership(fixture: "scope" | "secondScope"): Check {
  return defineCheck(
    {
      requirement: "bootstrap.membership",
      name: `the membership names the ${fixture} of the target file`,
      operations: OPERATIONS,
      fixtures: [fixture],
      writes: false,
      shared: true,
    },
    async (check) => {
      const id = check.context.target.fixtures[fixture];
      const ids = scopesIn(await bootstrapOnce(check)).map((scope) => scope.id);
      check.asserted();
      expectThat(ids.includes(id ?? ""), {
        message: "the scope membership should name a scope that the caller may read and write",
        expected: `the scope ${id}`,
        actual: `${ids.length} scopes without it`,
        pointer: "/data/scope_membership",
        keyword: "missing",
      });
    },
  );
}

function permissions(): Check {
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
      const other = await writtenByAnother(check);
      const named = other === null || otherAgent?.id === undefined ? [] : [{ agent_identity_id: otherAgent.id }];
      const nobody: JsonObject = {};
      const ways = [{ scope_id: hidden }, ...narrowings(check).slice(0, 1), ...named, nobody];
      const judge = async (members: JsonObject, one: CaseContext) => {
        const exchange = await (members === nobody ? askForContextOfNobody(one) : askForContext(one, members));
        requireResponse(exchange);
        one.asserted();
        if (statusOf(exchange) !== 200) return;
        for (const memory of [{ id, content: text }, ...(other === null ? [] : [other])])
          expectNotShown(exchange, memory);
      };
      await check.forEach(ways, judge, { all: true });
    },
  );
}

/** Returns a claim that another agent hides from the caller; null if it cannot write there or is unknown. */
async function writtenByAnother(check: CheckContext): Promise<HiddenClaim | null> {
  if (check.context.target.fixtures.otherAgent?.apiKey === undefined) return null;
  return tryOrNull(() => hiddenClaim(check));
}

function expectNotShown(exchange: Exchange, { id, content }: Pick<HiddenClaim, "id" | "content">): void {
  for (const list of LISTS) expectNotFound(memoriesIn(exchange, list), id, MESSAGE);
  expectThat(!JSON.stringify(valueAt(exchange, "/data") ?? null).includes(JSON.stringify(content).slice(1, -1)), {
    message: MESSAGE,
    expected: "a response without its text",
    actual: "a response with it",
    pointer: "/data",
    keyword: "text",
  });
}

const MESSAGE = "a memory of a scope that the caller may not read must not be shown";
