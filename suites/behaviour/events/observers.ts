import type { JsonObject } from "../../../spec/json.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { mentions } from "../../verifiers/task-mentions.ts";
import { defineObserver } from "../observe.ts";
import { readSince } from "./channel-feed.ts";
import type { TaskLifecycle, TaskLifecycles } from "./task-lifecycles.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "get-messages"];

/** Observers of the open points of task cards. */
export function eventObservers(lifecycles: (check: CheckContext) => Promise<TaskLifecycles>): Observer[] {
  const fields = { operations: OPERATIONS, fixtures: ["memberChannel"] };
  return [
    defineObserver({ ...fields, name: "kinds of task cards" }, async (check) => {
      const [lifecycle] = (await lifecycles(check)).bound;
      if (lifecycle)
        check.observe("events.kinds", kindsOf(lifecycle), "the changes of a task that is bound to a channel");
    }),
    defineObserver({ ...fields, name: "shape of task cards" }, async (check) => {
      const [lifecycle] = (await lifecycles(check)).bound;
      if (!lifecycle?.anchor) return;
      const { messages } = await readSince(check, lifecycle.anchor);
      const card = messages.find((message) => mentions(message, lifecycle.names));
      if (card) check.observe("events.card-shape", shapeOf(card, lifecycle), "the first card of a task of this run");
    }),
  ];
}

function kindsOf({ cardSearches }: TaskLifecycle): string {
  const events = cardSearches.map(({ event, hasCard }) => `${event}: ${hasCard ? "a card" : "no card"}`);
  return events.join("; ");
}

/** Returns the sender of the card and where it names its task, with the kind of name but not the content. */
function shapeOf(card: JsonObject, { names }: TaskLifecycle): string {
  const { id, identifier, word } = names;
  const places = (["content", "metadata"] as const).flatMap((place) => {
    const text = JSON.stringify(card[place] ?? "");
    const nameKinds = [
      ...(text.includes(id) ? ["its id"] : []),
      ...(identifier !== null && text.includes(identifier) ? ["its identifier"] : []),
      ...(text.includes(word) ? ["its title"] : []),
    ];
    return nameKinds.length > 0 ? [`${place} with ${nameKinds.join(", ")}`] : [];
  });
  return `sender type ${String(card.senderType ?? "not shown")}; ${places.join("; ")}`;
}
