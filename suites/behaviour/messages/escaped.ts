import { asObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
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
      telling: true,
    },
    async (check) => {
      const { mark } = check.world;
      const plain = await sentPlainly(check);
      const body = asObject(JSON.parse(String(plain.request.body)));
      // What says the same as another message may be refused for that.
      const content = `${mark} in escapes, ${CONTENT}`;
      const rawBody = inEscapes(JSON.stringify({ ...body, content }, null, 2));
      const answer = await check.call("send-message", {}, { rawBody });
      check.witnessed();
      expectAccepted(answer, "a like message with its signs as escapes, over several lines");
      expectEqual(answer, "/data/content", content, "a content must be the same, whichever way its JSON is written");
    },
  );
}

/** A message that was accepted; in a smoke run one that is there. */
async function sentPlainly(check: CheckContext): Promise<Exchange> {
  if (check.world.budget === "smoke") return (await check.baseline("send-message")).exchange;
  const channelId = await check.reference("channel");
  const plain = await askToSend(check, { channelId, content: `${check.world.mark} ${CONTENT}` });
  needAccepted(plain, "messages.send.succeeds");
  return plain;
}

/** JSON text in ASCII alone, unit by unit, and with its slashes as escapes. */
export function inEscapes(json: string): string {
  const asEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return json.replaceAll(/[^\0-\x7e]/g, asEscape).replaceAll("/", "\\/");
}
