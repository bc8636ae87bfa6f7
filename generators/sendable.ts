/**
 * The largest text, list or object that is sent, in characters, items or bytes. Beyond it a rejection would speak of the size
 * of the request and not of the rule: servers bound the bodies they take.
 */
export const SENDABLE = 65_536;
