import type { JsonObject } from "../../../spec/json.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { everyPiece } from "../../models/telling-texts.ts";
import { wordOf } from "../../models/words.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { expectMetadata } from "../../verifiers/kept-metadata.ts";
import { CALENDAR_SLACK, expectLifetime, lifetimesOf } from "../../verifiers/lifetime.ts";
import { expectConfidence } from "../../verifiers/memory.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { LASTING_SECONDS, type Made, remember } from "./claims.ts";
import { contentRoom, inPieces } from "./content-limits.ts";
import { expectAllTold, expectNotDenied } from "./lifetimes.ts";

/** Claims of each kind with every member that a claim can have: what is kept of one kind is kept of all. */
export function wholeClaimChecks(world: RunContext): Check[] {
  const claims = once(rememberWhole);
  const kept = (requirement: string, judge: (made: Made) => void): Check =>
    defineCheck(
      { requirement, name: "of each kind, beside all other members", operations: ["remember"], shared: true },
      async (check) =>
        check.forEach(
          await claims(check),
          async (made, one) => {
            one.asserted();
            judging([made.answer], () => judge(made));
          },
          { describe: ({ asked }) => asked },
        ),
    );
  return [
    kept("memories.remember.kind", (made) => expectAsked(made, "kind")),
    kept("memories.remember.content", (made) => expectAsked(made, "content")),
    kept("memories.remember.confidence", ({ answer }) => expectConfidence(answer, CONFIDENCE)),
    kept("memories.remember.metadata", ({ answer }) => expectMetadata(answer, METADATA)),
    ...unlessSmoke(world, [namedLifetimes(claims)]),
    defineCheck(
      {
        requirement: "memories.remember.ttl-seconds",
        name: "of each kind, beside all other members",
        operations: ["remember"],
      },
      async (check) => {
        const lasting = (await claims(check)).filter(({ asked }) => asked.ttl_seconds !== undefined);
        await check.forEach(lasting, async (made, one) =>
          judging([made.answer], () => one.asserted(expectLifetime(made.memory, LASTING_SECONDS))),
        );
        expectAllTold(
          lasting.map(({ answer, memory }) => ({ answer, sent: LASTING_SECONDS, count: lifetimesOf(memory).length })),
        );
      },
    ),
  ];
}

const CONFIDENCE = 0.62;
/** What is said of a claim beside it. */
const CONTEXT: JsonObject = { where: "a daily meeting", why: "it was asked twice" };
/** It has names that members beside it have too: what is said there does not take their place. */
const METADATA: JsonObject = {
  ...{ tags: ["whole", "claim"], topic: "Größe", nested: { list: [1, "two", null] } },
  ...{ where: "a place of its own", why: "a reason of its own", confidence: "its own" },
};

/** Words of a claim that no other has. */
const OWN_WORDS = 6;

async function rememberWhole(check: CheckContext): Promise<readonly Made[]> {
  const kinds = wordsOf(fieldSchema(check.world.document, "remember", "kind"), "the kind of a memory");
  const presets = wordsOf(fieldSchema(check.world.document, "remember", "ttl_preset"), "the named lifetimes");
  const most = await contentRoom(check);
  const identity = check.world.target.fixtures.agent?.identityId;
  const statedBy: JsonObject = identity === undefined ? {} : { stated_by_identity_id: identity };
  const whole = (kind: string, lifetime: JsonObject) => {
    const key = `whole claim ${kind} ${Object.values(lifetime)}`;
    // Enough of its own for a service not to hold it for another of them, said twice.
    const words = Array.from({ length: OWN_WORDS }, (_, index) => wordOf(check.world, `${key} ${index}`)).join(" ");
    // Of several lines, one of them with a break that blanks make, and with code: blanks and tabs stay as they are.
    const start = `${words}  \nand on\n\n\`\`\`\n\tand\ta tab\n\`\`\`\n\n`;
    const content = `${start}${inPieces(everyPiece, most - start.length)[0]}`;
    const members = { kind, content, confidence: CONFIDENCE, metadata: METADATA, ...CONTEXT, ...statedBy, ...lifetime };
    return remember(check, key, members);
  };
  const named = check.world.budget === "smoke" ? [] : presets;
  return Promise.all([
    ...kinds.map((kind) => whole(kind, { ttl_seconds: LASTING_SECONDS })),
    ...named.map((preset, index) => whole(kinds.at(-1 - (index % kinds.length)) ?? "", { ttl_preset: preset })),
  ]);
}

/** A name means one lifetime, whatever else is said. */
function namedLifetimes(claims: (check: CheckContext) => Promise<readonly Made[]>): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-preset",
      name: "the lifetime of each name, beside all other members",
      operations: ["remember"],
    },
    async (check) => {
      const named = (await claims(check)).filter(({ asked }) => asked.ttl_preset !== undefined);
      for (const { asked, memory, answer } of named) {
        const plain = await remember(check, `plain ${asked.ttl_preset}`, { ttl_preset: asked.ttl_preset ?? null });
        const [alone, ...others] = lifetimesOf(plain.memory);
        if (alone === undefined) continue;
        const fields = [alone, ...others].map(({ field }) => field);
        judging([plain.answer, answer], () => expectNotDenied(memory, String(asked.ttl_preset), fields));
        for (const { told, field } of lifetimesOf(memory)) {
          check.asserted();
          judging([plain.answer, answer], () =>
            expectThat(Math.abs(told - alone.told) <= CALENDAR_SLACK, {
              message: `the lifetime ${asked.ttl_preset} must be the same beside other members as alone`,
              expected: `${alone.told} seconds`,
              actual: `${told} seconds`,
              pointer: `/data/${field}`,
              keyword: "lifetime",
            }),
          );
        }
      }
    },
  );
}

function expectAsked({ answer, asked }: Made, field: string): void {
  expectEqual(answer, `/data/${field}`, asked[field] ?? null, `the ${field} of a memory must be returned as sent`);
}
