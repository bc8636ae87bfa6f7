import { together } from "../../overrides/change.ts";
import { onCall } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { ApiKey } from "../../service.ts";
import { editValues } from "../edit.ts";
import type { Operator } from "../model.ts";
import { nameAt } from "./value-operator.ts";

/** An operator that gives another agent's id. */
const naming = (
  name: string,
  title: string,
  pick: (caller: ApiKey, value: string) => string | undefined,
): Operator => ({
  name,
  title,
  at: (site) => {
    if (site.kind !== "value" && site.kind !== "input" && site.kind !== "effect") return null;
    const breaks = site.kind === "input" ? site.heeded : site.claims.changed;
    if (breaks === null || !/AgentId$|^senderId$/.test(nameAt(site))) return null;
    return {
      breaks,
      plant: ({ applies, confined }) => {
        let caller: ApiKey | undefined;
        const noting = onCall("*", (call) => {
          caller = ownKey(call);
        });
        const edit = editValues(site, applies, (value) => (caller && pick(caller, String(value))) ?? value);
        return together(noting, confined(edit));
      },
    };
  },
});

export const callerId = naming("caller", "names the caller instead of an agent", ({ agent }) => agent.id);

export const otherAgent = naming("other-agent", "names another agent of the workspace", ({ workspace }, value) =>
  [...workspace.directory.agents.keys()].find((id) => id !== value),
);
