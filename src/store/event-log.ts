import type { EventStore } from './types.ts'

/** Where a room writes what happened and why (REQ 4.6 causal log). */
export type EventLog = Pick<EventStore, 'append'>

/** Keeps nothing: for work that is no part of a task and of a home. */
export const silentEvents: EventLog = { append: () => '' }
