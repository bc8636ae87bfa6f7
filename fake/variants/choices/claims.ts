import { isObject } from "../../../spec/json.ts";
import type { Memory } from "../../features/memories/model.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, isSelected, onCall, onSuccess } from "../../overrides/hooks.ts";
import type { ResponsePart } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";

/** Choices about similar claims, which the contract leaves open. */
export const claimChoices = [
  choice({
    name: "similar-claims",
    title: "a claim that is similar to an earlier one of its scope",
    values: ["kept", "supersedes", "rejected"],
    change: (value) => (value === "supersedes" ? succeeding() : rejecting()),
  }),
  choice({
    name: "omitted-confidence",
    title: "the confidence of a memory whose claim states none",
    values: ["default", "null"],
    // If recalls have their own floor, a requested minimum would make such a memory unreachable. Nor may the filter
    // exclude the node that a walk starts at if that node is counted.
    incompatibleWith: ["memory-confidence", "recall-defaults", "walk-limit"],
    change: () => unknownWhereUnsaid(),
  }),
];

/** The share of common parts from which two claims are similar. */
const ALIKE = 0.8;

interface ClaimText {
  readonly parts: ReadonlySet<string>;
  readonly scope: unknown;
}

/** Returns the three-letter parts of a text, as an index of trigrams does. */
function partsOf(text: string): ReadonlySet<string> {
  const letters = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(1, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)));
}

function areAlike(one: ClaimText, other: ClaimText): boolean {
  const common = [...one.parts].filter((part) => other.parts.has(part)).length;
  return one.scope === other.scope && common >= ALIKE * (one.parts.size + other.parts.size - common);
}

function claimTextIn(call: Call): ClaimText | null {
  const [content, scope] = ["content", "scope_id"].map((name) => bodyMember(call, name));
  return typeof content === "string" ? { parts: partsOf(content), scope } : null;
}

function succeeding(): Change {
  const earlier: (ClaimText & { readonly memory: { status: string } })[] = [];
  return onSuccess("remember", (reply, call) => {
    const claim = claimTextIn(call);
    const stored = call.caller?.workspace.memories.get(String((reply.body.data as { id?: string }).id));
    if (claim === null || stored === undefined) return;
    // A repeated claim may be the memory that exists, which does not succeed itself.
    const others = earlier.filter(({ memory }) => memory !== stored.memory);
    for (const { memory } of others.filter((one) => areAlike(one, claim))) {
      if (memory.status === "current") memory.status = "superseded";
    }
    earlier.push({ ...claim, memory: stored.memory });
  });
}

function rejecting(): Change {
  const earlier: ClaimText[] = [];
  return {
    around: (call, next): Reply => {
      const claim = isSelected("remember", call) ? claimTextIn(call) : null;
      if (claim === null) return next();
      const isKnown = earlier.some((one) => areAlike(one, claim));
      if (isKnown) call.body = { kind: "unreadable", problem: "a similar claim exists" };
      const reply = next();
      if (reply.status === 200) earlier.push(claim);
      if (!isKnown || reply.status !== 400) return reply;
      const body = JSON.parse(JSON.stringify(reply.body));
      return { ...reply, status: 409, body: { ...body, error: { ...body.error, code: "ALREADY_EXISTS" } } };
    },
  };
}

/**
 * Returns the change to memories without confidence: none is shown, and a minimum that a recall requests excludes
 * them.
 */
function unknownWhereUnsaid(): Change {
  const unsaid = new Set<string>();
  const known = new Set<string>();
  const nameOf = ({ org_id, id }: Pick<Memory, "org_id" | "id">) => `${org_id} ${id}`;
  let isAsked = false;
  return combine(
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
    // Only by a requested minimum: by its own default a recall excludes memories that are known to be uncertain.
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
