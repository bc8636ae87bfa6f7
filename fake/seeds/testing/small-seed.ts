import type { SeedData } from "../seed-data.ts";

/** A world of one agent, one channel and one message. */
export const SMALL: SeedData = {
  reference: false,
  agents: { builder: { key: "wak_builder" } },
  channels: { general: { members: ["builder"] } },
  messages: [{ id: "hello", channel: "general", from: "builder", content: "Hello" }],
};
