import { yearOf } from '../domain/clock.ts'
import type { DateRange } from '../domain/date-range.ts'
import type { Identifier, Paper } from '../domain/paper.ts'
import { collectBatches, noSuchLookUp, refused, requestText, unreadable } from './api-request.ts'
import { identifier, paperFrom } from './paper-fields.ts'
import type { AcademicSource, SourceAnswer, SourceCall, SourceContext, SourceSettings } from './types.ts'
import { trimmed, withParams } from './url-parts.ts'
import { all, first, parseXml, textOf, type XmlElement } from './xml.ts'

/** Most ids in one list. */
const ARXIV_BATCH = 100

/** Preprints by their id; they are searched through Semantic Scholar, or here when it refuses (TRUST 2.2). */
export function createArxiv({ settings, gateway }: SourceContext): AcademicSource {
  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const url = arxivPaperUrl(settings, wanted)
    if (url === null) return noSuchLookUp('arxiv', wanted.type)
    const answer = await feed(url, call)
    if (answer.outcome !== 'ok' || answer.items.length > 0) return answer
    return refused('arxiv', 'not_found', `arxiv has no paper ${wanted.value}`)
  }

  async function feed(url: string, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const reply = await requestText(gateway, { source: 'arxiv', url, call })
    if (!reply.ok) return reply.refusal
    const works = await readArxivFeed(reply.data)
    if (works === null) return unreadable('arxiv', 'feed')
    return { source: 'arxiv', outcome: 'ok', reason: null, items: works, archive: reply.archive }
  }

  async function fallbackSearch(query: string, limit: number, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const url = arxivSearchUrl(settings, query, limit, call.period)
    return url === null ? refused('arxiv', 'not_found', 'arxiv reads Latin letters only') : feed(url, call)
  }

  function lookUpBatch(wanted: readonly Identifier[], call: SourceCall): Promise<SourceAnswer<Paper>> {
    const ids = wanted.flatMap(({ type, value }) => (type === 'arxiv' ? [value] : []))
    return collectBatches('arxiv', ids, ARXIV_BATCH, (batch) => feed(arxivBatchUrl(settings, batch), call))
  }
  return { name: 'arxiv', fallbackSearch, lookUp, lookUpBatch }
}

/** An Atom feed; null when the text is none. */
export async function readArxivFeed(xml: string): Promise<readonly Paper[] | null> {
  const feed = await parseXml(xml, 'feed')
  if (feed === null) return null
  return all(feed, 'entry').flatMap((entry) => readEntry(entry) ?? [])
}

function readEntry(entry: XmlElement): Paper | null {
  const id = identifier('arxiv', textOf(first(entry, 'id')))
  if (id === null) return null
  const doi = identifier('doi', textOf(first(entry, 'arxiv:doi')))
  const published = textOf(first(entry, 'published'))
  const withdrawn = /\b(?:has been|is) withdrawn\b/i.test(
    `${textOf(first(entry, 'arxiv:comment')) ?? ''} ${textOf(first(entry, 'summary'))?.slice(0, 80) ?? ''}`,
  )
  const pdf = all(entry, 'link').find((link) => link.getAttribute('title') === 'pdf')
  return paperFrom('arxiv', textOf(first(entry, 'title')), [doi, id], {
    abstract: textOf(first(entry, 'summary')),
    authors: all(entry, 'author').flatMap((author) => textOf(first(author, 'name')) ?? []),
    year: yearOf(published),
    published_at: published?.slice(0, 10) ?? null,
    venue: textOf(first(entry, 'arxiv:journal_ref')) ?? 'arXiv',
    url: `https://arxiv.org/abs/${id.value}`,
    oa_url: pdf?.getAttribute('href') ?? null,
    is_preprint: true,
    is_retracted: withdrawn,
    language: null,
  })
}

/** Null for anything but an arXiv id. */
function arxivPaperUrl(settings: SourceSettings, identifier: Identifier): string | null {
  return identifier.type === 'arxiv' ? arxivBatchUrl(settings, [identifier.value]) : null
}

function arxivBatchUrl(settings: SourceSettings, ids: readonly string[]): string {
  return withParams(base(settings), { id_list: ids.join(','), max_results: ids.length })
}

/** Every word of the query in any field; null when arXiv could not read one of it. */
function arxivSearchUrl(
  settings: SourceSettings,
  query: string,
  limit: number,
  { after, before }: DateRange = {},
): string | null {
  const words = query.match(/[a-z0-9][a-z0-9-]*/giu) ?? []
  if (words.length === 0) return null
  const minute = (day: string) => `${day.replaceAll('-', '')}0000`
  const dated =
    after === undefined && before === undefined
      ? []
      : [`submittedDate:[${minute(after ?? '1991-01-01')} TO ${minute(before ?? '2999-01-01')}]`]
  return withParams(base(settings), {
    search_query: [...words.map((word) => `all:${word}`), ...dated].join(' AND '),
    max_results: limit,
  })
}

function base(settings: SourceSettings): string {
  return `${trimmed(settings.arxiv_url)}/query`
}
