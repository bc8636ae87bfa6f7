import type { Json } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectAccepted, expectEqual } from "../../verifiers/expect.ts";
import { expectConfidence } from "../../verifiers/memory.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { expectDataIs } from "../response-data.ts";
import { type CreatedMemory, contentOf, remember, requestMemory } from "./claims.ts";
import { foundChecks } from "./found-claims.ts";
import type { MemoryFixtures } from "./population.ts";

const OPERATIONS = ["remember"] as const;

/** A memory is returned as sent. */
export function creationChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [responseIsMemory(), kindKept(memoryFixtures), confidenceKept(), contextAccepted(), ...foundChecks()];
}

function responseIsMemory(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.answer",
      name: "the response to a claim is a memory with a new id",
      operations: OPERATIONS,
    },
    async (check) => {
      const { exchange } = await check.baseline("remember");
      check.asserted();
      withEvidence([exchange], () => expectDataIs(exchange, "remembered memory"));
    },
  );
}

function kindKept(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.remember.kind",
      name: "a memory of each kind is returned with its kind",
      operations: OPERATIONS,
    },
    async (check) => {
      const all = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
      const judge = (response: Exchange, kind: Json, testCase: CaseContext) => {
        testCase.asserted();
        expectEqual(response, "/data/kind", kind, "a memory must have the kind of its claim");
      };
      // The population has many of each, if all are accepted.
      const population = await tryOrNull(() => memoryFixtures(check));
      if (population !== null) {
        for (const { created } of population.allMembers)
          withEvidence([created.response], () => judge(created.response, created.requested.kind ?? null, check));
        return;
      }
      await check.forEach(
        all,
        async (kind, testCase) => {
          const members = { kind, content: contentOf(testCase, `kind ${kind}`) };
          const response = await requestMemory(testCase, members);
          expectAccepted(response, `a claim of the kind ${kind}`);
          judge(response, kind, testCase);
        },
        { all: true },
      );
    },
  );
}

function confidenceKept(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.confidence",
      name: "a confidence from 0 to 1 is returned as sent",
      operations: OPERATIONS,
    },
    async (check) => {
      const values = [0, 0.12, 1, 0.38, 0.01, 0.77, 0.5, 0.99];
      // 1 is sent separately; another check reuses that response.
      const { response } = await highestConfidenceClaim(check);
      withEvidence([response], () => expectConfidence(response, 1));
      await check.forEach(
        rotated(
          check,
          values.filter((value) => value !== 1),
        ),
        expectConfidenceKept,
        { first: 1 },
      );
    },
  );
}

const cachedClaim = oncePerRun(() => once((check: CheckContext) => remember(check, "current", { confidence: 1 })));

/** Returns a claim with the highest confidence. */
function highestConfidenceClaim(check: CheckContext): Promise<CreatedMemory> {
  return cachedClaim(check.context)(check);
}

async function expectConfidenceKept(value: number, testCase: CaseContext): Promise<void> {
  const { response } = await remember(testCase, `confidence ${value}`, { confidence: value });
  testCase.asserted();
  expectConfidence(response, value);
}

function contextAccepted(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.context",
      name: "a claim with speaker, place and reason is accepted",
      operations: OPERATIONS,
      fixtures: ["agent.identityId"],
    },
    async (check) => {
      const identity = check.context.target.fixtures.agent?.identityId ?? "";
      const given = {
        where: "weekly review of the storage: Größe, Ёмкость & 文字",
        why: `so that nobody asks again, ${"and again, ".repeat(13)}naïve as it may be`,
        stated_by_identity_id: identity,
      };
      const response = await requestMemory(check, { ...given, content: contentOf(check, "context") });
      check.asserted();
      expectAccepted(response, `a claim with ${Object.keys(given).join(" and ")}`);
    },
  );
}
