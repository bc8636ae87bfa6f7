import type { Family } from "../../spec/family.ts";
import type { RejectionReason } from "../rejection.ts";

/** Status and code of a rejection. */
export interface RejectionCode {
  readonly status: number;
  readonly code: string;
}

/** Status and code of each reason, in each family. */
export type RejectionTable = Readonly<Record<Family, Readonly<Record<RejectionReason, RejectionCode>>>>;

const as = (status: number, code: string): RejectionCode => ({ status, code });

/** The reference's table. */
export const REJECTIONS: RejectionTable = {
  agent: {
    "invalid-input": as(400, "invalid_input"),
    "exclusive-input": as(400, "invalid_input"),
    "no-credentials": as(401, "permission_denied"),
    "unknown-key": as(401, "permission_denied"),
    "permission-denied": as(403, "permission_denied"),
    "not-a-member": as(403, "channel_not_member"),
    "plan-limit": as(403, "plan_limit_reached"),
    "not-found": as(404, "not_found"),
    "unknown-route": as(404, "not_found"),
    "wrong-method": as(405, "invalid_input"),
    conflict: as(409, "conflict"),
    "version-conflict": as(409, "conflict"),
    "rate-limited": as(429, "rate_limited"),
    internal: as(500, "internal_error"),
    unavailable: as(503, "upstream_unavailable"),
  },
  sdk: {
    "invalid-input": as(400, "VALIDATION_ERROR"),
    "exclusive-input": as(400, "INVALID_PARAMS"),
    "no-credentials": as(401, "AUTH_REQUIRED"),
    "unknown-key": as(401, "AUTH_INVALID_KEY"),
    "permission-denied": as(403, "FORBIDDEN"),
    "not-a-member": as(403, "FORBIDDEN"),
    "plan-limit": as(403, "FORBIDDEN"),
    "not-found": as(404, "NOT_FOUND"),
    "unknown-route": as(404, "NOT_FOUND"),
    "wrong-method": as(405, "VALIDATION_ERROR"),
    conflict: as(409, "CONFLICT"),
    "version-conflict": as(409, "VERSION_CONFLICT"),
    "rate-limited": as(429, "RATE_LIMITED"),
    internal: as(500, "INTERNAL_ERROR"),
    unavailable: as(503, "SERVICE_UNAVAILABLE"),
  },
};
