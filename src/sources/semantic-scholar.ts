import { z } from 'zod'
import { yearOf } from '../domain/clock.ts'
import type { CitedPaper, Identifier, Paper } from '../domain/paper.ts'
import {
  type ApiRequest,
  answerOf,
  collectBatches,
  collectPages,
  noSuchLookUp,
  requestJson,
  unreadable,
} from './api-request.ts'
import { arxivOfDoi, flag, identifier, number, paperFrom, plainText, text } from './paper-fields.ts'
import {
  lookUpKey,
  SEMANTIC_SCHOLAR_BATCH,
  semanticScholarBatchUrl,
  semanticScholarCitationsUrl,
  semanticScholarPaperUrl,
  semanticScholarReferencesUrl,
  semanticScholarSearchUrl,
} from './semantic-scholar-urls.ts'
import type { AcademicSource, SourceAnswer, SourceCall, SourceContext } from './types.ts'

const paperSchema = z.object({
  paperId: text,
  externalIds: z.object({ DOI: text, ArXiv: text, PubMed: text, PubMedCentral: text }).nullish().catch(null),
  url: text,
  title: text,
  abstract: text,
  venue: text,
  year: number,
  publicationDate: text,
  journal: z.object({ name: text }).nullish().catch(null),
  referenceCount: number,
  citationCount: number,
  openAccessPdf: z.object({ url: text, license: text }).nullish().catch(null),
  authors: z
    .array(z.object({ name: text }))
    .nullish()
    .catch(null),
})

/** An empty search comes without `data`; a list a publisher withholds comes with null. */
const listSchema = z.object({ data: z.array(z.unknown()).nullish(), total: number, next: number })
const batchSchema = z.array(z.unknown())
const citationSchema = z.object({
  isInfluential: flag,
  citingPaper: z.unknown().optional(),
  citedPaper: z.unknown().optional(),
})

const PREPRINT_VENUES = ['arxiv', 'arxiv.org', 'biorxiv', 'medrxiv', 'chemrxiv', 'ssrn electronic journal']

export function createSemanticScholar({ settings, gateway }: SourceContext): AcademicSource {
  const key = settings.semantic_scholar_key
  const apiRequest = (url: string, call: SourceCall): ApiRequest => ({
    source: 'semantic_scholar',
    url,
    call,
    ...(key === ''
      ? { remedy: 'a free key in sources.semantic_scholar_key may lift this' }
      : { headers: { 'x-api-key': key } }),
  })

  async function search(query: string, limit: number, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const reply = await requestJson(
      gateway,
      apiRequest(semanticScholarSearchUrl(settings, query, limit, call.period), call),
      listSchema,
    )
    if (!reply.ok) return reply.refusal
    return answerOf('semantic_scholar', reply.data.data ?? [], readSemanticScholarPaper, reply.archive)
  }

  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const url = semanticScholarPaperUrl(settings, wanted)
    if (url === null) return noSuchLookUp('semantic_scholar', wanted.type)
    const reply = await requestJson(gateway, apiRequest(url, call), z.unknown())
    if (!reply.ok) return reply.refusal
    const work = readSemanticScholarPaper(reply.data)
    if (work === null) return unreadable('semantic_scholar', 'title')
    return { source: 'semantic_scholar', outcome: 'ok', reason: null, items: [work], archive: reply.archive }
  }

  /** One POST for up to 500 papers; unknown ones come back as null. */
  function lookUpBatch(wanted: readonly Identifier[], call: SourceCall): Promise<SourceAnswer<Paper>> {
    const keys = wanted.flatMap((entry) => lookUpKey(entry) ?? [])
    return collectBatches('semantic_scholar', keys, SEMANTIC_SCHOLAR_BATCH, async (ids) => {
      const request = { ...apiRequest(semanticScholarBatchUrl(settings), call), json: { ids } }
      const reply = await requestJson(gateway, request, batchSchema)
      if (!reply.ok) return reply.refusal
      const known = reply.data.filter((entry) => entry !== null)
      return answerOf('semantic_scholar', known, readSemanticScholarPaper, reply.archive)
    })
  }

  async function related(
    wanted: Identifier,
    urlOf: typeof semanticScholarReferencesUrl,
    direction: CitedPaper['direction'],
    call: SourceCall,
  ): Promise<SourceAnswer<CitedPaper>> {
    const read = (entry: unknown) => readSemanticScholarCitation(entry, direction)
    return collectPages<CitedPaper>(settings.citations_listed, async (offset) => {
      const url = urlOf(settings, wanted, offset)
      if (url === null) return { answer: noSuchLookUp('semantic_scholar', wanted.type), more: false, read: offset }
      const reply = await requestJson(gateway, apiRequest(url, call), listSchema)
      if (!reply.ok) return { answer: reply.refusal, more: false, read: offset }
      const { data, next } = reply.data
      const answer = answerOf('semantic_scholar', data ?? [], read, reply.archive)
      const withheld = `the publisher withholds the ${direction}s of this paper`
      return {
        answer: data === null ? { ...answer, reason: withheld } : answer,
        more: typeof next === 'number',
        read: next ?? offset,
      }
    })
  }

  return {
    name: 'semantic_scholar',
    search,
    lookUp,
    lookUpBatch,
    references: (wanted, call) => related(wanted, semanticScholarReferencesUrl, 'reference', call),
    citations: (wanted, call) => related(wanted, semanticScholarCitationsUrl, 'citation', call),
  }
}

export function readSemanticScholarCitation(data: unknown, direction: CitedPaper['direction']): CitedPaper | null {
  const parsed = citationSchema.safeParse(data)
  if (!parsed.success) return null
  const paper = direction === 'reference' ? parsed.data.citedPaper : parsed.data.citingPaper
  const work = readSemanticScholarPaper(paper)
  return work === null ? null : { work, is_influential: parsed.data.isInfluential ?? false, direction }
}

export function readSemanticScholarPaper(data: unknown): Paper | null {
  const parsed = paperSchema.safeParse(data)
  if (!parsed.success) return null
  const raw = parsed.data
  const ids = raw.externalIds
  const doi = identifier('doi', ids?.DOI)
  const venue = plainText(raw.venue) ?? plainText(raw.journal?.name)
  return paperFrom(
    'semantic_scholar',
    raw.title,
    [
      doi,
      identifier('pmid', ids?.PubMed),
      identifier('pmcid', ids?.PubMedCentral),
      identifier('arxiv', ids?.ArXiv) ?? arxivOfDoi(ids?.DOI),
      identifier('s2', raw.paperId),
    ],
    {
      abstract: plainText(raw.abstract),
      authors: (raw.authors ?? []).flatMap((author) => plainText(author.name) ?? []),
      year: raw.year ?? yearOf(raw.publicationDate),
      published_at: raw.publicationDate ?? null,
      venue,
      url: doi === null ? (raw.url ?? null) : `https://doi.org/${doi.value}`,
      oa_url: plainText(raw.openAccessPdf?.url),
      licence: plainText(raw.openAccessPdf?.license),
      cited_by_count: raw.citationCount ?? null,
      reference_count: raw.referenceCount ?? null,
      is_preprint: venue !== null && PREPRINT_VENUES.includes(venue.toLowerCase()),
    },
  )
}
