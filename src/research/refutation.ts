import { z } from 'zod'
import type { Claim } from '../domain/claim.ts'
import { isSuccess } from '../domain/outcome.ts'
import { dot } from '../domain/vector.ts'
import type { Store } from '../store/types.ts'
import { type ClaimNode, counts, loadTaskGraph } from './graph/task-graph.ts'
import type { ResearchParts } from './parts.ts'
import { saysNothing } from './refuting-evidence.ts'
import type { SearchCall } from './search-call.ts'
import { queryStances } from './stages/judge-query.ts'

export type RefutationDeps = Pick<ResearchParts, 'store' | 'trust' | 'settings' | 'clock' | 'embedder'>

/**
 * REQ 3.1.7.5: a claim that this refuting search was about and against which nothing that counts is known is marked "no
 * refutation found"; its confidence stays (LYRA 2.2). After the graph was weighed, so that a source which was
 * blocked just now refutes nothing; a refutation found later takes the mark away there (`recompute`). A search that
 * read nothing, or whose refuting queries were all refused, has looked for nothing, and what it has found itself was
 * never put to the test. Returns the warnings of the search, those about refutations made new.
 */
export function markUnrefuted(
  deps: RefutationDeps,
  call: SearchCall,
  { queryVector, warnings }: { readonly queryVector: Float32Array | null; readonly warnings: readonly string[] },
): readonly string[] {
  const { store } = deps
  const untested = whyUntested(store, call.searchId)
  const marked = untested === null ? tested(deps, call, queryVector).map(({ claim }) => claim) : []
  const fresh = marked.filter((claim) => !claim.no_refutation_found)
  for (const claim of fresh) store.claims.setNoRefutationFound(claim.id, true)
  // The citations of the search end here a second time, with what they have added.
  const others = warnings.filter((warning) => !isOurs(warning))
  const stances = queryStances(store, call.searchId)
  const unstated = stances !== null && saysNothing(stances) ? [NOTHING_STATED] : []
  return [...others, ...unstated, ...(untested === null ? warningsOf(marked) : [untested])]
}

/**
 * The refuting queries that some engine has answered: the citations of the search, followed later, ask for them, too.
 */
export function noteRefutingQueries(
  { events }: Pick<Store, 'events'>,
  { taskId, searchId, causeId }: SearchCall,
  answered: readonly string[],
): void {
  const subject = { taskId, subjectType: 'search', subjectId: searchId }
  events.append({ kind: ANSWERED, ...subject, data: { queries: answered }, causeId })
}

const ANSWERED = 'refuting_queries_answered'
const answeredQueries = z.object({ queries: z.array(z.string()).min(1) })

function whyUntested(store: Pick<Store, 'events' | 'searches'>, searchId: string): string | null {
  const asked = store.events
    .about([searchId])
    .some(({ kind, data }) => kind === ANSWERED && answeredQueries.safeParse(data).success)
  if (!asked) return NOTHING_ASKED
  return store.searches.pagesOf(searchId).some((page) => isSuccess(page.outcome)) ? null : NOTHING_READ
}

function tested(
  deps: RefutationDeps,
  { taskId, searchId }: SearchCall,
  queryVector: Float32Array | null,
): readonly ClaimNode[] {
  const parts = { trust: deps.trust.reading() }
  return loadTaskGraph(deps, taskId).filter(
    ({ claim, evidence }) =>
      claim.search_id !== searchId &&
      !evidence.some((edge) => edge.relation === 'refutes' && counts(parts, edge)) &&
      isAbout(deps, claim.id, queryVector),
  )
}

/** From this similarity on a claim is about what the query asks. */
const ABOUT_THE_QUERY = 0.45

function isAbout({ store, embedder }: RefutationDeps, claimId: string, queryVector: Float32Array | null): boolean {
  const claim = store.vectors.get('claim', claimId, embedder.modelId)
  return claim !== null && queryVector !== null && dot(claim, queryVector) >= ABOUT_THE_QUERY
}

const NONE_FOUND = 'no refutation found for '
const NOTHING_ASKED = 'refutation: no refuting query was answered, so no claim is marked "no refutation found"'
const NOTHING_READ = 'refutation: no page was read, so no claim is marked "no refutation found"'

const NOTHING_STATED =
  'refutation: nothing read speaks for or against the words of the query; listed is what refutes the claims near to it'

function isOurs(warning: string): boolean {
  return [NOTHING_ASKED, NOTHING_READ, NOTHING_STATED].includes(warning) || warning.startsWith(NONE_FOUND)
}

/** "反証未発見を明記": in the answer, beside the mark on each claim. */
function warningsOf(marked: readonly Claim[]): readonly string[] {
  if (marked.length === 0) return []
  return [`${NONE_FOUND}${marked.length === 1 ? '1 claim' : `${marked.length} claims`}`]
}
