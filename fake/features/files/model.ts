/** An attachment in a message. */
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

/** A file, from the request for its upload. */
export interface StoredFile {
  readonly id: string;
  readonly channelId: string;
  /** The agent that requested the upload, or the person who attached the file. */
  readonly requesterId: string;
  readonly name: string;
  readonly mimeType: string;
  /** The size announced; the upload must have exactly this many bytes. */
  readonly sizeBytes: number;
  readonly createdAt: string;
  /** The bytes, in the received pieces; null before the upload. */
  content: readonly Buffer[] | null;
  /** The message that it was sent with; null before. */
  messageId: string | null;
}

/** A presigned URL: it grants access by itself. */
export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: string;
}
