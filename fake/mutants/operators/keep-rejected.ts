import type { Json } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import { editBody } from "../../overrides/hooks.ts";
import { asJson } from "../json-value.ts";
import type { InputSite, Operator } from "../model.ts";

/** What is broken when a rejected request has an effect. */
const CLAIMS: Readonly<Record<string, string>> = {
  "create-task": "tasks.create.refused-without-effect",
  "block-task": "tasks.block.refused-without-effect",
  "send-message": "messages.send.refused-without-effect",
  "flag-needs-human": "messages.flag.refused-without-effect",
  remember: "memories.remember.refused-without-effect",
};

/** Does what it rejects for one input all the same, without that input or with a valid value of it. */
export const keepRejected: Operator = {
  name: "keep-rejected",
  title: "rejects a request for one input, and does it all the same",
  at: (site) => {
    const breaks = site.kind === "input" ? CLAIMS[site.operation] : undefined;
    if (site.kind !== "input" || breaks === undefined || site.within !== null) return null;
    return {
      breaks,
      plant: ({ confined, applies }) =>
        confined({
          around: (call, next) => {
            const reply = next();
            if (call.operation !== site.operation || ![400, 404].includes(reply.status) || !applies(null, {}, null))
              return reply;
            const { refusal, body } = call;
            repair(call, site);
            next();
            Object.assign(call, { refusal, body });
            return reply;
          },
        }),
    };
  },
};

function repair(call: Call, { name, field }: InputSite): void {
  editBody(call, ({ [name]: rejected, ...body }) =>
    field.required === true ? { ...body, [name]: validFor(field, rejected ?? null) } : body,
  );
}

/** A valid value for a required input: as much of the rejected one as there is room for, where that is a text. */
function validFor({ kind, values, maximum }: Field, rejected: Json): Json {
  if (kind === "pointers") return [{ id: "unknown" }];
  const isCut = values === undefined && typeof rejected === "string" && rejected !== "";
  return isCut ? rejected.slice(0, maximum) : asJson(values?.[0] ?? "something");
}
