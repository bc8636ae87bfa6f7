import { editBody, onCall } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { inputAt } from "../inputs.ts";
import { asJson } from "../json-value.ts";
import type { Operator } from "../model.ts";
import { DEFAULT_CLAIMS } from "./default.ts";

/** Keeps an input as a setting of its caller. */
export const sticky: Operator = {
  name: "sticky",
  title: "takes the value of the caller's last request where none is given",
  at: (site) => {
    if (site.kind !== "input" || site.within !== null || site.field.required === true) return null;
    const breaks = DEFAULT_CLAIMS[site.id] ?? site.heeded;
    if (breaks === null) return null;
    const { operation, name, place } = site;
    return {
      breaks,
      plant: ({ confined, applies }) => {
        const kept = new Map<unknown, unknown>();
        return confined(
          onCall(operation, (call) => {
            const caller = ownKey(call)?.agent.id;
            const given = inputAt(call, name);
            if (given !== undefined) {
              if (applies(asJson(given), {}, null)) kept.set(caller, given);
            } else if (kept.has(caller)) {
              const value = asJson(kept.get(caller));
              if (place === "body") editBody(call, (body) => ({ ...body, [name]: value }));
              else for (const one of [value].flat()) call.query.append(name, String(one));
            }
          }),
        );
      },
    };
  },
};
