import type { ArchiveRef, NetRequest, NetResult } from '../../net/types.ts'
import type { SourceCall } from '../types.ts'
import { createAccess } from './access.ts'
import { plainValue, valuesAt } from './answer-path.ts'
import { readTree } from './answer-tree.ts'
import type { AnswerShape, Description } from './description.ts'
import { fillTemplate, type Values } from './fill-template.ts'
import { changedAnswer, type Refusal, refusalInBody, refusalOf } from './judge-answer.ts'
import { readRecords } from './map-record.ts'
import type { ArchivedRecord, RecordContext } from './types.ts'

type Refused = { readonly ok: false; readonly refusal: Refusal }
type Tree = { readonly ok: true; readonly tree: unknown; readonly archive: ArchiveRef | null }

/** One page of an answer. */
export interface AnswerPage {
  readonly ok: true
  readonly records: readonly ArchivedRecord[]
  readonly entries: number
  /** Entries that lacked what every entry has. */
  readonly lost: number
  readonly total: number | null
  /** What the next page is asked by. */
  readonly next: string | null
}

export interface AnswerReader {
  /** The answer as a tree of plain values, whatever it says. */
  tree(url: string, format: AnswerShape['format'], call: SourceCall): Promise<Tree | Refused>
  page(url: string, shape: AnswerShape, values: Values, call: SourceCall): Promise<AnswerPage | Refused>
}

/** Asks one source and reads its answers: a named refusal, or records. */
export function createAnswerReader(description: Description, base: string, context: RecordContext): AnswerReader {
  const { name, key } = description
  const access = createAccess(description, base, context)
  const isKeyGiven = () => key !== undefined && context.key(key.environment) !== null

  async function send(url: string, call: SourceCall): Promise<NetResult | Refusal> {
    const contact = context.settings.contact_email
    if (description.contact && contact === '' && !context.gateway.replaying)
      return { outcome: 'no_contact', reason: `${name} wants to know whom to write to: set sources.contact_email` }
    const allowed = await access(call)
    if (!allowed.ok) return allowed
    const request: NetRequest = {
      ...{ url, purpose: 'api', taskId: call.taskId, causeId: call.causeId },
      headers: headersOf(description, contact),
      spaceMs: description.pace * 1000,
      ...(allowed.credential === null ? {} : { credential: allowed.credential }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    }
    return context.gateway.fetch(request)
  }

  async function tree(url: string, format: AnswerShape['format'], call: SourceCall): Promise<Tree | Refused> {
    const result = await send(url, call)
    if (!('route' in result)) return { ok: false, refusal: result }
    const refusal = refusalOf(description, result, isKeyGiven())
    if (refusal !== null) return { ok: false, refusal }
    const body = new TextDecoder().decode(result.response?.body)
    const read = await readTree(body, format)
    const isMissing = result.outcome === 'not_found'
    // A wrong key is often told with 400, and a thing that is not there with a page for people.
    const told = isMissing && read === undefined ? null : refusalInBody(description, body, read, isKeyGiven())
    if (told !== null) return { ok: false, refusal: told }
    if (isMissing) return { ok: false, refusal: { outcome: 'not_found', reason: `${name} does not know it` } }
    return { ok: true, tree: read, archive: result.archive }
  }

  return {
    tree,
    async page(url, shape, values, call) {
      const answer = await tree(url, shape.format, call)
      if (!answer.ok) return answer
      const { records, lost } = readRecords(description, shape, answer.tree, { ...values, url })
      const total = shape.total === undefined ? null : numberAt(answer.tree, shape.total)
      if (records.length === 0 && !isEmpty(shape, answer.tree, total))
        return { ok: false, refusal: changedAnswer(description, shape.required, lost) }
      const next = description.search?.paging?.next
      return {
        ...{ ok: true, lost, total, entries: records.length + lost },
        records: records.map((record) => ({ record, archive: answer.archive })),
        next: next === undefined ? null : plainValue(valuesAt(answer.tree, next)[0]?.value),
      }
    },
  }
}

function headersOf({ headers }: Description, contact: string): Readonly<Record<string, string>> {
  const filled = Object.entries(headers).map(([field, text]) => [
    field,
    fillTemplate(text, { contact }) ?? text.replace(/ ?\(?\{contact\}\)?/, ''),
  ])
  return Object.fromEntries(filled)
}

/** The answer says itself that there is nothing; entries that are not where they were say something else. */
function isEmpty(shape: AnswerShape, tree: unknown, total: number | null): boolean {
  if (total === 0) return true
  const lists = shape.entries === '' ? [] : valuesAt(tree, shape.entries.replace(/\[\*\]$/, ''))
  return lists.some(({ value }) => Array.isArray(value) && value.length === 0)
}

function numberAt(tree: unknown, path: string): number | null {
  const text = plainValue(valuesAt(tree, path)[0]?.value)
  const number = text === null ? Number.NaN : Number(text.replaceAll(',', ''))
  return Number.isFinite(number) ? number : null
}
