import { asObject, isObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, editBody, onCall, onSuccess } from "../changes/hooks.ts";
import { type Fault, fault } from "./fault.ts";
import { shownKey } from "./tools.ts";

const BOOTSTRAP = ["bootstrap-context"];

/** An agent need not name itself: without that, what another agent has to start from is not told. */
const unnamed: Change = onCall("bootstrap-context", (call) => {
  const own = shownKey(call)?.agent.identityId;
  if (own !== undefined) editBody(call, (body) => ({ agent_identity_id: own, ...body }));
});

/** Faults of orientations that tell of a memory in another measure, or of nothing in another form. */
export const orientationFaults: readonly Fault[] = [
  fault(
    "bootstrap-confidence-in-percent",
    "consistency.memory-views",
    "a bootstrap tells the confidence of decisions in percent",
    BOOTSTRAP,
    () =>
      answering("bootstrap-context", "data.current_decisions", (decisions) =>
        (Array.isArray(decisions) ? decisions : []).map((memory: Json) =>
          isObject(memory) && typeof memory.confidence === "number"
            ? { ...memory, confidence: Math.round(memory.confidence * 100) }
            : memory,
        ),
      ),
  ),
  fault(
    "bootstrap-membership-kept-for-all",
    "isolation.bootstrap-context",
    "the scope membership is kept for a moment, whoever asks for it then",
    BOOTSTRAP,
    () => keepingMembership(),
  ),
  fault(
    "bootstrap-no-decisions-null",
    "bootstrap.answer",
    "the decisions of a bootstrap are null where there is none",
    BOOTSTRAP,
    () =>
      together(
        answering("bootstrap-context", "data.current_decisions", (decisions) =>
          Array.isArray(decisions) && decisions.length > 0 ? decisions : null,
        ),
        unnamed,
      ),
  ),
  fault(
    "bootstrap-no-activity-left-out",
    "bootstrap.recent-activity",
    "the recent activity is left out where there are no decisions",
    BOOTSTRAP,
    () =>
      together(
        onSuccess("bootstrap-context", ({ body }) => {
          const { current_decisions: decisions, recent_activity: _activity, ...data } = asObject(body.data);
          if (Array.isArray(decisions) && decisions.length === 0)
            Object.assign(body, { data: { current_decisions: [], ...data } });
        }),
        unnamed,
      ),
  ),
];

/** Milliseconds for which an answer is given to all. */
const A_MOMENT_MS = 1_500;

function keepingMembership(): Change {
  let kept: { readonly at: number; readonly scopes: Json } | null = null;
  return together(
    onSuccess("bootstrap-context", (reply, { at }) => {
      const { scope_membership: scopes = null } = asObject(reply.body.data);
      if (kept === null || at - kept.at > A_MOMENT_MS) kept = { at, scopes };
      Object.assign(asObject(reply.body.data), { scope_membership: kept.scopes });
    }),
    unnamed,
  );
}
