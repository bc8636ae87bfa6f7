import { answering, everyNth, gone, onFailure, onReply, onSuccess, put, refusing, when } from "../changes/hooks.ts";
import type { Fault } from "./fault.ts";
import { AGENT, ALL } from "./operations.ts";

/** Faults of the envelope. */
export const envelopeFaults: readonly Fault[] = [
  {
    id: "body-is-html",
    breaks: "envelope.json-body",
    title: "list-tasks answers an HTML page",
    operations: ["list-tasks"],
    plant: () =>
      onReply("list-tasks", (reply) => {
        Object.assign(reply, { body: "<!doctype html><p>It works.</p>" });
      }),
  },
  {
    id: "body-in-an-array",
    breaks: "envelope.json-body",
    title: "answers of the sdk family are wrapped in an array",
    operations: ["recall", "remember", "bootstrap-context"],
    plant: () =>
      onReply(["recall", "remember", "bootstrap-context"], (reply) => {
        Object.assign(reply, { body: [reply.body] });
      }),
  },
  {
    id: "refusal-without-a-body",
    breaks: "envelope.json-body",
    title: "a refusal has an empty body",
    operations: ALL,
    plant: () =>
      onFailure("*", (reply) => {
        Object.assign(reply, { body: "" });
      }),
  },
  {
    id: "text-content-type",
    breaks: "envelope.content-type",
    title: "answers declare themselves as plain text",
    operations: ALL,
    plant: () =>
      onReply("*", (reply) => {
        reply.headers["Content-Type"] = "text/plain; charset=utf-8";
      }),
  },
  {
    id: "success-flag-missing",
    breaks: "envelope.success-flag",
    title: "success is left out of successful answers",
    operations: ALL,
    plant: () => answering("*", "success", gone),
  },
  {
    id: "success-flag-false",
    breaks: "envelope.success-flag",
    title: "send-message says success false with status 200",
    operations: ["send-message"],
    plant: () => answering("send-message", "success", put(false)),
  },
  {
    id: "success-flag-is-text",
    breaks: "envelope.success-flag",
    title: 'success is the text "true"',
    operations: ["search-memories"],
    plant: () => answering("search-memories", "success", put("true")),
  },
  {
    id: "data-missing",
    breaks: "envelope.data",
    title: "every fifth answer of list-tasks lacks data",
    operations: ["list-tasks"],
    plant: () => everyNth(5, "list-tasks", answering("list-tasks", "data", gone)),
  },
  {
    id: "data-null",
    breaks: "envelope.data",
    title: "the data of a blocked task is null",
    operations: ["block-task"],
    plant: () => answering("block-task", "data", put(null)),
  },
  {
    id: "data-is-an-id",
    breaks: "envelope.data",
    title: "the data of a remembered claim is its id alone",
    operations: ["remember"],
    plant: () =>
      onSuccess("remember", (reply) => {
        const { data } = reply.body;
        reply.body.data = typeof data === "object" && data !== null && "id" in data ? (data.id ?? null) : null;
      }),
  },
  {
    id: "failure-flag-true",
    breaks: "envelope.failure-flag",
    title: "refusals say success true",
    operations: ALL,
    plant: () => refusing("*", "success", put(true)),
  },
  {
    id: "failure-flag-missing",
    breaks: "envelope.failure-flag",
    title: "refusals of missing credentials lack success",
    operations: AGENT,
    plant: () =>
      onFailure(AGENT, (reply) => {
        if (reply.status === 401) delete reply.body.success;
      }),
  },
  {
    id: "error-missing",
    breaks: "envelope.error",
    title: "refusals carry no error",
    operations: ALL,
    plant: () => refusing("*", "error", gone),
  },
  {
    id: "error-is-text",
    breaks: "envelope.error",
    title: "the error of wrong input is a text",
    operations: ALL,
    plant: () =>
      onFailure("*", (reply) => {
        if (reply.status === 400) reply.body.error = "Bad Request";
      }),
  },
  {
    id: "errors-in-a-list",
    breaks: "envelope.error",
    title: "the error of something not found is a list of errors",
    operations: ["flag-needs-human"],
    plant: () =>
      when(
        (call) => call.operation === "flag-needs-human",
        onFailure("*", (reply) => {
          reply.body.error = [reply.body.error ?? null];
        }),
      ),
  },
];
