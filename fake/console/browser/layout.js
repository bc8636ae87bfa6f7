/** @import { Edge, GraphArc, GraphGroup, GraphRow, MemoryView } from "./types.d.ts" */

/** Measures of the drawing, in pixels. */
export const ROW = 44;
export const GUTTER = 150;
const HEADING = 40;
const LABEL = 14;
const BEND = { least: 26, most: 140, of: 0.4 };

/** Edges that the drawing has other means for: a scope is a group, and the author stands in the details. */
const NOT_DRAWN = new Set(["IN_SCOPE", "AUTHORED"]);

/**
 * Where everything of a memory graph stands: one row for each memory, grouped by scope and newest first, and where wanted the
 * messages (or whatever else) that edges lead to; edges are arcs left of the rows. The same graph is always drawn in the same way.
 *
 * @param {readonly MemoryView[]} memories
 * @param {readonly Edge[]} edges
 * @param {boolean} withSources
 */
export function layoutOf(memories, edges, withSources) {
  const ids = new Set(memories.map(({ id }) => id));
  /** @param {Edge} edge */
  const isShown = ({ from_id, to_id }) =>
    withSources ? ids.has(from_id) || ids.has(to_id) : ids.has(from_id) && ids.has(to_id);
  const drawn = edges.filter((edge) => !NOT_DRAWN.has(edge.edge_type) && isShown(edge));
  const { groups, places, height } = rowsOf(memories, sourcesOf(drawn, ids));
  const arcs = drawn.flatMap((edge) => arcOf(edge, places));
  return { groups, arcs: withLabels(arcs, ids), height };
}

/**
 * What edges lead to and is not a memory, by id, with what it is.
 *
 * @param {readonly Edge[]} edges
 * @param {ReadonlySet<string>} ids
 */
function sourcesOf(edges, ids) {
  const ends = edges.flatMap(({ from_id, from_type, to_id, to_type }) => [
    /** @type {const} */ ([from_id, from_type]),
    /** @type {const} */ ([to_id, to_type]),
  ]);
  return new Map(ends.filter(([id]) => !ids.has(id)));
}

/**
 * @param {readonly MemoryView[]} memories
 * @param {ReadonlyMap<string, string>} sources
 * @returns {{ groups: readonly GraphGroup[], places: ReadonlyMap<string, number>, height: number }}
 */
function rowsOf(memories, sources) {
  const scopes = [...new Set(memories.map(({ scopeId }) => scopeId))];
  const ofScopes = scopes.map((scope) => {
    const own = memories.filter(({ scopeId }) => scopeId === scope);
    return { scope, rows: own.map(({ id }) => ({ id })) };
  });
  /** @type {{ scope: string | null, rows: Omit<GraphRow, "y">[] }} */
  const ofSources = { scope: null, rows: [...sources].map(([id, type]) => ({ id, type })) };
  /** @type {Map<string, number>} */
  const places = new Map();
  let y = 0;
  const groups = [...ofScopes, ofSources]
    .filter(({ rows }) => rows.length > 0)
    .map(({ scope, rows }) => {
      const heading = y + HEADING / 2 + 8;
      y += HEADING;
      const placed = rows.map((row, index) => ({ ...row, y: y + ROW * (index + 0.5) }));
      for (const row of placed) places.set(row.id, row.y);
      y += ROW * rows.length;
      return { scope, heading, rows: placed };
    });
  return { groups, places, height: y + 8 };
}

/**
 * An arc that leaves a row to the left and comes back to another one; the longer, the wider.
 *
 * @param {Edge} edge
 * @param {ReadonlyMap<string, number>} places
 */
function arcOf(edge, places) {
  const [from, to] = [places.get(edge.from_id), places.get(edge.to_id)];
  if (from === undefined || to === undefined) return [];
  const bend = Math.min(BEND.most, BEND.least + Math.abs(to - from) * BEND.of);
  const x = GUTTER - 14;
  const path = `M${x} ${from} C${x - bend} ${from} ${x - bend} ${to} ${x} ${to}`;
  return [{ edge, path, label: { x: Math.max(4, x - bend * 0.75 - 36), y: (from + to) / 2 + 4 } }];
}

/**
 * Moves names of arcs down until no two of them overlap. Arcs to what is not a memory are many, and all alike: they get no name.
 *
 * @param {readonly (GraphArc & { label: { x: number, y: number } })[]} arcs
 * @param {ReadonlySet<string>} ids
 * @returns {readonly GraphArc[]}
 */
function withLabels(arcs, ids) {
  let last = Number.NEGATIVE_INFINITY;
  return arcs
    .toSorted((one, other) => one.label.y - other.label.y)
    .map(({ edge, path, label }) => {
      if (!ids.has(edge.from_id) || !ids.has(edge.to_id)) return { edge, path, label: null };
      last = Math.max(label.y, last + LABEL);
      return { edge, path, label: { x: label.x, y: last } };
    });
}
