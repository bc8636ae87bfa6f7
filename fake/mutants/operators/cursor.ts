import { onCall, rules, when } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { InputSite, Operator } from "../model.ts";

/** A cursor that names a message, and what is broken when its page does not begin next to that. */
function claimOf(site: Parameters<Operator["at"]>[0], claims: Readonly<Record<string, string>>) {
  const breaks = site.kind === "input" ? claims[site.id] : undefined;
  return site.kind !== "input" || breaks === undefined ? null : { site, breaks };
}

export const inclusive: Operator = {
  name: "inclusive",
  title: "begins a page with the message that its cursor names",
  at: (place) => {
    const found = claimOf(place, {
      "get-messages?before": "messages.get.before-exclusive",
      "get-messages?after": "messages.get.after-exclusive",
    });
    if (found === null) return null;
    const { breaks, site } = found;
    return {
      breaks,
      plant: ({ confined }) =>
        confined(when(({ query }) => query.has(site.name), rules({ messages: { cursorsExclude: false } }))),
    };
  },
};

/** Which way the next message is from the one that a cursor names. */
const ahead = (site: InputSite): number => (site.name === "before" ? -1 : 1);

export const skipOne: Operator = {
  name: "skip-one",
  title: "skips the message next to a cursor",
  at: (place) => {
    const found = claimOf(place, {
      "get-messages?before": "messages.get.walk-back",
      "get-messages?after": "messages.get.walk-forward",
    });
    if (found === null) return null;
    const { breaks, site } = found;
    return {
      breaks,
      plant: ({ applies, confined }) =>
        confined(
          onCall(site.operation, (call) => {
            const messages = ownKey(call)?.workspace.messages;
            const stored = messages?.get(call.query.get(site.name) ?? "");
            if (messages === undefined || stored === undefined || !applies(stored.message.id, {}, null)) return;
            const next = messages.inChannel(stored.message.channelId)[messages.placeOf(stored) + ahead(site)];
            if (next !== undefined) call.query.set(site.name, next.message.id);
          }),
        ),
    };
  },
};
