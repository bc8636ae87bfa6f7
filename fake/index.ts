export { createFake, type Extension, type Fake, type FakeOptions, type FakeWorkspace } from "./create.ts";
export type { Fault } from "./faults/fault.ts";
export { FAULTS } from "./faults/registry.ts";
export type { Clock, ClockOptions } from "./runtime/clock.ts";
export { type ServeOptions, serveFake } from "./serve.ts";
export { CHOICES, describeVariant, drawVariant } from "./variants/registry.ts";
export type { Choice, Variant } from "./variants/variant.ts";
