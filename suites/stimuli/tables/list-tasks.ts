import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { listedTasks } from "../known-resources.ts";
import { callerFactor, repetitionFactor } from "../shared-factors.ts";
import {
  ABSENT,
  type Level,
  levelOfFixture,
  levelOfOwnValue,
  levelOfUnknownId,
  levelsOfWords,
  limitFactor,
  mismatchingLevels,
  type Table,
} from "../table.ts";
import { levelOfUnusedWord, levelsOfSearch, RUN_WORD } from "../text-levels.ts";
import { agentLevels, channelLevels } from "./fixtures.ts";

/** Returns true for a level that depends on a resource, rather than on everything that the run has created. */
const hasResource = ({ isFit }: Level) => isFit !== undefined;

/**
 * Lists tasks by filters that a task matches, with and without one that it does not match, for tasks in every state of
 * the run.
 */
export function listTasks(check: CheckContext): Table {
  const { context } = check;
  const { fixtures } = context.target;
  const schema = (role: string) => parameterSchema(context.document, "list-tasks", role);
  const user = { member: "assigneeUser", path: "user", field: "assigneeUserId" };
  const fields = { status: "status", priority: "priority", assigneeAgent: "assigneeAgentId" };
  const mismatches: Record<string, Level[]> = {
    status: mismatchingLevels(levelsOfWords("status", wordsIn(schema("status")))),
    priority: mismatchingLevels(levelsOfWords("priority", wordsIn(schema("priority")))),
    assigneeAgent: [
      ...mismatchingLevels(agentLevels(context, "assigneeAgent")),
      ...levelOfUnknownId(context, "assigneeAgent", fixtures.agent?.id),
    ],
    assigneeUser: [
      ...mismatchingLevels([levelOfFixture("a user", user, fixtures.user)]),
      ...levelOfUnknownId(context, "assigneeUser", fixtures.user),
    ],
    channel: [
      ...mismatchingLevels(channelLevels(context, "channel")),
      ...levelOfUnknownId(context, "channel", fixtures.memberChannel),
    ],
  };
  const fieldOf: Readonly<Record<string, string>> = { ...fields, assigneeUser: user.field, channel: "channelId" };
  const unusedWord = [levelOfUnusedWord(context, "text")];
  const [word, ...otherWords] = levelsOfSearch(context, { member: "text", field: "title" });
  const [described, ...otherDescribed] = levelsOfSearch(context, { member: "text", field: "description" }, true).filter(
    hasResource,
  );
  const identifier: Level = {
    name: "an identifier",
    members: ({ fields: { identifier: text } }) => ({ text: typeof text === "string" ? text : context.mark }),
  };
  // Levels of different fields first, since only a few rows may be sent.
  const texts = [
    described,
    identifier,
    word,
    ...levelsOfSearch(context, { member: "text", field: "reason" }).slice(0, 1),
  ]
    .concat(otherWords, otherDescribed)
    .filter((level) => level !== undefined);
  return {
    operation: "list-tasks",
    resourceOperations: ["create-task", "block-task", "release-task"],
    resources: listedTasks(check),
    factors: [
      { name: "text", levels: [ABSENT, ...texts, ...unusedWord], widest: RUN_WORD },
      ...Object.entries(mismatches).map(([name, levels]) => ({
        name,
        levels: [ABSENT, levelOfOwnValue(name, fieldOf[name]), ...levels],
      })),
      limitFactor([1, 2, 7], numberAt(schema("limit"), "maximum")),
      callerFactor(context),
      repetitionFactor(context),
    ],
    mismatches: { ...mismatches, text: unusedWord },
    hasSingleLevelRows: true,
  };
}
