import { asObject, type Json } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import type { ShownResource } from "../../verifiers/same-resource.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { burstOf } from "./burst.ts";
import { findBurstMemories, listBurstTasks, readBurstMessages } from "./burst-listings.ts";

/** A kind of resource: what was requested, and what is shown. */
interface ResourceKind {
  readonly name: string;
  readonly creation: string;
  readonly reading: string;
  readonly fixtures: readonly string[];
  /** The field with the text. */
  readonly field: string;
  /** The requirement that resources of this kind are shown at all. */
  readonly blockedBy: string;
  create(check: CheckContext): Promise<readonly CreatedResource[]>;
  /** Returns what is currently shown. */
  read(check: CheckContext): Promise<readonly ShownResource[]>;
}

/** A created resource, with its requested text and the response to its creation. */
interface CreatedResource {
  readonly id: string;
  readonly text: Json;
  readonly response: Exchange;
}

const KINDS: readonly ResourceKind[] = [
  {
    name: "tasks",
    creation: "create-task",
    reading: "list-tasks",
    fixtures: [],
    field: "title",
    blockedBy: "tasks.list.text-title",
    async create(check) {
      const { concurrent, last } = await burstOf(check.context).tasks(check);
      return [...concurrent, last].map(({ id, requested, response }) => ({
        id,
        text: requested.title ?? null,
        response,
      }));
    },
    read: listBurstTasks,
  },
  {
    name: "messages",
    creation: "send-message",
    reading: "get-messages",
    fixtures: ["memberChannel"],
    field: "content",
    blockedBy: "messages.send.readable",
    async create(check) {
      const { concurrent, last } = await burstOf(check.context).messages(check);
      return [...concurrent, last].map(({ id, content, response }) => ({ id, text: content, response }));
    },
    read: readBurstMessages,
  },
  {
    name: "memories",
    creation: "remember",
    reading: "search-memories",
    fixtures: [],
    field: "content",
    blockedBy: "memories.remember.found",
    async create(check) {
      const { concurrent, last } = await burstOf(check.context).memories(check);
      return [...concurrent, last].map(({ id, requested, response }) => ({
        id,
        text: requested.content ?? null,
        response,
      }));
    },
    read: findBurstMemories,
  },
];

/** Concurrent writers: each gets its own resource with its own content. */
export function concurrentWriterChecks(): Check[] {
  return [...KINDS.flatMap((kind) => [uniqueIds(kind), allPresentAsRequested(kind)]), uniqueUploadIds()];
}

function uniqueIds({ name, creation, fixtures, create }: ResourceKind): Check {
  return defineCheck(
    {
      requirement: "consistency.unique-ids",
      name: `${name} created at the same time have different ids`,
      operations: [creation],
      fixtures,
    },
    async (check) => {
      // One more of the kind, so that there are at least two.
      const other = stringAt((await check.baseline(creation)).exchange, "/data/id");
      expectDistinct(check, [...(await create(check)).map(({ id }) => id), other], name);
    },
  );
}

function uniqueUploadIds(): Check {
  return defineCheck(
    {
      requirement: "consistency.unique-ids",
      name: "uploads requested at the same time have different ids",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const uploads = await burstOf(check.context).uploads(check);
      expectDistinct(
        check,
        uploads.map((exchange) => stringAt(exchange, "/data/attachmentId")),
        "uploads",
      );
    },
  );
}

function expectDistinct(check: CheckContext, ids: readonly string[], name: string): void {
  check.asserted();
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  expectThat(repeated === undefined, {
    message: `${name} that different requests created must have different ids`,
    expected: `${ids.length} ids`,
    actual: `${new Set(ids).size}: ${repeated} more than once`,
    keyword: "repeated",
  });
}

/** An accepted creation must be shown with its id and its requested content. */
function allPresentAsRequested({
  name,
  creation,
  reading,
  fixtures,
  field,
  create,
  read,
  blockedBy,
}: ResourceKind): Check {
  return defineCheck(
    {
      requirement: "consistency.concurrent-writers",
      name: `${name} created at the same time are all present, each as requested`,
      operations: [creation, reading],
      fixtures,
    },
    async (check) => {
      const created = await create(check);
      let firstViews: readonly ShownResource[] | null = await requireAnyShown(check, created, { read, blockedBy });
      const findMissing = (views: readonly ShownResource[]) =>
        created.find(({ id, text }) => !views.some(({ value }) => value.id === id && value[field] === text));
      let mixed: { readonly lost: CreatedResource; readonly text: Json | undefined } | null = null;
      await check.eventually(async () => {
        const views = firstViews ?? (await read(check));
        firstViews = null;
        const lost = findMissing(views);
        const shown = views.find(({ value }) => value.id === lost?.id)?.value;
        // The text of its response if it is not shown. A text of another resource is an error that no waiting repairs.
        const text = shown?.[field] ?? (lost && valueAt(lost.response, `/data/${field}`));
        if (lost && isRequestedForAnother(check, creation, { field, own: lost.text, text })) mixed = { lost, text };
        else
          expectThat(lost === undefined, {
            message: `of ${created.length} ${name} created at the same time, each must be present with its own ${field}`,
            expected: `${lost?.id} with ${JSON.stringify(lost?.text)}`,
            actual: shown ? `${lost?.id} with ${JSON.stringify(shown[field])}` : "not in any list",
            keyword: shown ? "mixed" : "lost",
          });
      });
      expectNotMixed(mixed, name, field);
      check.asserted(created.length);
    },
  );
}

/** Returns true if another resource of the run was requested with this text. */
function isRequestedForAnother(
  check: CheckContext,
  creation: string,
  { field, own, text }: { readonly field: string; readonly own: Json; readonly text: Json | undefined },
): boolean {
  return text !== own && check.history(creation).some(({ input }) => asObject(input.body)[field] === text);
}

function expectNotMixed(
  mixed: { readonly lost: CreatedResource; readonly text: Json | undefined } | null,
  name: string,
  field: string,
): void {
  expectThat(mixed === null, {
    message: `of ${name} created at the same time none must have the ${field} of another`,
    expected: `${mixed?.lost.id} with ${JSON.stringify(mixed?.lost.text)}`,
    actual: `it has ${JSON.stringify(mixed?.text)}, which was requested for another`,
    keyword: "of-another",
  });
}

/** Throws `Inconclusive` if nothing of the run is shown: then concurrent writers are not the cause. */
async function requireAnyShown(
  check: CheckContext,
  created: readonly { readonly id: string }[],
  { read, blockedBy }: Pick<ResourceKind, "read" | "blockedBy">,
): Promise<readonly ShownResource[]> {
  return requireEventually(check, blockedBy, async () => {
    const views = await read(check);
    expectThat(
      views.some(({ value }) => created.some(({ id }) => id === value.id)),
      { message: "nothing that was created is shown", expected: "some of it", actual: "nothing", keyword: "missing" },
    );
    return views;
  });
}
