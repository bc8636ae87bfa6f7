import { OPERATION_IDS } from "../../../spec/operation-ids.ts";

/** Operations in the journal: those of the API, and the two of presigned URLs. */
export const JOURNAL_OPERATIONS = [...OPERATION_IDS, "upload-bytes", "download-bytes"] as const;

/** One of {@link JOURNAL_OPERATIONS}. */
export type JournalOperation = (typeof JOURNAL_OPERATIONS)[number];
