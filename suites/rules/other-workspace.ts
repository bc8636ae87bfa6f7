import { statusOf } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { creationsById, isOfOtherWorkspace, isOfTheWorkspace } from "../knowledge/resources.ts";
import { isOfRun } from "../models/words.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { judgeItems, type Rule } from "./rule.ts";

/** Lists of one workspace, the operation that creates their items, and the member whose text is unique to each item. */
const LISTS = [
  {
    requirement: "isolation.list-tasks",
    operation: "list-tasks",
    pointer: "/data",
    creation: "create-task",
    text: "title",
  },
  {
    requirement: "isolation.search-memories",
    operation: "search-memories",
    pointer: "/data/hits",
    creation: "remember",
    text: "content",
  },
  {
    requirement: "isolation.recall-query",
    operation: "recall",
    pointer: "/data/hits",
    creation: "remember",
    text: "content",
  },
  {
    requirement: "isolation.search-messages",
    operation: "search-messages",
    pointer: "/data/messages",
    creation: "send-message",
    text: "content",
  },
  {
    requirement: "isolation.get-messages",
    operation: "get-messages",
    pointer: "/data/messages",
    creation: "send-message",
    text: "content",
  },
] as const;

/**
 * Operations that change a resource, and the creation of that resource. The response to a change shows the text of the
 * changed resource.
 */
const CHANGES = [
  { operation: "block-task", naming: "taskId", creation: "create-task", text: "title" },
  { operation: "release-task", naming: "taskId", creation: "create-task", text: "title" },
  { operation: "flag-needs-human", naming: "messageId", creation: "send-message", text: "content" },
] as const;

/** No list shows a resource of another workspace. Two workspaces may use the same ids; texts are unique. */
export const otherWorkspaceRules: readonly Rule[] = [
  ...LISTS.flatMap((list) => [
    toRule(list, "nothing of the caller's workspace is shown to another", false),
    toRule(list, "nothing of another workspace is shown to the caller", true),
  ]),
  ...CHANGES.map(
    (change): Rule => ({
      requirement: `isolation.${change.operation}`,
      name: "no resource of one workspace is changed with a key of another",
      operations: [change.operation],
      fixtures: ["otherWorkspace.apiKey"],
      judge: (knowledge) => judgeChanges(knowledge, change),
    }),
  ),
];

/** Two workspaces may use the same ids, so the changed resource is recognized by its text. */
function judgeChanges(knowledge: Knowledge, { operation, creation, text, naming }: (typeof CHANGES)[number]): number {
  const ours = textsOfOneSide(knowledge, { creation, text }, true);
  const theirs = textsOfOneSide(knowledge, { creation, text }, false);
  const creations = creationsById(knowledge, creation);
  let judged = 0;
  for (const entry of knowledge.history(operation)) {
    const isOfOther = isOfOtherWorkspace(knowledge, entry);
    if (!isOfOther && !entry.isOwn) continue;
    const shown = valueAt(entry.exchange, `/data/${text}`);
    const isShown = statusOf(entry.exchange) !== 200 || typeof shown === "string";
    if (isOfOther && isShown && creations.has(String(requested(entry, naming)))) judged += 1;
    const isChanged = typeof shown === "string" && (isOfOther ? ours : theirs).has(shown);
    withEvidence([entry.exchange], () =>
      expectThat(!isChanged, {
        message: `${operation} must not change a resource of another workspace`,
        expected: "a rejection",
        actual: `${naming} ${JSON.stringify(requested(entry, naming))}, and it shows ${JSON.stringify(shown)}`,
        pointer: `/data/${text}`,
        keyword: "leak",
      }),
    );
  }
  return judged;
}

function toRule(list: (typeof LISTS)[number], name: string, isForCaller: boolean): Rule {
  const { requirement, operation, pointer, text } = list;
  return {
    requirement,
    name,
    operations: [operation],
    fixtures: ["otherWorkspace.apiKey"],
    judge: (knowledge) => {
      const texts = textsOfOneSide(knowledge, list, !isForCaller);
      const pages = accepted(knowledge, operation).filter((entry) =>
        isForCaller ? entry.isOwn : isOfOtherWorkspace(knowledge, entry),
      );
      for (const entry of pages) {
        judgeItems(entry, pointer, ({ [text]: shown }) =>
          typeof shown !== "string" || !texts.has(shown)
            ? null
            : {
                message: `${operation} must not return a resource of another workspace`,
                expected: "no resource of another workspace",
                actual: shown,
                member: text,
                keyword: "leak",
              },
        );
      }
      return texts.size === 0 ? 0 : pages.length;
    },
  };
}

/**
 * Returns the texts of resources that were created on one side and that no request of the other side contained,
 * whatever its outcome.
 */
function textsOfOneSide(
  knowledge: Knowledge,
  { creation, text: member }: { readonly creation: string; readonly text: string },
  isOurs: boolean,
): ReadonlySet<string> {
  const isOfSide = (entry: HistoryEntry, isOwnSide: boolean) =>
    isOwnSide ? isOfTheWorkspace(knowledge, entry) : isOfOtherWorkspace(knowledge, entry);
  const textsIn = (entries: readonly HistoryEntry[], isOwnSide: boolean) =>
    entries.filter((entry) => isOfSide(entry, isOwnSide)).map((entry) => String(requested(entry, member)));
  const others = new Set(textsIn(knowledge.history(creation), !isOurs));
  const created = textsIn(accepted(knowledge, creation), isOurs);
  return new Set(created.filter((text) => isOfRun(knowledge.context, text) && !others.has(text)));
}
