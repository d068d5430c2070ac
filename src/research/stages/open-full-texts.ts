import { z } from 'zod'
import { isoTime } from '../../domain/clock.ts'
import type { FullText, FullTextOutcome } from '../../domain/full-text.ts'
import { isSuccess, type Outcome } from '../../domain/outcome.ts'
import type { Page } from '../../domain/page.ts'
import { type CanonicalPaper, identifierKey } from '../../domain/paper.ts'
import { dot } from '../../domain/vector.ts'
import { readSectionLexicon, type SectionLexicon } from '../../extract/paper-sections.ts'
import { admitCopy, admitFullText } from '../../intake/admit-full-text.ts'
import { admitPage } from '../../intake/admit-page.ts'
import type { SavedPaper } from '../../intake/admit-paper.ts'
import type { OpenCopies, OpenCopy } from '../../sources/open-copies.ts'
import { isNotice, titleKey } from '../../store/paper-identity.ts'
import { runOnce } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import { addressLeftOut } from '../scope/left-out.ts'
import type { SearchCall } from '../search-call.ts'
import { sourceCall } from './academic.ts'
import type { AdmitDeps } from './admit-fetch.ts'
import { type FetchDeps, joinPages, NOTHING_READ, type PagesRead, pagesReadSchema } from './fetch.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import { type EmbedDeps, embedFragments } from './rank.ts'
import { readPage } from './read-page.ts'
import { recordPage } from './record-page.ts'

export type FullTextDeps = FetchDeps & AdmitDeps & EmbedDeps & Pick<ResearchParts, 'works' | 'settings' | 'openCopies'>

interface FullTextInput {
  readonly papers: readonly SavedPaper[]
  /** Those of the pages that the search is about: of papers that it leaves out no copy is looked for. */
  readonly inScope: (pageIds: readonly string[]) => readonly string[]
  readonly pageBudget: number
  readonly queryVector: Float32Array | null
}

/** Papers that are looked for, for each that is read: half of all papers have no open copy. */
const LOOKED_FOR_EACH = 2
/** Copies of one paper that are tried: the first that is the paper ends it. */
const MOST_TRIED = 2

/**
 * The full text of the papers that matter to the search, the nearest by their abstract first, with pages that the
 * search has left (LYRA 2.4, 13.1). Abstract and full text are pages of one work, and so of one origin; where no copy
 * may be read the abstract stands alone, and the table `full_texts` says why.
 */
export async function readFullTexts(deps: FullTextDeps, call: SearchCall, input: FullTextInput): Promise<PagesRead> {
  const { full_text: isOn, full_texts: most } = deps.settings.sources
  if (!isOn || most === 0 || deps.openCopies === undefined) return NOTHING_READ
  const once = runOnce(deps.memo, call.signal)
  const chosen = await once('full texts wanted', z.array(z.string()), () => choosePapers(deps, call, input, most))
  const works = new Map(input.papers.map(({ work }) => [work.id, work]))
  const read: PagesRead[] = []
  for (const id of chosen) {
    const work = works.get(id)
    if (work === undefined) continue
    if (read.filter(({ pageIds }) => pageIds.length > 0).length >= most) break
    read.push(await once(`full text ${id}`, pagesReadSchema, () => readFullText(deps, call, work, input.pageBudget)))
    call.signal.throwIfAborted()
  }
  return joinPages(read)
}

/** Works whose abstract is nearest to the query; those of which the task knows the outcome are not looked for again. */
async function choosePapers(
  deps: FullTextDeps,
  call: SearchCall,
  { papers, inScope, queryVector }: FullTextInput,
  most: number,
): Promise<string[]> {
  const { store, embedder } = deps
  const about = new Set(inScope(papers.flatMap(({ pageId }) => pageId ?? [])))
  const wanted = papers.filter(({ work, pageId }) => about.has(pageId ?? '') && !work.is_retracted && !isNotice(work))
  const abstracts = wanted.map(({ work, pageId }) => ({
    id: work.id,
    fragment: store.fragments.ofPage(pageId ?? '').find(({ fragment_type: type }) => type === 'abstract'),
  }))
  await embedFragments(
    deps,
    call,
    abstracts.flatMap(({ fragment }) => fragment ?? []),
  )
  const near = ({ fragment }: (typeof abstracts)[number]) => {
    const vector = fragment === undefined ? null : store.vectors.get('fragment', fragment.id, embedder.modelId)
    return vector === null || queryVector === null ? 0 : dot(vector, queryVector)
  }
  const ranked = abstracts
    .filter(({ fragment }) => fragment !== undefined)
    .map((one) => ({ id: one.id, near: near(one) }))
    .sort((a, b) => b.near - a.near || (a.id < b.id ? -1 : 1))
  const best = [...new Set(ranked.map(({ id }) => id))]
  return best.filter((id) => store.fullTexts.of(call.taskId, id) === null).slice(0, most * LOOKED_FOR_EACH)
}

async function readFullText(
  deps: FullTextDeps,
  call: SearchCall,
  work: CanonicalPaper,
  pageBudget: number,
): Promise<PagesRead> {
  call.progress(`Looking for the full text of "${work.title.slice(0, 60)}"`)
  const none: OpenCopies = { copies: [], refusals: [] }
  const found = (await deps.openCopies?.(work, sourceCall(call))) ?? none
  const allowed = found.copies.filter((copy) => mayRead(deps, copy))
  const readable = allowed.filter((copy) => isInScope(deps, call, copy))
  // Another search of the task may read them: the paper has no outcome yet.
  if (allowed.length > 0 && readable.length === 0) return NOTHING_READ
  const [first] = found.copies
  if (readable.length === 0 || first === undefined) {
    note(deps, call, work, {
      outcome: refusedFor(first),
      reason: found.refusals.join('; ') || null,
      copy: first ?? null,
    })
    return NOTHING_READ
  }
  const tried: Attempt[] = []
  for (const copy of readable.slice(0, MOST_TRIED)) {
    if (pagesLeft(deps, call, pageBudget) <= 0)
      return { ...joinAttempts(tried), warnings: ['full text: the page budget is used up; abstracts stand'] }
    const attempt = await readCopy(deps, call, work, copy)
    tried.push(attempt)
    if (attempt.outcome === 'read') break
  }
  const last = tried.find(({ outcome }) => outcome === 'read') ?? tried[0]
  if (last !== undefined) note(deps, call, work, last)
  return joinAttempts(tried)
}

function joinAttempts(tried: readonly Attempt[]): PagesRead {
  return joinPages(tried.map(({ page, warnings }) => ({ ...NOTHING_READ, ...ownPage(page), warnings })))
}

function ownPage(page: Page | null): Pick<PagesRead, 'pageIds' | 'fetched'> {
  return page === null ? { pageIds: [], fetched: [] } : { pageIds: [page.id], fetched: [page.id] }
}

function mayRead({ settings }: FullTextDeps, { terms }: OpenCopy): boolean {
  return terms === 'open' || (terms === 'unknown' && settings.sources.full_text_unknown_licence)
}

/** Not at an address that the search leaves out; it is told among what was left out. */
function isInScope(deps: FullTextDeps, call: SearchCall, copy: OpenCopy): boolean {
  const reason = addressLeftOut(deps.trust, call.scope, { url: copy.url, isPaper: true })
  const nothing = { page: null, attempts: [], counts: false }
  if (reason !== null && !hasLookedAt(deps, call, copy.url))
    recordPage(deps, call, candidateOf(copy), { ...nothing, outcome: 'excluded', reason })
  return reason === null
}

function hasLookedAt({ store }: FullTextDeps, { searchId }: SearchCall, url: string): boolean {
  return store.searches.pagesOf(searchId).some((row) => row.url === url)
}

function candidateOf({ url, foundBy }: OpenCopy, keptAt = url): FetchCandidate {
  return { url: keptAt, foundBy: `full text:${foundBy}`, referer: null, score: 0, isPaper: true }
}

function refusedFor(copy: OpenCopy | undefined): FullTextOutcome {
  if (copy === undefined) return 'no_open_copy'
  return copy.terms === 'unknown' ? 'licence_unknown' : 'licence_closed'
}

function pagesLeft({ store }: FullTextDeps, { searchId }: SearchCall, pageBudget: number): number {
  return pageBudget - store.searches.pagesOf(searchId).filter((page) => page.counts_toward_budget).length
}

interface Attempt {
  readonly outcome: FullTextOutcome
  readonly reason: string | null
  readonly copy: OpenCopy | null
  readonly page: Page | null
  readonly warnings: readonly string[]
}

/**
 * Where the paper's own record has the same address, its page holds the abstract: the text is kept beside it under this
 * mark, which leads to the same document.
 */
const FULL_TEXT_MARK = '#full-text'

async function readCopy(deps: FullTextDeps, call: SearchCall, work: CanonicalPaper, copy: OpenCopy): Promise<Attempt> {
  const { store } = deps
  const url = store.pages.byUrl(copy.url)?.route === 'api' ? `${copy.url}${FULL_TEXT_MARK}` : copy.url
  const candidate = candidateOf(copy, url)
  // Decided once: after a crash, a page that this copy saved must not count as known before.
  const wasKnown = await runOnce(deps.memo, call.signal)(`known full text ${url}`, z.boolean(), () =>
    isSuccess(store.pages.byUrl(url)?.outcome ?? 'not_found'),
  )
  const known = wasKnown ? store.pages.byUrl(url) : null
  if (known !== null) {
    const free = { outcome: known.outcome, reason: 'already in the graph', attempts: [], counts: false }
    // What the search says of a page that it found otherwise stands.
    if (!hasLookedAt(deps, call, url)) recordPage(deps, call, candidate, { page: known, ...free })
    return adopt(deps, call, { work, copy, page: known, warnings: [] })
  }
  const fetched = await readPage(deps, call, { ...candidate, url: copy.url }, 'full text')
  call.signal.throwIfAborted()
  const { result, attempts } = fetched
  if (!isSuccess(result.outcome) || result.response === undefined) {
    const reason = 'reason' in result ? result.reason : 'no answer'
    recordPage(deps, call, candidate, { page: null, outcome: result.outcome, reason, attempts, counts: true })
    return {
      outcome: outcomeOf(result.outcome),
      reason: `${result.outcome}: ${reason}`,
      copy,
      page: null,
      warnings: [],
    }
  }
  const { page, outcome, reason, warnings } = await admitPage(deps, { url, fetched }, call.causeId)
  recordPage(deps, call, candidate, { page, outcome, reason, attempts, counts: true })
  if (page === null) return { outcome: outcomeOf(outcome), reason: `${outcome}: ${reason ?? ''}`, copy, page, warnings }
  return adopt(deps, call, { work, copy, page, warnings })
}

const WALLS: readonly Outcome[] = ['login_wall', 'captcha', 'blocked', 'rate_limited', 'robots_denied', 'cooling_down']

function outcomeOf(outcome: Outcome): FullTextOutcome {
  return WALLS.includes(outcome) ? 'wall' : 'unreadable'
}

/** What lies at the address becomes the paper's, if it is the paper. */
function adopt(
  deps: FullTextDeps,
  call: SearchCall,
  read: {
    readonly work: CanonicalPaper
    readonly copy: OpenCopy
    readonly page: Page
    readonly warnings: readonly string[]
  },
): Attempt {
  const { work, copy, page, warnings } = read
  if (!isCopyOf(deps, page, work))
    return { outcome: 'not_a_paper', reason: 'it names neither the title nor an identifier', copy, page, warnings }
  const licence = copy.licence ?? page.licence ?? null
  admitCopy(deps.works, { page, work, licence }, sectionLexicon(), call)
  const hasBody = deps.store.fragments
    .ofPage(page.id)
    .some(({ section }) => section === 'results' || section === 'conclusions')
  if (hasBody) return { outcome: 'read', reason: null, copy, page, warnings }
  return { outcome: 'not_a_paper', reason: 'it has neither results nor conclusions', copy, page, warnings }
}

/** Where the title of a document is looked for. */
const FIRST_TEXTS = 6

/** The index says that it lies there; the document itself must say so, too. */
function isCopyOf({ store }: FullTextDeps, page: Page, work: CanonicalPaper): boolean {
  const own = new Set(work.identifiers.map(identifierKey))
  if ((page.identifiers ?? []).slice(0, 2).some((one) => own.has(identifierKey(one)))) return true
  const title = titleKey(work.title)
  if (title === '') return false
  const beginning = store.fragments.ofPage(page.id).slice(0, FIRST_TEXTS)
  const texts = [page.title ?? '', ...beginning.map(({ text_content: text }) => text.slice(0, 600))]
  return texts.some((text) => titleKey(text) === title) || titleKey(texts.join(' ')).includes(title)
}

function note(
  { store, clock }: FullTextDeps,
  { taskId, causeId }: SearchCall,
  work: CanonicalPaper,
  { outcome, reason, copy, page = null }: Omit<Attempt, 'page' | 'warnings'> & { readonly page?: Page | null },
): void {
  const row: FullText = {
    ...{ task_id: taskId, work_id: work.id, outcome, reason, url: copy?.url ?? null, page_id: page?.id ?? null },
    ...{ found_by: copy?.foundBy ?? null, version: copy?.version ?? null, licence: copy?.licence ?? null },
    ...{ created_at: isoTime(clock), cause_id: causeId },
  }
  store.write(() => {
    const saved = admitFullText(store, row)
    store.events.append({
      kind: 'full_text',
      taskId,
      subjectType: 'work',
      subjectId: work.id,
      data: { outcome, reason: saved.reason, url: saved.url, licence: saved.licence, version: saved.version },
      causeId,
    })
  })
}

let lexicon: SectionLexicon | null = null

/** Read once, by the first paper that needs it. */
export function sectionLexicon(): SectionLexicon {
  lexicon ??= readSectionLexicon()
  return lexicon
}
