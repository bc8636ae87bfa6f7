import type { Tool } from "./tool.ts";

/** Name of the tool that sends bytes to a presigned URL. */
export const UPLOAD = "upload-bytes";
/** Name of the tool that fetches them from one. */
export const DOWNLOAD = "download-bytes";

/**
 * Tools for the two steps of the file flow that are not operations: a client uses its HTTP library for them, which a
 * model cannot.
 */
export const FILE_TOOLS: readonly Tool[] = [
  {
    name: UPLOAD,
    title: "Upload the bytes of a file",
    description: [
      "Sends a file to the uploadUrl that request-file-upload returned. Give text, or base64 for other content.",
      "The content must have exactly the sizeBytes that were announced: bytes of UTF-8, not characters.",
      "Returns the number of bytes; then call send-message with the attachmentId in attachmentIds.",
    ].join("\n"),
    inputSchema: {
      type: "object",
      properties: {
        uploadUrl: { type: "string", description: "uploadUrl of request-file-upload." },
        headers: {
          type: "object",
          description: "headers of request-file-upload.",
          additionalProperties: { type: "string" },
        },
        text: { type: "string", description: "The content, where it is text." },
        base64: { type: "string", description: "The content in base64, in place of text." },
      },
      required: ["uploadUrl", "headers"],
      additionalProperties: false,
    },
    isReadOnly: false,
    endpoint: null,
  },
  {
    name: DOWNLOAD,
    title: "Download the bytes of a file",
    description: [
      "Reads a file from the signedUrl that request-file-download returned.",
      "Returns the text of the file, or its base64 where it is not text.",
    ].join("\n"),
    inputSchema: {
      type: "object",
      properties: { signedUrl: { type: "string", description: "signedUrl of request-file-download." } },
      required: ["signedUrl"],
      additionalProperties: false,
    },
    isReadOnly: true,
    endpoint: null,
  },
];
