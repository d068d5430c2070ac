import { z } from 'zod'
import type { Claim } from '../domain/claim.ts'
import type { Fragment } from '../domain/page.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import { CHASED, FOLLOWED, searchesDone } from './citation-plan.ts'
import { recomputeTask } from './graph/recompute.ts'
import { type CitationPayload, type PaperToFollow, paperToFollow } from './jobs/payloads.ts'
import { once } from './jobs/stage-memo.ts'
import { noteApiPage } from './note-page.ts'
import type { SearchRun } from './parts.ts'
import { markUnrefuted } from './refutation.ts'
import { measureSearch } from './search-metrics.ts'
import { enrich, MAX_ENRICHED } from './stages/academic.ts'
import { chaseCitations } from './stages/citations.ts'
import { extractClaims } from './stages/claims.ts'
import { clusterCopies } from './stages/copies.ts'
import { adoptOwnPages } from './stages/own-pages.ts'
import { embedFragments, isEvidence, keepUseful } from './stages/rank.ts'
import { judgeStances } from './stages/stance.ts'

export type ChasePayload = Pick<CitationPayload, 'papers' | 'identifiers' | 'kept'>

const strings = z.array(z.string())
const stepped = z.object({
  /** Pages that the task had not looked at before. */
  fresh: strings,
  /** Papers found by identifiers, to be followed, too. */
  papers: z.array(paperToFollow),
  ms: z.number(),
})
type Stepped = z.infer<typeof stepped>

/**
 * TRUST phase 5 after the answer, for one finished search: the identifiers that were left, a batch a step, then one
 * paper a step. A step is named by its page, or by the number of its batch. `run.pageIds` holds what the chase has
 * added so far; each step is kept with the job, so that whoever goes on with it goes on there. Its pages and its time
 * are its own (sources.citation_pages, sources.citation_seconds) and not the task's.
 */
export class CitationChase {
  readonly #run: SearchRun
  readonly #payload: ChasePayload
  readonly #papers: PaperToFollow[]
  readonly #fresh = new Set<string>()
  readonly #done = new Set<string>()
  #spentMs = 0

  private constructor(run: SearchRun, payload: ChasePayload) {
    this.#run = run
    this.#payload = payload
    this.#papers = [...payload.papers]
  }

  /** At its beginning, or where it was left. */
  static async open(run: SearchRun, payload: ChasePayload): Promise<CitationChase> {
    const chase = new CitationChase(run, payload)
    for (const step of chase.#steps()) if (run.memo.get(keyOf(step)) !== undefined) await chase.follow(step)
    return chase
  }

  /** All steps known so far, in their order; batches of identifiers may add papers while they are walked. */
  *#steps(): Generator<string> {
    const batches = Math.ceil(this.#payload.identifiers.length / MAX_ENRICHED)
    for (let at = 0; at < batches; at += 1) yield `${BATCH}${at}`
    for (let at = 0; at < this.#papers.length; at += 1) yield (this.#papers[at] as PaperToFollow).page_id
  }

  /** Null when all is done, or the pages or the time are used up. The time is the clock's: a replay cuts nothing. */
  next(): string | null {
    const { citation_pages, citation_seconds } = this.#run.parts.settings.sources
    if (this.#run.pageIds.length >= citation_pages || this.#spentMs >= citation_seconds * 1000) return null
    return [...this.#steps()].find((step) => !this.#done.has(step)) ?? null
  }

  async follow(step: string): Promise<void> {
    const { fresh, papers, ms } = await once(this.#run, keyOf(step), stepped, () => this.#ask(step))
    for (const pageId of fresh) this.#fresh.add(pageId)
    const known = new Set(this.#papers.map((paper) => paper.page_id))
    this.#papers.push(...papers.filter((paper) => !known.has(paper.page_id)))
    this.#done.add(step)
    this.#spentMs += ms
  }

  async #ask(step: string): Promise<Stepped> {
    const { store, clock } = this.#run.parts
    const from = clock.now()
    const papers = step.startsWith(BATCH) ? await this.#lookUp(Number(step.slice(BATCH.length))) : []
    const found = step.startsWith(BATCH) ? papers.map((paper) => paper.page_id) : await this.#cited(step)
    this.#run.signal.throwIfAborted()
    return store.write(() => {
      const known = new Set(this.#seenBy('the task'))
      const own = new Set(this.#seenBy('the search'))
      const added = found.filter((pageId) => !own.has(pageId) && !this.#run.pageIds.includes(pageId))
      const foundBy = step.startsWith(BATCH) ? 'identifier' : 'citation'
      for (const pageId of added) noteApiPage(this.#run, pageId, foundBy)
      this.#tell(FOLLOWED, { paper: step, found: found.length, added: added.length })
      return { papers: [...papers], fresh: added.filter((pageId) => !known.has(pageId)), ms: clock.now() - from }
    })
  }

  async #cited(pageId: string): Promise<readonly string[]> {
    const { store } = this.#run.parts
    const listed = this.#papers.find((paper) => paper.page_id === pageId)
    const work = store.works.get(store.pages.get(pageId)?.work_id ?? '') ?? store.works.get(listed?.work_id ?? '')
    return work === null ? [] : chaseCitations(this.#run, [{ work, pageId, landingUrl: null }])
  }

  /** TRUST phase 3 for what was left of it. */
  async #lookUp(batch: number): Promise<readonly PaperToFollow[]> {
    const from = batch * MAX_ENRICHED
    const papers = await enrich(this.#run, this.#payload.identifiers.slice(from, from + MAX_ENRICHED))
    adoptOwnPages(this.#run, papers)
    return papers.flatMap(({ pageId, work }) => (pageId === null ? [] : [{ page_id: pageId, work_id: work.id }]))
  }

  /** Pages looked at, those of this chase left out: it may have noted them before a crash. */
  #seenBy(whom: 'the task' | 'the search'): readonly string[] {
    const { parts, task, row, causeId } = this.#run
    const searches = whom === 'the task' ? parts.store.searches.ofTask(task.id) : [row]
    return searches
      .flatMap((search) => parts.store.searches.pagesOf(search.id))
      .flatMap((page) => (page.page_id === null || page.cause_id === causeId ? [] : [page.page_id]))
  }

  #tell(kind: string, data: Readonly<Record<string, unknown>>): void {
    const { parts, task, row, causeId } = this.#run
    const done = searchesDone(parts.store, task.id)
    parts.store.events.append({
      kind,
      taskId: task.id,
      subjectType: 'search',
      subjectId: row.id,
      data: { ...data, searches_done: done },
      causeId,
    })
  }

  /**
   * The later half of the pipeline for what was added; ends with the search's figures measured again, and the job, in
   * one transaction.
   */
  async takeIn(atEnd: () => void): Promise<void> {
    const { parts, task, row, causeId, pageIds, warnings } = this.#run
    const { store } = parts
    const left = [...this.#steps()].filter((step) => !this.#done.has(step)).length
    if (left > 0) warnings.push(`citations: ${left} papers were not followed (limit of pages or time)`)
    const kept = this.#payload.kept
    refreshCitationCommunities(store, task.id)
    const { useful, claims } = pageIds.length === 0 ? NOTHING : await this.#absorb()
    this.#run.signal.throwIfAborted()
    this.#run.step('Weighing the evidence')
    store.write(() => {
      recomputeTask(parts, task.id, causeId)
      if (row.options.refute) markUnrefuted(this.#run)
      const measured = measureSearch(this.#run, [...inOrder(store.fragments.many(kept), kept), ...useful])
      store.searches.update({ ...measured, finished_at: row.finished_at })
      this.#tell(CHASED, { papers: this.#done.size, pages: pageIds.length, claims: claims.length, left })
      atEnd()
    })
  }

  async #absorb(): Promise<{ readonly useful: readonly Fragment[]; readonly claims: readonly Claim[] }> {
    const { parts, task, row, causeId, pageIds } = this.#run
    const { store } = parts
    const known = new Set(
      await once(this.#run, 'claims before', strings, () => store.claims.ofTask(task.id).map((claim) => claim.id)),
    )
    const all = store.fragments.ofTask(task.id)
    const mine = pageIds
      .flatMap((pageId) => store.fragments.ofPage(pageId))
      .filter((fragment) => !fragment.is_irrelevant && isEvidence(fragment))
    await embedFragments(this.#run, all)
    clusterCopies(this.#run, all.filter(isEvidence))
    const useful = await keepUseful(this.#run, mine)
    const isMine = (claim: Claim) => claim.search_id === row.id && !known.has(claim.id)
    // Claims are saved all at once: where there are some, the extraction is done.
    const saved = store.claims.ofTask(task.id).filter(isMine)
    const claims = saved.length > 0 ? saved : await extractClaims(this.#run, useful)
    const evidence = store.fragments.ofTask(task.id).filter(isEvidence)
    const unjudged = (claim: Claim) => !store.edges.evidenceFor(claim.id).some((edge) => edge.cause_id === causeId)
    const old = store.claims.ofTask(task.id).filter((claim) => !isMine(claim))
    await judgeStances(
      this.#run,
      { fresh: claims.filter(unjudged), old: old.filter(unjudged) },
      { all: evidence, fresh: evidence.filter((fragment) => this.#fresh.has(fragment.page_id)) },
    )
    return { useful, claims }
  }
}

const NOTHING = { useful: [], claims: [] } as const

const BATCH = 'identifiers '

function keyOf(step: string): string {
  return `citations of ${step}`
}

function inOrder(fragments: readonly Fragment[], ids: readonly string[]): readonly Fragment[] {
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
