import type { StoredFile } from "../../features/files/model.ts";
import { rules } from "../../overrides/hooks.ts";
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

/** An operator that gives files which are alike in something the bytes of the first of them. */
function sharing(name: string, title: string, likeness: (file: StoredFile, size: number) => unknown): Operator {
  return {
    name,
    title,
    family: "bytes",
    at: (site) => {
      if (site.kind !== "bytes" || site.rule !== "served") return null;
      return {
        breaks: site.claim,
        plant: ({ applies }) => {
          const first = new Map<unknown, readonly Buffer[]>();
          const served = (content: readonly Buffer[], file: StoredFile) => {
            const bytes = Buffer.concat([...content]);
            const key = likeness(file, bytes.length);
            const { id, mimeType } = file;
            if (!applies(bytes.toString("latin1"), { id, mimeType }, null)) return content;
            first.set(key, first.get(key) ?? content);
            return first.get(key) ?? content;
          };
          return rules({ files: { served } });
        },
      };
    },
  };
}

export const bytesOperators: readonly Operator[] = [
  sharing("share-by-name", "serves the bytes of the first file of a name", ({ name }) => name),
  sharing("share-by-size", "serves the bytes of the first file of a size", (_file, size) => size),
  sharing("share-by-message", "serves the bytes of the first file of a message", ({ messageId }) => messageId),
  bytesOperator("lose-last-byte", "loses the last byte of a file", (bytes) => bytes.subarray(0, -1)),
  bytesOperator("lose-scripts", "loses the scripts of a file", (bytes) =>
    Buffer.from(bytes.toString("latin1").replaceAll(/<script.*?<\/script>/gs, ""), "latin1"),
  ),
  bytesOperator("lose-all-bytes", "loses all bytes of a file", () => Buffer.alloc(0)),
];
