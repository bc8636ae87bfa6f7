import { quoted } from "../../spec/quoted.ts";
import type { Incoming } from "../http/exchange-io.ts";
import { hostOf, isLoopbackAddress, isLoopbackName, originHost } from "../http/loopback.ts";
import { problem } from "./problem.ts";

/** The access rules of the control interface. */
export interface ControlAccess {
  /**
   * Names (the Host header without its port) under which other machines may use it; `*` for any. By default only this
   * machine may, under a loopback name: a web page that rebinds its own name is rejected.
   */
  readonly hosts: readonly string[];
  /** Returns true if pages of this origin may use it, in addition to those of the loopback and of `hosts`. */
  readonly allowsPages: (origin: string) => boolean;
}

/** Returns true if {@link admit} accepts this request. */
export function isAdmitted(request: Incoming, access: ControlAccess): boolean {
  return objectionTo(request, access) === null;
}

/** Rejects a request that may come from elsewhere: another machine, a rebound name, a page of another origin. */
export function admit(request: Incoming, access: ControlAccess): void {
  const objection = objectionTo(request, access);
  if (objection === null) return;
  throw problem(
    "not_local",
    `The control interface does not serve ${objection}`,
    "Use http://127.0.0.1 on the fake's own machine, or start it with --control-host NAME (createFake: controlHosts).",
  );
}

/** Returns why the control interface rejects a request, as the end of a sentence; null if it accepts it. */
function objectionTo(request: Incoming, { hosts, allowsPages }: ControlAccess): string | null {
  const host = hostOf(authorityOf(request));
  const invited = hosts.includes("*") || hosts.includes(host);
  if (!invited && !isLoopbackName(host)) return `under the host ${quoted(host)}`;
  const peer = request.socket.remoteAddress ?? "";
  if (!invited && !isLoopbackAddress(peer)) return `${quoted(peer)}, which is another machine`;
  const { origin } = request.headers;
  if (origin === undefined || hosts.includes("*") || allowsPages(origin)) return null;
  const from = originHost(origin);
  const isOurs = from !== null && (isLoopbackName(from) || hosts.includes(from));
  return isOurs ? null : `pages of ${quoted(origin)}`;
}

/** Returns the host that the client addresses: that of an absolute URL takes precedence over the header (RFC 9112). */
function authorityOf({ originalUrl = "", headers }: Incoming): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(originalUrl)?.[1] ?? headers.host ?? "";
}
