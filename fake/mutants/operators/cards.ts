import { asObject } from "../../../spec/json.ts";
import { postAsService } from "../../features/messages/posting.ts";
import { together } from "../../overrides/change.ts";
import { onSuccess } from "../../overrides/hooks.ts";
import type { Operator } from "../model.ts";
import { hidingItems } from "./lose-write.ts";

export const loseCard: Operator = {
  name: "lose-card",
  title: "posts no cards of a task",
  at: (site) => {
    if (site.kind !== "operation" || site.id !== "create-task") return null;
    return {
      breaks: "events.task-card",
      plant: ({ confined }) => {
        const lost = new Set<unknown>();
        const noting = onSuccess("create-task", ({ body }) => {
          lost.add(asObject(body.data).id);
        });
        const isCard = (item: object) => lost.has(asObject(asObject(asObject(item).metadata).taskCard).taskId);
        return together(confined(noting), hidingItems(isCard));
      },
    };
  },
};

/** Posts cards of tasks into channels that they are not bound to. */
const straying = (name: string, title: string, breaks: string, isBound: boolean): Operator => ({
  name,
  title,
  at: (site) => {
    if (site.kind !== "operation" || !["create-task", "block-task", "release-task"].includes(site.id)) return null;
    return {
      breaks,
      plant: ({ confined }) =>
        confined(
          onSuccess(site.operation, ({ body }, { caller }) => {
            const { id: taskId, identifier, title: text, channelId } = asObject(body.data);
            if (caller === null || (channelId !== null) !== isBound) return;
            for (const other of caller.workspace.directory.channelsOf(caller.agent.id)) {
              if (other === channelId) continue;
              const metadata = { taskCard: { taskId, identifier } };
              postAsService(caller, { channelId: other, content: `Task ${identifier}: ${text}`, metadata });
            }
          }),
        ),
    };
  },
});

export const strayCard = straying(
  "stray-card",
  "posts cards into other channels as well",
  "events.card-own-channel",
  true,
);

export const unboundCard = straying(
  "unbound-card",
  "posts cards of tasks without a channel",
  "events.no-card-unbound",
  false,
);
