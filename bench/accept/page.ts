import type { KeptFigure, KeptFigures } from './kept-figures.ts'
import { type AcceptanceRow, verdictOf } from './rows.ts'

const HEAD = [
  '# Acceptance',
  '',
  'Written by `npm run accept`; do not edit. Every figure of [REQ 7](requirements/req.md#req-7) with what was asked,',
  'what was measured and how. The rows are `config/acceptance.yaml`.',
  '',
  '- **On one machine only.** Everything runs on loopback webs, replays and doubles of desktop programs, seeded;',
  "  nothing is asked of the internet. The mix of faults and subjects is this project's own: a share says that the",
  '  parts do what they should, not how often real sites refuse.',
  '- **missed** is a row whose figure is not what REQ 7 asks, on these worlds. It is told as it is.',
  '- **not measured** says why, and names what a user can run. The column *live* names the check on the live web:',
  '  `lyra verify` ([guide](guide/verify.md)) or a figure that a home keeps.',
  '- A date and a tree stand in each row: parts are measured one by one (`npm run accept -- wayback dns`). *record* is',
  '  a figure taken over from [benchmarks](benchmarks.md) instead of a run.',
  '',
].join('\n')

/** The page, from the rows and what is kept of the runs: the same input gives the same page. */
export function acceptancePage(rows: readonly AcceptanceRow[], kept: KeptFigures): string {
  const verdicts = rows.map((row) => verdictOf(row, kept[row.id]?.value ?? null))
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length
  const lines = rows.map((row, at) => rowLine(row, kept[row.id], verdicts[at] ?? 'not measured'))
  return `${HEAD}
${rows.length} rows: ${count('met')} met, ${count('missed')} missed, ${count('not measured')} not measured.

| REQ 7 | row | what | asked | measured | verdict | how | live | date, tree |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`
}

function rowLine(row: AcceptanceRow, kept: KeptFigure | undefined, verdict: string): string {
  const where = kept === undefined ? '' : `${kept.date}, ${kept.tree}${kept.from === 'record' ? ', record' : ''}`
  const cells = [
    String(row.req),
    `\`${row.id}\``,
    row.text,
    row.asked,
    kept?.shown ?? '',
    verdict,
    kept?.how ?? row.not_here ?? `not run yet: \`npm run accept -- ${row.by}\``,
    row.live === undefined ? '' : `\`${row.live}\``,
    where,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** The ids that stand in a written page, in its order. */
export function idsOnPage(page: string): readonly string[] {
  return [...page.matchAll(/^\| (?:\d+|7\.1) \| `([a-z0-9_.]+)` \|/gmu)].map(([, id = '']) => id)
}
