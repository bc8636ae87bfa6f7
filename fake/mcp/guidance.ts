/**
 * When a model calls an operation, and what it returns. The document has no such text, since clients do not need it.
 */
export interface Guidance {
  readonly when: string;
  readonly returns: string;
}

/** By operation id; an operation without an entry has only the description of the document. */
export const GUIDANCE: Readonly<Record<string, Guidance>> = {
  "search-messages": {
    when: "Call it to find what was said about something when you do not know the channel or the time.",
    returns: "messages: id, channelId, senderType, senderId, content, createdAt, rank.",
  },
  recall: {
    when: "Call it with query before you answer or decide, to find what is known; with seed_id to see what a memory rests on.",
    returns: "hits (memories), scores, edges between them, and the messages they come from.",
  },
  remember: {
    when: "Call it when something should be known in later sessions: a decision, a fact, a preference. Name its sources.",
    returns: "the new memory with its id.",
  },
  "bootstrap-context": {
    when: "Call it once at the start of a session.",
    returns: "current_decisions, active_constraints, open_questions, scope_membership, recent_activity.",
  },
  "search-memories": {
    when: "Call it to list memories by kind, status, tag, time or exact text; to search by meaning call recall.",
    returns: "hits (memories, newest first) and nextCursor while there are more.",
  },
  "create-task": {
    when: "Call it once for each piece of work that someone has to do; list-tasks first tells whether it exists already.",
    returns: "the new task with id and identifier.",
  },
  "block-task": {
    when: "Call it when work on a task cannot go on; the reason is what people read.",
    returns: "the task with status blocked.",
  },
  "release-task": {
    when: "Call it when you will not finish a task that is assigned to you.",
    returns: "the task without an assignee.",
  },
  "list-tasks": {
    when: "Call it to see your work, or to find a task by status, assignee, channel or text.",
    returns: "a list of tasks, newest first.",
  },
  "send-message": {
    when: "Call it to tell or ask people and agents of a channel something; give threadId to reply.",
    returns: "the new message with its id.",
  },
  "get-messages": {
    when: "Call it to read a channel: what is new, or the answer to a question.",
    returns: "messages, newest first, and hasMore; pass the id of the last one as before for older messages.",
  },
  "flag-needs-human": {
    when: "Call it when a message needs a decision or a response that only a person can give.",
    returns: "the message with metadata.needsHuman.",
  },
  "request-file-upload": {
    when: "Call it first to share a file; then upload-bytes, then send-message with attachmentIds.",
    returns: "attachmentId, uploadUrl, headers, expiresAt, maxBytes.",
  },
  "request-file-download": {
    when: "Call it to read an attachment of a message; then download-bytes with signedUrl.",
    returns: "signedUrl, name, mimeType, sizeBytes, expiresAt.",
  },
  "verify-connection": {
    when: "Call it only when a person gives you the token of a connection test.",
    returns: "ok, and reason where it is false.",
  },
};
