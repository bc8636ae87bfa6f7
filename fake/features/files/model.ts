/** An attachment as a message shows it. */
export interface Attachment {
  readonly id: string;
  readonly messageId: string;
  readonly name: string;
  readonly fileType: string;
  /** Size for people: `12.3 KB`. */
  readonly size: string;
  readonly sizeBytes: number;
  readonly url: string;
  readonly mimeType: string;
  readonly createdAt: string;
}

/** A file from the request for its upload on. */
export interface StoredFile {
  readonly id: string;
  readonly channelId: string;
  /** The agent that asked for the upload, or the person who attached the file. */
  readonly requesterId: string;
  readonly name: string;
  readonly mimeType: string;
  /** The size announced; the upload must have exactly this many bytes. */
  readonly sizeBytes: number;
  readonly createdAt: string;
  /** The bytes, in pieces as they came; null before the upload. */
  content: readonly Buffer[] | null;
  /** The message it was sent with; null before. */
  messageId: string | null;
}

/** An address that carries its own permission. */
export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: string;
}
