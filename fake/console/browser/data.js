import { call } from "./api.js";
import { useEffect, useRef, useState } from "./library.js";

/** @import { Loaded, ResponseTo } from "./types.d.ts" */

const NOTHING = { data: null, error: null };

/**
 * What a GET route gives, asked for again whenever `version` changes; while that is under way, the data of before stays. A path of null
 * asks for nothing.
 *
 * @template {string} Path
 * @param {Path | null} path
 * @param {number} version
 * @returns {Loaded<ResponseTo<`GET ${Path}`>>}
 */
export function useData(path, version) {
  /** @typedef {ResponseTo<`GET ${Path}`>} Data */
  const [state, setState] = useState(
    /** @type {Loaded<Data> & { path: string | null }} */ ({ path: null, ...NOTHING }),
  );
  const turns = useRef({ asked: 0, shown: 0 });
  useEffect(() => {
    if (path === null) return;
    turns.current.asked += 1;
    const turn = turns.current.asked;
    /** @param {Partial<Loaded<Data>>} found */
    const show = (found) => {
      // A slow response must not replace that of a later request.
      if (turn < turns.current.shown) return;
      turns.current.shown = turn;
      setState({ path, ...NOTHING, ...found });
    };
    call("GET", path).then(
      (data) => show({ data }),
      (error) => show({ error: error.message }),
    );
  }, [path, version]);
  return state.path === path ? state : NOTHING;
}
