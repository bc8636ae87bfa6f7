import { type Around, actingFor, crossesInto, forgives, refusesWhen, spoils, without } from "./around.ts";

/** Faults around the operations on files. */
export const AROUND_FILES: readonly Around[] = [
  spoils("files.upload-expires-date", "request-file-upload", (data) => ({ ...data, expiresAt: "soon" })),
  spoils("files.upload-expired", "request-file-upload", (data) => ({ ...data, expiresAt: "2001-01-01T00:00:00Z" })),
  spoils("files.download-expired", "request-file-download", (data) => ({ ...data, expiresAt: "2001-01-01T00:00:00Z" })),
  spoils("files.no-signed-url", "request-file-download", (data) => ({
    ...without(data, "signedUrl"),
    url: data.signedUrl ?? "",
  })),
  spoils("files.download-type-plain", "request-file-download", (data) => ({ ...data, mimeType: "text/plain" })),
  spoils("files.download-address-dead", "request-file-download", (data) => ({
    ...data,
    signedUrl: `${data.signedUrl}0`,
  })),
  forgives("files.size-word", "request-file-upload", (fields) => without(fields, "sizeBytes")),
  forgives("files.unknown-channel", "request-file-upload", (fields, { world, caller }) => ({
    ...fields,
    channelId: world.channels.rows().find(({ members }) => members.includes(caller.id))?.id ?? "",
  })),
  forgives("files.unknown-attachment", "request-file-download", (fields, { world, choices, caller }) => {
    const { channel = "", attachment = "" } = choices.names["request-file-download"] ?? {};
    const known = world.uploads.find(String(fields[attachment]));
    const other = world.uploads.rows().find((one) => one.uploader === caller.id && one.message && one.bytes);
    return known || !other ? fields : { [channel]: other.channel, [attachment]: other.id };
  }),
  refusesWhen("files.zero-named-refused", "request-file-upload", ({ fileName }) => /\d/.test(String(fileName))),
  refusesWhen(
    "files.two-refused",
    "send-message",
    ({ attachmentIds }) => Array.isArray(attachmentIds) && attachmentIds.length > 1,
  ),
  refusesWhen(
    "files.download-own-refused",
    "request-file-download",
    (fields, { world, choices }) => {
      const upload = world.uploads.find(String(fields[choices.names["request-file-download"]?.attachment ?? ""]));
      return (upload?.bytes?.length ?? 0) > 50_000;
    },
    "missing",
  ),
  crossesInto(
    "files.upload-other-workspace",
    "request-file-upload",
    ({ world, fields }) => world.channels.find(String(fields.channelId))?.workspace,
  ),
  {
    fault: "files.attach-other-workspace",
    operations: ["send-message"],
    run: async (call, proceed) => {
      const [id] = Array.isArray(call.fields.attachmentIds) ? call.fields.attachmentIds : [];
      const upload = call.world.uploads.find(String(id));
      if (upload && upload !== undefined && actingFor(call, upload.workspace) !== call) {
        call.world.uploads.change(upload.id, {
          channel: String(call.fields.channelId),
          workspace: call.caller.workspace,
        });
      }
      return proceed(call);
    },
  },
];
