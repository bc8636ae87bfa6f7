import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";
import { urlExpiryRules } from "./url-expiry.ts";

const NOW = "2026-01-01T12:00:00Z";
const grant = (expiresAt: Json, timestamp: Json = NOW) => ({
  "request-file-upload": [
    {
      ...acceptedEntry({ mimeType: "application/pdf" }, {}),
      exchange: answeredExchange(200, { success: true, data: { expiresAt }, meta: { timestamp } }),
    },
  ],
});

test("requires an upload URL to expire after the response that grants it", () => {
  expect(verdictOf(urlExpiryRules, "files.upload.short-lived", grant("2026-01-01T14:05:00+02:00"))).toBe(1);
  expect(verdictOf(urlExpiryRules, "files.upload.short-lived", grant("2026-01-01T11:59:00Z"))).toBe("broken");
});

test("compares the expiry of a response without a time with the latest time stated before", () => {
  const at = (sequence: number, entry: ReturnType<typeof acceptedEntry>) => ({
    ...entry,
    exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 },
  });
  const [granted] = grant("2026-01-01T11:59:00Z", null)["request-file-upload"];
  if (granted === undefined) throw new Error("there is one grant");
  const judgedAfter = (createdAt: string, sequence: number) =>
    verdictOf(urlExpiryRules, "files.upload.short-lived", {
      "request-file-upload": [at(5, granted)],
      "send-message": [at(sequence, acceptedEntry({}, { createdAt }))],
    });
  expect(judgedAfter("2026-01-01T12:10:00Z", 4), "expired minutes before").toBe("broken");
  expect(judgedAfter("2026-01-01T11:59:30Z", 4), "between two clocks").toBe(1);
  expect(judgedAfter("2026-01-01T12:10:00Z", 6), "made afterwards").toBe(0);
});

test("does not judge an expiry if no time is stated", () => {
  expect(verdictOf(urlExpiryRules, "files.upload.short-lived", grant("2026-01-01T11:59:00Z", null))).toBe(0);
});
