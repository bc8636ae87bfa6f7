import type { CheckContext } from "../../engine/check/check.ts";
import { MISLEADING_TEXTS } from "../../models/sample-texts.ts";
import { callers } from "../callers.ts";
import { type KnownResource, messagesOf } from "../resources.ts";
import { ABSENT, type Level, SENDINGS, type Table } from "../table.ts";
import { levelsOfText } from "../texts.ts";
import { channelLevels } from "./fixtures.ts";

/** Sends messages with every kind of text, into each channel, as replies and outside of threads. */
export function sendMessage(check: CheckContext): Table {
  const reply = (name: string, isFit: (resource: KnownResource) => boolean): Level => ({
    name,
    fits: isFit,
    // Outside of a thread while there is no message.
    gives: ({ id, fields }) => (id === "" ? {} : { threadId: id, channelId: fields.channelId ?? null }),
  });
  return {
    operation: "send-message",
    resources: () => messagesOf(check),
    factors: [
      {
        name: "content",
        levels: [
          ...levelsOfText("content", { lengths: [300, 1900], beyond: [2_600, 4_200, 17_000], isOfLines: true }),
          likeNoText(),
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
      callers(check.context),
    ],
  };
}

/**
 * Returns a level with texts that careless code treats as missing. Each is used once, since the contract leaves open
 * whether a text may be repeated.
 */
function likeNoText(): Level {
  const texts = [...MISLEADING_TEXTS, "🚀"];
  return {
    name: "what looks like no text",
    gives: (_thing, { mark, word }) => ({ content: texts.shift() ?? `${mark} ${word}` }),
  };
}

/** Flags messages of stimuli. */
export function flagNeedsHuman(check: CheckContext, resources: () => readonly KnownResource[]): Table {
  const message = (name: string, isFit: (resource: KnownResource) => boolean): Level => ({
    name,
    fits: isFit,
    gives: ({ id }) => ({ messageId: id }),
  });
  return {
    operation: "flag-needs-human",
    about: ["send-message"],
    resources,
    needsResource: true,
    factors: [
      {
        name: "message",
        levels: [
          message("by itself", ({ fields }) => typeof fields.parentId !== "string"),
          message("a reply", ({ fields }) => typeof fields.parentId === "string"),
          message("flagged before", ({ changedBy }) => changedBy.length > 0),
        ],
      },
      { name: "reason", levels: levelsOfText("reason", { lengths: [280] }) },
      callers(check.context),
      SENDINGS,
    ],
  };
}
