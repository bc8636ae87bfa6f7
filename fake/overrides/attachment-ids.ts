import { isObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "./change.ts";
import { onCall, onSuccess } from "./hooks.ts";

/** What stands before the id of an upload where a message shows it. */
const OF_A_MESSAGE = "m-";

/** Messages give their attachments ids of their own, and downloads accept these. */
export function attachmentIdsOfMessages(): Change {
  return together(
    onSuccess("*", (reply) => {
      reply.body = Object.fromEntries(Object.entries(reply.body).map(([name, value]) => [name, renamed(value)]));
    }),
    onCall("request-file-download", ({ query }) => {
      for (const [name, value] of [...query])
        if (value.startsWith(OF_A_MESSAGE)) query.set(name, value.slice(OF_A_MESSAGE.length));
    }),
  );
}

function renamed(value: Json): Json {
  if (Array.isArray(value)) return value.map(renamed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "attachments" && Array.isArray(member) ? member.map(withOwnId) : renamed(member),
    ]),
  );
}

function withOwnId(attachment: Json): Json {
  return isObject(attachment) ? { ...attachment, id: `${OF_A_MESSAGE}${String(attachment.id)}` } : attachment;
}
