import type { PublicRecord } from '../../domain/public-record.ts'
import type { Settings } from '../../domain/settings.ts'
import type { NetRequest, NetResult } from '../../net/types.ts'
import type { Description } from './description.ts'
import { openRecordSource } from './record-source.ts'
import { isRequest, type Recorded, recordedBody } from './recorded-answers.ts'
import type { RecordAnswer, RecordContext } from './types.ts'

/** What a source made of one recorded question. */
export interface SourceCheck {
  readonly question: string
  /** What differs from what was recorded; empty: nothing. */
  readonly problems: readonly string[]
}

const ADDRESS = 'https://recorded.invalid'

/** How a source of any kind is refused, and what must be told of it. */
const REFUSED = [
  { status: 429, body: 'slow down', outcome: 'quota' },
  { status: 503, body: '<!DOCTYPE html><html></html>', outcome: 'maintenance' },
  { status: 200, body: '<!DOCTYPE html><html></html>', outcome: 'maintenance' },
  { status: 200, body: '{"half":', outcome: 'parser_broken' },
] as const

/** The description held against the answers recorded for it: nothing is asked of the network. */
export async function checkSource(
  description: Description,
  recorded: readonly Recorded[],
  settings: Settings['sources'],
): Promise<readonly SourceCheck[]> {
  const checks: SourceCheck[] = []
  for (const one of recorded) {
    const name = one.search === undefined ? `${one.look_up?.type} ${one.look_up?.value}` : `search ${one.search}`
    const problems = [
      ...(await asked(description, one, settings)),
      ...(await paged(description, one, settings)),
      ...(await refused(description, one, settings)),
    ]
    checks.push({ question: name, problems })
  }
  return checks
}

async function asked(description: Description, recorded: Recorded, settings: Settings['sources']) {
  const { answer, sent } = await play(description, recorded, settings, [reply(recorded.answer)])
  if (answer.outcome !== 'ok') return [`the recorded answer is ${answer.outcome}: ${answer.reason}`]
  const last = sent.at(-1) ?? ''
  const request = isRequest(recorded.request, last) ? [] : [`asked ${last}, recorded ${recorded.request}`]
  const [first] = answer.records
  return first === undefined ? [...request, 'it tells no record'] : [...request, ...differences(recorded, first.record)]
}

function differences({ tells }: Recorded, record: PublicRecord): readonly string[] {
  const { title, url, date, identifiers, attributes, passages, never } = tells
  const values = new Map(record.attributes.map((one) => [one.name, one.value]))
  const text = record.passages.map((one) => one.text).join('\n')
  const whole = JSON.stringify(record)
  const differs = (what: string, is: string | null | undefined, wanted: string | undefined) =>
    wanted === undefined || is === wanted ? [] : [`${what} is ${is ?? 'missing'}, recorded ${wanted}`]
  return [
    ...differs('title', record.title, title),
    ...differs('url', record.url, url?.replaceAll('{server}', ADDRESS)),
    ...differs('date', record.published_at, date),
    ...Object.entries(identifiers).flatMap(([type, value]) =>
      differs(type, record.identifiers.find((one) => one.type === type)?.value, value),
    ),
    ...Object.entries(attributes).flatMap(([name, value]) => differs(name, values.get(name), value)),
    ...passages.filter((words) => !text.includes(words)).map((words) => `it does not say “${words}”`),
    ...never.filter((words) => whole.includes(words)).map((words) => `it tells “${words}”, which it must not`),
  ]
}

async function paged(description: Description, recorded: Recorded, settings: Settings['sources']) {
  const { next_request: wanted, next_page: changed = {}, answer } = recorded
  if (wanted === undefined) return []
  const first = reply(answer)
  let { body } = first
  for (const [was, is] of Object.entries(changed)) body = body.replaceAll(was, is)
  const { sent } = await play({ ...description, page_size: 1 }, recorded, settings, [first, { ...first, body }], 2)
  const last = sent.at(-1) ?? ''
  return isRequest(wanted, last) ? [] : [`the next page was asked by ${last}, recorded ${wanted}`]
}

async function refused(description: Description, recorded: Recorded, settings: Settings['sources']) {
  const own = Object.entries(recorded.refusals ?? {}).map(([outcome, answer]) => ({ ...reply(answer), outcome }))
  const denied = {
    status: 401,
    body: '{"message":"no"}',
    outcome: description.key === undefined ? 'blocked' : 'bad_key',
  }
  const problems: string[] = []
  for (const { status, body, outcome } of [denied, ...REFUSED, ...own]) {
    const { answer } = await play(description, recorded, settings, [{ status, body }])
    if (answer.outcome !== outcome) problems.push(`a refusal (${outcome}) was told as ${answer.outcome}`)
  }
  return problems
}

interface Reply {
  readonly status: number
  readonly body: string
}

function reply(answer: unknown): Reply {
  return { status: 200, body: recordedBody(answer, ADDRESS) }
}

/** The real source against a door that gives these replies in order, the last again and again. */
async function play(
  description: Description,
  recorded: Recorded,
  settings: Settings['sources'],
  replies: readonly Reply[],
  limit = 1,
): Promise<{ readonly answer: RecordAnswer; readonly sent: readonly string[] }> {
  const before = recorded.first === undefined ? [] : [reply(recorded.first.answer)]
  const left = [...before, ...replies]
  const sent: string[] = []
  const fetch = async ({ url }: NetRequest): Promise<NetResult> => {
    sent.push(url.slice(ADDRESS.length))
    return resultOf(url, left.length > 1 ? left.shift() : left[0])
  }
  const context: RecordContext = {
    settings: {
      ...settings,
      contact_email: 'reader@example.org',
      record_addresses: [`${description.name}=${ADDRESS}`],
    },
    gateway: { fetch, replaying: false },
    unarchived: { fetch: async ({ url }) => resultOf(url, { status: 200, body: '{"access_token":"token"}' }) },
    key: () => 'key-of-a-check',
  }
  const source = openRecordSource(description, context)
  const call = {
    ...{ taskId: 'check', causeId: 'check', language: recorded.language ?? 'en' },
    ...(recorded.period === undefined ? {} : { period: recorded.period }),
  }
  const answer =
    recorded.look_up === undefined
      ? await source.search?.(recorded.search ?? '', limit, call)
      : await source.lookUp(recorded.look_up, call)
  if (answer === undefined) throw new RangeError(`${description.name} cannot be searched`)
  return { answer, sent }
}

const OUTCOMES: Readonly<Record<number, 'blocked' | 'rate_limited'>> = { 401: 'blocked', 429: 'rate_limited' }

function resultOf(url: string, { status, body }: Reply = { status: 500, body: '' }): NetResult {
  const response = { status, headers: {}, body: new TextEncoder().encode(body), finalUrl: url }
  const plain = { route: 'http', response, archive: null, elapsedMs: 0 } as const
  if (status === 200) return { ...plain, outcome: 'ok' }
  return { ...plain, outcome: OUTCOMES[status] ?? 'server_error', reason: `The server answered ${status}` }
}
