import type { Json } from "../../../spec/json.ts";
import { asObject } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, together } from "../../overrides/change.ts";
import { bodyMember, editBody, onCall } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Caller } from "../../service.ts";
import { asJson } from "../json-value.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";
import { copyOf, listIn, member } from "./tools.ts";

const isWalk = (call: Call) => bodyMember(call, "seed_id") !== undefined;

const late = (id: string, title: string, plant: () => Change) =>
  handwritten(id, "recall.limit-fills", title, "recall", plant);

/** The nearest memories are taken first, as many as asked for, and then looked at for these narrowings. */
const narrowingLate = ({
  metadata,
  confidence,
}: {
  readonly metadata: boolean;
  readonly confidence: boolean;
}): Change => ({
  rules: ({ memories: { recall } }) => ({
    memories: {
      recall: {
        metadataMatches: metadata ? () => true : recall.metadataMatches,
        minConfidence: confidence ? () => true : recall.minConfidence,
        best: (ranked, asked) =>
          recall.best(ranked, asked).filter(({ stored: { memory } }) => {
            const { min_confidence: least } = asked.filters;
            const isSure = least === undefined || recall.minConfidence(memory, least);
            return isSure && recall.metadataMatches(memory.metadata, asked.metadata_filter);
          }),
      },
    },
  }),
});

/** Mutants of recall that look at what narrows it after the limit, or not at all for some hits. */
export const lateNarrowingSites: readonly HandwrittenSite[] = [
  late("filters-after-the-limit", "metadata and confidence are looked at after the limit", () =>
    narrowingLate({ metadata: true, confidence: true }),
  ),
  late("confidence-after-the-limit", "the confidence is looked at after the limit", () =>
    narrowingLate({ metadata: false, confidence: true }),
  ),
  late("scope-after-the-limit", "the scope is looked at after the limit", scopingLate),
  late("permissions-after-the-limit", "what may be read is looked at after the limit", permittingLate),
  handwritten(
    "membership-after-the-limit",
    "messages.search.limit-fills",
    "messages of other channels count among the hits that are asked for",
    "search-messages",
    () => ({
      rules: ({ messages }) => ({
        messages: {
          search: (caller, query, limit, mayShow) =>
            messages.search(caller, query, limit, () => true).filter(({ stored }) => mayShow(stored)),
        },
      }),
    }),
  ),
  handwritten("deep-walk-leaves-its-scope", "recall.scope", "a walk keeps to its scope for one step", "recall", () =>
    addingFromElsewhere(
      (call) => isWalk(call) && Number(bodyMember(call, "depth")) > 1,
      (elsewhere, again) => {
        const near = again({ depth: 1 }).map((hit) => member(hit, "id"));
        return elsewhere.filter((hit) => !near.includes(member(hit, "id")));
      },
    ),
  ),
  handwritten("scope-for-current-ones-alone", "recall.scope", "what has ended is found in any scope", "recall", () =>
    addingFromElsewhere(
      () => true,
      (elsewhere) => elsewhere.filter((hit) => member(hit, "status") !== "current"),
    ),
  ),
];

function scopingLate(): Change {
  let wanted: Json | undefined;
  const isOther = (scopeId: string) => wanted !== undefined && scopeId !== wanted;
  return together(
    onCall("recall", (call) => {
      const scope = bodyMember(call, "scope_id");
      const key = ownKey(call);
      const isReadable = key?.workspace.directory.may("CAN_READ", String(scope), key.agent.id) === true;
      wanted = !isWalk(call) && isReadable ? asJson(scope) : undefined;
      if (wanted !== undefined) editBody(call, ({ scope_id: _later, ...body }) => body);
    }),
    {
      rules: ({ memories: { recall } }) => ({
        memories: {
          recall: { best: (...all) => recall.best(...all).filter(({ stored }) => !isOther(stored.scopeId)) },
        },
      }),
    },
  );
}

function permittingLate(): Change {
  let isLate = false;
  let asking: Caller | null = null;
  return together(
    onCall("*", (call) => {
      isLate = call.operation === "recall" && !isWalk(call) && bodyMember(call, "scope_id") === undefined;
    }),
    {
      rules: ({ memories: { mayRead, recall } }) => ({
        memories: {
          mayRead: (caller, scopeId) => {
            asking = caller;
            return isLate || mayRead(caller, scopeId);
          },
          recall: {
            best: (...all) => {
              isLate = false;
              return recall.best(...all).filter(({ stored }) => asking !== null && mayRead(asking, stored.scopeId));
            },
          },
        },
      }),
    },
  );
}

/** Adds some of what is found without it to recalls in a scope; `again` asks so once more, with other members. */
function addingFromElsewhere(
  holds: (call: Call) => boolean,
  choose: (elsewhere: Json[], again: (members: Record<string, Json>) => Json[]) => Json[],
): Change {
  const hitsOf = ({ body }: Reply) => listIn(asObject(copyOf(body as object).data ?? null), "hits");
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "recall" || reply.status !== 200 || !holds(call)) return reply;
      if (bodyMember(call, "scope_id") === undefined) return reply;
      const { body } = call;
      const ask = (members: Record<string, Json>) => {
        editBody(call, ({ scope_id: _scope, ...rest }) => ({ ...rest, ...members }));
        return hitsOf(next());
      };
      const added = choose(ask({}), ask);
      call.body = body;
      const shown = hitsOf(reply);
      const known = shown.map((hit) => member(hit, "id"));
      const answer = copyOf(reply.body as object);
      asObject(answer.data).hits = [...shown, ...added.filter((hit) => !known.includes(member(hit, "id")))];
      return { ...reply, body: answer };
    },
  };
}
