/** Whose requests a report is about; all that the journal holds by default. */
export interface ReportSelection {
  /** Id of a workspace. */
  readonly workspace?: string;
  /** Id or name of an agent. */
  readonly agent?: string;
  /** Requests with a greater number in the journal. */
  readonly since?: number;
  /** Ids of rules that are left out. */
  readonly ignore?: readonly string[];
}
