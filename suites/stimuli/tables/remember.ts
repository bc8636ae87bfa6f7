import type { JsonObject } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsIn } from "../../models/document-facts.ts";
import { METADATA_FORMS } from "../../models/metadata-forms.ts";
import { memoriesOf, messagesOf } from "../known-resources.ts";
import { callerFactor } from "../shared-factors.ts";
import {
  ABSENT,
  type GeneratedText,
  type Level,
  levelInTurns,
  levelOfFixture,
  levelsOfValues,
  levelsOfWords,
  type Table,
} from "../table.ts";
import { levelsOfText } from "../text-levels.ts";
import { scopeLevels } from "./fixtures.ts";

/** Lengths of contents that services may reject, beyond those at which careless code truncates. */
const LENGTHS_PERHAPS_REJECTED = [2_600, 4_200, 10_100];

/** Creates memories with every member of a claim, and every kind of value in it. */
export function remember(check: CheckContext): Table {
  const { context } = check;
  const words = (field: string) => wordsIn(fieldSchema(context.document, "remember", field));
  const identity = { member: "stated_by_identity_id", path: "agent.identityId" };
  const shortText = { lengths: [190] };
  return {
    operation: "remember",
    resourceOperations: ["send-message"],
    resources: () => messagesOf(check),
    needsResource: true,
    factors: [
      {
        name: "content",
        levels: levelsOfText("content", {
          lengths: [300, 1900],
          lengthsPerhapsRejected: LENGTHS_PERHAPS_REJECTED,
          isMultiline: true,
        }),
      },
      { name: "kind", levels: levelsOfWords("kind", words("kind")) },
      { name: "scope_id", levels: scopeLevels(context, "scope_id").slice(0, 2) },
      { name: "derived_from", levels: sourceLevels(check) },
      {
        name: "confidence",
        levels: [ABSENT, ...levelsOfValues("confidence", { none: 0, little: 0.07, half: 0.5, full: 1 })],
      },
      {
        name: "lifetime",
        levels: [
          ABSENT,
          ...levelsOfWords("ttl_preset", words("ttl_preset")),
          ...levelsOfValues("ttl_seconds", { seconds: 1_000_000 }),
        ],
      },
      {
        name: "stated_by",
        levels: [ABSENT, levelOfFixture("the caller", identity, context.target.fixtures.agent?.identityId)],
      },
      { name: "where", levels: [ABSENT, ...levelsOfText("where", shortText).slice(0, 3)] },
      { name: "why", levels: [ABSENT, ...levelsOfText("why", shortText).slice(0, 3)] },
      { name: "metadata", levels: [ABSENT, ...metadataLevels()] },
      callerFactor(context),
    ],
  };
}

function sourceLevels(check: CheckContext): Level[] {
  const firstIds = (count: number) =>
    memoriesOf(check)
      .slice(0, count)
      .map(({ id }) => ({ id }));
  return [
    { name: "a message", members: ({ id }) => ({ derived_from: [{ id }] }) },
    { name: "a message and two memories", members: ({ id }) => ({ derived_from: [{ id }, ...firstIds(2)] }) },
  ];
}

/** Returns levels with metadata of every form. */
function metadataLevels(): Level[] {
  const level = (name: string, write: (text: GeneratedText) => JsonObject): Level => ({
    name,
    members: (_thing, text) => ({ metadata: write(text) }),
  });
  return [
    level("nothing", () => ({})),
    level("one tag", ({ word }) => ({ tags: [word] })),
    level("many tags", ({ word, mark }) => ({ tags: [word, mark, "amber", "basil", "dahlia"] })),
    level("tags beyond ASCII and in capitals", ({ word, nonAsciiWord }) => ({
      tags: [nonAsciiWord, word.toUpperCase(), "two words"],
    })),
    level("tags with signs", ({ word }) => ({
      tags: [`#${word}`, `${word}=1`, `00${word}`, `a\\${word}`, `it's "${word}"`, `${word} 100%`, `${word}.x_y`],
    })),
    level("a long tag", ({ word }) => ({ tags: [`${word}${"tag".repeat(90)}`] })),
    level("a text and a number", ({ word }) => ({ topic: word, count: 42 })),
    level("everything nested", ({ word }) => ({
      topic: word,
      nested: { list: [1, 2.5, "three", null, true, [], {}], empty: "" },
      tags: [word],
    })),
    level("3.5 KB", ({ word }) => ({ topic: word, filler: "x".repeat(3500) })),
    // Three levels, since a single one would not get enough rows for all of them.
    ...["one third", "another third", "the last third"].map((name, nth, all) => {
      const forms = METADATA_FORMS.filter((_, index) => index % all.length === nth);
      return levelInTurns(
        `forms that stores lose: ${name}`,
        forms.map((metadata) => () => ({ metadata })),
      );
    }),
  ];
}
