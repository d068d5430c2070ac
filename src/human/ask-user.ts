import type { WaitAnswer, WaitInput } from '../api/wait-for-user.ts'
import { type Clock, isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { QuestionRow } from '../store/people/question-rows.ts'
import type { HumanDeps } from './human-deps.ts'

/** Asks one person through one channel; null when this channel has no answer to give. */
export type Ask = (
  prompt: string,
  choices: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<string | null>

interface WaitChannels {
  /** MCP elicitation, where the client has it. */
  readonly elicit?: Ask | undefined
  /** The terminal, when a person sits at it and stdin is not the MCP transport. */
  readonly terminal?: Ask | undefined
  readonly signal?: AbortSignal | undefined
  /** A person takes real time, also while a replay's clock does not. */
  readonly waiting: Clock
}

/** An answer may come from another process, so the table is looked at this often. */
const POLL_MS = 500

/**
 * REQ 3.2.1 wait_for_user. The question is asked everywhere at once (client, terminal, and as a row that the dashboard
 * or the CLI can answer); the first answer wins, and no answer is reported as such.
 */
export async function waitForUser(
  deps: HumanDeps,
  prompt: string,
  options: WaitInput['options'],
  channels: WaitChannels,
): Promise<WaitAnswer> {
  const choices = options.choices ?? []
  const timeoutMs = options.timeout_seconds * 1000
  const id = deps.ids.next('ask')
  deps.store.people.questions.ask({
    id,
    prompt,
    choices,
    askedAt: isoTime(deps.clock),
    causeId: deps.ids.next('cause'),
  })
  const started = channels.waiting.now()
  const over = new AbortController()
  const signal = channels.signal === undefined ? over.signal : AbortSignal.any([over.signal, channels.signal])
  const asked = (['elicit', 'terminal'] as const).flatMap((name) => {
    const ask = channels[name]
    return ask === undefined ? [] : [askThrough(deps, id, name, ask, prompt, choices, timeoutMs, signal)]
  })
  try {
    const row = await Promise.race([...asked, watch(deps, id, channels.waiting, started + timeoutMs, signal)])
    deps.log.info('question.closed', {
      id,
      channel: row?.channel ?? 'none',
      timed_out: row === null,
      waited_ms: channels.waiting.now() - started,
    })
    if (row?.answer == null) return { ok: true, response: null, choice_index: null, timed_out: true }
    const index = choices.indexOf(row.answer)
    return { ok: true, response: row.answer, choice_index: index === -1 ? null : index, timed_out: false }
  } catch (error) {
    if (channels.signal?.aborted) throw new LyraError('CANCELLED', 'The question was withdrawn before an answer came')
    throw error
  } finally {
    deps.store.people.questions.giveUp(id)
    over.abort()
  }
}

/** Settles only with an answer of its own; a channel that cannot ask leaves the race to the others. */
async function askThrough(
  deps: HumanDeps,
  id: string,
  name: string,
  ask: Ask,
  prompt: string,
  choices: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<QuestionRow | null> {
  try {
    const answer = await ask(prompt, choices, timeoutMs, signal)
    if (answer !== null) {
      answerQuestion(deps, id, answer, name)
      return deps.store.people.questions.get(id)
    }
  } catch (error) {
    // A person who declines has answered the wait, if not the question.
    if (error instanceof LyraError && error.code === 'CANCELLED') throw error
    deps.log.warn('question.channel_failed', { id, channel: name })
  }
  return new Promise(() => {})
}

async function watch(
  deps: HumanDeps,
  id: string,
  clock: Clock,
  deadline: number,
  signal: AbortSignal,
): Promise<QuestionRow | null> {
  for (;;) {
    const row = deps.store.people.questions.get(id)
    if (row?.answered_at != null) return row
    const left = deadline - clock.now()
    if (left <= 0) return null
    await clock.sleep(Math.min(POLL_MS, left), signal)
  }
}

/** Answers an open question from the dashboard or the CLI. False when somebody was faster or nobody waits any more. */
export function answerQuestion(deps: HumanDeps, id: string, answer: string, channel: string): boolean {
  const question = deps.store.people.questions.get(id)
  if (question === null) throw new LyraError('NOT_FOUND', `No question has the id ${id}`)
  return deps.store.people.questions.answer(id, chosen(answer, question.choices), channel, isoTime(deps.clock))
}

/** `2` means the second choice, unless a choice is itself called `2`. */
function chosen(answer: string, choices: readonly string[]): string {
  if (choices.includes(answer)) return answer
  const number = /^\d+$/.test(answer.trim()) ? Number(answer.trim()) : 0
  return choices[number - 1] ?? answer
}
