import { OPERATIONS } from "../../operations.ts";
import { onCall } from "../../overrides/hooks.ts";
import { choice } from "../variant.ts";

/** Operation id → role of an open parameter → name. */
export type ParameterNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Another server's names for the parameters whose names are open. */
export const OTHER_NAMES: ParameterNames = {
  "search-memories": {
    kind: "type",
    status: "state",
    text: "contains",
    tags: "tag",
    createdFrom: "since",
    createdTo: "until",
    scope: "scope",
    cursor: "page_token",
    limit: "page_size",
  },
  "list-tasks": {
    status: "state",
    assigneeAgent: "agent",
    assigneeUser: "user",
    priority: "prio",
    channel: "channel",
    text: "q",
    limit: "max",
  },
  "get-messages": { channel: "channel", limit: "max" },
  "request-file-download": { channel: "channel", attachment: "file" },
  "verify-connection": { token: "challenge" },
};

/** Names of the open parameters on the wire. */
export const nameChoices = [
  choice({
    name: "parameter-names",
    title: "names of query parameters that the contract does not state",
    values: ["reference", "other"],
    outermost: true,
    change: () =>
      onCall(Object.keys(OTHER_NAMES), (call) => {
        const names = OTHER_NAMES[call.operation ?? ""] ?? {};
        const fields = OPERATIONS.find(({ id }) => id === call.operation)?.fields ?? {};
        const usual = new Map(Object.entries(names).map(([role, name]) => [name, fields[role]?.name ?? role]));
        const replaced = new Set(usual.values());
        const pairs = [...call.query].flatMap(([name, value]) => {
          const known = usual.get(name);
          if (known !== undefined) return [[known, value] as [string, string]];
          return replaced.has(name) ? [] : [[name, value] as [string, string]];
        });
        call.query = new URLSearchParams(pairs);
      }),
  }),
];
