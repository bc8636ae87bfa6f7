import type { JsonObject } from "../../../spec/json.ts";
import { type TaskNames, textsOf, withoutName } from "../../verifiers/task-mentions.ts";
import type { Feed } from "./channel-feed.ts";
import type { TaskLifecycle } from "./task-lifecycles.ts";

/** The forms of cards that name their task by its id, with the id taken out. */
export type CardShapes = ReadonlySet<string>;

/**
 * Returns the forms in which each of two bound tasks got a card with its own id at the same place, in any channel. A
 * short number may occur in a message by chance, but not at the same place in otherwise identical messages. A single
 * bound task would not show that.
 */
export function cardShapes(bound: readonly TaskLifecycle[], feeds: readonly Feed[]): CardShapes {
  const messages = feeds.flatMap((feed) => feed.messages);
  const lifecyclesByShape = new Map<string, number>();
  for (const { names } of bound) {
    const shapes = new Set(messages.map((message) => shapeOf(message, names)));
    for (const shape of shapes)
      if (shape !== null) lifecyclesByShape.set(shape, (lifecyclesByShape.get(shape) ?? 0) + 1);
  }
  return new Set([...lifecyclesByShape].filter(([, count]) => count > 1).map(([shape]) => shape));
}

/** Returns true for a message with the form of a card of the task. */
export function isCardOf(message: JsonObject, names: TaskNames, shapes: CardShapes): boolean {
  const shape = shapeOf(message, names);
  return shape !== null && shapes.has(shape);
}

/** Returns the texts of a message with the id of the task taken out; null if it does not occur. */
function shapeOf(message: JsonObject, { id }: TaskNames): string | null {
  const texts = textsOf(message).map(({ path, text }) => ({ path, text, withoutId: withoutName(text, id) }));
  if (texts.every(({ text, withoutId }) => text === withoutId)) return null;
  const { senderType, senderId } = message;
  return JSON.stringify([senderType, senderId, ...texts.map(({ path, withoutId }) => [path, withoutId])]);
}
