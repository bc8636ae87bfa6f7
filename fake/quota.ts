/** How much one workspace may hold, so that a client that never stops cannot exhaust the machine's memory. */
export interface Quota {
  /** Messages, tasks, memories and files, each. */
  things: number;
  /** Characters of all that is written in them. */
  characters: number;
  /** Bytes of uploaded files, those on their way included. */
  fileBytes: number;
}

const MIB = 1024 * 1024;

/** Quotas that nobody reaches by accident; every three letters of so much text can be a word that is new to the index. */
export const REFERENCE_QUOTA: Quota = { things: 1_000_000, characters: 40 * MIB, fileBytes: 1024 * MIB };
