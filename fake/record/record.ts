import { connect } from "node:net";
import { loadDocument } from "../../spec/document/document.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import type { ParameterNames } from "../../spec/target-file.ts";
import { listen, stop } from "../http/listen.ts";
import type { SeedData } from "../seeds/seed-data.ts";
import { createForwarder } from "./forwarder.ts";
import { observedContent } from "./observed-content.ts";
import { createProxy } from "./proxy.ts";
import { recordingLines } from "./recording-lines.ts";
import { seedOf } from "./seed-of.ts";
import { type Surveyed, survey } from "./survey.ts";

/** The service to record, and the URL of the proxy for clients. */
export interface RecordOptions {
  /** Base URL of the service; a path prefix is kept. */
  readonly url: string;
  /** Key of an agent of the service. */
  readonly apiKey: string;
  /** The key that local clients send instead. */
  readonly localKey: string;
  /** Names of query parameters of the service, by operation and role; by default those of the document. */
  readonly parameters?: ParameterNames;
  readonly host?: string;
  readonly port?: number;
}

/** The outcome of a recording. */
export interface Recorded {
  /** A seed that creates the same workspace locally. */
  readonly seed: SeedData;
  /** Lines of a recording, for `wac judge`: without keys, tokens and signatures. */
  readonly lines: readonly string[];
  readonly exchanges: number;
  readonly survey: Surveyed;
}

/** A proxy that records. */
export interface Recorder {
  readonly baseUrl: string;
  /** Reads everything that the key can see, stops, and returns the recording. */
  finish(): Promise<Recorded>;
}

/**
 * Starts a proxy to a service, which forwards and records the requests of clients. By itself it only reads, at the
 * end.
 *
 * @throws OperatorError `FAKE-RECORD-URL` if the URL is not that of a service, `FAKE-RECORD-UNREACHABLE`,
 *   `FAKE-PORT-TAKEN` …
 */
export async function startRecorder(options: RecordOptions): Promise<Recorder> {
  const { url, apiKey, localKey, parameters = {}, host, port } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new OperatorError({
      code: "FAKE-RECORD-URL",
      message: `${JSON.stringify(url)} is not the base URL of a service.`,
      hint: "Give a URL with http or https, such as https://staging.example.com/api.",
    });
  }
  await connectTo(new URL(url));
  const { operations } = await loadDocument({ parameters });
  const line = createForwarder(url, operations);
  const startedAt = new Date();
  const server = createProxy(line, { apiKey, localKey });
  const baseUrl = await listen(server, port ?? 0, host ?? "127.0.0.1");
  return {
    baseUrl,
    finish: async () => {
      await stop(server);
      const exchanges = line.all.length;
      const surveyed = await survey(line, operations, apiKey);
      if (line.all.every(({ response }) => response === null)) throw withoutResponse(url, surveyed);
      const origin = { baseUrl: url.replace(/\/+$/, ""), startedAt, apiKey, parameters };
      const lines = recordingLines(line.all, { ...origin, complete: surveyed.stopped === null });
      return { seed: seedOf(observedContent(line.all), apiKey), lines, exchanges, survey: surveyed };
    },
  };
}

function withoutResponse(url: string, { stopped }: Surveyed): OperatorError {
  return new OperatorError({
    code: "FAKE-RECORD-UNREACHABLE",
    message: `The service at ${url} gave no response to any request (${stopped}); nothing was written.`,
    hint: "See that the service is up until the recording has ended, or correct the URL of --record.",
  });
}

const CONNECT_MS = 10_000;

/** Opens a connection and closes it, without a request. */
async function connectTo({ protocol, hostname, port, origin }: URL): Promise<void> {
  const asked = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (protocol === "https:" ? 443 : 80) };
  const problem = await new Promise<Error | null>((done) => {
    const socket = connect({ ...asked, timeout: CONNECT_MS });
    const end = (error: Error | null) => {
      socket.destroy();
      done(error);
    };
    socket.once("connect", () => end(null));
    socket.once("timeout", () => end(new Error("no connection in 10 seconds")));
    socket.once("error", end);
  });
  if (problem === null) return;
  throw new OperatorError({
    code: "FAKE-RECORD-UNREACHABLE",
    message: `The service at ${origin} accepts no connection.`,
    hint: "Start the service first, or correct the URL of --record.",
    cause: problem,
  });
}
