import type { JsonObject } from "../../../spec/json.ts";
import type { CheckContext, Observer } from "../../engine/check/check.ts";
import { mentions } from "../../verifiers/task-mentions.ts";
import { defineObserver } from "../observe.ts";
import { readSince } from "./channel-feed.ts";
import type { Events, Life } from "./lifecycle.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "get-messages"];

/** Observers of the open points of task cards. */
export function eventObservers(events: (check: CheckContext) => Promise<Events>): Observer[] {
  const fields = { operations: OPERATIONS, fixtures: ["memberChannel"] };
  return [
    defineObserver({ ...fields, name: "kinds of task cards" }, async (check) => {
      const [life] = (await events(check)).bound;
      if (life) check.observe("events.kinds", kindsOf(life), "the life of a task that is bound to a channel");
    }),
    defineObserver({ ...fields, name: "shape of task cards" }, async (check) => {
      const [life] = (await events(check)).bound;
      if (!life?.anchor) return;
      const { messages } = await readSince(check, life.anchor);
      const card = messages.find((message) => mentions(message, life.names));
      if (card) check.observe("events.card-shape", shapeOf(card, life), "the first card of a task of this run");
    }),
  ];
}

function kindsOf({ carded }: Life): string {
  const told = carded.map(({ event, card }) => `${event}: ${card ? "a card" : "none"}`);
  return told.join("; ");
}

/** Returns the sender of the card and where it names its task, with the kind of name but not the content. */
function shapeOf(card: JsonObject, { names }: Life): string {
  const { id, identifier, word } = names;
  const places = (["content", "metadata"] as const).flatMap((place) => {
    const text = JSON.stringify(card[place] ?? "");
    const held = [
      ...(text.includes(id) ? ["its id"] : []),
      ...(identifier !== null && text.includes(identifier) ? ["its identifier"] : []),
      ...(text.includes(word) ? ["its title"] : []),
    ];
    return held.length > 0 ? [`${place} with ${held.join(", ")}`] : [];
  });
  return `sender type ${String(card.senderType ?? "not told")}; ${places.join("; ")}`;
}
