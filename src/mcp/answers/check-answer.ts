import type { CheckedText } from '../../api/check-text.ts'

/** The alarms first, each with its passage and place; then how many were borne out. */
export function checkAnswerText({ statements, counts, not_checked: left }: CheckedText): string {
  const alarms = statements.filter(({ verdict }) => verdict !== 'supported')
  const told = statements.filter(({ verdict, reasons }) => verdict !== 'supported' || reasons.length > 0)
  const lines = told.flatMap(({ text, verdict, reasons, place, elsewhere }) => [
    `${verdict}: ${text}`,
    ...reasons.map(({ said, problem }) => `- ${said === '' ? '' : `"${said}": `}${problem}`),
    ...(place === null ? [] : [`- nearest passage: "${place.passage}" (${place.url}, ${place.fragment_id})`]),
    ...(elsewhere === null ? [] : [`- said elsewhere: ${elsewhere}`]),
  ])
  const skipped = left.no_statement + left.too_many
  const beyond = left.too_many === 0 ? '' : `, ${left.too_many} of them as there are too many`
  const rest = skipped === 0 ? '' : `; ${skipped} sentences were not checked${beyond}`
  return [
    ...lines,
    `${statements.length} statements: ${counts.supported} supported, ${alarms.length} alarms${rest}`,
  ].join('\n')
}
