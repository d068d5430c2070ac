const TASKS_EXTENSION =
  'Extension `io.modelcontextprotocol/tasks`, which Lyra does not declare: a search outlives its call by itself ' +
  '(LYRA 3.2)'
const SKILLS_EXTENSION =
  'Extension for skills as resources, which Lyra does not declare: its prompts teach the loop (LYRA 3.3)'
const NO_SUBSCRIPTIONS =
  'Optional `resources.subscribe`, which Lyra does not declare: what a task has become is read when it is wanted, ' +
  'and most clients over HTTP have no connection to push to'

/** Scenarios about things that the protocol makes optional and Lyra does not have, with the reason. */
export const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'server-session-lifecycle':
    'Its client can do nothing that needs a session and so gets none; that a session ends is tested in ' +
    '`test/web/mcp-revisions.test.ts`',
  'server-sse-polling':
    'Optional resuming of a stream, gone since 2026-07-28; a search that lost its client goes on, and the same call ' +
    'gets its answer (LYRA 3.6)',
  'resources-subscribe': NO_SUBSCRIPTIONS,
  'resources-unsubscribe': NO_SUBSCRIPTIONS,
  'sep-2640-skills-directory': SKILLS_EXTENSION,
  'sep-2640-skills-enumeration': SKILLS_EXTENSION,
  'sep-2640-skills-manifest': SKILLS_EXTENSION,
  'tasks-lifecycle': TASKS_EXTENSION,
  'tasks-capability-negotiation': TASKS_EXTENSION,
  'tasks-wire-fields': TASKS_EXTENSION,
  'tasks-request-state-removal': TASKS_EXTENSION,
  'tasks-mrtr-input': TASKS_EXTENSION,
  'tasks-request-headers': TASKS_EXTENSION,
  'tasks-dispatch-and-envelope': TASKS_EXTENSION,
  'tasks-status-notifications': TASKS_EXTENSION,
  'tasks-required-task-error': TASKS_EXTENSION,
  'tasks-mrtr-composition': TASKS_EXTENSION,
}
