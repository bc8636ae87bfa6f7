import { quoted } from "../../../spec/quoted.ts";
import { expireUpTo } from "../../features/memories/expiry.ts";
import type { MemoryRules } from "../../features/memories/rules.ts";
import { startMonth } from "../../features/tasks/allowance.ts";
import type { Rules } from "../../rules.ts";
import { type Instant, isoInstant, LAST_INSTANT, millisecondsAt } from "../../runtime/clock.ts";
import type { Service } from "../../service.ts";
import type { Workspace } from "../../workspace.ts";
import { problem } from "../problem.ts";
import { type Duration, millisecondsOf } from "./duration.ts";

/** The effects of a clock change. */
export interface ClockMove {
  readonly before: string;
  readonly now: string;
  /** Resources that expired in between. */
  readonly expired: {
    readonly memories: readonly {
      readonly workspace: string;
      readonly id: string;
      readonly content: string;
      readonly expiresAt: string | null;
    }[];
    /** Requested uploads that never came, whose URL has expired. */
    readonly uploads: readonly {
      readonly workspace: string;
      readonly attachmentId: string;
      readonly name: string;
      readonly expiredAt: string;
    }[];
    /** Challenge tokens that were not used in time. */
    readonly challenges: number;
  };
  /** Workspaces whose monthly task allowance was reset. */
  readonly renewed: readonly { readonly workspace: string; readonly month: string; readonly used: 0 }[];
}

/** The fake's clock, for tests to control. */
export interface ClockControl {
  now(): string;
  /**
   * Moves forward.
   *
   * @throws ControlProblem `invalid_input` for a value that is not a duration, or leads beyond the year 9999.
   */
  advance(by: Duration): ClockMove;
  /**
   * Goes to an instant, forward or back.
   *
   * @throws ControlProblem `invalid_input` for an invalid instant, or one outside the years from 1970 to 9999.
   */
  set(instant: Instant): ClockMove;
}

const MAX_LISTED = 1000;

/** Creates the control of a service's clock. */
export function clockControl(service: Service, rules: Rules, afterMove: () => void): ClockControl {
  const { clock } = service;
  const move = (to: number, change: () => void, how = ""): ClockMove => {
    if (!(to >= 0 && to <= LAST_INSTANT)) {
      throw problem(
        "invalid_input",
        `The clock cannot be set to ${quoted(to)}${how}`,
        "It takes instants from 1970 to the year 9999.",
      );
    }
    const before = clock.now();
    change();
    afterMove();
    return outcome(service, rules.memories, before, clock.now());
  };
  return {
    now: () => isoInstant(clock.now()),
    advance: (by) => {
      const milliseconds = millisecondsOf(by);
      return move(clock.now() + milliseconds, () => clock.advance(milliseconds), `, by going forward ${quoted(by)}`);
    },
    set: (instant) => {
      const to = instantOf(instant);
      return move(to, () => clock.set(to));
    },
  };
}

function instantOf(instant: Instant): number {
  const value = millisecondsAt(instant);
  if (value !== undefined) return value;
  throw problem(
    "invalid_input",
    `${quoted(instant)} is not a date-time`,
    "Write it like 2026-01-31T12:00:00Z, or give milliseconds since 1970 or a Date.",
  );
}

/** Applies at once the effects that the passing of time would have at the next call, and returns them. */
function outcome(service: Service, rules: MemoryRules, before: number, now: number): ClockMove {
  const workspaces = [...service.workspaces.values()];
  const renewed = workspaces.filter(({ plan }) => startMonth(plan, now));
  return {
    before: isoInstant(before),
    now: isoInstant(now),
    expired: {
      memories: workspaces.flatMap((workspace) => expiredMemories(rules, workspace, now)).slice(0, MAX_LISTED),
      uploads: workspaces.flatMap((workspace) => expiredUploads(service, workspace, before, now)).slice(0, MAX_LISTED),
      challenges: workspaces.reduce((sum, workspace) => sum + expiredChallenges(workspace, before, now), 0),
    },
    renewed: renewed.map(({ id, plan }) => ({ workspace: id, month: plan.month, used: 0 })),
  };
}

function expiredMemories(rules: MemoryRules, workspace: Workspace, now: number) {
  return expireUpTo(workspace, rules, now).map(({ memory }) => ({
    workspace: workspace.id,
    id: memory.id,
    content: memory.content.slice(0, 200),
    expiresAt: memory.expires_at,
  }));
}

function expiredUploads({ settings }: Service, workspace: Workspace, before: number, now: number) {
  return [...workspace.files.all()].flatMap(({ id, name, content, createdAt }) => {
    const end = Date.parse(createdAt) + settings.urlLifetimeMs;
    if (content !== null || end <= before || end > now) return [];
    return [{ workspace: workspace.id, attachmentId: id, name, expiredAt: isoInstant(end) }];
  });
}

function expiredChallenges({ challenges }: Workspace, before: number, now: number): number {
  return [...challenges.all()].filter(
    ({ usedAt, expiresAt }) => usedAt === null && expiresAt > before && expiresAt <= now,
  ).length;
}
