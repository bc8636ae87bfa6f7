import type { BytesSite } from "../model.ts";

const site = (rule: BytesSite["rule"]): BytesSite => ({
  kind: "bytes",
  id: `bytes.${rule}`,
  operation: "request-file-download",
  rule,
  claim: "files.flow.same-bytes",
});

/** The bytes of files. */
export const bytesSites: readonly BytesSite[] = [site("kept"), site("served")];
