import type { Change } from "../../changes/change.ts";
import { bodyMember, concerns, onSuccess } from "../../changes/hooks.ts";
import type { Call, Reply } from "../../http/call.ts";
import { choice } from "../variant.ts";

/** What a service makes of claims that say much the same, where the contract leaves it. */
export const claimChoices = [
  choice({
    name: "like-claims",
    title: "a claim that says nearly what an earlier one of its scope says",
    values: ["stands-beside-it", "succeeds-it", "is-refused"],
    change: (value) => (value === "succeeds-it" ? succeeding() : refusing()),
  }),
];

/** Parts of all that two claims say that are in both: from so many on they are alike. */
const ALIKE = 0.8;

interface Said {
  readonly parts: ReadonlySet<string>;
  readonly scope: unknown;
}

/** Letters in a row: what an index of trigrams compares by. */
function partsOf(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(1, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)));
}

function areAlike(one: Said, other: Said): boolean {
  const common = [...one.parts].filter((part) => other.parts.has(part)).length;
  return one.scope === other.scope && common >= ALIKE * (one.parts.size + other.parts.size - common);
}

function saidIn(call: Call): Said | null {
  const [content, scope] = ["content", "scope_id"].map((name) => bodyMember(call, name));
  return typeof content === "string" ? { parts: partsOf(content), scope } : null;
}

function succeeding(): Change {
  const earlier: (Said & { readonly memory: { status: string } })[] = [];
  return onSuccess("remember", (reply, call) => {
    const said = saidIn(call);
    const stored = call.caller?.workspace.memories.get(String((reply.body.data as { id?: string }).id));
    if (said === null || stored === undefined) return;
    for (const { memory } of earlier.filter((one) => areAlike(one, said))) {
      if (memory.status === "current") memory.status = "superseded";
    }
    earlier.push({ ...said, memory: stored.memory });
  });
}

function refusing(): Change {
  const earlier: Said[] = [];
  return {
    around: (call, next): Reply => {
      const said = concerns("remember", call) ? saidIn(call) : null;
      if (said === null) return next();
      const isKnown = earlier.some((one) => areAlike(one, said));
      if (isKnown) call.body = { kind: "unreadable", problem: "it was said before" };
      const reply = next();
      if (reply.status === 200) earlier.push(said);
      if (!isKnown || reply.status !== 400) return reply;
      const body = JSON.parse(JSON.stringify(reply.body));
      return { ...reply, status: 409, body: { ...body, error: { ...body.error, code: "ALREADY_EXISTS" } } };
    },
  };
}
