import { asObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { together } from "../changes/change.ts";
import { bodyMember, editBody, gone, onCall, onSuccess, rules, type Where } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import { isAllowedType } from "../features/files/types.ts";
import type { Call, Reply } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { editingList, refused, refusingWhen } from "./tools.ts";

/** Lets some uploads be of further types, or of any. */
function allowing(concerns: (call: Call) => boolean, also: (type: string) => boolean = () => true): Change {
  let concerned = false;
  return together(
    onCall("request-file-upload", (call) => {
      concerned = concerns(call);
    }),
    rules({ files: { isAllowedType: (type) => (concerned && also(type)) || isAllowedType(type) } }),
  );
}

/** Faults that show only beside another member, for one kind of thing, or after something else has happened. */
export const companyFaults: readonly Fault[] = [
  fault(
    "create-description-of-the-one-before",
    "tasks.create.description",
    "a task without a description gets that of the task before",
    ["create-task"],
    () => {
      let last: string | null = null;
      return onSuccess("create-task", (reply, call) => {
        const own = bodyMember(call, "description");
        if (typeof own === "string") last = own;
        else editAt(reply.body, "data.description", () => last);
      });
    },
  ),
  fault(
    "list-without-filters-hides-own-sub-tasks",
    "tasks.visibility.created",
    "a listing without filters leaves out the sub-tasks that the caller made",
    ["list-tasks"],
    () =>
      editingList("list-tasks", "data", (tasks, { query, caller }) =>
        [...query.keys()].some((name) => name !== "limit")
          ? tasks
          : tasks.filter((task) => {
              const { parentTaskId, createdByAgentId } = asObject(task);
              return parentTaskId === null || createdByAgentId !== caller?.agent.id;
            }),
      ),
  ),
  fault(
    "remember-ttl-lost-for-preferences",
    "memories.remember.ttl-seconds",
    "preferences never expire, whatever lifetime they are given",
    ["remember"],
    () =>
      together(
        onCall("remember", (call) => {
          if (bodyMember(call, "kind") === "preference" && Number(bodyMember(call, "ttl_seconds")) > 0)
            editBody(call, ({ ttl_seconds: _lost, ...body }) => body);
        }),
        // What has no value is not shown there.
        onSuccess("remember", (reply) => {
          const { kind, expires_at: expiry } = asObject(reply.body.data);
          if (kind !== "preference" || expiry !== null) return;
          for (const field of ["ttl_seconds", "expires_at"]) editAt(reply.body, `data.${field}`, gone);
        }),
      ),
  ),
  fault(
    "remember-zero-seconds-beside-a-preset",
    "memories.remember.ttl-exclusive",
    "a lifetime of no seconds counts as none beside a named one",
    ["remember"],
    () =>
      onCall("remember", (call) => {
        if (bodyMember(call, "ttl_seconds") === 0 && bodyMember(call, "ttl_preset") !== undefined)
          editBody(call, ({ ttl_seconds: _none, ...body }) => body);
      }),
  ),
  fault("recall-kept-for-good", "recall.finds", "a recall is answered for good as it was first", ["recall"], () =>
    keptForGood("recall"),
  ),
  fault(
    "search-memories-kept-for-good",
    "memories.remember.found",
    "a search of memories is answered for good as it was first",
    ["search-memories"],
    () => keptForGood("search-memories"),
  ),
  fault(
    "list-tasks-kept-for-good",
    "tasks.list.text-title",
    "a listing by text is answered for good as it was first",
    ["list-tasks"],
    () => keptForGood("list-tasks"),
  ),
  fault(
    "list-tasks-kept-until-own-change",
    "tasks.block.persists",
    "a listing is answered as it was first until its caller changes something by itself",
    ["list-tasks"],
    () => keptForGood("list-tasks", ["create-task", "block-task", "release-task", "send-message", "flag-needs-human"]),
  ),
  fault(
    "list-by-user-without-agents",
    "tasks.list.assignee-user",
    "the filter by a user leaves out tasks that an agent has too",
    ["list-tasks"],
    () =>
      rules({
        tasks: {
          filters: { assigneeUser: (task, wanted) => task.assigneeUserId === wanted && task.assigneeAgentId === null },
        },
      }),
  ),
  fault(
    "title-max-of-sub-tasks-lower",
    "tasks.create.title-max",
    "the longest title is refused for a sub-task",
    ["create-task"],
    () =>
      refusingWhen(
        "create-task",
        (call) =>
          bodyMember(call, "parentTaskId") !== undefined && [...String(bodyMember(call, "title"))].length >= 500,
      ),
  ),
  fault(
    "download-third-time-empty",
    "files.flow.same-bytes",
    "the bytes of a file can be fetched twice",
    ["request-file-download"],
    () => {
      const times = new Map<unknown, number>();
      return rules({
        files: {
          served: (content, file) => {
            times.set(file, (times.get(file) ?? 0) + 1);
            return (times.get(file) ?? 0) > 2 ? [] : content;
          },
        },
      });
    },
  ),
  fault(
    "flag-attachment-names-in-small-letters",
    "messages.flag.keeps-content",
    "the answer to a flag shows the names of files in small letters",
    ["flag-needs-human"],
    () =>
      editingList("flag-needs-human", "data.attachments", (files) =>
        files.map((file) => ({ ...asObject(file), name: String(asObject(file).name).toLowerCase() })),
      ),
  ),
  fault(
    "upload-of-few-bytes-of-any-type",
    "files.upload.other-types",
    "a file of less than five bytes may be of any type",
    ["request-file-upload"],
    () => allowing((call) => Number(bodyMember(call, "sizeBytes")) < 5),
  ),
  fault(
    "upload-video-named-as-an-image",
    "files.upload.other-types",
    "a video is accepted under the name of an image",
    ["request-file-upload"],
    () =>
      allowing(
        (call) => /\.(png|jpe?g)$/.test(String(bodyMember(call, "fileName"))),
        (type) => type.startsWith("video/"),
      ),
  ),
  fault(
    "block-before-its-reason-is-looked-at",
    "tasks.block.refused-without-effect",
    "a block without a reason is refused once the task is blocked",
    ["block-task"],
    () => ({
      around: (call, next) => {
        if (call.operation !== "block-task" || (bodyMember(call, "reason") ?? "") !== "") return next();
        editBody(call, (body) => ({ ...body, reason: "none" }));
        const reply = next();
        return reply.status === 200 ? { ...reply, ...refused(call, 400) } : reply;
      },
    }),
  ),
  fault(
    "block-by-another-forgets-the-maker",
    "tasks.block.keeps-fields",
    "a block by another agent leaves a task without its maker",
    ["block-task"],
    () =>
      rules({
        tasks: {
          blocked: ({ agent }, task) => ({
            status: "blocked",
            ...(agent.id === task.createdByAgentId ? {} : { createdByAgentId: null }),
          }),
        },
      }),
  ),
];

/** Gives the first answer to a request again and again, to who has asked it, until that one asks for one of some changes. */
function keptForGood(operation: Where, until: readonly string[] = []): Change {
  const kept = new Map<string, Reply>();
  return {
    around: (call, next) => {
      const caller = JSON.stringify(ownKey(call)?.key);
      if (call.operation !== null && until.includes(call.operation))
        for (const key of kept.keys()) if (key.startsWith(caller)) kept.delete(key);
      if (call.operation !== operation) return next();
      const key = caller + JSON.stringify([call.query.toString(), call.body]);
      const reply = kept.get(key) ?? next();
      if (reply.status === 200) kept.set(key, reply);
      return reply;
    },
  };
}
