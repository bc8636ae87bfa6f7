/** The quota of one workspace, so that a client in an endless loop cannot exhaust the machine's memory. */
export interface Quota {
  /** Messages, tasks, memories and files, each. */
  things: number;
  /** Characters of all that is written in them. */
  characters: number;
  /** Bytes of uploaded files, including running uploads. */
  fileBytes: number;
}

const MIB = 1024 * 1024;

/** Quotas that nobody reaches by accident; every three letters of that much text may be a new word of the index. */
export const REFERENCE_QUOTA: Quota = { things: 1_000_000, characters: 40 * MIB, fileBytes: 1024 * MIB };
