/**
 * The largest text, list or object that is sent, in characters, items or bytes. Servers limit the size of bodies, so a
 * rejection of a larger one would not be about the rule.
 */
export const MAX_SENT_SIZE = 65_536;
