import type { SearchCalibrations } from '../../domain/calibration.ts'
import { type Claim, ownWords } from '../../domain/claim.ts'
import { inTheirOrder } from '../../domain/in-their-order.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { claimBefore, goesOnWith } from '../../judge/sentence-before.ts'
import type { TextContext } from '../../judge/text-context.ts'
import { createQuoteCheck, type QuoteCheck } from '../../rank/duplicates.ts'
import { isCopy, isSameText, isSameWork } from '../graph/own-text.ts'
import { standsUnder } from '../graph/stands-under.ts'
import type { ResearchParts } from '../parts.ts'
import { calibrationsOf } from '../search-calibrations.ts'
import type { SearchCall } from '../search-call.ts'
import { type CandidateIndex, contextOf, indexFragments, likeliestFragments } from './stance-candidates.ts'
import { stanceEdge } from './stance-edge.ts'

export type StanceDeps = Pick<ResearchParts, 'stance' | 'embedder' | 'store' | 'clock' | 'settings' | 'calibrations'>

/** Candidates are looked for among so many times the number that is judged. */
const OF_ALL = 1.5
/** Progress interval: shows that work goes on without a message for every claim. */
const CLAIMS_PER_NOTICE = 5
/** No claim's stance depends on another's: while the model reads for one, the next is made ready. */
const CLAIMS_AT_ONCE = 4

/**
 * Every claim of the task against the fragments it was not judged with yet: new claims meet everything the task has
 * read, old claims meet what this search brought.
 */
export async function judgeStances(
  deps: StanceDeps,
  call: SearchCall,
  claims: { readonly fresh: readonly Claim[]; readonly old: readonly Claim[] },
  fragments: { readonly all: readonly Fragment[]; readonly fresh: readonly Fragment[] },
): Promise<void> {
  const total = claims.fresh.length + claims.old.length
  const pageIds = [...fragments.all, ...fragments.fresh].map((fragment) => fragment.page_id)
  const pages = new Map(deps.store.pages.many([...new Set(pageIds)]).map((page) => [page.id, page]))
  const all = [...new Set([...fragments.all, ...fragments.fresh])]
  const index = await indexFragments(deps, all, pages, call.signal)
  const before = goesOnWith(all)
  const known: Known = { pages, before, index, quotes: createQuoteCheck(), corrections: calibrationsOf(deps, call) }
  let done = 0
  const judgeAll = (list: readonly Claim[], against: readonly Fragment[]) =>
    inTheirOrder(
      list,
      deps.stance.claimsAtOnce ?? CLAIMS_AT_ONCE,
      async (claim) => {
        call.signal.throwIfAborted()
        done += 1
        if (done % CLAIMS_PER_NOTICE === 1) call.progress(`Judging claim ${done}/${total}`)
        return judgeClaim(deps, call, claim, { all, against }, known)
      },
      (save) => save(),
    )
  await judgeAll(claims.fresh, fragments.all)
  await judgeAll(claims.old, fragments.fresh)
}

/** The fragments of the task, and those of them that the claim was not judged with yet. */
interface Judged {
  readonly all: readonly Fragment[]
  readonly against: readonly Fragment[]
}

interface ClaimInPlace {
  readonly claim: Claim
  readonly source: Fragment
  readonly page: Page | null
  readonly context: TextContext
}

interface Known {
  readonly pages: ReadonlyMap<string, Page>
  /** Of each fragment the sentence that it goes on with. */
  readonly before: ReadonlyMap<string, string>
  readonly index: CandidateIndex
  readonly quotes: QuoteCheck
  readonly corrections: SearchCalibrations
}

const NOTHING_TO_SAVE = () => {}

/** The returned function saves the stances. */
async function judgeClaim(
  deps: StanceDeps,
  { signal, causeId }: SearchCall,
  claim: Claim,
  fragments: Judged,
  known: Known,
): Promise<() => void> {
  const { store, stance } = deps
  const source = store.fragments.get(claim.source_fragment_id)
  if (source === null) return NOTHING_TO_SAVE
  // The page of an old claim need not be among those that the search brought.
  const page = known.pages.get(source.page_id) ?? store.pages.get(source.page_id)
  const before = claimBefore(claim, source, known.before)
  const own = {
    text: ownWords(claim),
    context: { title: page?.title ?? null, heading: source.heading_context, before },
  }
  const near = await candidatesFor(deps, { claim, source, page, context: own.context }, fragments, known, signal)
  if (near.length === 0) return NOTHING_TO_SAVE
  const verdicts = await stance.judgeFragments(
    { ...own, language: claim.language },
    near.map((fragment) => ({
      id: fragment.id,
      text: fragment.text_content,
      context: { ...contextOf(fragment, known.pages), before: known.before.get(fragment.id) ?? null },
    })),
    signal,
  )
  return () =>
    store.write(() => {
      for (const [index, fragment] of near.entries()) {
        const verdict = verdicts[index]
        if (verdict === undefined) continue
        // A paper agrees with its own abstract: that is no second voice; where it says otherwise the reader must know.
        const told = known.pages.get(fragment.page_id) ?? null
        if (verdict.relation === 'supports' && isSameWork(page, told)) continue
        const { corrections } = known
        const under = { claim: standsUnder(source, page), passage: standsUnder(fragment, told) }
        store.edges.saveStance(stanceEdge({ claim, fragment, under, verdict, corrections, causeId }, deps))
      }
    })
}

async function candidatesFor(
  deps: Pick<StanceDeps, 'embedder' | 'settings'>,
  { claim, source, page, context }: ClaimInPlace,
  { all, against }: Judged,
  { pages, index, quotes }: Known,
  signal: AbortSignal,
): Promise<readonly Fragment[]> {
  const { settings } = deps
  const words = source.text_content.slice(claim.span_start, claim.span_end)
  const others = all.filter(
    (fragment) => !isCopy(source, fragment) && !isSameText(page, pages.get(fragment.page_id) ?? null),
  )
  const likeliest = await likeliestFragments(index, claim, context, others, deps, signal)
  const { candidates_per_claim: most } = settings.judgement
  const asked = new Set(against)
  // What a search brings must be among the likelier of all that is known, or old claims would meet every new page.
  return (
    likeliest
      .slice(0, OF_ALL * most)
      .filter((fragment) => asked.has(fragment))
      // A page that repeats the claim's own sentence word for word says nothing of its own about it (REQ 3.3.1).
      .filter((fragment) => !quotes(fragment, words))
      .slice(0, most)
  )
}
