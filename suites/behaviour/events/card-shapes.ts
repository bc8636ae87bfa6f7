import type { JsonObject } from "../../../spec/json.ts";
import { type TaskNames, textsOf, withoutName } from "../../verifiers/task-mentions.ts";
import type { Feed } from "./channel-feed.ts";
import type { Life } from "./lifecycle.ts";

/** How cards look that name their task by its id, but for that id. */
export type CardShapes = ReadonlySet<string>;

/**
 * The shapes of which each of two bound tasks got a card with its own id at the same place, in whatever channel. An id that
 * is a short number is in a message by chance; in the place where cards have it, within what is otherwise a card to the
 * letter, it names the task. With one bound task alone nobody knows what was chance.
 */
export function cardShapes(bound: readonly Life[], feeds: readonly Feed[]): CardShapes {
  const messages = feeds.flatMap((feed) => feed.messages);
  const met = new Map<string, number>();
  for (const { names } of bound) {
    const shapes = new Set(messages.map((message) => shapeOf(message, names)));
    for (const shape of shapes) if (shape !== null) met.set(shape, (met.get(shape) ?? 0) + 1);
  }
  return new Set([...met].filter(([, lives]) => lives > 1).map(([shape]) => shape));
}

/** True for a message that is a card of the task by its shape. */
export function isCardOf(message: JsonObject, names: TaskNames, shapes: CardShapes): boolean {
  const shape = shapeOf(message, names);
  return shape !== null && shapes.has(shape);
}

/** Everything that a message says, with the id of the task taken out; null where it is nowhere. */
function shapeOf(message: JsonObject, { id }: TaskNames): string | null {
  const said = textsOf(message).map(({ path, text }) => ({ path, text, open: withoutName(text, id) }));
  if (said.every(({ text, open }) => text === open)) return null;
  const { senderType, senderId } = message;
  return JSON.stringify([senderType, senderId, ...said.map(({ path, open }) => [path, open])]);
}
