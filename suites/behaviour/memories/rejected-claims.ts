import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { once } from "../../engine/cases/once.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectAccepted, expectRejected } from "../../verifiers/expect.ts";
import { expectMetadata } from "../../verifiers/expect-metadata.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { orBlocked, requireEventually } from "../preconditions.ts";
import { claimInput, contentOf, remember, requestMemory, statusFilterOf } from "./claims.ts";
import { expectFound, expectNotFound, searchAll } from "./listing.ts";

/** Claims that break a rule are rejected and have no effect. */
export function rejectedClaimChecks(): Check[] {
  const attempts = once(requestInvalidClaims);
  return [
    provenanceWithoutIdRejected(),
    missingProvenanceRejected(),
    metadataMeasuredInBytes(),
    metadataWithinBoundAccepted(),
    nestedMetadataCounted(),
    rejectedClaimsLeaveNoTrace(attempts),
    ...Object.entries(INVALID_CLAIMS).map(([fault, { requirement }]) =>
      invalidClaimRejected(fault, requirement, attempts),
    ),
  ];
}

/** A list without any pointer is not provenance. An unknown pointer may be rejected as not found. */
const PROVENANCE_STATUSES = [400, 404];

function provenanceWithoutIdRejected(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.provenance-item",
      name: "provenance with an item that has no id is rejected",
      operations: ["remember"],
      runsEarly: true,
    },
    async (check) => {
      await check.baseline("remember");
      await check.forEach<Json>(
        // An id of null is rejected elsewhere.
        [{ name: "other" }, null, {}],
        async (item, testCase) => {
          const content = contentOf(testCase, `without a pointer ${JSON.stringify(item)}`);
          const alone = await requestMemory(testCase, { content, derived_from: [item] });
          testCase.asserted();
          expectRejected(alone, "a claim whose only provenance pointer has no id", PROVENANCE_STATUSES);
        },
        { first: 2 },
      );
    },
  );
}

function missingProvenanceRejected(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.provenance-missing",
      name: "a claim of any kind without provenance, or with null for it, is rejected",
      isCostly: true,
      operations: ["remember"],
    },
    async (check) => {
      await remember(check, "with provenance of every kind");
      const { body } = await claimInput(check, {});
      const { derived_from: _left, ...otherMembers } = asObject(body);
      const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
      const claims: JsonObject[] = [...kinds.map((kind) => ({ kind })), { derived_from: null }];
      await check.forEach(claims, async (members, testCase) => {
        const content = contentOf(testCase, `from nothing ${JSON.stringify(members)}`);
        const response = await testCase.call("remember", { body: { ...otherMembers, ...members, content } });
        testCase.asserted();
        expectRejected(response, `a claim without provenance, with ${JSON.stringify(members)}`, PROVENANCE_STATUSES);
      });
    },
  );
}

/**
 * The number of characters of three bytes in UTF-8 and two in UTF-16: more than 4 KB by every count of bytes, but fewer
 * characters than that.
 */
const WIDE_CHARACTERS = 2100;

function metadataMeasuredInBytes(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.metadata-size",
      name: "the size of metadata is counted in bytes, not characters",
      operations: ["remember"],
      runsEarly: true,
    },
    async (check) => {
      await check.baseline("remember");
      const metadata = { note: "漢".repeat(WIDE_CHARACTERS) };
      const response = await requestMemory(check, { content: contentOf(check, `${WIDE_CHARACTERS} signs`), metadata });
      expectRejected(response, `metadata of ${WIDE_CHARACTERS} signs of three bytes`);
      check.asserted();
    },
  );
}

/** Bytes of compact JSON, mostly ASCII text, so that no way of serialising it exceeds the smaller 4 KB. */
const ACCEPTABLE_BYTES = 3980;

/** Sizes that are within both interpretations of 4 KB must be accepted and returned completely. */
function metadataWithinBoundAccepted(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.metadata-size",
      name: "metadata of just under 4,000 bytes is accepted",
      operations: ["remember"],
      runsEarly: true,
    },
    async (check) => {
      // With tags, which may be indexed separately but count towards the size.
      const otherMembers = { tags: ["nearly", "full"], last: [true] };
      const note = "x".repeat(ACCEPTABLE_BYTES - JSON.stringify({ first: 1, ...otherMembers, note: "" }).length);
      const metadata = { first: 1, note, ...otherMembers };
      const response = await requestMemory(check, { content: contentOf(check, "nearly full"), metadata });
      check.asserted();
      expectAccepted(response, `metadata of ${ACCEPTABLE_BYTES} bytes`);
      await unlessSmallMetadataLost(check, metadata, () => expectMetadata(response, metadata));
    },
  );
}

/** Runs a judgement. If small metadata with as many members is lost too, the size is not the cause. */
async function unlessSmallMetadataLost(check: CaseContext, metadata: JsonObject, judge: () => void): Promise<void> {
  try {
    judge();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const smallMetadata = { ...metadata, note: "short" };
    const { response } = await remember(check, "the same members with little in them", { metadata: smallMetadata });
    await orBlocked("memories.remember.metadata", async () => expectMetadata(response, smallMetadata));
    throw error;
  }
}

/** Returns metadata of more than this many bytes in different ways: deeply nested, with many items, with many names. */
function oversizedMetadata(maxBytes: number): Readonly<Record<string, Json>> {
  const items = (count: number) => Array.from({ length: count }, (_, index) => index);
  const fortieth = Math.ceil(maxBytes / 40);
  return {
    "many names": Object.fromEntries(
      items(Math.ceil(maxBytes / 10)).map((index) => [`a rather long name ${index}`, 1]),
    ),
    "a nested text": { inner: { inner: { note: "x".repeat(maxBytes + fortieth) } } },
    tags: { tags: items(20).map((index) => `tag-${index}-${"x".repeat(2 * fortieth)}`) },
    "a long list": { list: items(Math.ceil(maxBytes / 6)).map((index) => `item ${index}`) },
    "many members of some size": Object.fromEntries(items(50).map((index) => [`member${index}`, "x".repeat(fortieth)])),
  };
}

function nestedMetadataCounted(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.metadata-size",
      name: "nested metadata counts towards its size",
      operations: ["remember"],
      runsEarly: true,
    },
    async (check) => {
      // Other checks judge which metadata is accepted.
      await check.baseline("remember");
      const maxBytes = numberAt(fieldSchema(check.context.document, "remember", "metadata"), "x-max-bytes");
      if (maxBytes === undefined) throw new Inconclusive("the document states no maximum size of metadata");
      const judge = async ([kind, metadata]: readonly [string, Json], testCase: CaseContext) => {
        const response = await requestMemory(testCase, {
          content: contentOf(testCase, `too large by ${kind}`),
          metadata,
        });
        testCase.asserted();
        expectRejected(response, `metadata that is too large by ${kind}`);
      };
      await check.forEach(Object.entries(oversizedMetadata(maxBytes)), judge, { first: 3 });
    },
  );
}

/** A claim that breaks one rule. */
interface InvalidClaim {
  readonly requirement: string;
  readonly members: JsonObject;
  /** A member that is left out. */
  readonly without?: string;
}

/** Claims with one fault each. */
const INVALID_CLAIMS: Readonly<Record<string, InvalidClaim>> = {
  "an empty provenance": {
    requirement: "memories.remember.provenance-empty",
    members: { kind: "decision", derived_from: [] },
  },
  "no provenance": {
    requirement: "memories.remember.provenance-missing",
    members: { kind: "preference" },
    without: "derived_from",
  },
  "a pointer with null for its id": {
    requirement: "memories.remember.provenance-item",
    members: { derived_from: [{ id: null }] },
  },
  "two lifetimes": {
    requirement: "memories.remember.ttl-exclusive",
    members: { ttl_seconds: 3600, ttl_preset: "STABLE" },
  },
  "a confidence above the bound": { requirement: "memories.remember.confidence-max", members: { confidence: 2 } },
  "too much metadata": {
    requirement: "memories.remember.metadata-size",
    members: { metadata: { note: "x".repeat(6000) } },
  },
};

const INVALIDATED = "invalidated";

/** A claim that broke a rule, and its response. */
interface Attempt {
  readonly fault: string;
  readonly content: string;
  readonly response: Exchange;
}

type AttemptsSource = (check: CheckContext) => Promise<readonly Attempt[]>;

async function requestInvalidClaims(check: CheckContext): Promise<readonly Attempt[]> {
  const common = wordOf(check.context, "in every rejected claim");
  const attempts: Attempt[] = [];
  for (const [fault, { members, without }] of Object.entries(INVALID_CLAIMS)) {
    const content = `${contentOf(check, `rejected for ${fault}`)} ${common}`;
    const input = await claimInput(check, { ...members, content });
    const body = Object.entries(asObject(input.body)).filter(([name]) => name !== without);
    attempts.push({
      fault,
      content,
      response: await check.call("remember", { ...input, body: Object.fromEntries(body) }),
    });
  }
  return attempts;
}

/** An attempt of the check for effects also shows whether the rule is enforced. */
function invalidClaimRejected(fault: string, requirement: string, attempts: AttemptsSource): Check {
  return defineCheck(
    { requirement, name: `a claim with ${fault} is rejected`, operations: ["remember"], reusesResponses: true },
    async (check) => {
      const attempt = (await attempts(check)).find((one) => one.fault === fault);
      if (attempt === undefined) return;
      // The rejection is only meaningful if another claim is accepted.
      await check.baseline("remember");
      check.asserted();
      // The status of the rejection is judged separately, once for all rules.
      if (!isRejection(attempt.response))
        withEvidence([attempt.response], () => expectRejected(attempt.response, `a claim with ${fault}`));
    },
  );
}

/** Other requirements judge the rejection itself; this one judges that it has no effect. */
function rejectedClaimsLeaveNoTrace(attempts: AttemptsSource): Check {
  return defineCheck(
    {
      requirement: "memories.remember.refused-without-effect",
      name: "a rejected claim is not found",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const common = wordOf(check.context, "in every rejected claim");
      const rejected = (await attempts(check)).filter(({ response }) => isRejection(response));
      const content = `${contentOf(check, "made after the rejections")} ${common}`;
      const later = await remember(check, "made after the rejections", { content });
      // Under whichever status it may have been stored, starting with invalidated.
      const statuses = statusesOf(check.context).toSorted(
        (one, other) => Number(other === INVALIDATED) - Number(one === INVALIDATED),
      );
      const others = firstPartOf(check, statuses, 1).map((status) => ({ status }));
      const searchCommon = (filter: JsonObject) => searchAll(check, { ...filter, text: common });
      // The search must find an existing memory with the common word.
      const hitsWithCommonWord = await requireEventually(check, "memories.remember.found", async () => {
        const found = await searchCommon(statusFilterOf(later));
        expectFound(found, later.id, "a memory of the run is not found by its last word");
        return found;
      });
      const hits = [...hitsWithCommonWord, ...(await Promise.all(others.map(searchCommon))).flat()];
      for (const { fault, content } of rejected) {
        check.asserted();
        const stored = hits.find(({ memory }) => memory.content === content);
        expectNotFound(hits, stored?.id ?? "", `a claim rejected for ${fault} must leave no memory behind`);
      }
    },
  );
}

function isRejection(response: Exchange): boolean {
  const { status } = requireResponse(response);
  return status >= 400 && status < 500;
}
