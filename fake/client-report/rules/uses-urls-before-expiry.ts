import { isExpired, isTransfer, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client requests a new presigned URL after the old one has expired. */
export const usesUrlsBeforeExpiry: ClientRule = {
  id: "uses-urls-before-expiry",
  severity: "error",
  title: "Uses a presigned URL before it expires",
  clause: {
    section: "Uploads and downloads",
    text: "PUT the bytes to that URL with exactly these headers and without the API key, before `expiresAt`.",
  },
  remedy:
    "Ask for a URL right before you use it; keep the attachment id, not the URL, and compare expiresAt before each use.",
  judge: ({ entries }) => {
    const transfers = entries.filter(isTransfer);
    return {
      judged: transfers.length,
      violations: transfers.filter(isExpired).map((entry) => ({
        cause: String(entry.operation),
        message: `${nameOf(entry)} used a URL that had expired at ${new Date(Number(entry.query.expires)).toISOString()}`,
        exchanges: [entry],
      })),
    };
  },
};
