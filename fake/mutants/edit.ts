import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { editBody, type OpenReply, onCall, onFailure, onSuccess } from "../changes/hooks.ts";
import { GONE } from "../changes/paths.ts";
import type { Applies, InputSite, ListSite, ValueSite } from "./model.ts";

/** What becomes of a value that stands in `holder`: another one, or {@link GONE}. */
export type ValueEdit = (value: NonNullable<Json>, holder: JsonObject) => Json | typeof GONE;

/** Changes the values at a site where a guard lets it; what is absent or null stays so. */
export function editValues(site: ValueSite | InputSite, applies: Applies, edit: ValueEdit): Change {
  if (site.kind === "input") return editInput(site, applies, edit);
  const change = (reply: OpenReply) =>
    visitAt(reply.body, site.path, null, (holder, name, listed) => editMember(holder, name, listed, applies, edit));
  return site.outcome === "success" ? onSuccess(site.operation, change) : onFailure(site.operation, change);
}

/** Changes the lists at a site; `edit` gets all items, and those that a guard lets it change. */
export function editLists(
  site: ListSite,
  applies: Applies,
  edit: (items: readonly Json[], chosen: readonly Json[]) => readonly Json[],
): Change {
  return onSuccess(site.operation, (reply) =>
    visitAt(reply.body, site.path, null, (holder, name) => {
      const items = holder[name];
      if (!Array.isArray(items)) return;
      const chosen = items.filter((item) => applies(item, isObject(item) ? item : {}, items.length));
      if (chosen.length > 0) holder[name] = [...edit(items, chosen)];
    }),
  );
}

function editInput({ operation, name, place, within }: InputSite, applies: Applies, edit: ValueEdit): Change {
  return onCall(operation, (call) => {
    if (place === "body") {
      editBody(call, (body) => {
        const holder = within === null ? body : body[within];
        if (!isObject(holder)) return body;
        const copy = { ...holder };
        editMember(copy, name, null, applies, edit);
        return within === null ? copy : { ...body, [within]: copy };
      });
      return;
    }
    const given = call.query.getAll(name);
    if (given.length === 0) return;
    const holder: JsonObject = {
      ...Object.fromEntries(call.query),
      [name]: given.length > 1 ? given : (given[0] ?? ""),
    };
    editMember(holder, name, null, applies, edit);
    call.query.delete(name);
    for (const value of [holder[name] ?? []].flat()) call.query.append(name, String(value));
  });
}

function editMember(holder: JsonObject, name: string, listed: number | null, applies: Applies, edit: ValueEdit): void {
  const value = holder[name];
  if (value === undefined || value === null || !applies(value, holder, listed)) return;
  const edited = edit(value, holder);
  if (edited === GONE) delete holder[name];
  else holder[name] = edited;
}

/** Visits what stands at a path: its holder, its name there, and the length of the innermost list around it. */
function visitAt(
  value: Json | undefined,
  path: readonly string[],
  listed: number | null,
  visit: (holder: JsonObject, name: string, listed: number | null) => void,
): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (step === "*") {
    if (Array.isArray(value)) for (const item of value) visitAt(item, rest, value.length, visit);
  } else if (isObject(value)) {
    if (rest.length > 0) visitAt(value[step], rest, listed, visit);
    else visit(value, step, listed);
  }
}
