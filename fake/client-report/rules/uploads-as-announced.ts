import type { JournalEntry } from "../../control/journal/entry.ts";
import { isExpired, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client uploads the file that it has requested to upload, with the returned headers. */
export const uploadsAsAnnounced: ClientRule = {
  id: "uploads-as-announced",
  severity: "error",
  title: "Uploads the announced number of bytes to the URL as it was given, with its headers",
  clause: { section: "request-file-upload", text: "PUT the bytes to `uploadUrl` with the returned `headers`" },
  remedy:
    "Send the headers of the response and no others, exactly sizeBytes bytes, and the URL unchanged, its query included.",
  judge: ({ entries }) => {
    const uploads = entries.filter(({ operation, rule }) => operation === "upload-bytes" && rule === null);
    return {
      judged: uploads.length,
      violations: uploads.filter(isRejectedUpload).map((entry) => ({
        cause: String(entry.status),
        message: `${nameOf(entry)} was rejected: ${entry.why ?? entry.code ?? entry.status}`,
        exchanges: [entry],
      })),
    };
  },
};

function isRejectedUpload(entry: JournalEntry): boolean {
  return (entry.status === 400 || entry.status === 403) && !isExpired(entry);
}
