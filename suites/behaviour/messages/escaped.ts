import type { Check } from "../../engine/check.ts";
import { expectAccepted, expectEqual, needAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { askToSend } from "./requests.ts";

/** Letters, an emoji of two units and a slash, which other clients write as escapes. */
const CONTENT = "déjà vu, 文字 😀, either/or";

/** JSON may be written in more than one way, and says the same: with every sign beyond ASCII as an escape, over several lines. */
export function escaped(): Check {
  return defineCheck(
    {
      requirement: "messages.send.content",
      name: "a content whose letters are sent as escapes comes back",
      operations: ["send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const content = `${check.world.mark} ${CONTENT}`;
      const plain = await askToSend(check, { channelId: await check.reference("channel"), content });
      needAccepted(plain, "messages.send.succeeds");
      const body: unknown = JSON.parse(String(plain.request.body));
      const answer = await check.call("send-message", {}, { rawBody: inEscapes(JSON.stringify(body, null, 2)) });
      check.witnessed();
      expectAccepted(answer, "the same message with its signs as escapes, over several lines");
      expectEqual(answer, "/data/content", content, "a content must be the same, whichever way its JSON is written");
    },
  );
}

/** JSON text in ASCII alone, unit by unit, and with its slashes as escapes. */
export function inEscapes(json: string): string {
  const asEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replaceAll(/[^\0-\x7e]/g, asEscape).replaceAll("/", "\\/");
}
