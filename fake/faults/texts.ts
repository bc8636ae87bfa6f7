import type { Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, editBody, onCall, rules, showing } from "../changes/hooks.ts";
import { participationOf, type StoredTask } from "../features/tasks/model.ts";
import { taskRules } from "../features/tasks/rules.ts";
import { type Fault, fault } from "./fault.ts";

const SEND = ["send-message"];
const FLAG = ["flag-needs-human"];
const RECALL = ["send-message", "remember", "recall"];
const LIST = ["list-tasks"];

/** A text in another form; what is no text stays. */
const inText =
  (edit: (text: string) => string) =>
  (text: Json): Json =>
    typeof text === "string" ? edit(text) : text;

const composed = inText((text) => text.normalize("NFC"));
const cutAt8000 = inText((text) => text.slice(0, 8000));
const withOneKindOfLineEnd = inText((text) => text.replaceAll("\r\n", "\n"));
const withPlainBlanks = inText((text) => text.replaceAll("\u00a0", " "));
const withoutInvisible = inText((text) => text.replaceAll("\u200b", ""));
const withoutTabs = inText((text) => text.replaceAll("\t", " "));
const withoutFullStop = inText((text) => text.replace(/\.$/u, ""));
const withPercentsJoined = inText((text) => text.replaceAll("%%", "%"));
const withoutImages = inText((text) => text.replaceAll(/!\[[^\]]*\]\([^)]*\)/gu, ""));
const withoutScripts = inText((text) => text.replaceAll(/<script.*?<\/script>/gsu, ""));
const withTabsSpread = inText((text) => text.replaceAll("\t", "    "));
const withCallsMarked = inText((text) => text.replaceAll(/@(here|channel|everyone)/gu, "<!$1>"));
const withoutMentions = inText((text) => text.replaceAll(/@(\w)/gu, "$1"));
const withSmallAddresses = inText((text) => text.replaceAll(/https?:\/\/\S+/gu, (address) => address.toLowerCase()));
const withOneKindOfBullet = inText((text) => text.replaceAll(/^\* /gmu, "- "));
const withPatternsExpanded = inText((text) => "-".replace("-", text));
const withSmallLanguages = inText((text) => text.replaceAll(/^```\w+/gmu, (fence) => fence.toLowerCase()));
const withoutHeadings = inText((text) => text.replaceAll(/^# /gmu, ""));

/** Changes a member of what is asked for. */
const asked = (operation: string, name: string, edit: (text: Json) => Json): Change =>
  onCall(operation, (call) =>
    editBody(call, (body) => (body[name] === undefined ? body : { ...body, [name]: edit(body[name]) })),
  );

/** Where a text is sent: what a fault of it is called after, what it breaks, the operation and the member. */
const MARKDOWN = [
  ["send", "messages.send.content", "send-message", "content"],
  ["description", "tasks.create.description", "create-task", "description"],
] as const;
const TEXTS = [...MARKDOWN, ["memory", "memories.remember.content", "remember", "content"]] as const;
const LINES_AND_TEXTS = [...TEXTS, ["title", "tasks.create.title", "create-task", "title"]] as const;

/** Faults of texts: signs that one view writes otherwise, and what is longer than anybody thought of. */
export const textFaults: readonly Fault[] = [
  fault("send-mentions-without-sign", "messages.send.content", "the sign before a name is lost", SEND, () =>
    asked("send-message", "content", withoutMentions),
  ),
  fault("send-bullets-alike", "messages.send.content", "all lists get the same bullets", SEND, () =>
    asked("send-message", "content", withOneKindOfBullet),
  ),
  ...LINES_AND_TEXTS.flatMap(([name, requirement, operation, role]) => [
    fault(`${name}-dollars-expanded`, requirement, "a text is put in as a pattern", [operation], () =>
      asked(operation, role, withPatternsExpanded),
    ),
    fault(`${name}-without-full-stop`, requirement, "a text loses the full stop at its end", [operation], () =>
      asked(operation, role, withoutFullStop),
    ),
    fault(`${name}-percents-joined`, requirement, "two signs for a hundredth are kept as one", [operation], () =>
      asked(operation, role, withPercentsJoined),
    ),
    fault(`${name}-calls-rewritten`, requirement, "a call of everybody is kept in another form", [operation], () =>
      asked(operation, role, withCallsMarked),
    ),
  ]),
  ...TEXTS.flatMap(([name, requirement, operation, role]) => [
    fault(`${name}-tabs-spread`, requirement, "a tab is kept as four blanks", [operation], () =>
      asked(operation, role, withTabsSpread),
    ),
    fault(`${name}-without-images`, requirement, "pictures are taken out of a text", [operation], () =>
      asked(operation, role, withoutImages),
    ),
    fault(`${name}-without-scripts`, requirement, "scripts are taken out of a text", [operation], () =>
      asked(operation, role, withoutScripts),
    ),
  ]),
  ...MARKDOWN.map(([name, requirement, operation, role]) =>
    fault(`${name}-fences-small`, requirement, "the language of code is written in small letters", [operation], () =>
      asked(operation, role, withSmallLanguages),
    ),
  ),
  fault("title-mentions-without-sign", "tasks.create.title", "the sign before a name is lost", ["create-task"], () =>
    asked("create-task", "title", withoutMentions),
  ),
  fault(
    "description-bullets-alike",
    "tasks.create.description",
    "all lists get the same bullets",
    ["create-task"],
    () => asked("create-task", "description", withOneKindOfBullet),
  ),
  fault(
    "description-addresses-small",
    "tasks.create.description",
    "addresses are written in small letters",
    ["create-task"],
    () => asked("create-task", "description", withSmallAddresses),
  ),
  fault(
    "memory-addresses-small",
    "memories.remember.content",
    "addresses are written in small letters",
    ["remember"],
    () => asked("remember", "content", withSmallAddresses),
  ),
  fault(
    "memory-mentions-without-sign",
    "memories.remember.content",
    "the sign before a name is lost",
    ["remember"],
    () => asked("remember", "content", withoutMentions),
  ),
  ...(
    [
      ["composes-letters", "letters and their marks are joined", composed],
      ["cuts-content-at-8000", "the first 8,000 characters are shown", cutAt8000],
      ["takes-headings-off", "the sign of a heading is lost", withoutHeadings],
      ["takes-invisible-signs-off", "signs that are not seen are lost", withoutInvisible],
      ["takes-signs-of-mentions-off", "the sign before a name is lost", withoutMentions],
    ] as const
  ).map(([name, title, edit]) =>
    fault(`flag-${name}`, "messages.flag.keeps-content", `in the answer to a flag ${title}`, FLAG, () =>
      answering("flag-needs-human", "data.content", edit),
    ),
  ),
  ...(
    [
      ["composed", "letters and their marks are joined", composed],
      ["cut-at-8000", "the first 8,000 characters are shown", cutAt8000],
    ] as const
  ).flatMap(([name, title, edit]) => [
    fault(`blocked-description-${name}`, "tasks.block.keeps-fields", `in a block ${title}`, ["block-task"], () =>
      answering("block-task", "data.description", edit),
    ),
    fault(`released-description-${name}`, "tasks.release.keeps-fields", `in a release ${title}`, ["release-task"], () =>
      answering("release-task", "data.description", edit),
    ),
    fault(`listed-description-${name}`, "consistency.task-views", `in lists ${title}`, LIST, () =>
      answering("list-tasks", "data[].description", edit),
    ),
  ]),
  ...(
    [
      ["composed", "letters and their marks are joined", composed],
      ["line-ends-alike", "all lines end in one way", withOneKindOfLineEnd],
      ["without-invisible-signs", "signs that are not seen are lost", withoutInvisible],
    ] as const
  ).flatMap(([name, title, edit]) => [
    fault(`listed-content-${name}`, "consistency.message-views", `in pages ${title}`, ["get-messages"], () =>
      showing("MessageListItem", "content", edit),
    ),
    fault(`found-content-${name}`, "consistency.message-views", `in hits ${title}`, ["search-messages"], () =>
      showing("MessageSearchHit", "content", edit),
    ),
  ]),
  ...(
    [
      ["without-tabs", "tabs are blanks", withoutTabs],
      ["plain-blanks", "blanks that join words are plain ones", withPlainBlanks],
    ] as const
  ).flatMap(([name, title, edit]) => [
    fault(`recalled-content-${name}`, "consistency.memory-views", `in a recall ${title}`, ["recall"], () =>
      answering("recall", "data.hits[].content", edit),
    ),
    fault(`searched-content-${name}`, "consistency.memory-views", `in a search ${title}`, ["search-memories"], () =>
      answering("search-memories", "data.hits[].content", edit),
    ),
  ]),
  ...(
    [
      ["cut-at-8000", "the first 8,000 characters are shown", cutAt8000],
      ["bullets-alike", "all lists have the same bullets", withOneKindOfBullet],
      ["addresses-small", "addresses are written in small letters", withSmallAddresses],
    ] as const
  ).map(([name, title, edit]) =>
    fault(`provenance-content-${name}`, "recall.expand.provenance-content", `of provenance ${title}`, RECALL, () =>
      showing("ProvenanceMessage", "content", edit),
    ),
  ),
  ...(["assigned", "created", "commented", "mentioned"] as const).map((way) =>
    fault(
      `owned-${way}-hidden-beside-text`,
      `tasks.visibility.owned-${way}`,
      "a text finds no task that concerns an agent of the caller in this way alone",
      LIST,
      () => hidingBesideText(way),
    ),
  ),
];

function hidingBesideText(way: keyof ReturnType<typeof participationOf>): Change {
  let narrow = false;
  const takesPart = (stored: StoredTask, id: string, left: boolean) =>
    Object.entries(participationOf(stored, id)).some(([name, holds]) => holds && !(left && name === way));
  return together(
    onCall("list-tasks", (call) => {
      narrow = call.query.has("query");
    }),
    rules({
      tasks: {
        maySee: (caller, stored) => {
          const { directory } = caller.workspace;
          const { channelId } = stored.task;
          if (!narrow || (channelId !== null && directory.isMember(channelId, caller.agent.id)))
            return taskRules.maySee(caller, stored);
          const owned = directory.ownedBy(caller.agent.id);
          return takesPart(stored, caller.agent.id, false) || owned.some((id) => takesPart(stored, id, true));
        },
      },
    }),
  );
}
