import { z } from 'zod'
import { type Identifier, type Paper, type PaperUpdate, type PaperVersion, withdraws } from '../domain/paper.ts'
import { answerOf, collectBatches, noSuchLookUp, requestJson, unreadable } from './api-request.ts'
import { CROSSREF_BATCH, crossrefBatchUrl, crossrefSearchUrl, crossrefWorkUrl } from './crossref-urls.ts'
import { arxivOfDoi, identifier, number, paperFrom, plainText, text } from './paper-fields.ts'
import type { AcademicSource, SourceAnswer, SourceCall, SourceContext } from './types.ts'

const datePartsSchema = z
  .object({ 'date-parts': z.array(z.array(z.number().nullable())) })
  .nullish()
  .catch(null)
const textsSchema = z.array(z.string()).nullish().catch(null)
const updatesSchema = z
  .array(z.object({ DOI: text, type: text, updated: datePartsSchema }))
  .nullish()
  .catch(null)

const workSchema = z.object({
  DOI: text,
  title: textsSchema,
  subtitle: textsSchema,
  subtype: text,
  type: text,
  abstract: text,
  author: z
    .array(z.object({ given: text, family: text, name: text }))
    .nullish()
    .catch(null),
  'container-title': textsSchema,
  institution: z
    .array(z.object({ name: text }))
    .nullish()
    .catch(null),
  issued: datePartsSchema,
  published: datePartsSchema,
  language: text,
  license: z
    .array(z.object({ URL: text }))
    .nullish()
    .catch(null),
  'is-referenced-by-count': number,
  'references-count': number,
  ISBN: textsSchema,
  URL: text,
  /** On a notice: the works it changes. On a work: the notices about it. */
  'update-to': updatesSchema,
  'updated-by': updatesSchema,
  relation: z
    .record(z.string(), z.array(z.object({ id: text, 'id-type': text })).catch([]))
    .nullish()
    .catch(null),
})

type RawWork = z.infer<typeof workSchema>

const messageSchema = z.object({ message: z.unknown() })
const listSchema = z.object({ message: z.object({ items: z.array(z.unknown()) }) })

/** Crossref resolves DOIs and knows of retractions; it is searched only when the indexes refuse (TRUST 2.2). */
export function createCrossref({ settings, gateway }: SourceContext): AcademicSource {
  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const url = crossrefWorkUrl(settings, wanted)
    if (url === null) return noSuchLookUp('crossref', wanted.type)
    const reply = await requestJson(gateway, { source: 'crossref', url, call }, messageSchema)
    if (!reply.ok) return reply.refusal
    const work = readCrossrefPaper(reply.data.message)
    if (work === null) return unreadable('crossref', 'message.title')
    return { source: 'crossref', outcome: 'ok', reason: null, items: [work], archive: reply.archive }
  }

  function lookUpBatch(wanted: readonly Identifier[], call: SourceCall): Promise<SourceAnswer<Paper>> {
    const dois = wanted.flatMap(({ type, value }) => (type === 'doi' ? [value] : []))
    return collectBatches('crossref', dois, CROSSREF_BATCH, async (batch) => {
      const url = crossrefBatchUrl(settings, batch)
      return url === null ? null : list(url, call)
    })
  }

  async function list(url: string, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const reply = await requestJson(gateway, { source: 'crossref', url, call }, listSchema)
    if (!reply.ok) return reply.refusal
    return answerOf('crossref', reply.data.message.items, readCrossrefPaper, reply.archive)
  }

  const fallbackSearch = (query: string, limit: number, call: SourceCall) =>
    list(crossrefSearchUrl(settings, query, limit, call.period), call)

  return { name: 'crossref', fallbackSearch, lookUp, lookUpBatch }
}

export function readCrossrefPaper(data: unknown): Paper | null {
  const parsed = workSchema.safeParse(data)
  if (!parsed.success) return null
  const raw = parsed.data
  const doi = identifier('doi', raw.DOI)
  const published = dateOf(raw.published) ?? dateOf(raw.issued)
  const updates = (raw['updated-by'] ?? []).map((entry) => ({
    type: updateType(entry.type),
    notice: identifier('doi', entry.DOI)?.value ?? null,
    date: dateOf(entry.updated),
  }))
  const noticeOf = (raw['update-to'] ?? []).flatMap((entry) => {
    const target = identifier('doi', entry.DOI)?.value
    return target === undefined || target === doi?.value ? [] : [{ doi: target, type: updateType(entry.type) }]
  })
  const versions = [...related(raw, 'has-preprint', 'preprint'), ...related(raw, 'is-preprint-of', 'published')]
  const retraction = retractionOf(raw, updates)
  return paperFrom(
    'crossref',
    titleOf(raw),
    [doi, arxivOfDoi(raw.DOI), ...(raw.ISBN ?? []).map((isbn) => identifier('isbn', isbn))],
    {
      abstract: plainText(raw.abstract?.replace(/<jats:title>\s*abstract\s*<\/jats:title>/i, '')),
      authors: (raw.author ?? []).flatMap(
        ({ given, family, name }) => plainText([given, family].filter(Boolean).join(' ')) ?? plainText(name) ?? [],
      ),
      year: published === null ? null : Number(published.slice(0, 4)),
      published_at: published,
      venue: plainText(raw['container-title']?.[0]) ?? plainText(raw.institution?.[0]?.name),
      url: doi === null ? (raw.URL ?? null) : `https://doi.org/${doi.value}`,
      licence: raw.license?.[0]?.URL ?? null,
      cited_by_count: raw['is-referenced-by-count'] ?? null,
      reference_count: raw['references-count'] ?? null,
      is_preprint: raw.type === 'posted-content' && (raw.subtype ?? 'preprint') === 'preprint',
      is_retracted: retraction.is_retracted,
      retraction_notice: retraction.notice,
      language: raw.language ?? null,
      ...(updates.length === 0 ? {} : { updates }),
      ...(noticeOf.length === 0 ? {} : { notice_of: noticeOf }),
      ...(versions.length === 0 ? {} : { versions }),
    },
  )
}

/** Year, year-month or full date, as precise as Crossref is. */
function dateOf(value: RawWork['issued']): string | null {
  const [year, month, day] = value?.['date-parts'][0] ?? []
  if (year === null || year === undefined) return null
  const known = [month, day].filter((part): part is number => typeof part === 'number')
  return [String(year).padStart(4, '0'), ...known.map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Crossref keeps what stands after the colon in a field of its own. */
function titleOf(raw: RawWork): string | undefined {
  const [title] = raw.title ?? []
  const subtitle = raw.subtitle?.[0]?.trim()
  if (title === undefined || !subtitle || title.toLowerCase().includes(subtitle.toLowerCase())) return title
  return `${title.trim().replace(/:$/, '')}: ${subtitle}`
}

function updateType(type: string | null | undefined): string {
  return (type ?? 'update').toLowerCase().replace(/[\s-]+/g, '_')
}

function related(raw: RawWork, name: string, kind: PaperVersion['kind']): readonly PaperVersion[] {
  return (raw.relation?.[name] ?? []).flatMap((entry) => {
    const doi = entry['id-type'] === 'doi' ? identifier('doi', entry.id) : null
    return doi === null ? [] : [{ kind, identifier: doi }]
  })
}

/**
 * `updated-by` is where Crossref (with Retraction Watch) says it; some publishers use a relation, or only put the word
 * before the title. A notice (`update-to`) is not itself retracted.
 */
function retractionOf(raw: RawWork, updates: readonly PaperUpdate[]): { is_retracted: boolean; notice: string | null } {
  const update = updates.find((entry) => withdraws(entry.type))
  if (update !== undefined) return { is_retracted: true, notice: update.notice }
  const relation = Object.entries(raw.relation ?? {}).find(([name]) => /^is-(?:retracted|withdrawn)-by$/i.test(name))
  if (relation !== undefined)
    return { is_retracted: true, notice: identifier('doi', relation[1][0]?.id)?.value ?? null }
  const isNotice = (raw['update-to'] ?? []).length > 0
  const marked = /^\W*(?:RETRACTED(?: ARTICLE)?|WITHDRAWN)\s*[:\]]/.test(raw.title?.[0] ?? '')
  return { is_retracted: marked && !isNotice, notice: null }
}
