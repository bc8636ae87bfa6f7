export type { Chaos } from "./chaos/chaos.ts";
export type { ActiveRule, Age, ChaosRule, Delay, ErrorAnswer } from "./chaos/rule.ts";
export type { ClientFinding, ClientReport } from "./client-report/report.ts";
export type { Severity } from "./client-report/rule.ts";
export type { ReportSelection } from "./client-report/selection.ts";
export type { ClockControl, ClockMove } from "./control/api/clock.ts";
export type { FakeControl, Health } from "./control/api/control.ts";
export type { Duration } from "./control/api/duration.ts";
export type { WorkspaceControl, WorkspaceView } from "./control/api/workspace.ts";
export type {
  JournalBody,
  JournalCredentials,
  JournalEntry,
  JournalFilter,
  JournalOutcome,
  JournalPage,
  JournalTiming,
} from "./control/journal/entry.ts";
export type { Journal, JournalOptions } from "./control/journal/journal.ts";
export type { JournalOperation } from "./control/journal/operations.ts";
export type { WaitOptions } from "./control/journal/wait.ts";
export { ControlProblem } from "./control/problem.ts";
export { createFake } from "./create.ts";
export type { Extension, Fake } from "./fake.ts";
export type { FakeWorkspace } from "./fake-workspace.ts";
export type { FakeOptions } from "./options.ts";
export type { MutantInForce, MutantSwitch } from "./overrides/switchable.ts";
export type { People } from "./people/people.ts";
export type { Acts, Scenario, Step, StepView, Trigger } from "./people/scenario.ts";
export type { Clock, ClockOptions, Instant } from "./runtime/clock.ts";
export type { SeedData, Seeded, SeedMemory, SeedMessage, SeedScope, SeedTask } from "./seeds/seed-data.ts";
export { type ServeOptions, serveFake } from "./serve.ts";
export type { Snapshot } from "./state/snapshot.ts";
export type { Variant } from "./variants/variant.ts";
