import type { Call } from "../http/call.ts";
import type { EditableReply } from "../overrides/hooks.ts";

/** A status with the code of each family. */
interface FailureOf {
  readonly status: number;
  readonly agent: string;
  readonly sdk: string;
}

const INTERNAL: FailureOf = { status: 500, agent: "internal_error", sdk: "INTERNAL_ERROR" };

/** Replaces a response with a failure of the call's family, by default an internal error. */
export function failWith(reply: EditableReply, { family }: Call, { status, agent, sdk }: FailureOf = INTERNAL): void {
  reply.status = status;
  reply.body = {
    success: false,
    error: { code: family === "agent" ? agent : sdk, message: "Something went wrong" },
  };
}
