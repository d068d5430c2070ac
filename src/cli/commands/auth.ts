import { resolve } from 'node:path'
import { answerQuestion } from '../../api/answer-question.ts'
import type { UseCase } from '../../api/define-use-case.ts'
import { LONGEST_ATTENTION_SECONDS, LONGEST_TEXT } from '../../api/fields.ts'
import { type AuthItem, getAuthQueue } from '../../api/get-auth-queue.ts'
import { listQuestions } from '../../api/list-questions.ts'
import { resolveAuth } from '../../api/resolve-auth.ts'
import { type Shown, showPage } from '../../api/show-page.ts'
import { waitForUser } from '../../api/wait-for-user.ts'
import type { Lyra } from '../../app/lyra.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { namingFile, readText } from '../read-file.ts'
import { withLyra } from '../session.ts'
import { plural, table } from '../text.ts'

const ENDS = { done: 'resolved', skip: 'skipped', fail: 'failed' } as const
type End = keyof typeof ENDS
const ACTIONS = ['list', 'session', 'answer', ...Object.keys(ENDS)]

export const authCommand: Command = {
  name: 'auth',
  summary: 'Pages and questions that wait for a person: list them, go through them, settle them',
  usage: 'list | session | answer <question_id> <answer> | done|skip|fail <domain or auth_id>',
  details: [
    'Pages behind a login or a challenge wait here while research goes on without them. `session` takes them site by ' +
      'site: it opens the page in your own browser and asks what became of it. Lyra only opens the page; it never ' +
      'clicks, types or reads there. It is opened in the Chrome of human.cdp_endpoint or browser.cdp_endpoint, else ' +
      "in a window of Lyra's own, else by the system; but for the last, the session you earn there is used for later " +
      'requests to the site when you say done.',
    'One answer settles all pages of a site. With --cookies the session you earned is stored and used for later ' +
      'requests to the site; searches that waited are taken up again. What you skip is left alone by later searches ' +
      'of the same task, until you say done.',
    'Questions that an assistant asks by wait_for_user are listed here too, and `session` begins with them. `answer` ' +
      'takes the words or the number of a choice; the assistant gets it with its next call.',
  ],
  flags: {
    cookies: {
      type: 'string',
      value: '<file>',
      about: 'done: a file with the Cookie header, or the cookies as JSON a browser exports',
    },
  },
  examples: [
    { line: 'lyra auth list', about: 'what waits, most urgent first' },
    { line: 'lyra auth session', about: 'go through it site by site' },
    { line: 'lyra auth done library.example --cookies cookies.json', about: 'logged in; use this session' },
    { line: 'lyra auth skip paywall.example', about: 'never mind this site' },
    { line: 'lyra auth answer ask_0123456789abcdef 2', about: "the second choice of an assistant's question" },
  ],
  run: async (call) => {
    const [action = 'list', ...rest] = call.positionals
    return withLyra(call, (lyra) => {
      if (action === 'list') return listWaiting(lyra, rest, call.world.width)
      if (action === 'session') return holdSession(call, lyra, rest)
      if (action === 'answer') return answerOne(lyra, rest)
      if (Object.hasOwn(ENDS, action)) return settle(call, lyra, action as End, rest)
      const near = nearestName(action, ACTIONS)
      throw new LyraError('INVALID_PARAMS', `There is no \`auth ${action}\``, {
        hint: near === null ? 'Run `lyra auth --help` for examples' : `Did you mean \`lyra auth ${near}\`?`,
      })
    })
  },
}

async function waiting(lyra: Lyra): Promise<readonly AuthItem[]> {
  const answer = await lyra.call(getAuthQueue, {})
  return 'queue' in answer ? answer.queue : []
}

async function listWaiting(lyra: Lyra, rest: readonly string[], fit: number): Promise<Result> {
  takePositionals(rest, [], 'auth list')
  const [items, { questions }] = await Promise.all([waiting(lyra), lyra.call(listQuestions, {})])
  const rows = items.map((item) => [item.id, item.priority, item.type, item.domain, item.url])
  const asked = questions.map((one) => [one.question_id, one.prompt, one.choices.join(' | ')])
  const text = [
    ...(rows.length === 0
      ? []
      : [table(rows, { columns: ['id', 'priority', 'type', 'site', 'page'], widest: 80, fit })]),
    ...(asked.length === 0 ? [] : [table(asked, { columns: ['id', 'question', 'choices'], widest: 80, fit })]),
  ]
  return {
    document: { ok: true, queue: items, total_pending: items.length, questions },
    text: text.length === 0 ? 'Nothing waits for you.' : text.join('\n\n'),
  }
}

async function answerOne(lyra: Lyra, rest: readonly string[]): Promise<Result> {
  const [id = '', ...words] = rest
  if (words.length === 0)
    throw new LyraError('INVALID_PARAMS', '`auth answer` takes a question_id and the answer', {
      hint: 'See `lyra auth list` for the questions',
    })
  const answer = await lyra.call(answerQuestion, { question_id: id, answer: words.join(' '), channel: 'cli' })
  return { document: answer, text: `${id}: ${answer.answer}` }
}

/** The questions of assistants come first: somebody is waiting. False when the person ends the session here. */
async function answerAll(call: Call, lyra: Lyra): Promise<boolean> {
  const { questions } = await lyra.call(listQuestions, {})
  for (const { question_id, prompt, choices } of questions) {
    const options = { ...(choices.length === 0 ? {} : { choices }), timeout_seconds: LONGEST_ATTENTION_SECONDS }
    const here = { prompt: `An assistant asks: ${prompt}`.slice(0, LONGEST_TEXT), options }
    const { response } = await lyra.call(waitForUser, here, { signal: call.world.signal })
    if (response === null) return false
    await lyra.call(answerQuestion, { question_id, answer: response, channel: 'cli' })
  }
  return true
}

const CHOICES = ['open it', 'done', 'skip this site', 'it failed', 'stop here'] as const

/** Site by site, as long as the person likes; nothing is forced and nothing times out in minutes (REQ 3.6.1). */
async function holdSession(call: Call, lyra: Lyra, rest: readonly string[]): Promise<Result> {
  takePositionals(rest, [], 'auth session')
  const goesOn = await answerAll(call, lyra)
  const sites = goesOn ? [...Map.groupBy(await waiting(lyra), (item) => item.domain)] : []
  const settled: { domain: string; status: string }[] = []
  for (const [domain, items] of sites) {
    const end = await askAbout(call, lyra, domain, items)
    if (end === 'stop') break
    await lyra.call(resolveAuth, { target: 'domain', data: { domain, status: ENDS[end] } })
    settled.push({ domain, status: ENDS[end] })
  }
  return {
    document: { ok: true, settled },
    text: [
      goesOn && sites.length === 0 ? 'Nothing waits for you.' : `${plural(settled.length, 'site')} settled.`,
      ...settled.map(({ domain, status }) => `${domain}: ${status}`),
    ].join('\n'),
  }
}

async function askAbout(call: Call, lyra: Lyra, domain: string, items: readonly AuthItem[]): Promise<End | 'stop'> {
  const [first] = items
  const kinds = [...new Set(items.map((item) => item.type))].join(', ')
  const pages = items.map((item) => `  ${item.url}`)
  // A site with hundreds of pages shows its first ones.
  const prompt = [`${domain}: ${plural(items.length, 'page')} (${kinds})`, ...pages].join('\n').slice(0, LONGEST_TEXT)
  for (;;) {
    const options = { choices: CHOICES, timeout_seconds: LONGEST_ATTENTION_SECONDS }
    const answer = await lyra.call(waitForUser, { prompt, options }, { signal: call.world.signal })
    if (answer.choice_index === 1) return 'done'
    if (answer.choice_index === 2) return 'skip'
    if (answer.choice_index === 3) return 'fail'
    if (answer.choice_index !== 0 || first === undefined) return 'stop'
    const shown = await lyra.call(showPage, { url: first.url })
    call.world.stderr(`${shownText(shown, first.url)}\n`)
  }
}

function shownText({ opened, by, raised_by: raisedBy, skipped }: Shown, url: string): string {
  const not = skipped.length === 0 ? '' : ` (not used: ${skipped.join(', ')})`
  if (!opened) return `It could not be opened here; open it yourself: ${url}${not}`
  const window = raisedBy === null ? 'look for its window' : `to the front by ${raisedBy}`
  return `Opened by ${by}, ${window}${not}`
}

async function settle(call: Call, lyra: Lyra, end: End, rest: readonly string[]): Promise<Result> {
  const [name] = takePositionals(rest, ['domain or auth_id'], `auth ${end}`)
  const file = call.flags.text('cookies')
  if (file !== undefined && end !== 'done')
    throw new LyraError('INVALID_PARAMS', '--cookies goes with `auth done` only')
  const path = file === undefined ? null : resolve(call.world.cwd, file)
  const session = path === null ? {} : { session_data: sessionData(path) }
  const status = ENDS[end]
  // What stands in a file is for the contract to check, as what an MCP client sends is.
  const useCase: UseCase = resolveAuth
  const answer = await namingFile(path ?? '', path === null ? [] : ['data.session_data.'], () =>
    name.startsWith('auth_')
      ? lyra.call(useCase, { target: 'item', data: { auth_id: name, status, ...session } })
      : lyra.call(useCase, { target: 'domain', data: { domain: name, status, ...session } }),
  )
  return { document: answer, text: `${name}: ${ENDS[end]}` }
}

/** JSON as browsers export it (a list, or an object with `cookies`), else one Cookie header. */
function sessionData(file: string): Record<string, unknown> {
  const text = readText(file).trim()
  if (!/^[[{]/.test(text)) return { cookies: text.replace(/^cookie:\s*/i, '') }
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? { cookies: value } : (value as Record<string, unknown>)
  } catch (error) {
    throw new LyraError('INVALID_PARAMS', `${file} is neither JSON nor a Cookie header`, { cause: error })
  }
}
