import type { JsonObject } from "../../../spec/json.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { statusesOf, usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, contentOf, remember } from "./claims.ts";
import { maxContentLength } from "./content-limits.ts";
import { expectFound, searchAll } from "./listing.ts";

/** A memory is found by a word of its content, whatever its other members and its length. */
export function foundChecks(): Check[] {
  return [foundWithEveryMember(), longClaimsFound()];
}

function foundWithEveryMember(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.found",
      name: "claims with any optional member are found",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const variants = variantsOf(check.context.target.fixtures.agent?.identityId);
      const known = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
      const isKnown = ([, { kind }]: readonly [string, JsonObject]) => known.includes(String(kind));
      await expectFoundBySharedWord(check, Object.entries(variants).filter(isKnown));
    },
  );
}

/** Searches for a word that all of them contain; one begins with letters that an index may not support. */
async function expectFoundBySharedWord(
  check: CheckContext,
  variants: readonly (readonly [string, JsonObject])[],
): Promise<void> {
  const word = wordOf(check.context, "found together");
  // A search before the creation, whose response must not be returned again afterwards.
  await searchAll(check, { status: usualStatus(check.context), text: word });
  const created = await Promise.all(
    variants.map(([key, members], place) => {
      const content = `${place === variants.length - 1 ? "Ωμέγα " : ""}${contentOf(check, `found ${key}`)} ${word}`;
      return remember(check, `found ${key}`, { ...members, content });
    }),
  );
  await check.eventually(async () => expectFoundWithContent(check, created, word));
}

/** Returns one variant of each kind. Together they have all other members. */
function variantsOf(identity: string | undefined): Readonly<Record<string, JsonObject>> {
  const statedBy: JsonObject = identity === undefined ? {} : { stated_by_identity_id: identity };
  return {
    // The lifetime of the longest named one.
    "a decision": { kind: "decision", where: "daily meeting", ttl_seconds: LONGEST_SECONDS, confidence: 0.1 },
    // Another name and kind than in the checks of single names.
    "a preference": { kind: "preference", why: "it was asked twice", ttl_preset: "ACTIVE" },
    "a fact": { kind: "fact", ...statedBy, metadata: { topic: "storage", tags: ["finding"] } },
  };
}

/** A year. */
const LONGEST_SECONDS = 31_536_000;

function longClaimsFound(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.found",
      name: "long claims are found",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const maxLength = await maxContentLength(check);
      const lengths = [...new Set([300, 1000, 1900].map((length) => Math.min(length, maxLength)))];
      await check.forEach(lengths, async (length, testCase) => {
        const key = `found long ${length}`;
        // Different words in each: a service may treat a claim that repeats another as its successor.
        const words = Array.from({ length: 250 }, (_, index) => wordOf(testCase.context, `${key} ${index}`)).join(" ");
        const content = `${contentOf(testCase, key)} ${words}`.slice(0, length - 1);
        const created = await remember(testCase, key, { content: `${content}.` });
        await testCase.eventually(async () => expectFoundWithContent(testCase, [created], created.word));
      });
    },
  );
}

async function expectFoundWithContent(check: CaseContext, all: readonly CreatedMemory[], text: string): Promise<void> {
  const defaultStatus = usualStatus(check.context);
  // The status may have changed to the default one since the response, or not yet.
  const statuses = all.flatMap(({ memory: { status: shown } }) =>
    typeof shown === "string" ? [shown, defaultStatus] : statusesOf(check.context),
  );
  const hits = (await Promise.all([...new Set(statuses)].map((status) => searchAll(check, { status, text })))).flat();
  for (const { id, requested } of all) {
    check.asserted();
    const hit = expectFound(hits, id, "a memory must be found by a word of its content");
    expectEqual(
      hit.exchange,
      `${hit.pointer}/content`,
      requested.content ?? null,
      "a found memory must have its content",
    );
  }
}
