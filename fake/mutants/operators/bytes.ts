import type { StoredFile } from "../../features/files/model.ts";
import { rules } from "../../overrides/hooks.ts";
import type { BytesSite, Operator } from "../model.ts";
import { inFamily, unconfinedOperatorAt } from "./operator.ts";

/** Creates the edit of file bytes for one fake. */
type BytesEdit = () => (bytes: Buffer, file: StoredFile) => Buffer;

/**
 * Creates an operator on the bytes of files. Presigned URLs are outside the hooks around operations, so guards test
 * only the file.
 */
const bytesOperator = (name: string, title: string, places: readonly BytesSite["rule"][], edit: BytesEdit): Operator =>
  unconfinedOperatorAt(
    "bytes",
    name,
    title,
    ({ rule, claim }) => (places.includes(rule) ? claim : null),
    ({ rule }, { applies }) => {
      const edited = edit();
      const change = (content: readonly Buffer[], stored: StoredFile) => {
        const bytes = Buffer.concat([...content]);
        const { id, name: own, mimeType, sizeBytes } = stored;
        const isMeant = applies(bytes.toString("latin1"), { id, name: own, mimeType, sizeBytes }, null);
        return isMeant ? [edited(bytes, stored)] : content;
      };
      return rules({ files: { [rule]: change } });
    },
  );

const losing = (name: string, title: string, edit: (bytes: Buffer) => Buffer) =>
  bytesOperator(name, title, ["kept", "served"], () => edit);

/** Creates an operator that serves the bytes of the first of several files with the same key. */
const sharing = (name: string, title: string, likeness: (file: StoredFile, size: number) => unknown) =>
  bytesOperator(name, title, ["served"], () => {
    const first = new Map<unknown, Buffer>();
    return (bytes, file) => {
      const key = likeness(file, bytes.length);
      first.set(key, first.get(key) ?? bytes);
      return first.get(key) ?? bytes;
    };
  });

export const bytesOperators: readonly Operator[] = inFamily("bytes", [
  sharing("share-by-name", "serves the bytes of the first file of a name", ({ name }) => name),
  sharing("share-by-size", "serves the bytes of the first file of a size", (_file, size) => size),
  sharing("share-by-message", "serves the bytes of the first file of a message", ({ messageId }) => messageId),
  losing("lose-last-byte", "loses the last byte of a file", (bytes) => bytes.subarray(0, -1)),
  losing("lose-scripts", "loses the scripts of a file", (bytes) =>
    Buffer.from(bytes.toString("latin1").replaceAll(/<script.*?<\/script>/gs, ""), "latin1"),
  ),
  losing("lose-all-bytes", "loses all bytes of a file", () => Buffer.alloc(0)),
]);
