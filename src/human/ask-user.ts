import { LONGEST_ATTENTION_SECONDS } from '../api/fields.ts'
import { CALLED_AGAIN, type WaitAnswer, type WaitInput } from '../api/wait-for-user.ts'
import { type Clock, isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { QuestionRow } from '../store/people/question-rows.ts'
import type { HumanDeps } from './human-deps.ts'
import { answerQuestion, type QuestionDeps } from './questions.ts'

/** Asks one person through one channel; null when this channel has no answer to give. */
export type Ask = (
  prompt: string,
  choices: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<string | null>

export interface WaitChannels {
  /** MCP elicitation, where the client has it. */
  readonly elicit?: Ask | undefined
  /** The terminal, when a person sits at it and stdin is not the MCP transport. */
  readonly terminal?: Ask | undefined
  /** Addresses of running web servers of this home, where the question can be answered. */
  readonly pages: readonly string[]
  /** Shows a notice on the desktop; false where there is none. */
  readonly notify: (message: string) => Promise<boolean>
  readonly signal?: AbortSignal | undefined
  /** Real time even in a replay, because a person needs real time to answer. */
  readonly waiting: Clock
  /** How long one call waits: clients give up a call after a minute. Null: as long as the question lasts. */
  readonly sliceMs: number | null
  /** By question, what ends asking it: an elicitation goes on between two calls. */
  readonly asking: Map<string, AbortController>
}

/** Poll interval of the table, since the answer may come from another process. */
const POLL_MS = 500

/** What a slice of waiting ended with; a row is settled. */
type Ended = QuestionRow | 'slice_over' | 'time_over' | 'unreachable'

/**
 * REQ 3.2.1 wait_for_user. The question is asked everywhere at once (client, terminal, desktop, and as a row that the
 * web page or `lyra auth answer` can answer); the first answer wins. It outlives the call: the same call made again is
 * about the same question, and gets an answer that came in between. Who cannot reach anybody hears so at once.
 */
export async function waitForUser(
  deps: HumanDeps,
  prompt: string,
  options: WaitInput['options'],
  channels: WaitChannels,
): Promise<WaitAnswer> {
  const { question, isNew } = findOrAsk(deps, prompt, options, channels.waiting)
  // What was answered between two calls is not asked again.
  const push = question.answered_at === null ? pushedTo(channels) : []
  // A person who can be asked directly needs no notice.
  const noticed = isNew && push.length === 0 && (await channels.notify(`${prompt}\n${howToAnswer(question, channels)}`))
  // Asked a second time, the assistant knows, and may have told the user how to answer.
  const reachable = push.length > 0 || channels.pages.length > 0 || noticed || !isNew
  if (!reachable) return unanswered(question, 'nobody', channels)
  try {
    const ended = await waitSlice(deps, question, push, channels, { onlyPush: channels.pages.length === 0 && isNew })
    if (ended === 'slice_over') return unanswered(question, 'waiting', channels)
    if (ended === 'unreachable') return unanswered(question, 'nobody', channels)
    return settled(deps, question, ended === 'time_over' ? null : ended, channels)
  } catch (error) {
    endAsking(channels, question.id)
    if (channels.signal?.reason !== CALLED_AGAIN) deps.store.people.questions.giveUp(question.id)
    if (channels.signal?.aborted) throw new LyraError('CANCELLED', 'The question was withdrawn before an answer came')
    throw error
  }
}

/** An answer nobody came back for is worth something for as long as a question may last. */
const KEPT_MS = LONGEST_ATTENTION_SECONDS * 1000

function findOrAsk(
  deps: HumanDeps,
  prompt: string,
  { choices = [], timeout_seconds: seconds }: WaitInput['options'],
  waiting: Clock,
): { readonly question: QuestionRow; readonly isNew: boolean } {
  const { questions } = deps.store.people
  const now = waiting.now()
  return deps.store.write(() => {
    const settledAfter = new Date(now - KEPT_MS).toISOString()
    const known = questions.same({ prompt, choices, now: new Date(now).toISOString(), settledAfter })
    if (known !== null) return { question: known, isNew: false }
    const id = deps.ids.next('ask')
    const expiresAt = new Date(now + seconds * 1000).toISOString()
    questions.ask({ id, prompt, choices, askedAt: isoTime(waiting), expiresAt, causeId: deps.ids.next('cause') })
    const question = questions.get(id)
    if (question === null) throw new Error('The question was not saved')
    return { question, isNew: true }
  })
}

type Pushed = readonly ['elicit' | 'terminal', Ask]

function pushedTo(channels: WaitChannels): readonly Pushed[] {
  return (['elicit', 'terminal'] as const).flatMap((name): readonly Pushed[] => {
    const ask = channels[name]
    return ask === undefined ? [] : [[name, ask]]
  })
}

async function waitSlice(
  deps: HumanDeps,
  question: QuestionRow,
  push: readonly Pushed[],
  channels: WaitChannels,
  { onlyPush }: { readonly onlyPush: boolean },
): Promise<Ended> {
  const { waiting, sliceMs, signal } = channels
  const deadline = Date.parse(question.expires_at)
  const until = sliceMs === null ? deadline : Math.min(deadline, waiting.now() + sliceMs)
  const asking = channels.asking.get(question.id) ?? new AbortController()
  channels.asking.set(question.id, asking)
  const watchOver = new AbortController()
  const asked = push.map(([name, ask]) => askThrough({ ...deps, waiting }, question, name, ask, asking.signal))
  const failed = Promise.all(asked).then((ends) =>
    onlyPush && ends.length > 0 && ends.every((one) => one === 'failed') ? 'unreachable' : new Promise<never>(() => {}),
  )
  const heard = asked.map((one) =>
    one.then((end) => (end === 'settled' ? settledRow(deps, question.id) : new Promise<never>(() => {}))),
  )
  const ends = AbortSignal.any([watchOver.signal, ...(signal === undefined ? [] : [signal])])
  try {
    const row = await Promise.race([...heard, failed, watch(deps, question.id, waiting, until, ends)])
    return row ?? (waiting.now() >= deadline ? 'time_over' : 'slice_over')
  } finally {
    watchOver.abort()
  }
}

function settledRow(deps: HumanDeps, id: string): QuestionRow {
  const row = deps.store.people.questions.get(id)
  if (row === null) throw new LyraError('NOT_FOUND', `The question ${id} is gone`)
  return row
}

/** Asks, and saves what came of it, also when the call that began it has ended. Never throws. */
async function askThrough(
  deps: QuestionDeps,
  question: QuestionRow,
  name: Pushed[0],
  ask: Ask,
  signal: AbortSignal,
): Promise<'settled' | 'failed'> {
  const { id, prompt, choices } = question
  const leftMs = Math.max(1, Date.parse(question.expires_at) - deps.waiting.now())
  try {
    const answer = await ask(prompt, choices, leftMs, signal)
    if (answer === null) return 'failed'
    answerQuestion(deps, id, answer, name)
    return 'settled'
  } catch (error) {
    // Declining settles the question, though it does not answer it.
    if (error instanceof LyraError && error.code === 'CANCELLED') {
      deps.store.people.questions.decline(id, name, isoTime(deps.waiting))
      return 'settled'
    }
    if (error instanceof LyraError && error.code === 'NOT_FOUND') return 'settled'
    if (!signal.aborted) deps.log.warn('question.channel_failed', { id, channel: name })
    return 'failed'
  }
}

/** The row once it is settled; null when the time is over. */
async function watch(
  deps: HumanDeps,
  id: string,
  clock: Clock,
  until: number,
  signal: AbortSignal,
): Promise<QuestionRow | null> {
  for (;;) {
    const row = deps.store.people.questions.get(id)
    if (row !== null && row.answered_at !== null) return row
    const left = until - clock.now()
    if (left <= 0) return null
    await clock.sleep(Math.min(POLL_MS, left), signal)
  }
}

function settled(deps: HumanDeps, question: QuestionRow, row: QuestionRow | null, channels: WaitChannels): WaitAnswer {
  const { questions } = deps.store.people
  const { id, choices } = question
  endAsking(channels, id)
  if (row === null) questions.giveUp(id)
  questions.deliver(id, isoTime(channels.waiting))
  const waitedMs = channels.waiting.now() - Date.parse(question.asked_at)
  deps.log.info('question.closed', {
    id,
    channel: row?.channel ?? 'none',
    timed_out: row === null,
    waited_ms: waitedMs,
  })
  if (row?.declined === true) throw new LyraError('CANCELLED', 'The user declined to answer')
  if (row?.answer == null)
    return { ok: true, status: 'timed_out', question_id: id, response: null, choice_index: null, timed_out: true }
  const index = choices.indexOf(row.answer)
  const choice_index = index === -1 ? null : index
  return { ok: true, status: 'answered', question_id: id, response: row.answer, choice_index, timed_out: false }
}

function endAsking({ asking }: WaitChannels, id: string): void {
  asking.get(id)?.abort()
  asking.delete(id)
}

function unanswered(question: QuestionRow, status: 'waiting' | 'nobody', channels: WaitChannels): WaitAnswer {
  const hint = howToAnswer(question, channels)
  const open = { response: null, choice_index: null, timed_out: false }
  return { ok: true, status, question_id: question.id, ...open, hint }
}

function howToAnswer({ id }: QuestionRow, { pages }: WaitChannels): string {
  const command = `lyra auth answer ${id} <answer>`
  return pages.length === 0 ? `Answer with: ${command}` : `Answer at ${pages[0]}/waiting or with: ${command}`
}
