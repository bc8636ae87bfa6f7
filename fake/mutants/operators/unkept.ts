import { asObject, type Json } from "../../../spec/json.ts";
import { together } from "../../overrides/change.ts";
import { onSuccess } from "../../overrides/hooks.ts";
import { editEffect } from "../edit.ts";
import type { Applies, EffectSite, Operator } from "../model.ts";

/** Leaves a member as it was; `told` gets what it should have become. */
const leaving = (site: EffectSite, applies: Applies, told: (value: Json) => void = () => {}) =>
  editEffect(site, (value, before) => {
    if (!applies(value, before, null)) return value;
    told(value);
    return before[site.member] ?? null;
  });

export const stay: Operator = {
  name: "stay",
  title: "leaves a member as it was",
  at: (site) => {
    if (site.kind !== "effect" || site.claims.stays === null) return null;
    return { breaks: site.claims.stays, plant: ({ applies, confined }) => confined(leaving(site, applies)) };
  },
};

export const unkept: Operator = {
  name: "unkept",
  title: "shows a change in its response alone",
  at: (site) => {
    if (site.kind !== "effect" || site.claims.kept === null) return null;
    return {
      breaks: site.claims.kept,
      plant: ({ applies, confined }) => {
        let told: { readonly value: Json } | null = null;
        return confined(
          together(
            leaving(site, applies, (value) => {
              told = { value };
            }),
            onSuccess(site.operation, ({ body }) => {
              if (told !== null) asObject(body.data)[site.member] = told.value;
              told = null;
            }),
          ),
        );
      },
    };
  },
};
