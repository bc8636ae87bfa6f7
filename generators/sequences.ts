import * as fc from "fast-check";
import type { Json } from "../spec/json.ts";

/**
 * One kind of call in a sequence, as modelled. A command does not send anything: a sequence is plain data, and its
 * runner compares the responses with the states of the model.
 */
export interface Command<State> {
  /** Permanent name: `block`. */
  readonly name: string;
  /** The input of the call; null for a command without it. */
  readonly input?: fc.Arbitrary<Json>;
  /** Returns true if the call makes sense in a state. Always true by default. */
  readonly when?: (state: State, input: Json) => boolean;
  /** Returns the state after the call. Unchanged by default. */
  readonly leadsTo?: (state: State, input: Json) => State;
  /** Its frequency relative to the others; 1 by default. */
  readonly weight?: number;
}

/** One call of a sequence: the name of its command and its input. */
export interface Call {
  readonly name: string;
  readonly input: Json;
}

/** Bounds of a sequence, in calls. */
export interface SequenceConstraints {
  /** 1 by default. */
  readonly minCalls?: number;
  /** 10 by default. */
  readonly maxCalls?: number;
}

/**
 * Returns sequences in which every call makes sense at its position. Shrinking removes calls and shrinks inputs; calls
 * that no longer make sense are removed too, so that every call of a shrunk sequence is necessary.
 */
export function sequences<State>(
  commands: readonly Command<State>[],
  start: State,
  { minCalls = 1, maxCalls = 10 }: SequenceConstraints = {},
): fc.Arbitrary<readonly Call[]> {
  const calls = commands.map(({ name, input = fc.constant(null), weight = 1 }) => ({
    arbitrary: input.map((value): Call => ({ name, input: value })),
    weight,
  }));
  // A list shrinks from its front and item by item: a mark on each call allows one in the middle or at the end to be
  // removed.
  const marked = fc.tuple(fc.constantFrom(...MARKS), fc.oneof(...calls));
  return fc
    .array(marked, { minLength: minCalls, maxLength: maxCalls, size: "max" })
    .map((drawn) => drawn.flatMap(([isMade, call]) => (isMade ? [call] : [])))
    .map((drawn) => sensible(commands, start, drawn))
    .filter(({ length }) => length >= minCalls);
}

/** Marks of whether a drawn call is kept: nearly always. Shrinking tends to the first value, no. */
const MARKS = [false, true, true, true, true, true, true, true];

/** Returns the states before each call of a sequence and after the last: one more than there are calls. */
export function statesOf<State>(commands: readonly Command<State>[], start: State, calls: readonly Call[]): State[] {
  const states = [start];
  for (const call of calls) states.push(stateAfter(commands, states.at(-1) ?? start, call));
  return states;
}

function sensible<State>(commands: readonly Command<State>[], start: State, drawn: readonly Call[]): readonly Call[] {
  let state = start;
  return drawn.filter((call) => {
    const { when = () => true } = commandOf(commands, call);
    if (!when(state, call.input)) return false;
    state = stateAfter(commands, state, call);
    return true;
  });
}

function stateAfter<State>(commands: readonly Command<State>[], state: State, call: Call): State {
  return commandOf(commands, call).leadsTo?.(state, call.input) ?? state;
}

function commandOf<State>(commands: readonly Command<State>[], { name }: Call): Command<State> {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) throw new Error(`no command is named "${name}"`);
  return command;
}
