import { isObject } from "../../../spec/json.ts";
import type { Memory } from "../../features/memories/model.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, together } from "../../overrides/change.ts";
import { bodyMember, concerns, onCall, onSuccess } from "../../overrides/hooks.ts";
import { editAt } from "../../overrides/paths.ts";
import type { ResponsePart } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";

/** What a service makes of claims that say much the same, where the contract leaves it. */
export const claimChoices = [
  choice({
    name: "like-claims",
    title: "a claim similar to an earlier one of its scope",
    values: ["stands-beside-it", "succeeds-it", "is-rejected"],
    change: (value) => (value === "succeeds-it" ? succeeding() : rejecting()),
  }),
  choice({
    name: "unsaid-confidence",
    title: "the confidence of a memory whose claim named none",
    values: ["as-by-default", "not-known"],
    // Where recalls have a floor of their own, what an asked one keeps out would be recalled in no way that helps; nor may it
    // keep out the node that a walk starts at, where that is counted in.
    notBeside: ["memory-confidence", "recall-defaults", "walk-limit"],
    change: () => unknownWhereUnsaid(),
  }),
];

/** Parts of all that two claims say that are in both: from this many on they are alike. */
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

function rejecting(): Change {
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

/** Such a memory has no confidence: none is shown, and a least one that a recall asks for leaves it out. */
function unknownWhereUnsaid(): Change {
  const unsaid = new Set<string>();
  const known = new Set<string>();
  const nameOf = ({ org_id, id }: Pick<Memory, "org_id" | "id">) => `${org_id} ${id}`;
  let isAsked = false;
  return together(
    {
      rules: (before) => ({
        memories: {
          recall: {
            minConfidence: (memory: Memory, wanted: number) =>
              unsaid.has(nameOf(memory)) ? !isAsked : before.memories.recall.minConfidence(memory, wanted),
          },
        },
        present: (what: ResponsePart, thing: object, caller: Caller) => {
          const isUnsaid = what === "Memory" && unsaid.has(nameOf(thing as Memory));
          return before.present(what, isUnsaid ? { ...thing, confidence: null } : thing, caller);
        },
      }),
    },
    // By its own default a recall leaves out what is known to be unsure.
    onCall("recall", (call) => {
      const filters = bodyMember(call, "filters");
      isAsked = isObject(filters) && filters.min_confidence !== undefined;
    }),
    onSuccess("remember", (reply, call) => {
      const { data } = reply.body;
      const stored = isObject(data) ? call.caller?.workspace.memories.get(String(data.id)) : undefined;
      if (stored === undefined || known.has(nameOf(stored.memory))) return;
      known.add(nameOf(stored.memory));
      if (typeof bodyMember(call, "confidence") === "number") return;
      unsaid.add(nameOf(stored.memory));
      editAt(reply.body, "data.confidence", () => null);
    }),
  );
}
