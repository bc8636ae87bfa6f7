import { isObject } from "../../spec/json.ts";
import type { Dispute } from "./dispute.ts";

/** A member of the body that the document does not name. */
export const unknownBodyMember: Dispute = {
  name: "unknown-member",
  point: "input.unknown-body-fields",
  rules: "kept",
  edits: (site, { before }) =>
    site.place === "body" && site.path.length === 1 && isObject(before)
      ? [{ after: "unexpected", below: ["unexpectedMember"], description: "a member that the document does not name" }]
      : [],
};
