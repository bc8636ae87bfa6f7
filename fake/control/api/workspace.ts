import { nearest } from "../../../spec/nearest.ts";
import { quoted } from "../../../spec/quoted.ts";
import type { Populations } from "../../populations.ts";
import type { Rules } from "../../rules.ts";
import type { Service } from "../../service.ts";
import { problem } from "../problem.ts";
import { challenges, issueChallenges } from "./challenges.ts";
import { comments, edges, files, memories, messages } from "./content.ts";
import { fileUrl } from "./files.ts";
import { agentOf, ambiguous, channelOf, type Place, scopeOf, taskOf } from "./lookup.ts";
import { contest, invalidate, setMemoryState, supersede } from "./memories.ts";
import { flagMessage, postMessage, resolveMessage } from "./messages.ts";
import {
  agentView,
  archiveChannel,
  channelView,
  createAgent,
  createChannel,
  createScope,
  createUser,
  grant,
  issueKey,
  joinChannel,
  leaveChannel,
  renameChannel,
  revoke,
  revokeKey,
  scopeView,
  unarchiveChannel,
} from "./people.ts";
import { changePlan, planView, upgradePlan } from "./plan.ts";
import { comment, listTasks, makeTaskMove, taskView, updateTask } from "./tasks.ts";

/** The actions in a workspace; each receives the workspace of that moment. */
const ACTS = {
  describe: workspaceView,
  channels: (place: Place) => [...place.workspace.directory.channels.values()].map((each) => channelView(place, each)),
  channel: (place: Place, channel: string) => channelView(place, channelOf(place, channel)),
  createChannel,
  renameChannel,
  archiveChannel,
  unarchiveChannel,
  joinChannel,
  leaveChannel,
  postMessage,
  flagMessage,
  resolveMessage,
  users: ({ workspace }: Place) => [...workspace.directory.users.values()],
  createUser,
  agents: (place: Place) => [...place.workspace.directory.agents.values()].map((each) => agentView(place, each)),
  agent: (place: Place, agent: string) => agentView(place, agentOf(place, agent)),
  createAgent,
  issueKey,
  revokeKey,
  scopes: (place: Place) => [...place.workspace.directory.scopes.values()].map((each) => scopeView(place, each)),
  scope: (place: Place, scope: string) => scopeView(place, scopeOf(place, scope)),
  createScope,
  grant,
  revoke,
  issueChallenges,
  challenges,
  plan: planView,
  changePlan,
  upgradePlan,
  tasks: listTasks,
  task: (place: Place, task: string) => taskView(taskOf(place, task)),
  updateTask,
  moveTask: makeTaskMove,
  comment,
  messages,
  memories,
  edges,
  files,
  fileUrl,
  comments,
  supersede,
  contest,
  invalidate,
  setMemoryStatus: setMemoryState,
};

type Bound<Acts> = {
  readonly [Name in keyof Acts]: Acts[Name] extends (place: Place, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Everything that can be done in one workspace in addition to the API, as a person or an administrator would. */
export type WorkspaceControl = Bound<typeof ACTS>;

/** A workspace with the number of its resources. */
export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
  /** The workspace that it was created with; its own id for a home. */
  readonly home: string;
  /** Key of the agent of the fixtures, if this is a home. */
  readonly apiKey: string | null;
  readonly counts: Readonly<
    Record<"agents" | "users" | "channels" | "scopes" | "messages" | "tasks" | "memories" | "files", number>
  >;
}

function workspaceView({ workspace, population }: Place): WorkspaceView {
  const { id, name, orgId, directory, messages, tasks, memories, files } = workspace;
  return {
    id,
    name,
    orgId,
    home: population?.id ?? id,
    apiKey: population?.id === id ? population.apiKey : null,
    counts: {
      agents: directory.agents.size,
      users: directory.users.size,
      channels: directory.channels.size,
      scopes: directory.scopes.size,
      messages: messages.count,
      tasks: tasks.count,
      memories: memories.count,
      files: files.count,
    },
  };
}

/** The parts of a fake that contain workspaces. */
interface Grounds {
  readonly service: Service;
  readonly rules: Rules;
  readonly populations: Populations;
}

/** Returns the control of a workspace by its id, or `main` for the fake's own. */
export function workspaceControl(fake: Grounds, ref: string): WorkspaceControl {
  placeOf(fake, ref);
  const bound = Object.entries(ACTS).map(([name, act]) => {
    const perform = act as (place: Place, ...rest: unknown[]) => unknown;
    return [name, (...rest: unknown[]) => perform(placeOf(fake, ref), ...rest)];
  });
  return Object.fromEntries(bound) as WorkspaceControl;
}

/** Returns the workspace of a reference: `main`, an id, or a name that only one has. */
export function placeOf({ service, rules, populations }: Grounds, ref: string): Place {
  const id = ref === "main" ? populations.first().id : ref;
  const workspace = service.workspaces.get(id);
  if (workspace !== undefined) return { service, rules, workspace, population: populations.of(id) };
  const named = [...service.workspaces.values()].filter(({ name }) => name === ref);
  const [only, ...more] = named;
  if (only !== undefined && more.length === 0) {
    return { service, rules, workspace: only, population: populations.of(only.id) };
  }
  const ids = named.map((each) => each.id);
  if (ids.length > 0) throw ambiguous("workspaces", "name", ref, ids);
  const names = [...service.workspaces.values()].flatMap((each) => [each.name, each.id]);
  const guess = nearest(ref, ["main", ...names]);
  const hint = guess === null ? `Give an id of GET /_fake/workspaces, or "main".` : `Did you mean ${quoted(guess)}?`;
  throw problem("not_found", `There is no workspace ${quoted(ref)}`, hint, { kind: "workspace", given: ref });
}
