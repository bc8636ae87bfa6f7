import type { Json } from "../../../spec/json.ts";
import { editBody } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
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
            mend(call, site);
            next();
            Object.assign(call, { refusal, body });
            return reply;
          },
        }),
    };
  },
};

function mend(call: Call, { name, field }: InputSite): void {
  const valid: Json | undefined =
    field.required !== true
      ? undefined
      : field.kind === "pointers"
        ? [{ id: "unknown" }]
        : asJson(field.values?.[0] ?? "something");
  editBody(call, ({ [name]: _rejected, ...body }) => (valid === undefined ? body : { ...body, [name]: valid }));
}
