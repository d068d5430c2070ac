import { NOT_APPLICABLE } from './not-applicable.ts'
import { type Outcomes, REVISIONS, type Revision } from './run-suite.ts'

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
