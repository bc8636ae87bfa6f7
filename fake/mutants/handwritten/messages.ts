import { bodyMember, editBody } from "../../changes/hooks.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";

/** Mutants of sending and reading messages. */
export const messageSites: readonly HandwrittenSite[] = [
  handwritten(
    "messages-of-two-files-sent-twice",
    "consistency.made-once",
    "what has two files is sent a second time, without them",
    "send-message",
    () => ({
      around: (call, next) => {
        const reply = next();
        const files = bodyMember(call, "attachmentIds");
        if (call.operation !== "send-message" || !Array.isArray(files) || files.length < 2) return reply;
        editBody(call, ({ attachmentIds: _sent, ...body }) => body);
        next();
        return reply;
      },
    }),
  ),
];
