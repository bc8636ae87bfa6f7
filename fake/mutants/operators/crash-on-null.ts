import { asObject } from "../../../spec/json.ts";
import { bodyMember, onReply } from "../../overrides/hooks.ts";
import { failWith } from "../fail.ts";
import { asJson } from "../json-value.ts";
import type { Operator } from "../model.ts";

/** Fails over null where an input may be missing. */
export const crashOnNull: Operator = {
  name: "crash-on-null",
  needsNoValue: true,
  title: "answers null for an input with 500",
  at: (site) => {
    if (site.kind !== "input" || site.place !== "body" || site.field.required === true) return null;
    const { operation, within, name } = site;
    return {
      breaks: "errors.no-server-error",
      plant: ({ confined, applies }) =>
        confined(
          onReply(operation, (reply, call) => {
            const given = within === null ? bodyMember(call, name) : asObject(asJson(bodyMember(call, within)))[name];
            if (given !== null || call.caller === null || !applies(null, {}, null)) return;
            failWith(reply, call);
          }),
        ),
    };
  },
};
