import { isObject, type Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import type { Past } from "../../engine/check/history.ts";
import { judging } from "../../verifiers/judging.ts";
import { expectConfidence, memoryAt } from "../memories/claims.ts";
import { expectMetadata } from "../memories/kept-metadata.ts";
import { DAY, expectLifetime } from "../memories/lifetimes.ts";
import { isUndisputed } from "./made.ts";
import { askedFor, madeAnew, type Rule } from "./rule.ts";

/** What a claim was remembered with comes back, whatever stood beside it. */
export const claimedRules: readonly Rule[] = [
  { requirement: "memories.remember.confidence", member: "confidence", judge: judgeConfidence },
  { requirement: "memories.remember.ttl-seconds", member: "ttl_seconds", judge: judgeLifetime },
  { requirement: "memories.remember.metadata", member: "metadata", judge: judgeMetadata },
].map(({ requirement, member, judge }) => ({
  requirement,
  name: `the ${member} that was asked for comes back`,
  operations: ["remember"],
  judge: (check) => {
    const asking = madeAnew(check, "remember").filter(
      (past) => askedFor(past, member) !== undefined && isUndisputed(check, "remember", past),
    );
    return asking.filter((past) => judging([past.exchange], () => judge(past, askedFor(past, member) ?? null, check)))
      .length;
  },
}));

/** Whether there was anything to judge. */
type Judged = boolean;

function judgeConfidence({ exchange }: Past, sent: Json): Judged {
  if (typeof sent !== "number") return false;
  expectConfidence(exchange, sent);
  return true;
}

/** Whether a service may lengthen what is short, or cut what is long, is open. */
const LIFETIMES = { least: 7 * DAY, most: 365 * DAY };

function judgeLifetime({ exchange }: Past, sent: Json, check: CheckContext): Judged {
  if (typeof sent !== "number" || sent < LIFETIMES.least || sent > LIFETIMES.most) return false;
  expectLifetime(check, memoryAt(exchange, "/data"), sent);
  return true;
}

function judgeMetadata({ exchange }: Past, sent: Json): Judged {
  if (!isObject(sent) || !isPlain(sent)) return false;
  expectMetadata(exchange, sent);
  return true;
}

/** Names and values that stand for the same in every store: of others some checks ask on purpose. */
function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isObject(value)) return Object.entries(value).every(([name, one]) => /^[a-z]\w*$/i.test(name) && isPlain(one));
  if (typeof value === "string") return value !== "" && value.trim() === value && !/[\p{C}\p{M}]/u.test(value);
  return (
    typeof value === "boolean" || (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31)
  );
}
