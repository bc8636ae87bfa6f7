import type { JsonObject } from "../../../spec/json.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { everyPiece } from "../../models/telling-texts.ts";
import { wordOf } from "../../models/words.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { expectMetadata } from "../../verifiers/kept-metadata.ts";
import { expectLifetime, lifetimesOf } from "../../verifiers/lifetime.ts";
import { expectConfidence } from "../../verifiers/memory.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, LASTING_SECONDS, remember } from "./claims.ts";
import { contentRoom, inPieces } from "./content-limits.ts";
import { expectAllTold } from "./lifetimes.ts";

/** Claims of each kind with every member that a claim can have: what is kept of one kind is kept of all. */
export function completeClaimChecks(): Check[] {
  const claims = once(rememberComplete);
  const kept = (requirement: string, judge: (made: CreatedMemory) => void): Check =>
    defineCheck(
      { requirement, name: "claims with all members are returned as sent", operations: ["remember"], shared: true },
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
    defineCheck(
      {
        requirement: "memories.remember.ttl-seconds",
        name: "claims with all members keep their lifetime",
        operations: ["remember"],
      },
      async (check) => {
        const all = await claims(check);
        await check.forEach(all, async (made, one) =>
          judging([made.answer], () => one.asserted(expectLifetime(made.memory, LASTING_SECONDS))),
        );
        expectAllTold(
          all.map(({ answer, memory }) => ({ answer, sent: LASTING_SECONDS, count: lifetimesOf(memory).length })),
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

async function rememberComplete(check: CheckContext): Promise<readonly CreatedMemory[]> {
  const kinds = wordsOf(fieldSchema(check.world.document, "remember", "kind"), "the kind of a memory");
  const most = await contentRoom(check);
  const identity = check.world.target.fixtures.agent?.identityId;
  const statedBy: JsonObject = identity === undefined ? {} : { stated_by_identity_id: identity };
  const whole = (kind: string) => {
    const key = `whole claim ${kind}`;
    // Enough of its own for a service not to hold it for another of them, said twice.
    const words = Array.from({ length: OWN_WORDS }, (_, index) => wordOf(check.world, `${key} ${index}`)).join(" ");
    // Of several lines, one of them with a break that blanks make, and with code: blanks and tabs stay as they are.
    const start = `${words}  \nand on\n\n\`\`\`\n\tand\ta tab\n\`\`\`\n\n`;
    const content = `${start}${inPieces(everyPiece, most - start.length)[0]}`;
    const said = { kind, content, confidence: CONFIDENCE, metadata: METADATA, ...CONTEXT, ...statedBy };
    return remember(check, key, { ...said, ttl_seconds: LASTING_SECONDS });
  };
  return Promise.all(kinds.map(whole));
}

function expectAsked({ answer, asked }: CreatedMemory, field: string): void {
  expectEqual(answer, `/data/${field}`, asked[field] ?? null, `the ${field} of a memory must be returned as sent`);
}
