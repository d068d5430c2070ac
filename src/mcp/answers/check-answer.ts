import type { CheckedText } from '../../api/check-text.ts'

/** The alarms first, each with its passage and place; then how many were borne out. */
export function checkAnswerText({ statements, counts, not_checked: left }: CheckedText): string {
  const alarms = statements.filter(({ verdict }) => verdict !== 'supported')
  const lines = alarms.flatMap(({ text, verdict, reasons, place, elsewhere }) => [
    `${verdict}: ${text}`,
    ...reasons.map(({ said, problem }) => `- ${said === '' ? '' : `"${said}": `}${problem}`),
    ...(place === null ? [] : [`- nearest passage: "${place.passage}" (${place.url}, ${place.fragment_id})`]),
    ...(elsewhere === null ? [] : [`- said elsewhere: ${elsewhere}`]),
  ])
  const skipped = left.no_statement + left.too_many
  const rest = skipped === 0 ? '' : `; ${skipped} sentences were not checked`
  return [
    ...lines,
    `${statements.length} statements: ${counts.supported} supported, ${alarms.length} alarms${rest}`,
  ].join('\n')
}
