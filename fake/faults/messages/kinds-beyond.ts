import { asObject } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { onSuccess } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import type { StoredMessage } from "../../features/messages/model.ts";
import { type Fault, fault } from "../fault.ts";
import { shownKey } from "../tools.ts";

const READ = ["get-messages"];

/** Faults of a server that asks for some kinds of messages alone when it looks for more. */
export const kindsBeyondFaults: readonly Fault[] = [
  fault(
    "has-more-of-roots-alone",
    "messages.get.has-more-true",
    "there is more only while messages outside of threads lie beyond a page",
    READ,
    () => moreOf(({ message }) => message.parentId === null),
  ),
  fault(
    "has-more-without-cards",
    "messages.get.has-more-true",
    "there is more only while something else than task cards lies beyond a page",
    READ,
    () => moreOf(({ message }) => message.senderType !== "system"),
  ),
];

/** Says that there is no more after a message where nothing of the kind is left. */
function moreOf(isOfKind: (stored: StoredMessage) => boolean): Change {
  return onSuccess("get-messages", (reply, call) => {
    const after = call.query.get("after");
    const all = shownKey(call)?.workspace.messages.inChannel(call.query.get("channelId") ?? "") ?? [];
    const { messages } = asObject(reply.body.data);
    const shown = new Set([messages].flat().map((one) => asObject(one).id));
    const place = all.findIndex(({ message }) => message.id === after);
    const left = all.slice(place + 1).filter(({ message }) => !shown.has(message.id));
    if (place >= 0 && !left.some(isOfKind)) editAt(reply.body, "data.hasMore", () => false);
  });
}
