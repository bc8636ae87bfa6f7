import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { callers, readings } from "../callers.ts";
import { listedTasks } from "../resources.ts";
import {
  ABSENT,
  type Level,
  levelOfFixture,
  levelOfItsOwn,
  levelOfNoId,
  levelsOfWords,
  limits,
  mismatching,
  type Table,
} from "../table.ts";
import { levelOfNothing, levelsOfSearch, OF_THE_RUN } from "../texts.ts";
import { agentLevels, channelLevels } from "./fixtures.ts";

/** Returns true for a level that depends on a resource, rather than on everything that the run has created. */
const hasResource = ({ fits }: Level) => fits !== undefined;

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
    status: mismatching(levelsOfWords("status", wordsIn(schema("status")))),
    priority: mismatching(levelsOfWords("priority", wordsIn(schema("priority")))),
    assigneeAgent: [
      ...mismatching(agentLevels(context, "assigneeAgent")),
      ...levelOfNoId(context, "assigneeAgent", fixtures.agent?.id),
    ],
    assigneeUser: [
      ...mismatching([levelOfFixture("a user", user, fixtures.user)]),
      ...levelOfNoId(context, "assigneeUser", fixtures.user),
    ],
    channel: [
      ...mismatching(channelLevels(context, "channel")),
      ...levelOfNoId(context, "channel", fixtures.memberChannel),
    ],
  };
  const fieldOf: Readonly<Record<string, string>> = { ...fields, assigneeUser: user.field, channel: "channelId" };
  const nothing = [levelOfNothing(context, "text")];
  const [word, ...otherWords] = levelsOfSearch(context, { member: "text", field: "title" });
  const [described, ...otherDescribed] = levelsOfSearch(context, { member: "text", field: "description" }, true).filter(
    hasResource,
  );
  const identifier: Level = {
    name: "an identifier",
    gives: ({ fields: { identifier: text } }) => ({ text: typeof text === "string" ? text : context.mark }),
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
    about: ["create-task", "block-task", "release-task"],
    resources: listedTasks(check),
    factors: [
      { name: "text", levels: [ABSENT, ...texts, ...nothing], widest: OF_THE_RUN },
      ...Object.entries(mismatches).map(([name, levels]) => ({
        name,
        levels: [ABSENT, levelOfItsOwn(name, fieldOf[name]), ...levels],
      })),
      limits([1, 2, 7], numberAt(schema("limit"), "maximum")),
      callers(context),
      readings(context),
    ],
    mismatches: { ...mismatches, text: nothing },
    isEachAlone: true,
  };
}
