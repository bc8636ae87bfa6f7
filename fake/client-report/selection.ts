/** The requests that a report covers; by default all in the journal. */
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
