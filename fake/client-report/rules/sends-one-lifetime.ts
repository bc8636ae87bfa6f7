import { bodyOf, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

const LIFETIMES = ["ttl_seconds", "ttl_preset"];

/** A client states the lifetime of a memory in one way. */
export const sendsOneLifetime: ClientRule = {
  id: "sends-one-lifetime",
  severity: "error",
  title: "Gives the lifetime of a memory in seconds or as a preset",
  clause: { section: "remember", text: "The lifetime is given in seconds or as a preset, not as both." },
  remedy: "Send ttl_seconds or ttl_preset, and leave the other out.",
  judge: ({ entries }) => {
    const lasting = entries
      .filter(({ operation }) => operation === "remember")
      .map((entry) => ({ entry, given: LIFETIMES.filter((name) => (bodyOf(entry)[name] ?? null) !== null) }))
      .filter(({ given }) => given.length > 0);
    return {
      judged: lasting.length,
      violations: lasting
        .filter(({ given }) => given.length > 1)
        .map(({ entry }) => ({
          cause: "both",
          message: `${nameOf(entry)} has both ${LIFETIMES.join(" and ")}`,
          exchanges: [entry],
        })),
    };
  },
};
