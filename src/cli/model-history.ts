import { type LearningAnswer, learning } from '../api/learning.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { callLyra } from './session.ts'
import { plural, table } from './text.ts'

const KINDS = { stance: 'verdicts', claims: 'claims' } as const

/** `lyra models history`, `learn` and `rollback`. */
export async function modelHistory(call: Call): Promise<Result> {
  const [action] = takePositionals(call.positionals, ['action'], 'models')
  const { flags } = call
  const wanted = { action, kind: flags.text('kind'), version: flags.number('version'), reason: flags.text('reason') }
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
  const answer = await callLyra(call, learning, given)
  return { document: answer, text: historyText(answer, call.world.width) }
}

function historyText({ versions, corrections, current }: LearningAnswer, width: number): string {
  const rows = versions.map((one) => [
    ...[KINDS[one.kind], String(one.version), one.created_at.slice(0, 16).replace('T', ' '), String(one.corrections)],
    ...[change(one.held_back_before, one.held_back_after), change(one.base_before, one.base_after)],
    one.layer === null ? 'signals' : 'hidden layer',
    ...[one.is_current ? 'in use' : one.accepted ? 'taken' : 'not taken', one.reason],
  ])
  const columns = ['of', 'version', 'learned', 'corrections', 'loss held back', 'base macro-F1', 'reads', '', 'why']
  const waiting = (['stance', 'claims'] as const).map(
    (kind) =>
      `${KINDS[kind]}: version ${current[kind]}${current[kind] === 0 ? ' (as shipped)' : ''}, ` +
      `${plural(corrections[kind], 'correction')} (${corrections.needed} needed)`,
  )
  return [...(rows.length === 0 ? [] : [table(rows, { columns, widest: 60, fit: width }), '']), ...waiting].join('\n')
}

function change(before: number, after: number): string {
  return `${before.toFixed(3)} -> ${after.toFixed(3)}`
}
