import { asObject, type Json } from "../../../spec/json.ts";
import { onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";

/** Mutants of files. */
export const fileSites: readonly HandwrittenSite[] = [
  handwritten(
    "same-bytes-share-their-name",
    "files.download.name",
    "a download has the name of the first file with the same bytes",
    "request-file-download",
    () => {
      const names = new Map<string, Json>();
      return onSuccess("request-file-download", ({ body }, call) => {
        const stored = ownKey(call)?.workspace.files.get(call.query.get("attachmentId") ?? "");
        const bytes = Buffer.concat(stored?.content ?? []).toString("base64");
        const data = asObject(body.data);
        const first = names.get(bytes) ?? data.name ?? null;
        names.set(bytes, first);
        data.name = first;
      });
    },
  ),
  handwritten(
    "names-unescaped-in-urls",
    "files.flow.same-bytes",
    "a name with # or ? is in its signed URL as it is",
    "request-file-download",
    () =>
      onSuccess("request-file-download", ({ body }) => {
        const data = asObject(body.data);
        const [sign] = /[#?]/.exec(String(data.name)) ?? [];
        if (sign === undefined) return;
        data.signedUrl = String(data.signedUrl).replace("?", sign === "#" ? "#?" : "?name=?");
      }),
  ),
];
