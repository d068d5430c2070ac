import { z } from 'zod'
import { yearOf } from '../domain/clock.ts'
import type { CitedPaper, Identifier, Paper, PaperVersion } from '../domain/paper.ts'
import { createApiQuota } from './api-quota.ts'
import {
  type ApiRequest,
  answerOf,
  collectBatches,
  collectPages,
  noSuchLookUp,
  requestJson,
  unreadable,
} from './api-request.ts'
import {
  OPENALEX_PAGE,
  openalexBatchUrl,
  openalexCitationsUrl,
  openalexReferencesUrl,
  openalexSearchUrl,
  openalexWorkUrl,
} from './openalex-urls.ts'
import { arxivOfDoi, flag, identifier, number, paperFrom, plainText, text } from './paper-fields.ts'
import type { AcademicSource, SourceAnswer, SourceCall, SourceContext } from './types.ts'

const locationSchema = z
  .object({
    landing_page_url: text,
    pdf_url: text,
    license: text,
    version: text,
    source: z.object({ display_name: text, type: text }).nullish().catch(null),
  })
  .nullish()
  .catch(null)

const workSchema = z.object({
  id: text,
  doi: text,
  display_name: text,
  title: text,
  ids: z.object({ pmid: text, pmcid: text }).nullish().catch(null),
  publication_year: number,
  publication_date: text,
  language: text,
  type: text,
  primary_location: locationSchema,
  best_oa_location: locationSchema,
  locations: z.array(locationSchema).nullish().catch(null),
  open_access: z.object({ oa_url: text }).nullish().catch(null),
  authorships: z
    .array(z.object({ author: z.object({ display_name: text }).nullish().catch(null), raw_author_name: text }))
    .nullish()
    .catch(null),
  cited_by_count: number,
  referenced_works_count: number,
  referenced_works: z.array(z.string()).nullish().catch(null),
  is_retracted: flag,
  abstract_inverted_index: z
    .record(z.string(), z.array(z.int().min(0)))
    .nullish()
    .catch(null),
})

const listSchema = z.object({
  results: z.array(z.unknown()),
  meta: z.object({ count: number }).nullish().catch(null),
})

/** In credits of the day's allowance; a look-up of one work is free. */
const COST = { list: 1, search: 10 }

export function createOpenAlex({ settings, gateway, clock }: SourceContext): AcademicSource {
  const keyless = settings.openalex_key === ''
  const remedy = keyless ? 'a free key in sources.openalex_key may lift this' : null
  const quota = createApiQuota('openalex', clock)
  const apiRequest = (url: string, call: SourceCall, cost: number): ApiRequest => ({
    source: 'openalex',
    url,
    call,
    remedy,
    quota,
    cost,
  })

  async function page(url: string, call: SourceCall, cost: number) {
    const reply = await requestJson(gateway, apiRequest(url, call, cost), listSchema)
    if (!reply.ok) return { answer: reply.refusal, listed: 0, count: 0 }
    const { results, meta } = reply.data
    const answer = answerOf('openalex', results, readOpenAlexPaper, reply.archive)
    return { answer, listed: results.length, count: meta?.count ?? results.length }
  }

  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const url = openalexWorkUrl(settings, wanted)
    if (url === null) return noSuchLookUp('openalex', wanted.type)
    const reply = await requestJson(gateway, apiRequest(url, call, 0), z.unknown())
    if (!reply.ok) return reply.refusal
    const work = readOpenAlexPaper(reply.data)
    if (work === null) return unreadable('openalex', 'title')
    return { source: 'openalex', outcome: 'ok', reason: null, items: [work], archive: reply.archive }
  }

  /** One list for each kind of identifier, at most a hundred values each. */
  async function lookUpBatch(wanted: readonly Identifier[], call: SourceCall): Promise<SourceAnswer<Paper>> {
    let all: SourceAnswer<Paper> = { source: 'openalex', outcome: 'ok', reason: null, items: [] }
    for (const type of ['doi', 'pmid', 'openalex'] as const) {
      const values = wanted.flatMap((entry) => (filterType(entry) === type ? [filterValue(entry)] : []))
      if (values.length === 0) continue
      const answer = await collectBatches('openalex', values, OPENALEX_PAGE, async (batch) => {
        const url = openalexBatchUrl(settings, type, batch)
        return url === null ? null : (await page(url, call, COST.list)).answer
      })
      if (answer.outcome !== 'ok') return answer
      all = { ...answer, items: [...all.items, ...answer.items] }
    }
    return all
  }

  /** Citation lists are filtered by OpenAlex's own id; a DOI costs one free look-up first. */
  async function related(
    wanted: Identifier,
    direction: CitedPaper['direction'],
    call: SourceCall,
  ): Promise<SourceAnswer<CitedPaper>> {
    let id = wanted.type === 'openalex' ? wanted.value : null
    if (id === null) {
      const found = await lookUp(wanted, call)
      if (found.outcome !== 'ok') return { ...found, items: [] }
      id = found.items[0]?.identifiers.find((entry) => entry.type === 'openalex')?.value ?? null
      if (id === null) return unreadable('openalex', 'id')
    }
    const urlOf = direction === 'reference' ? openalexReferencesUrl : openalexCitationsUrl
    const size = Math.min(settings.citations_listed, OPENALEX_PAGE)
    const answer = await collectPages(settings.citations_listed, async (read) => {
      const { answer: works, listed, count } = await page(urlOf(settings, id, read / size + 1), call, COST.list)
      return { answer: works, read: read + size, more: listed === size && read + listed < count }
    })
    // OpenAlex has no influence flag (TRUST 2.1).
    return { ...answer, items: answer.items.map((work) => ({ work, is_influential: false, direction })) }
  }

  return {
    name: 'openalex',
    freeLookUps: true,
    search: async (query, limit, call) =>
      (await page(openalexSearchUrl(settings, query, limit, call.period), call, COST.search)).answer,
    lookUp,
    // Without a key lists eat up the day's small allowance, and single look-ups are free.
    ...(keyless ? {} : { lookUpBatch }),
    references: (wanted, call) => related(wanted, 'reference', call),
    citations: (wanted, call) => related(wanted, 'citation', call),
  }
}

function filterType({ type }: Identifier): 'doi' | 'pmid' | 'openalex' | null {
  if (type === 'arxiv') return 'doi'
  return type === 'doi' || type === 'pmid' || type === 'openalex' ? type : null
}

function filterValue({ type, value }: Identifier): string {
  return type === 'arxiv' ? `10.48550/arxiv.${value.replace(/v\d+$/, '')}` : value
}

export function readOpenAlexPaper(data: unknown): Paper | null {
  const parsed = workSchema.safeParse(data)
  if (!parsed.success) return null
  const raw = parsed.data
  const primary = raw.primary_location
  const best = raw.best_oa_location
  const doi = identifier('doi', raw.doi)
  return paperFrom(
    'openalex',
    raw.display_name ?? raw.title,
    [
      doi,
      identifier('pmid', raw.ids?.pmid),
      identifier('pmcid', raw.ids?.pmcid),
      arxivOfDoi(raw.doi),
      identifier('openalex', raw.id),
    ],
    {
      abstract: raw.abstract_inverted_index ? abstractFromIndex(raw.abstract_inverted_index) : null,
      authors: (raw.authorships ?? []).flatMap(
        (entry) => plainText(entry.author?.display_name ?? entry.raw_author_name) ?? [],
      ),
      year: raw.publication_year ?? yearOf(raw.publication_date),
      published_at: raw.publication_date ?? null,
      venue: plainText(primary?.source?.display_name),
      url: primary?.landing_page_url ?? (doi === null ? (raw.id ?? null) : `https://doi.org/${doi.value}`),
      oa_url: best?.pdf_url ?? raw.open_access?.oa_url ?? best?.landing_page_url ?? null,
      licence: best?.license ?? primary?.license ?? null,
      cited_by_count: raw.cited_by_count ?? null,
      reference_count: raw.referenced_works_count ?? raw.referenced_works?.length ?? null,
      is_preprint:
        raw.type === 'preprint' || (primary?.source?.type === 'repository' && primary.version === 'submittedVersion'),
      is_retracted: raw.is_retracted ?? false,
      language: raw.language ?? null,
      ...arxivVersion(raw.locations ?? []),
    },
  )
}

/** The preprint of an article is one of its locations. */
function arxivVersion(locations: readonly z.infer<typeof locationSchema>[]): { versions?: readonly PaperVersion[] } {
  for (const location of locations) {
    const id = /arxiv\.org\/(?:abs|pdf)\/([^?#]+?)(?:\.pdf)?$/i.exec(location?.landing_page_url ?? '')?.[1]
    const preprint = identifier('arxiv', id)
    if (preprint !== null) return { versions: [{ kind: 'preprint', identifier: preprint }] }
  }
  return {}
}

/** OpenAlex publishes abstracts as word -> positions. */
export function abstractFromIndex(index: Readonly<Record<string, readonly number[]>>): string | null {
  const words: [number, string][] = []
  for (const [word, positions] of Object.entries(index)) for (const position of positions) words.push([position, word])
  words.sort((a, b) => a[0] - b[0])
  return plainText(words.map(([, word]) => word).join(' '))
}
