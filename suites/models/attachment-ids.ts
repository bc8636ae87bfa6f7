import { asObject, type Json } from "../../spec/json.ts";

/** A file as it was sent with a message. */
interface Sent {
  readonly attachmentId: string;
  /** The name that its upload was requested with, where it is known. */
  readonly fileName?: string;
}

/**
 * The ids that a message gives its files, one for each that was sent. That these are the ids of the uploads is not stated: where
 * it shows as many, and none of those, a file is known by its name, or by its place.
 */
export function idsInMessage(attachments: Json | undefined, sent: readonly Sent[]): readonly string[] {
  const ids = sent.map(({ attachmentId }) => attachmentId);
  const shown = Array.isArray(attachments) ? attachments.map(asObject) : [];
  const isApart = shown.every(({ id }) => typeof id === "string" && !ids.includes(id));
  if (!isApart || shown.length !== sent.length) return ids;
  const named = ({ fileName }: Sent) => shown.filter(({ name }) => fileName !== undefined && name === fileName);
  const places = sent.map((one, index) => {
    const [only, ...others] = named(one);
    return only !== undefined && others.length === 0 ? only : (shown[index] ?? {});
  });
  const own = places.map(({ id }) => String(id));
  return new Set(own).size === own.length ? own : ids;
}
