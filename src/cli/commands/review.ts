import { type FeedbackAnswer, feedback, type TouchedFinding } from '../../api/feedback.ts'
import { getReview, type ReviewEntry } from '../../api/get-review.ts'
import type { Lyra } from '../../app/lyra.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { withLyra } from '../session.ts'
import { plural } from '../text.ts'

const VERDICTS = { s: 'supports', r: 'refutes', n: 'neutral' } as const
type VerdictKey = keyof typeof VERDICTS
/** Entries that one sitting goes through; the queue is made anew for the next. */
const A_SITTING = 100

export const reviewCommand: Command = {
  name: 'review',
  summary: 'Go through the verdicts in doubt, what a correction would change most first',
  usage: '<task_id>',
  details: [
    'Shows a sentence against a claim, what Lyra made of it and what hangs on it. One key each: `s` it supports the ' +
      'claim, `r` it refutes it, `n` neither; `k` or space skips, `u` takes the last answer back, `q` ends. Of two ' +
      'claims that stand in one finding `s` says that they say the same, `n` parts them.',
    'Each answer is applied at once, and reaches copies of the sentence. From a pipe or a file one line is one answer.',
  ],
  flags: {},
  examples: [
    { line: 'lyra review task_0123456789abcdef', about: 'judge pair after pair; `q` ends' },
    { line: 'printf "s\\nn\\nq\\n" | lyra review task_0123456789abcdef', about: 'the same without a terminal' },
  ],
  run: async (call) => {
    const [taskId] = takePositionals(call.positionals, ['task_id'], 'review')
    return withLyra(call, (lyra) => goThrough(call, lyra, taskId))
  },
}

interface Answered {
  readonly feedbackId: string
  readonly target: string
  readonly verdict: string
}

async function goThrough(call: Call, lyra: Lyra, taskId: string): Promise<Result> {
  const queue = await lyra.call(getReview, { task_id: taskId, limit: A_SITTING })
  const items = queue.items.filter(({ kind }) => kind === 'pair' || kind === 'unjudged' || kind === 'merge')
  const answered: Answered[] = []
  const keys = call.world.keys?.()[Symbol.asyncIterator]()
  let at = 0
  for (let item = items[at]; item !== undefined; item = items[at]) {
    call.world.stderr(`${shown(item, at, items.length)}\n> `)
    const next = await keys?.next()
    const key = next === undefined || next.done === true ? 'q' : next.value.toLowerCase()
    if (key === 'q' || key === 'quit') break
    if (key === 'u' || key === 'undo') {
      at = Math.max(0, at - (await takeBack(call, lyra, taskId, answered)))
      continue
    }
    if (isVerdict(key)) await answer(call, lyra, { taskId, item, key, answered })
    else if (!['k', '', ' ', 'skip'].includes(key)) {
      call.world.stderr('s supports, r refutes, n neutral, k skip, u undo, q quit\n')
      continue
    }
    at += 1
  }
  await keys?.return?.()
  const counts = { decisions: queue.decisions, pairs: queue.pairs, total: queue.total }
  return {
    document: {
      ok: true,
      task_id: taskId,
      ...counts,
      answered: answered.map(({ target, verdict }) => ({ target, verdict })),
    },
    text: `${plural(answered.length, 'verdict')} given; ${plural(items.length - at, 'entry', 'entries')} left`,
  }
}

function isVerdict(key: string): key is VerdictKey {
  return Object.hasOwn(VERDICTS, key)
}

function shown(item: ReviewEntry, at: number, all: number): string {
  const { kind, verdict, probability, sentence, claim_text: claim, finding, domain } = item
  const now = verdict === null ? 'nobody judged it' : `${verdict} ${(probability ?? 0).toFixed(2)}`
  const hangs = item.changes
    .filter((change) => change.finding_id === item.finding_id)
    .map(({ to, confidence, status }) => `${to}: ${status} ${confidence.toFixed(2)}`)
  const standing = finding === null ? '' : `; its finding is ${finding.status} ${finding.confidence.toFixed(2)}`
  return [
    `\n${at + 1}/${all} ${kind} ${item.target_id} (${domain}), ${now}${standing}`,
    `  sentence: ${sentence}`,
    `  claim:    ${claim}`,
    ...(hangs.length === 0 ? [] : [`  would be: ${hangs.join('; ')}`]),
  ].join('\n')
}

interface Answer {
  readonly taskId: string
  readonly item: ReviewEntry
  readonly key: VerdictKey
  readonly answered: Answered[]
}

async function answer(call: Call, lyra: Lyra, { taskId, item, key, answered }: Answer): Promise<void> {
  const verdict = VERDICTS[key]
  if (item.kind === 'merge' && key !== 'n') return
  const given = { task_id: taskId, target_id: item.target_id }
  const done =
    item.kind === 'merge'
      ? await lyra.call(feedback, { ...given, action: 'split_claim', payload: {} })
      : await lyra.call(feedback, {
          ...given,
          action: 'correct_nli',
          payload: { correct_relation: verdict, ...pairOf(item) },
        })
  if (!isOne(done)) return
  answered.push({
    feedbackId: done.feedback_id,
    target: item.target_id,
    verdict: item.kind === 'merge' ? 'apart' : verdict,
  })
  call.world.stderr(changesText(done.findings))
}

function pairOf({ kind, claim_id: claimId }: ReviewEntry): { readonly claim_id?: string } {
  return kind === 'unjudged' && claimId !== null ? { claim_id: claimId } : {}
}

async function takeBack(call: Call, lyra: Lyra, taskId: string, answered: Answered[]): Promise<number> {
  const last = answered.pop()
  if (last === undefined) {
    call.world.stderr('Nothing to take back\n')
    return 0
  }
  const done = await lyra.call(feedback, { task_id: taskId, action: 'undo', target_id: last.feedbackId, payload: {} })
  if (isOne(done)) call.world.stderr(changesText(done.findings))
  return 1
}

function isOne(answered: object): answered is FeedbackAnswer {
  return 'feedback_id' in answered
}

function changesText(findings: readonly TouchedFinding[]): string {
  return findings
    .map(
      ({ finding_id: id, confidence_before: before, confidence, status_before: was, status }) =>
        `  ${id}: ${was ?? 'new'} ${before.toFixed(2)} -> ${status} ${confidence.toFixed(2)}\n`,
    )
    .join('')
}
