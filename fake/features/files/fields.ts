import { integer, required, text } from "../../http/fields.ts";

/** Input of request-file-upload. */
export const requestFileUploadFields = {
  channelId: required(text()),
  fileName: required(text({ minimum: 1, maximum: 255, visible: true })),
  mimeType: required(text({ minimum: 1, maximum: 255 })),
  sizeBytes: required(integer({ minimum: 0 })),
};

/** Input of request-file-download. */
export const requestFileDownloadFields = {
  channel: required(text({ name: "channelId" })),
  attachment: required(text({ name: "attachmentId" })),
};
