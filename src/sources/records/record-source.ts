import type { RecordIdentifier } from '../../domain/public-record.ts'
import type { NetRequest, NetResult } from '../../net/types.ts'
import type { SourceCall } from '../types.ts'
import { trimmed } from '../url-parts.ts'
import { createAccess } from './access.ts'
import { plainValue, valuesAt } from './answer-path.ts'
import { readTree } from './answer-tree.ts'
import type { AnswerShape, Description, RequestShape } from './description.ts'
import { fillTemplate, requestUrl, type Values } from './fill-template.ts'
import { changedAnswer, type Refusal, refusalInBody, refusalOf } from './judge-answer.ts'
import { readRecords } from './map-record.ts'
import { rdapServer } from './rdap-bootstrap.ts'
import type { ArchivedRecord, RecordAnswer, RecordCall, RecordContext, RecordSource } from './types.ts'

/** One page of an answer. */
type Page =
  | {
      readonly ok: true
      readonly records: readonly ArchivedRecord[]
      readonly entries: number
      readonly lost: number
      readonly total: number | null
      readonly next: string | null
    }
  | { readonly ok: false; readonly refusal: Refusal }

/** Most pages one question asks for. */
const MOST_PAGES = 5

/** A source that is asked and read as its description says; the gateway paces, retries and archives. */
export function openRecordSource(description: Description, context: RecordContext): RecordSource {
  const { name, look_up: lookUps, search: searching, answers } = description
  const base = addressOf(description, context)
  const access = createAccess(description, base, context)
  const contact = context.settings.contact_email

  async function fetchText(url: string, call: SourceCall): Promise<NetResult | Refusal> {
    if (description.contact && contact === '' && !context.gateway.replaying)
      return { outcome: 'no_contact', reason: `${name} wants to know whom to write to: set sources.contact_email` }
    const allowed = await access(call)
    if (!allowed.ok) return allowed
    const headers = Object.entries(description.headers).map(([field, text]) => [
      field,
      fillTemplate(text, { contact: contact || null }) ?? text.replace(/\s*\(?\{contact\}\)?/, ''),
    ])
    const request: NetRequest = {
      ...{ url, purpose: 'api', taskId: call.taskId, causeId: call.causeId, headers: Object.fromEntries(headers) },
      spaceMs: description.pace * 1000,
      ...(allowed.credential === null ? {} : { credential: allowed.credential }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    }
    return context.gateway.fetch(request)
  }

  async function fetchTree(url: string, shape: Pick<AnswerShape, 'format'>, call: SourceCall) {
    const result = await fetchText(url, call)
    if (!('route' in result)) return { ok: false as const, refusal: result }
    const keyGiven = description.key !== undefined && context.key(description.key.environment) !== null
    const refusal = refusalOf(description, result, keyGiven)
    if (refusal !== null || result.response === undefined)
      return { ok: false as const, refusal: refusal ?? { outcome: 'empty', reason: `${name} sent no body` } }
    const body = new TextDecoder().decode(result.response.body)
    const tree = await readTree(body, shape.format)
    // A key that is wrong is often told with 400; a thing that is not there with 404 and a page for people.
    const told =
      result.outcome === 'not_found' && tree === undefined ? null : refusalInBody(description, body, tree, keyGiven)
    if (told !== null) return { ok: false as const, refusal: told }
    if (result.outcome === 'not_found')
      return { ok: false as const, refusal: { outcome: 'not_found' as const, reason: `${name} does not know it` } }
    return { ok: true as const, tree, archive: result.archive }
  }

  async function page(url: string, shape: AnswerShape, values: Values, call: RecordCall): Promise<Page> {
    const answer = await fetchTree(url, shape, call)
    if (!answer.ok) return answer
    const { tree, archive } = answer
    const { records, lost } = readRecords(description, shape, tree, { ...values, url })
    const total = shape.total === undefined ? null : numberAt(tree, shape.total)
    const isEmpty =
      shape.entries !== '' && (total === 0 || valuesAt(tree, shape.entries).some(({ value }) => isEmptyList(value)))
    if (records.length === 0 && !isEmpty) {
      return { ok: false, refusal: changedAnswer(description, shape.required, lost) }
    }
    const nextPath = searching?.paging?.next
    const next = nextPath === undefined ? null : plainValue(valuesAt(tree, nextPath)[0]?.value)
    const found = records.map((record) => ({ record, archive }))
    return { ok: true, records: found, entries: records.length + lost, lost, total, next }
  }

  function shapeOf(request: RequestShape): AnswerShape {
    const shape = answers[request.answer]
    if (shape === undefined) throw new RangeError(`${name}: answer ${request.answer} is not described`)
    return shape
  }

  async function serverFor(identifier: RecordIdentifier, call: RecordCall): Promise<string | Refusal> {
    if (description.adapter !== 'rdap') return base
    const list = await fetchTree(`${base}/dns.json`, { format: 'json' }, call)
    if (!list.ok) return list.refusal
    const server = rdapServer(list.tree, identifier.value)
    return server ?? { outcome: 'not_found', reason: `no registry of ${identifier.value} answers by RDAP` }
  }

  async function lookUp(identifier: RecordIdentifier, call: RecordCall): Promise<RecordAnswer> {
    const request = lookUps.find((one) => takes(one, identifier))
    if (request === undefined)
      return refused(name, { outcome: 'not_found', reason: `${name} cannot be asked by ${identifier.type}` })
    const server = await serverFor(identifier, call)
    if (typeof server !== 'string') return refused(name, server)
    const values = { value: identifier.value, language: call.language, limit: String(description.page_size) }
    const url = requestUrl(server, request, values)
    if (url === null) return refused(name, { outcome: 'not_found', reason: `${name} cannot be asked for this value` })
    const read = await page(url, shapeOf(request), values, call)
    if (!read.ok) return refused(name, read.refusal)
    if (read.records.length === 0) return refused(name, { outcome: 'not_found', reason: `${name} does not know it` })
    return answered(name, read.records, read.lost)
  }

  const search =
    searching === undefined
      ? null
      : async (query: string, limit: number, call: RecordCall) => {
          const shape = shapeOf(searching)
          const [records, seen]: [ArchivedRecord[], Set<string>] = [[], new Set()]
          let [entries, lost, token]: [number, number, string | null] = [0, 0, null]
          const size = Math.min(limit, description.page_size)
          const first = searching.paging?.first ?? 0
          for (let index = 0; index < MOST_PAGES; index += 1) {
            const values = {
              ...{ query, language: call.language, limit: String(size), token, ...periodOf(call) },
              ...{ offset: String(first + entries), page: String(first + index) },
            }
            const url = requestUrl(base, searching, values)
            if (url === null)
              return refused(name, { outcome: 'not_found', reason: `${name} needs more than this query says` })
            const read: Page = await page(url, shape, values, call)
            if (!read.ok) {
              if (index === 0) return refused(name, read.refusal)
              return {
                ...answered(name, records, lost),
                reason: `only the first ${records.length}: ${read.refusal.reason}`,
              }
            }
            for (const one of read.records) {
              const isKept = searching.keep === undefined || holds(one, searching.keep, query)
              if (isKept && !seen.has(one.record.url)) records.push(one)
              seen.add(one.record.url)
            }
            entries += read.entries
            lost += read.lost
            token = read.next
            const isLast =
              read.entries === 0 || (searching.paging?.next === undefined ? isAll(read, entries, size) : token === null)
            if (searching.paging === undefined || isLast || records.length >= limit) break
          }
          return answered(name, records.slice(0, limit), lost)
        }

  return { description, knows: (identifier) => lookUps.some((one) => takes(one, identifier)), lookUp, search }
}

/** The user's own address for the source (`sources.record_addresses`: `gleif=http://localhost:8080`), else its own. */
function addressOf({ name, base }: Description, { settings }: RecordContext): string {
  const own = settings.record_addresses.find((entry) => entry.startsWith(`${name}=`))
  return trimmed(own === undefined ? base : own.slice(name.length + 1))
}

function takes({ identifier, begins }: Description['look_up'][number], { type, value }: RecordIdentifier): boolean {
  return identifier === type && (begins === undefined || begins.some((start) => value.startsWith(start)))
}

function periodOf({ period }: RecordCall): Values {
  return { after: period?.after, before: period?.before }
}

function holds({ record }: ArchivedRecord, attribute: string, query: string): boolean {
  const value = record.attributes.find(({ name }) => name === attribute)?.value ?? ''
  return query.split(/\s+/).some((word) => word.length > 1 && value.includes(word))
}

function isAll(read: Extract<Page, { ok: true }>, entries: number, size: number): boolean {
  return read.total === null ? read.entries < size : entries >= read.total
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function numberAt(tree: unknown, path: string): number | null {
  const text = plainValue(valuesAt(tree, path)[0]?.value)
  const number = text === null ? Number.NaN : Number(text.replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}

function refused(source: string, { outcome, reason }: Refusal): RecordAnswer {
  return { source, outcome, reason, records: [] }
}

function answered(source: string, records: readonly ArchivedRecord[], lost: number): RecordAnswer {
  const reason = lost === 0 ? null : `${lost} of ${records.length + lost} entries could not be read`
  return { source, outcome: 'ok', reason, records }
}
