import type { RecordIdentifier } from '../../domain/public-record.ts'
import { trimmed } from '../url-parts.ts'
import type { AnswerShape, Description, RequestShape } from './description.ts'
import { createAnswerReader } from './fetch-answer.ts'
import { requestUrl } from './fill-template.ts'
import type { Refusal } from './judge-answer.ts'
import { rdapServer } from './rdap-bootstrap.ts'
import { searchPages } from './search-pages.ts'
import {
  answered,
  type RecordAnswer,
  type RecordCall,
  type RecordContext,
  type RecordSource,
  refused,
} from './types.ts'

/** A source that is asked and read as its description says; the gateway paces, retries and archives. */
export function openRecordSource(description: Description, context: RecordContext): RecordSource {
  const { name, look_up: lookUps, search: searching } = description
  const base = addressOf(description, context)
  const reader = createAnswerReader(description, base, context)

  async function serverFor({ value }: RecordIdentifier, call: RecordCall): Promise<string | Refusal> {
    if (description.adapter !== 'rdap') return base
    const list = await reader.tree(`${base}/dns.json`, 'json', call)
    if (!list.ok) return list.refusal
    const server = rdapServer(list.tree, value)
    return server ?? { outcome: 'not_found', reason: `no registry of ${value} answers by RDAP` }
  }

  async function lookUp(identifier: RecordIdentifier, call: RecordCall): Promise<RecordAnswer> {
    const unknown = (reason: string) => refused(name, { outcome: 'not_found', reason })
    const request = lookUps.find((one) => takes(one, identifier))
    if (request === undefined) return unknown(`${name} cannot be asked by this ${identifier.type}`)
    const server = await serverFor(identifier, call)
    if (typeof server !== 'string') return refused(name, server)
    const values = { value: identifier.value, language: call.language }
    const url = requestUrl(server, request, values)
    if (url === null) return unknown(`${name} cannot be asked for this value`)
    const read = await reader.page(url, shapeOf(description, request), values, call)
    if (!read.ok) return refused(name, read.refusal)
    if (read.records.length === 0) return unknown(`${name} does not know it`)
    const answer = answered(name, read.records.slice(0, description.page_size), read.lost)
    if (answer.records.length === read.records.length) return answer
    return { ...answer, reason: `the first ${answer.records.length} of ${read.records.length} are taken` }
  }

  return {
    description,
    knows: (identifier) => lookUps.some((one) => takes(one, identifier)),
    lookUp,
    search:
      searching === undefined
        ? null
        : (query, limit, call) =>
            searchPages(
              description,
              { base, searching, shape: shapeOf(description, searching), reader },
              query,
              limit,
              call,
            ),
  }
}

/** The user's own address for the source (`sources.record_addresses`: `gleif=http://localhost:8080`), else its own. */
function addressOf({ name, base }: Description, { settings }: RecordContext): string {
  const own = settings.record_addresses.find((entry) => entry.startsWith(`${name}=`))
  return trimmed(own === undefined ? base : own.slice(name.length + 1))
}

function shapeOf({ name, answers }: Description, { answer }: RequestShape): AnswerShape {
  const shape = answers[answer]
  if (shape === undefined) throw new RangeError(`${name}: answer ${answer} is not described`)
  return shape
}

function takes({ identifier, begins }: Description['look_up'][number], { type, value }: RecordIdentifier): boolean {
  return identifier === type && (begins === undefined || begins.some((start) => value.startsWith(start)))
}
