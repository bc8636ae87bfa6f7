import { required, text } from "../../http/fields.ts";
import { operation } from "../../http/operation.ts";
import { verifyConnection } from "./logic.ts";

/** The connection test. */
export const connectionOperations = [
  operation({
    id: "verify-connection",
    method: "GET",
    path: "/v1/agent/verify-connection",
    fields: { token: required(text()) },
    answer: (caller, { token }) => ({
      data: caller.rules.present("Verification", verifyConnection(caller, token), caller),
    }),
  }),
];
