import { asObject } from "../../../spec/json.ts";
import { editBody, onCall } from "../../overrides/hooks.ts";
import type { Operator } from "../model.ts";

/** What is broken when a flag counts as set that is not. */
const CLAIMS: Readonly<Record<string, string>> = {
  "recall#filters/include_superseded": "recall.filters.superseded-off",
  "recall#filters/include_invalidated": "recall.filters.invalidated-off",
  "recall#filters/include_expired": "recall.filters.expired-off",
};

/** Takes a flag for set. */
export const assume: Operator = {
  name: "assume",
  title: "takes a flag for set, whatever is asked",
  at: (site) => {
    const breaks = site.kind === "input" ? CLAIMS[site.id] : undefined;
    if (site.kind !== "input" || breaks === undefined || site.within === null) return null;
    const { operation, within, name } = site;
    return {
      breaks,
      plant: ({ confined, applies }) =>
        confined(
          onCall(operation, (call) => {
            if (!applies(true, {}, null)) return;
            editBody(call, (body) => ({ ...body, [within]: { ...asObject(body[within] ?? null), [name]: true } }));
          }),
        ),
    };
  },
};
