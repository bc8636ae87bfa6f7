import { ownKey } from "../../overrides/identities.ts";
import { inputAt } from "../inputs.ts";
import type { Guard } from "../model.ts";

/** Types of file that a server may treat in another way. */
export const MEDIA_TYPES = [
  ...["application/gzip", "application/yaml", "application/x-yaml", "image/gif", "image/webp"],
  ...["image/svg+xml", "text/html", "text/javascript"],
];

/** The file that is stored, or that the request names, has some type: `type=image/gif`. */
export const storedType: Guard = {
  name: "stored-type",
  levels: (site) =>
    site.kind === "bytes" || site.operation === "request-file-download"
      ? MEDIA_TYPES.map((type) => `type=${type}`)
      : [],
  calls: (level, site) => (call) => {
    if (site.kind === "bytes") return true;
    const file = ownKey(call)?.workspace.files.get(String(inputAt(call, "attachmentId")));
    return `type=${file?.mimeType}` === level;
  },
  values: (level, site) => (_value, holder) => site.kind !== "bytes" || `type=${String(holder.mimeType)}` === level,
};
