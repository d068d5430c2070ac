import { z } from 'zod'
import { calibrated } from '../../domain/calibration.ts'
import { ownWords, STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import { takePeriod } from '../../domain/date-range.ts'
import { dot } from '../../domain/vector.ts'
import { normaliseQuery } from '../../engines/normalise-query.ts'
import { isJapaneseQuery } from '../../engines/query-language.ts'
import { withoutRefutingWords } from '../../engines/refutation-queries.ts'
import { claimBefore, goesOnWith } from '../../judge/sentence-before.ts'
import { NO_CONTEXT, type TextContext } from '../../judge/text-context.ts'
import type { Store } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import { calibrationsOf } from '../search-calibrations.ts'
import type { SearchCall } from '../search-call.ts'
import { isEvidence } from './evidence.ts'
import { learned } from './stance-edge.ts'

export type JudgeQueryDeps = Pick<
  ResearchParts,
  'stance' | 'embedder' | 'store' | 'settings' | 'calibrations' | 'clock'
>

const verdict = z.object({
  id: z.string(),
  relation: z.enum(STANCE_RELATIONS),
  confidence: z.number(),
  /** Where in the text the sentence stands that decided. */
  start: z.number(),
  end: z.number(),
})
const judgedSchema = z.object({ fragments: z.array(verdict), claims: z.array(verdict) })
export type QueryVerdict = Readonly<z.infer<typeof verdict>>

/** How passages and claims of the task stand to what the query itself says. */
export interface QueryStances {
  readonly fragments: ReadonlyMap<string, QueryVerdict>
  readonly claims: ReadonlyMap<string, QueryVerdict>
}

const JUDGED = 'query_judged'
/** Passages, and claims, nearest to the query that are judged: three times as many as for one claim. */
const TIMES_A_CLAIM = 3

/**
 * REQ 3.1.7.5: a refuting search is about what its query says. The query is judged like a claim: the passages of the
 * task nearest to it, and the claims, which agree with it or do not. Kept as an event, from which the answer is made
 * whenever it is asked for; what was judged before the citations of the search were followed is left as it is.
 */
export async function judgeQuery(
  deps: JudgeQueryDeps,
  call: SearchCall,
  queryVector: Float32Array | null,
): Promise<void> {
  const { store, embedder } = deps
  const before = queryStances(store, call.searchId)
  if (queryVector === null) return
  call.progress('Judging what the query says')
  const all = store.fragments.ofTask(call.taskId)
  const titles = new Map(
    store.pages.many([...new Set(all.map(({ page_id: id }) => id))]).map(({ id, title }) => [id, title]),
  )
  const goingOn = goesOnWith(all)
  const contexts = new Map(
    all.map(({ id, page_id: page, heading_context: heading }) => [
      id,
      { title: titles.get(page) ?? null, heading, before: goingOn.get(id) ?? null },
    ]),
  )
  const fragments = all
    .filter((one) => isEvidence(one) && !one.is_irrelevant)
    .map(({ id, text_content: text }) => ({
      ...{ id, text, offset: 0, context: contexts.get(id) ?? NO_CONTEXT },
      vector: store.vectors.get('fragment', id, embedder.modelId),
    }))
  const sources = new Map(all.map((fragment) => [fragment.id, fragment]))
  const claims = store.claims.ofTask(call.taskId).map((claim) => {
    const text = ownWords(claim)
    const source = sources.get(claim.source_fragment_id)
    const context = contexts.get(claim.source_fragment_id) ?? NO_CONTEXT
    return {
      ...{ id: claim.id, text, offset: claim.claim_text.length - text.length },
      context: source === undefined ? context : { ...context, before: claimBefore(claim, source, goingOn) },
      vector: store.vectors.get('claim', claim.id, embedder.modelId),
    }
  })
  const judged = {
    fragments: await judgeNearest(
      deps,
      call,
      queryVector,
      fragments.filter(({ id }) => !before?.fragments.has(id)),
    ),
    claims: await judgeNearest(
      deps,
      call,
      queryVector,
      claims.filter(({ id }) => !before?.claims.has(id)),
    ),
  }
  const subject = { taskId: call.taskId, subjectType: 'search', subjectId: call.searchId }
  store.events.append({ kind: JUDGED, ...subject, data: judged, causeId: call.causeId })
}

/** Null for a search that judged nothing. */
export function queryStances({ events }: Pick<Store, 'events'>, searchId: string): QueryStances | null {
  const judged = events
    .about([searchId])
    .flatMap(({ kind, data }) => (kind === JUDGED ? (judgedSchema.safeParse(data).data ?? []) : []))
  if (judged.length === 0) return null
  const byId = (list: 'fragments' | 'claims') =>
    new Map(judged.flatMap((one) => one[list]).map((one) => [one.id, one] as const))
  return { fragments: byId('fragments'), claims: byId('claims') }
}

interface Text {
  readonly id: string
  readonly text: string
  /** Where it begins in what is kept of it: a claim is kept with its context before it. */
  readonly offset: number
  readonly context: TextContext
  readonly vector: Float32Array | null
}

async function judgeNearest(
  deps: JudgeQueryDeps,
  call: SearchCall,
  queryVector: Float32Array,
  texts: readonly Text[],
): Promise<readonly QueryVerdict[]> {
  const { candidate_similarity: least, candidates_per_claim: each } = deps.settings.judgement
  const near = texts
    .map((one) => ({ ...one, similarity: one.vector === null ? -1 : dot(queryVector, one.vector) }))
    .filter(({ similarity }) => similarity >= least)
    .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
    .slice(0, TIMES_A_CLAIM * each)
  if (near.length === 0) return []
  const text = statementOf(call.query)
  const language = isJapaneseQuery(text) ? 'ja' : 'en'
  const verdicts = await deps.stance.judgeFragments({ text, language, context: NO_CONTEXT }, near, call.signal)
  const corrections = calibrationsOf(deps, call)
  return near.flatMap(({ id, text: read, offset }, at) => {
    const verdict = verdicts[at]
    if (verdict === undefined) return []
    const one = learned(verdict, corrections, deps.settings)
    const relation: StanceRelation = one.relation
    const start = Math.max(0, read.indexOf(one.rationale))
    const end = read.includes(one.rationale) ? start + one.rationale.length : read.length
    const confidence = calibrated(corrections.nli_judge, one.confidence)
    return [{ id, relation, confidence, start: offset + start, end: offset + end }]
  })
}

/** What a query says, without operators, dates and the words that make it a refuting one. */
function statementOf(query: string): string {
  return withoutRefutingWords(normaliseQuery({}, takePeriod(query).words).query)
}
