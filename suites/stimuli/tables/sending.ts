import type { CheckContext } from "../../engine/check/check.ts";
import { MISLEADING_TEXTS } from "../../models/sample-texts.ts";
import { attachmentFactor } from "../attachments.ts";
import { type KnownResource, messagesOf } from "../known-resources.ts";
import { callerFactor } from "../shared-factors.ts";
import { ABSENT, type Level, REPETITIONS, type Table } from "../table.ts";
import { levelsOfText } from "../text-levels.ts";
import { channelLevels } from "./fixtures.ts";

/** Sends messages with every kind of text, into each channel, as replies and outside of threads. */
export function sendMessage(check: CheckContext): Table {
  const reply = (name: string, isFit: (resource: KnownResource) => boolean): Level => ({
    name,
    isFit,
    // Outside of a thread while there is no message.
    members: ({ id, fields }) => (id === "" ? {} : { threadId: id, channelId: fields.channelId ?? null }),
  });
  return {
    operation: "send-message",
    resources: () => messagesOf(check),
    factors: [
      {
        name: "content",
        levels: [
          ...levelsOfText("content", {
            lengths: [300, 1900],
            lengthsPerhapsRejected: [2_600, 4_200, 17_000],
            isMultiline: true,
          }),
          levelOfMisleadingTexts(),
        ],
      },
      { name: "channelId", levels: channelLevels(check.context, "channelId") },
      {
        name: "threadId",
        levels: [
          ABSENT,
          reply("a message", ({ fields }) => typeof fields.parentId !== "string"),
          reply("a message of another agent", ({ isOfOther }) => isOfOther),
          reply("a reply", ({ fields }) => typeof fields.parentId === "string"),
          reply("a flagged message", ({ changedBy }) => changedBy.length > 0),
          reply("a message with files", ({ fields }) => Array.isArray(fields.attachmentIds)),
        ],
      },
      attachmentFactor(check.context),
      callerFactor(check.context),
    ],
    // The files are those of the caller.
    exclusions: [{ attachmentIds: ["a file", "several files"], caller: ["another agent"] }],
  };
}

/**
 * Returns a level with texts that careless code treats as missing. Each is used once, since the contract leaves open
 * whether a text may be repeated.
 */
function levelOfMisleadingTexts(): Level {
  const texts = [...MISLEADING_TEXTS, "🚀"];
  return {
    name: "what looks like no text",
    members: (_thing, { mark, word }) => ({ content: texts.shift() ?? `${mark} ${word}` }),
  };
}

/** Flags messages of stimuli. */
export function flagNeedsHuman(check: CheckContext, resources: () => readonly KnownResource[]): Table {
  const message = (name: string, isFit: (resource: KnownResource) => boolean): Level => ({
    name,
    isFit,
    members: ({ id }) => ({ messageId: id }),
  });
  const isReply = ({ fields }: KnownResource) => typeof fields.parentId === "string";
  const hiddenChannel = check.context.target.fixtures.otherAgent?.channel;
  const isHidden = ({ isOfOther, fields }: KnownResource) => isOfOther && fields.channelId === hiddenChannel;
  const hidden = [
    message("hidden from the caller", (resource) => isHidden(resource) && !isReply(resource)),
    message("a reply that is hidden from the caller", (resource) => isHidden(resource) && isReply(resource)),
  ].map((level) => (hiddenChannel === undefined ? { ...level, missingFixture: "otherAgent.channel" } : level));
  return {
    operation: "flag-needs-human",
    resourceOperations: ["send-message"],
    resources,
    needsResource: true,
    factors: [
      {
        name: "message",
        levels: [
          message("by itself", (resource) => !isReply(resource)),
          message("a reply", isReply),
          message("with files", ({ fields }) => Array.isArray(fields.attachmentIds)),
          message("flagged before", ({ changedBy }) => changedBy.length > 0),
          ...hidden,
        ],
      },
      { name: "reason", levels: levelsOfText("reason", { lengths: [280] }) },
      callerFactor(check.context),
      REPETITIONS,
    ],
    exclusions: [{ message: hidden.map(({ name }) => name), caller: ["another agent"] }],
  };
}
