import { together } from "../../overrides/change.ts";
import { onCall } from "../../overrides/hooks.ts";
import { editValues } from "../edit.ts";
import type { InputSite, Operator, ValueSite } from "../model.ts";
import { typeOf, valueOperator } from "./value-operator.ts";

const isInstant = (site: ValueSite | InputSite): boolean => site.kind === "value" && site.format === "date-time";

export const moment: Operator = {
  name: "moment",
  title: "gives the time of the request for another time",
  at: (site) => {
    if (site.kind !== "value" || !isInstant(site) || site.claims.changed === null) return null;
    // What is created by the request has its time, and when something expires is another matter.
    if (site.operation === "send-message" || site.path.at(-1) === "expiresAt") return null;
    return {
      breaks: site.claims.changed,
      plant: ({ applies, confined }) => {
        let now = "";
        const noting = onCall(site.operation, ({ at }) => {
          now = new Date(at).toISOString();
        });
        return confined(
          together(
            editValues(site, applies, () => now),
            noting,
          ),
        );
      },
    };
  },
};

export const unstable: Operator = valueOperator({
  name: "unstable",
  title: "gives another value each time",
  claim: "changed",
  inRequests: false,
  fits: (site) => site.kind === "value" && typeOf(site) === "string" && site.values === null && !isInstant(site),
  edit: () => {
    let count = 0;
    return (value) => `${String(value)}-${++count}`;
  },
});
