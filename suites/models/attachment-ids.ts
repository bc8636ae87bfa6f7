import { asObject, type Json } from "../../spec/json.ts";

/** A file that was sent with a message. */
interface Sent {
  readonly attachmentId: string;
  /** The file name of its upload request, if known. */
  readonly fileName?: string;
}

/**
 * Returns the ids that a message has for its files, one for each that was sent. The contract does not state that these
 * are the ids of the uploads: if the message shows as many files with other ids, a file is identified by its name or
 * its position.
 */
export function idsInMessage(attachments: Json | undefined, sent: readonly Sent[]): readonly string[] {
  const ids = sent.map(({ attachmentId }) => attachmentId);
  const shown = Array.isArray(attachments) ? attachments.map(asObject) : [];
  const areOwn = shown.every(({ id }) => typeof id === "string" && !ids.includes(id));
  if (!areOwn || shown.length !== sent.length) return ids;
  const named = ({ fileName }: Sent) => shown.filter(({ name }) => fileName !== undefined && name === fileName);
  const places = sent.map((file, index) => {
    const [only, ...others] = named(file);
    return only !== undefined && others.length === 0 ? only : (shown[index] ?? {});
  });
  const own = places.map(({ id }) => String(id));
  return new Set(own).size === own.length ? own : ids;
}
