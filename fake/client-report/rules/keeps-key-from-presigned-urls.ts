import { isTransfer, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client sends its key only to the API, not to a storage. */
export const keepsKeyFromPresignedUrls: ClientRule = {
  id: "keeps-key-from-presigned-urls",
  severity: "error",
  title: "Sends no Authorization header to a presigned URL",
  clause: {
    section: "Uploads and downloads",
    text: "PUT the bytes to that URL with exactly these headers and without the API key, before `expiresAt`.",
  },
  remedy:
    "Use an HTTP client without default headers for presigned URLs: they lead to a storage that must not see the key, and many storages reject such a request.",
  judge: ({ entries }) => {
    const transfers = entries.filter(isTransfer);
    return {
      judged: transfers.length,
      violations: transfers
        .filter(({ credentials }) => credentials !== "none")
        .map((entry) => ({
          cause: String(entry.operation),
          message: `${nameOf(entry)} carried ${entry.credentials === "known" ? "the API key" : "an Authorization header"}`,
          exchanges: [entry],
        })),
    };
  },
};
