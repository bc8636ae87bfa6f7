import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { callers } from "../callers.ts";
import {
  ABSENT,
  type Level,
  levelOfFixture,
  levelOfItsOwn,
  levelsOfCounts,
  levelsOfWords,
  mismatching,
  oneMismatch,
  SENDINGS,
  type Table,
} from "../table.ts";
import { levelOfNothing, levelsOfSearch } from "../texts.ts";
import { listedTasks } from "../things.ts";
import { agentLevels, channelLevels } from "./fixtures.ts";

/** Filters that a task satisfies, with and without one that it does not, for tasks in every state that the run has brought about. */
export function listTasks(check: CheckContext): Table {
  const { world } = check;
  const schema = (role: string) => parameterSchema(world.document, "list-tasks", role);
  const user = { member: "assigneeUser", path: "user", field: "assigneeUserId" };
  const fields = { status: "status", priority: "priority", assigneeAgent: "assigneeAgentId" };
  const mismatches: Record<string, Level[]> = {
    status: mismatching(levelsOfWords("status", wordsIn(schema("status")))),
    priority: mismatching(levelsOfWords("priority", wordsIn(schema("priority")))),
    assigneeAgent: mismatching(agentLevels(world, "assigneeAgent")),
    assigneeUser: mismatching([levelOfFixture("a user", user, world.target.fixtures.user)]),
    channel: mismatching(channelLevels(world, "channel")),
  };
  const fieldOf: Readonly<Record<string, string>> = { ...fields, assigneeUser: user.field, channel: "channelId" };
  const nothing = [levelOfNothing(world, "text")];
  const texts: Level[] = [
    ...levelsOfSearch(world, "text", "title"),
    ...levelsOfSearch(world, "text", "description").filter(({ fits }) => fits !== undefined),
    {
      name: "an identifier",
      gives: ({ fields: { identifier } }) => ({ text: typeof identifier === "string" ? identifier : world.mark }),
    },
  ];
  return {
    operation: "list-tasks",
    about: ["create-task", "block-task", "release-task"],
    things: listedTasks(check),
    factors: [
      ...Object.entries(mismatches).map(([name, levels]) => ({
        name,
        levels: [ABSENT, levelOfItsOwn(name, fieldOf[name]), ...levels],
      })),
      { name: "text", levels: [ABSENT, ...texts, ...nothing] },
      { name: "limit", levels: [ABSENT, ...levelsOfCounts("limit", [1, 2, 7, numberAt(schema("limit"), "maximum")])] },
      callers(world),
      SENDINGS,
    ],
    exclusions: oneMismatch({ ...mismatches, text: nothing }),
  };
}
