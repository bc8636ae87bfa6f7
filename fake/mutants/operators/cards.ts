import { asObject } from "../../../spec/json.ts";
import { postAsService } from "../../features/messages/posting.ts";
import { combine } from "../../overrides/changes.ts";
import { onSuccess } from "../../overrides/hooks.ts";
import type { Caller } from "../../service.ts";
import type { Operator } from "../model.ts";
import { hideItems } from "./hide-items.ts";
import { operationOperator } from "./operations.ts";
import { unconfinedOperatorAt } from "./operator.ts";

/** Creates an operator that posts cards of tasks into channels that they are not bound to. */
const postToOtherChannel = (
  name: string,
  title: string,
  breaks: string,
  isBound: boolean,
  channels: (caller: Caller) => Iterable<string>,
): Operator =>
  operationOperator(
    name,
    title,
    ({ id }) => (/^(create|block|release)-task$/.test(id) ? breaks : null),
    (operation) =>
      onSuccess(operation, ({ body }, { caller }) => {
        const { id: taskId, identifier, title: text, channelId } = asObject(body.data);
        if (caller === null || (channelId !== null) !== isBound) return;
        for (const other of channels(caller)) {
          if (other === channelId) continue;
          const metadata = { taskCard: { taskId, identifier } };
          postAsService(caller, { channelId: other, content: `Task ${identifier}: ${text}`, metadata });
        }
      }),
  );

const ownChannels = ({ workspace, agent }: Caller) => workspace.directory.channelsOf(agent.id);
const closedChannels = ({ workspace: { directory }, agent }: Caller) =>
  [...directory.channels.keys()].filter((id) => !directory.isMember(id, agent.id));

/** Operators that lose cards of tasks, or post them in wrong channels. */
export const cardOperators: readonly Operator[] = [
  unconfinedOperatorAt(
    "operation",
    "lose-card",
    "posts no cards of a task",
    { "create-task": "events.task-card" },
    (_, { confined }) => {
      const lost = new Set<unknown>();
      const noting = onSuccess("create-task", ({ body }) => {
        lost.add(asObject(body.data).id);
      });
      const isCard = (item: object) => lost.has(asObject(asObject(asObject(item).metadata).taskCard).taskId);
      return combine(confined(noting), hideItems(isCard));
    },
  ),
  postToOtherChannel(
    "stray-card",
    "posts cards into other channels as well",
    "events.card-own-channel",
    true,
    ownChannels,
  ),
  postToOtherChannel(
    "closed-card",
    "posts cards into channels of others as well",
    "events.card-own-channel",
    true,
    closedChannels,
  ),
  postToOtherChannel(
    "unbound-card",
    "posts cards of tasks without a channel",
    "events.no-card-unbound",
    false,
    ownChannels,
  ),
];
