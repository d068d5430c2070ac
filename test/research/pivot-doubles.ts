import { join } from 'node:path'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { NetRequest, NetResult } from '../../src/net/types.ts'
import { openPublicSources } from '../../src/sources/records/open-records.ts'
import { loadPivots } from '../../src/sources/records/pivots.ts'
import { DESCRIPTIONS, recordedOf } from '../sources/record-doubles.ts'
import type { PaperRun } from './papers-run.ts'

export const PIVOTS = loadPivots(join(import.meta.dirname, '../../config/pivots.yaml'))

interface Asking {
  readonly keys?: boolean
  readonly requests?: number
}

/** Every shipped source behind one answer for each of its addresses; a source without one does not know the thing. */
export function withSources(opened: PaperRun, { keys = true, requests = 40 }: Asking = {}) {
  const asked: string[] = []
  const fetch = async ({ url }: NetRequest): Promise<NetResult> => {
    asked.push(url)
    const told = answerOf(url)
    const archive = { file: 'r.warc.gz', recordId: `<urn:uuid:${asked.length}>` }
    const base = { route: 'http', archive, elapsedMs: 1 } as const
    if (told === undefined) return { ...base, outcome: 'not_found', reason: 'The server answered 404' }
    const body = new TextEncoder().encode(JSON.stringify(told))
    return { ...base, outcome: 'ok', response: { status: 200, headers: {}, body, finalUrl: url } }
  }
  const sources = { ...defaultSettings.sources, contact_email: 'reader@example.org', pivot_requests: requests }
  const gateway = { fetch, replaying: false }
  const context = { settings: sources, gateway, unarchived: { fetch }, key: () => (keys ? 'k' : null) }
  const records = openPublicSources(DESCRIPTIONS, PIVOTS, context)
  const { run } = opened
  return { asked, deps: { ...run.deps, records, settings: { ...run.deps.settings, sources } }, call: run.call }
}

const ANSWERS: readonly (readonly [RegExp, string, number])[] = [
  [/rdap\.example/, 'rdap', 0],
  [/crt\.sh\/\?q=%25/, 'crtsh', 1],
  [/crt\.sh\/\?O=/, 'crtsh', 2],
  [/crt\.sh/, 'crtsh', 0],
  [/web\.archive\.org\/cdx/, 'wayback_captures', 0],
  [/gleif\.org.*filter/, 'gleif', 1],
  [/gbiz.*\/subsidy$/, 'gbizinfo_subsidies', 0],
  [/gbiz.*\/patent$/, 'gbizinfo_patents', 0],
  [/gbiz/, 'gbizinfo', 1],
  [/company-information.*\/officers/, 'companies_house_officers', 0],
  [/company-information.*\/filing-history/, 'companies_house_filings', 0],
  [/company-information.*search/, 'companies_house', 1],
  [/openalex\.org\/authors\?search/, 'openalex_authors', 1],
  [/openalex\.org\/works\?filter/, 'openalex_works', 0],
]

export function answerOf(url: string): unknown {
  if (url.endsWith('/dns.json')) return { services: [[['example', 'org'], ['https://rdap.example/']]] }
  const found = ANSWERS.find(([pattern]) => pattern.test(url))
  return found === undefined ? undefined : recordedOf(found[1])[found[2]]?.answer
}
