import type { Call } from "../http/call.ts";
import type { OpenReply } from "../overrides/hooks.ts";

/** A status with the code of each family. */
interface FailureOf {
  readonly status: number;
  readonly agent: string;
  readonly sdk: string;
}

const INTERNAL: FailureOf = { status: 500, agent: "internal_error", sdk: "INTERNAL_ERROR" };

/** Puts a failure of the call's family instead of a response: an internal error, where no other is given. */
export function failWith(reply: OpenReply, { family }: Call, { status, agent, sdk }: FailureOf = INTERNAL): void {
  reply.status = status;
  reply.body = {
    success: false,
    error: { code: family === "agent" ? agent : sdk, message: "Something went wrong" },
  };
}
