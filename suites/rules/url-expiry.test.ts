import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { judged, past } from "./testing/judged.ts";
import { urlExpiryRules } from "./url-expiry.ts";

const NOW = "2026-01-01T12:00:00Z";
const grant = (expiresAt: Json, timestamp: Json = NOW) => ({
  "request-file-upload": [
    {
      ...past({ mimeType: "application/pdf" }, {}),
      exchange: answeredExchange(200, { success: true, data: { expiresAt }, meta: { timestamp } }),
    },
  ],
});

test("an upload of any type expires after the response that grants it", () => {
  expect(judged(urlExpiryRules, "files.upload.short-lived", grant("2026-01-01T14:05:00+02:00"))).toBe(1);
  expect(judged(urlExpiryRules, "files.upload.short-lived", grant("2026-01-01T11:59:00Z"))).toBe("broken");
});

test("a response without its time is compared with about the last time that was told before", () => {
  const at = (sequence: number, one: ReturnType<typeof past>) => ({
    ...one,
    exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 },
  });
  const [granted] = grant("2026-01-01T11:59:00Z", null)["request-file-upload"];
  if (granted === undefined) throw new Error("there is one grant");
  const judgedAfter = (createdAt: string, sequence: number) =>
    judged(urlExpiryRules, "files.upload.short-lived", {
      "request-file-upload": [at(5, granted)],
      "send-message": [at(sequence, past({}, { createdAt }))],
    });
  expect(judgedAfter("2026-01-01T12:10:00Z", 4), "expired minutes before").toBe("broken");
  expect(judgedAfter("2026-01-01T11:59:30Z", 4), "between two clocks").toBe(1);
  expect(judgedAfter("2026-01-01T12:10:00Z", 6), "made afterwards").toBe(0);
});

test("where no time is told nothing is decided", () => {
  expect(judged(urlExpiryRules, "files.upload.short-lived", grant("2026-01-01T11:59:00Z", null))).toBe(0);
});
