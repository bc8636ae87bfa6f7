import { asObject } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { onCall, rules } from "../changes/hooks.ts";
import { memoryRules } from "../features/memories/rules.ts";
import { type Fault, fault } from "./fault.ts";
import { editingHits, isWalk, RECALL } from "./memories/recalling.ts";
import { filtering, SEARCH } from "./memories/searching.ts";
import { listing, storedOf } from "./messages/tools.ts";
import { editingList, member, refusingWhen } from "./tools.ts";

/** Faults of what stands beside others: neighbours of one node, claims that say the same, replies in a thread, flags and files. */
export const besideOthersFaults: readonly Fault[] = [
  fault("walk-to-six-at-most", "recall.walk.depth-reach", "no walk shows more than six memories", RECALL, () =>
    editingHits((hits, call) => (isWalk(call) ? hits.slice(0, 6) : hits)),
  ),
  fault(
    "like-memories-once-a-page",
    "memories.remember.found",
    "of memories that say the same a page shows one",
    ["remember", "search-memories"],
    () =>
      editingList("search-memories", "data.hits", (hits) => {
        const contents = hits.map((hit) => member(hit, "content"));
        return hits.filter((_, index) => contents.indexOf(contents[index] ?? null) === index);
      }),
  ),
  fault(
    "metadata-underscores-lost",
    "memories.remember.metadata",
    "metadata loses names with two underscores in front",
    ["remember"],
    () =>
      rules({
        memories: {
          keptMetadata: (metadata) =>
            Object.fromEntries(Object.entries(asObject(metadata as never)).filter(([name]) => !name.startsWith("__"))),
        },
      }),
  ),
  fault(
    "memory-text-cased-in-scope",
    "memories.search.text-case",
    "beside a scope the text filter regards case",
    SEARCH,
    () => casedBeside("scope"),
  ),
  fault(
    "replies-to-replies-unlisted",
    "messages.send.readable",
    "a reply to a reply is not read in its channel",
    ["send-message", "get-messages"],
    () =>
      listing("get-messages", (messages, call) =>
        messages.filter((message) => {
          const parent = storedOf(call, member(message, "parentId"))?.message;
          return parent === undefined || parent.parentId === null;
        }),
      ),
  ),
  fault(
    "download-of-flagged-lost",
    "files.download.succeeds",
    "files of a message that was flagged are gone",
    ["request-file-download", "flag-needs-human"],
    () =>
      refusingWhen(
        "request-file-download",
        (call) => {
          const file = call.caller?.workspace.files.get(call.query.get("attachmentId") ?? "");
          return storedOf(call, file?.messageId)?.message.metadata.needsHuman !== undefined;
        },
        404,
      ),
  ),
];

/** Regards case in searches that have a parameter whose name begins so. */
export function casedBeside(name: string): Change {
  let isCased = false;
  return together(
    onCall("search-memories", ({ query }) => {
      isCased = [...query.keys()].some((one) => one.startsWith(name));
    }),
    filtering({
      text: (stored, wanted) =>
        isCased ? stored.memory.content.includes(wanted) : memoryRules.filters.text(stored, wanted),
    }),
  );
}
