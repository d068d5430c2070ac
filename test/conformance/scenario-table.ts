import { type Outcomes, REVISIONS, type Revision } from './run-suite.ts'

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

export type Runs = Readonly<Record<Revision, Outcomes>>

/** A check may be told but not counted (INFO), or be about something that was not declared (SKIPPED). */
const FINE: readonly string[] = ['SUCCESS', 'INFO', 'SKIPPED']

/** What is wrong, one line each: a check that failed or warned, a scenario that nothing was learned from. */
export function problemsOf(scenarios: readonly string[], runs: Runs): readonly string[] {
  const applicable = scenarios.filter((name) => NOT_APPLICABLE[name] === undefined)
  const failed = REVISIONS.flatMap((revision) =>
    [...runs[revision]]
      .filter(([name]) => applicable.includes(name))
      .flatMap(([name, checks]) => [
        ...checks
          .filter(({ status }) => !FINE.includes(status))
          .map(({ id, status, errorMessage }) => `${revision} ${name}: ${id} ${status}: ${errorMessage ?? ''}`),
        ...(checks.some(({ status }) => status === 'SUCCESS') ? [] : [`${revision} ${name}: nothing was checked`]),
      ]),
  )
  const notRun = applicable.filter((name) => REVISIONS.every((revision) => !runs[revision].has(name)))
  const unknown = Object.keys(NOT_APPLICABLE).filter((name) => !scenarios.includes(name))
  return [
    ...failed,
    ...notRun.map((name) => `${name}: was not run and has no reason`),
    ...unknown.map((name) => `${name}: has a reason, and the suite does not know it`),
  ]
}

/** The table of docs/conformance.md. */
export function scenarioTable(scenarios: readonly string[], runs: Runs): readonly string[] {
  const rows = scenarios.map((name) => {
    const reason = NOT_APPLICABLE[name]
    const cells = REVISIONS.map((revision) => (runs[revision].has(name) && reason === undefined ? 'passes' : ''))
    return `| \`${name}\` | ${cells.join(' | ')} | ${reason === undefined ? '' : `Not applicable. ${reason}`} |`
  })
  return [`| scenario | ${REVISIONS.join(' | ')} | |`, '|---|---|---|---|---|', ...rows]
}

const BEGIN = '<!-- scenarios: written by npm run conformance -- --write -->'
const END = '<!-- end of scenarios -->'

/** The lines of the table that stands in a page. */
export function tableIn(page: string): readonly string[] {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  return begin === -1 || end < begin
    ? []
    : page
        .slice(begin + BEGIN.length, end)
        .trim()
        .split('\n')
}

export function withTable(page: string, table: readonly string[]): string {
  const [before = '', rest = ''] = page.split(BEGIN)
  const [, after = ''] = rest.split(END)
  return `${before}${BEGIN}\n\n${table.join('\n')}\n\n${END}${after}`
}
