import { z } from 'zod'
import { isoTime } from '../../domain/clock.ts'
import { turnTaker } from '../../domain/in-turns.ts'
import { isSuccess } from '../../domain/outcome.ts'
import { isOwnDocument } from '../../domain/own-document.ts'
import type { Page, PageType } from '../../domain/page.ts'
import { SOURCE_CUES, type SourceCue } from '../../domain/primary-source.ts'
import { LONGEST_URL } from '../../domain/text-limits.ts'
import { isPrimarySource, trustIndex } from '../../domain/trust.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import { identifiersIn } from '../../extract/identifiers.ts'
import { type NamedSource, namedSources } from '../../extract/named-sources.ts'
import { readSourceCues, type SourceCues } from '../../extract/source-cues.ts'
import { isDangerous } from '../../guard/l6-source-verification.ts'
import { admitLink } from '../../intake/admit-link.ts'
import { admitPrimarySource } from '../../intake/admit-primary-source.ts'
import { responseText } from '../../net/response-text.ts'
import { runOnce } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { admitFetch } from './admit-fetch.ts'
import { pagesOf } from './explore-sites.ts'
import { type FetchDeps, joinPages, NOTHING_READ, type PagesRead, pagesReadSchema } from './fetch.ts'
import { reuseKnownPage } from './known-pages.ts'
import { openQueryRelevance, type RelevanceDeps } from './query-relevance.ts'
import { readPage } from './read-page.ts'

export type NamedSourceDeps = FetchDeps & RelevanceDeps & Pick<ResearchParts, 'settings' | 'readBack' | 'trust'>

interface NamedSourceInput {
  readonly pageIds: readonly string[]
  /** Pages of the search, those beyond its usual ones among them. */
  readonly pageBudget: number
  readonly queryVector: Float32Array | null
}

const namedSchema = z.object({
  pageId: z.string(),
  url: z.string(),
  cue: z.enum(SOURCE_CUES),
  text: z.string(),
  words: z.string(),
  fragmentId: z.string().nullable(),
  worth: z.number(),
  /** It is asked for; the others are only noted. */
  wanted: z.boolean(),
})
type Named = z.infer<typeof namedSchema>

/** Links of one page that are followed, and noted. A farm of links leads nowhere else than its first. */
const MOST_FOLLOWED = 2
const MOST_NOTED = 12
/** Boards and shops name sources in every post and on every shelf. */
const TELLS: readonly PageType[] = ['article', 'knowledge', 'documentation', 'service', 'other', 'pdf']

/**
 * Where a page of lower trust names what it tells of (a ministry's paper, a study, a press release, a law), that is
 * read as well, also on another site, and the relation is kept. What lies there is a page like any other: it is judged
 * by its own domain, and nobody gains trust by naming it.
 */
export async function followNamedSources(
  deps: NamedSourceDeps,
  call: SearchCall,
  input: NamedSourceInput,
): Promise<PagesRead> {
  if (deps.settings.explore.primary_sources === 0) return NOTHING_READ
  const once = runOnce(deps.memo, call.signal)
  const named = await once('sources named', z.array(namedSchema), () => findSources(deps, call, input))
  const read: PagesRead[] = []
  for (const one of named)
    read.push(await once(`source ${one.pageId} ${one.url}`, pagesReadSchema, () => follow(deps, call, one)))
  return joinPages(read)
}

async function findSources(deps: NamedSourceDeps, call: SearchCall, input: NamedSourceInput): Promise<Named[]> {
  const { store, settings } = deps
  const used = store.searches.pagesOf(call.searchId).filter((page) => page.counts_toward_budget).length
  const most = Math.min(settings.explore.primary_sources, Math.max(0, input.pageBudget - used))
  const relevance = await openQueryRelevance(deps, call, input.queryVector)
  const turn = turnTaker()
  const all: Named[] = []
  for (const page of pagesOf(store, [...new Set(input.pageIds)]).filter((one) => mayTell(deps, one))) {
    await turn()
    const links = await linksOf(deps, page)
    const worths = await relevance.ofLinks(links.map((link) => ({ url: link.url, text: subjectOf(link, page) })))
    const near = links
      .map((link, at) => ({ ...link, pageId: page.id, worth: worths[at] ?? 0, wanted: false }))
      .filter(({ worth, cue }) => cue === 'markup' || worth >= settings.explore.least_worth)
    all.push(...near.sort((a, b) => order(deps, a, b)).slice(0, MOST_NOTED))
  }
  return chooseWanted(deps, all, most)
}

/** By how it is named, then by the kind of source, then by nearness to the query; a few of each page. */
function chooseWanted(deps: NamedSourceDeps, named: readonly Named[], most: number): Named[] {
  const ofPage = new Map<string, number>()
  const chosen = new Set<string>()
  for (const one of named.toSorted((a, b) => order(deps, a, b))) {
    const count = ofPage.get(one.pageId) ?? 0
    // A paper is looked up by its identifier, and read by its record.
    if (chosen.has(one.url) || count >= MOST_FOLLOWED || chosen.size >= most || isIdentifier(one.url)) continue
    chosen.add(one.url)
    ofPage.set(one.pageId, count + 1)
  }
  return named.map((one) => ({ ...one, wanted: chosen.has(one.url) }))
}

function isIdentifier(url: string): boolean {
  return /^https?:\/\/(?:dx\.)?doi\.org\//iu.test(url) && identifiersIn(url).length > 0
}

function order({ trust }: Pick<NamedSourceDeps, 'trust'>, a: Named, b: Named): number {
  const level = ({ url }: Named) => trustIndex(trust.ofUrl(url, registrableDomain(url) ?? '').level)
  return (
    SOURCE_CUES.indexOf(a.cue) - SOURCE_CUES.indexOf(b.cue) ||
    level(b) - level(a) ||
    b.worth - a.worth ||
    (a.url < b.url ? -1 : a.url > b.url ? 1 : 0)
  )
}

/** A line "Source:" tells nothing of the subject: its page does. */
function subjectOf({ cue, text, words }: Pick<Named, 'cue' | 'text' | 'words'>, page: Page): string {
  return cue === 'source_line' || cue === 'markup' ? `${page.title ?? ''} ${text}` : `${words} ${text}`
}

/**
 * Below the sources that count as primary themselves; no paper, no board, nothing that attacks its reader (L2), and no
 * file of the user, whose links nobody asks for.
 */
function mayTell({ trust }: Pick<NamedSourceDeps, 'trust'>, page: Page): boolean {
  if (isOwnDocument(page.url)) return false
  const { level } = trust.ofPage(page)
  if (level === 'BLOCKED' || isPrimarySource(level) || page.work_id !== null || page.route === 'api') return false
  return isSuccess(page.outcome) && TELLS.includes(page.page_type) && !isDangerous(page.quality_flags)
}

type Link = Pick<Named, 'url' | 'cue' | 'text' | 'words' | 'fragmentId'>

async function linksOf(deps: NamedSourceDeps, page: Page): Promise<readonly Link[]> {
  const response = await deps.readBack(page)
  if (response === null || !/html/i.test(response.headers['content-type'] ?? 'text/html')) return []
  const links = await namedSources(responseText(response), response.finalUrl, sourceCues())
  const fragments = deps.store.fragments.ofPage(page.id)
  return links.flatMap((link) => {
    const url = normaliseUrl(link.url)
    const cue = link.cue ?? standing(deps, link)
    if (url === null || url.length > LONGEST_URL || cue === null) return []
    const words = plain(link.words)
    const fragment = words === '' ? undefined : fragments.find(({ text_content: text }) => plain(text).includes(words))
    return [{ url, cue, text: link.text, words: link.words, fragmentId: fragment?.id ?? null }]
  })
}

/** A link in the text to a source of a higher kind than its page. */
function standing({ trust }: Pick<NamedSourceDeps, 'trust'>, { url }: NamedSource): SourceCue | null {
  return isPrimarySource(trust.ofUrl(url, registrableDomain(url) ?? '').level) ? 'standing' : null
}

/** The beginning of a sentence is enough to find it again, whatever became of its spaces. */
function plain(text: string): string {
  return text.replace(/\s+/gu, '').slice(0, 4000)
}

const knownSchema = z.object({
  /** The search has looked at it already, or the task has, or nobody asks for it. */
  skipped: z.boolean(),
  pageIds: z.array(z.string()).readonly(),
})

/** Notes where the page leads, and reads it where it is wanted and not known yet. */
async function follow(deps: NamedSourceDeps, call: SearchCall, named: Named): Promise<PagesRead> {
  const { store } = deps
  const { url, cue, worth, text } = named
  const referer = store.pages.get(named.pageId)?.url ?? ''
  const candidate = { url, foundBy: `source:${cue}`, referer, score: worth }
  const once = runOnce(deps.memo, call.signal)
  // Decided once: after a crash, a page that this link saved must not count as known before.
  const before = await once(`known source ${named.pageId} ${url}`, knownSchema, () => {
    const seen = lookedAt(deps, call, url)
    const isKnown = isSuccess(store.pages.byUrl(url)?.outcome ?? 'not_found')
    if (seen !== undefined || !(named.wanted || isKnown)) return { skipped: true, pageIds: [] }
    return reuseKnownPage(deps, call, candidate)
  })
  if (before.skipped) {
    noteOutcome(deps, call, named)
    return { ...NOTHING_READ, pageIds: before.pageIds }
  }
  const link = { url, text, place: 'source' as const, depth: 1, worth, referer }
  const { causeId, warnings } = admitLink(store.events, call.searchId, link, call)
  const linked: SearchCall = { ...call, causeId }
  const fetched = await readPage(deps, linked, candidate, `the source of ${registrableDomain(referer) ?? referer}`)
  call.signal.throwIfAborted()
  const read = await admitFetch(deps, linked, candidate, fetched)
  noteOutcome(deps, call, named)
  return joinPages([{ ...NOTHING_READ, warnings }, read])
}

function lookedAt({ store }: NamedSourceDeps, { searchId }: SearchCall, url: string) {
  return store.searches.pagesOf(searchId).find((page) => page.url === url)
}

/** As the search's own note on the address has it. */
function noteOutcome(deps: NamedSourceDeps, call: SearchCall, named: Named): void {
  const row = lookedAt(deps, call, named.url)
  const page = row?.page_id == null ? null : deps.store.pages.get(row.page_id)
  note(deps, call, named, { outcome: row?.outcome ?? 'not_asked', reason: row?.reason ?? null, page })
}

function note(
  { store, clock }: NamedSourceDeps,
  { causeId }: SearchCall,
  { pageId, url, fragmentId, cue, words }: Named,
  { outcome, reason, page }: { readonly outcome: string; readonly reason: string | null; readonly page: Page | null },
): void {
  const teller = store.pages.get(pageId)
  // Whoever is sent back to the site that named the source has not been led to another.
  const isOwn = page !== null && registrableDomain(page.final_url ?? page.url) === teller?.domain
  admitPrimarySource(store, {
    ...{ page_id: pageId, url, fragment_id: fragmentId, cue, words },
    source_page_id: isOwn ? null : (page?.id ?? null),
    outcome: isOwn ? 'own_site' : outcome,
    ...{ reason, created_at: isoTime(clock), cause_id: causeId },
  })
}

let cues: SourceCues | null = null

/** Read once, by the first page that needs them. */
function sourceCues(): SourceCues {
  cues ??= readSourceCues()
  return cues
}
