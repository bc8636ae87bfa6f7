import { rules } from "../../changes/hooks.ts";
import type { StoredFile } from "../../features/files/model.ts";
import type { Operator } from "../model.ts";

/** An operator on the bytes of files. */
function bytesOperator(name: string, title: string, edit: (bytes: Buffer) => Buffer): Operator {
  return {
    name,
    title,
    family: "bytes",
    at: (site) => {
      if (site.kind !== "bytes") return null;
      return {
        breaks: site.claim,
        // Presigned URLs lie outside the hooks around operations: guards look at the file alone.
        plant: ({ applies }) => {
          const change = (content: readonly Buffer[], { id, name, mimeType, sizeBytes }: StoredFile) => {
            const bytes = Buffer.concat([...content]);
            const file = { id, name, mimeType, sizeBytes };
            return applies(bytes.toString("latin1"), file, null) ? [edit(bytes)] : content;
          };
          return rules({ files: { [site.rule]: change } });
        },
      };
    },
  };
}

export const bytesOperators: readonly Operator[] = [
  bytesOperator("lose-last-byte", "loses the last byte of a file", (bytes) => bytes.subarray(0, -1)),
  bytesOperator("lose-all-bytes", "loses all bytes of a file", () => Buffer.alloc(0)),
];
