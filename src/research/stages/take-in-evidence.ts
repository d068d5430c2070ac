import { z } from 'zod'
import type { Claim } from '../../domain/claim.ts'
import { inTurns, type Steps } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import type { Store } from '../../store/types.ts'
import { onceSavedIn, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import { type NamingDeps, readNames } from '../entities/read-names.ts'
import { measureRelevance } from '../findings/measure-relevance.ts'
import type { SearchCall } from '../search-call.ts'
import { claimSources } from './claim-sources.ts'
import { type ExtractDeps, extractClaims } from './claims.ts'
import { isEvidence } from './evidence.ts'
import { markDuplicates } from './mark-duplicates.ts'
import { type EmbedDeps, embedFragments, keepUseful, type RankDeps } from './rank.ts'
import { judgeStances, type StanceDeps } from './stance.ts'
import { warningList } from './warnings.ts'

export type EvidenceDeps = EmbedDeps &
  RankDeps &
  ExtractDeps &
  StanceDeps &
  NamingDeps & { readonly memo: StageCheckpoints }

interface NewPages {
  /** Pages that the search, or the following of its citations, has brought. */
  readonly pageIds: readonly string[]
  /** Whether the task has not looked at the page before: the older claims are judged by such pages. */
  readonly isFresh: (pageId: string) => boolean
  /** What the task wants to know. */
  readonly question: string
  /** An update reads for claims only what it has not read before; absent: all. */
  readonly isNews?: (fragment: Fragment) => boolean
}

export interface Evidence {
  /** Fragments of the pages that were kept, best first. */
  readonly useful: readonly Fragment[]
  readonly claims: readonly Claim[]
  readonly warnings: readonly string[]
}

const extractedSchema = z.object({ claimIds: z.array(z.string()).readonly(), warnings: warningList })

/** The later half of the pipeline, from pages to judged claims; the same for a search and for its citations. */
export async function takeInEvidence(
  deps: EvidenceDeps,
  call: SearchCall,
  { pageIds, isFresh, question, isNews = () => true }: NewPages,
): Promise<Evidence> {
  const { store } = deps
  const read = store.fragments.ofTask(call.taskId)
  await embedFragments(deps, call, read)
  await markDuplicates(store, read.filter(isEvidence))
  const mine = (await inTurns(readingFragments(store, pageIds))).filter(isEvidence)
  const useful = await keepUseful(deps, call, mine)
  const [queryVector = null] = await deps.embedder.embed([call.query], call.signal)
  const sources = await claimSources(deps, queryVector, { kept: useful, read: mine })
  const { claimIds, warnings } = await resumeClaims(deps, call, sources.filter(isNews), question)
  const own = new Set(claimIds)
  const claims = store.claims.many(claimIds)
  const old = store.claims.ofTask(call.taskId).filter((claim) => !own.has(claim.id))
  const unjudged = unjudgedBy(store, call)
  const all = store.fragments.ofTask(call.taskId).filter(isEvidence)
  await judgeStances(
    deps,
    call,
    { fresh: claims.filter(unjudged), old: old.filter(unjudged) },
    { all, fresh: all.filter((fragment) => isFresh(fragment.page_id)) },
  )
  await measureRelevance(deps, call, question)
  await readNames(deps, call)
  return { useful, claims, warnings }
}

/** Claims, their vectors and the stage are saved in one transaction. */
function resumeClaims(
  deps: EvidenceDeps,
  call: SearchCall,
  kept: readonly Fragment[],
  question: string,
): Promise<z.infer<typeof extractedSchema>> {
  const { store, memo } = deps
  return onceSavedIn(memo, call.signal, store.write)('claims', extractedSchema, async () => {
    // A job that another version left here without this stage: its claims are known, and still its own.
    const before = store.claims.ofTask(call.taskId).filter((claim) => claim.cause_id === call.causeId)
    const save = await extractClaims(deps, call, { kept, question })
    return () => {
      const { claims, warnings } = save()
      return { claimIds: [...before, ...claims].map((claim) => claim.id), warnings }
    }
  })
}

/** A claim's edges are saved all at once: one that was read for this cause means that the claim is judged. */
function unjudgedBy({ edges }: Pick<Store, 'edges'>, { causeId }: SearchCall): (claim: Claim) => boolean {
  return (claim) => !edges.evidenceFor(claim.id).some((edge) => edge.cause_id === causeId && edge.nli_label !== null)
}

function* readingFragments(
  { fragments }: Pick<Store, 'fragments'>,
  pageIds: readonly string[],
): Steps<readonly Fragment[]> {
  const read: Fragment[] = []
  for (const pageId of pageIds) {
    for (const fragment of fragments.ofPage(pageId)) if (!fragment.is_irrelevant) read.push(fragment)
    yield
  }
  return read
}
