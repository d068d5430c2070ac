import { z } from 'zod'
import type { Identifier, Paper } from '../domain/paper.ts'
import { noSuchLookUp, refused, requestJson, unreadable } from './api-request.ts'
import { arxivOfDoi, identifier, number, paperFrom, plainText, text } from './paper-fields.ts'
import type { AcademicSource, SourceAnswer, SourceCall, SourceContext, SourceSettings } from './types.ts'
import { pathSegment, trimmed, withParams } from './url-parts.ts'

const locationSchema = z.object({ url: text, url_for_pdf: text, license: text }).nullish().catch(null)

const workSchema = z.object({
  doi: text,
  title: text,
  year: number,
  published_date: text,
  journal_name: text,
  genre: text,
  best_oa_location: locationSchema,
  z_authors: z
    .array(z.object({ given: text, family: text, raw_author_name: text }))
    .nullish()
    .catch(null),
})

/** Finds the free copy of a DOI (TRUST 2.2). Null without the e-mail address that Unpaywall asks for. */
export function openUnpaywall(context: SourceContext): AcademicSource | null {
  return context.settings.contact_email === '' ? null : createUnpaywall(context)
}

export function createUnpaywall({ settings, gateway }: SourceContext): AcademicSource {
  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>> {
    if (wanted.type !== 'doi') return noSuchLookUp('unpaywall', wanted.type)
    const url = unpaywallUrl(settings, wanted)
    if (url === null) return refused('unpaywall', 'blocked', 'skipped: sources.contact_email is not set')
    const reply = await requestJson(gateway, { source: 'unpaywall', url, call }, z.unknown())
    if (!reply.ok) return reply.refusal
    const work = readUnpaywallPaper(reply.data)
    if (work === null) return unreadable('unpaywall', 'title')
    return { source: 'unpaywall', outcome: 'ok', reason: null, items: [work], archive: reply.archive }
  }
  return { name: 'unpaywall', lookUp }
}

/** Null without an e-mail address, which Unpaywall demands, and for anything but a DOI. */
function unpaywallUrl(settings: SourceSettings, identifier: Identifier): string | null {
  if (settings.contact_email === '' || identifier.type !== 'doi') return null
  return withParams(`${trimmed(settings.unpaywall_url)}/${pathSegment(identifier.value)}`, {
    email: settings.contact_email,
  })
}

export function readUnpaywallPaper(data: unknown): Paper | null {
  const parsed = workSchema.safeParse(data)
  if (!parsed.success) return null
  const raw = parsed.data
  const doi = identifier('doi', raw.doi)
  return paperFrom('unpaywall', raw.title, [doi, arxivOfDoi(raw.doi)], {
    authors: (raw.z_authors ?? []).flatMap(
      (author) =>
        plainText([author.given, author.family].filter(Boolean).join(' ')) ?? plainText(author.raw_author_name) ?? [],
    ),
    year: raw.year ?? null,
    published_at: raw.published_date ?? null,
    venue: plainText(raw.journal_name),
    url: doi === null ? null : `https://doi.org/${doi.value}`,
    oa_url: raw.best_oa_location?.url_for_pdf ?? raw.best_oa_location?.url ?? null,
    licence: raw.best_oa_location?.license ?? null,
    is_preprint: raw.genre === 'posted-content',
  })
}
