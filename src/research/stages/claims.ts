import { calibrated, type SearchCalibrations } from '../../domain/calibration.ts'
import type { Claim } from '../../domain/claim.ts'
import { isoTime } from '../../domain/clock.ts'
import { PRIOR_CONFIDENCE } from '../../domain/confidence.ts'
import { stableId } from '../../domain/ids.ts'
import type { Fragment } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import { languageOfQuery } from '../../engines/query-language.ts'
import { flagMisleading } from '../../intake/report-danger.ts'
import { saysOtherwise } from '../../judge/repetition.ts'
import type { ClaimSource, ExtractedClaim } from '../../judge/types.ts'
import { oncePerCluster } from '../../rank/duplicates.ts'
import type { Store } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import { calibrationsOf } from '../search-calibrations.ts'
import type { SearchCall } from '../search-call.ts'
import { silencedWarnings } from './silenced.ts'
import { mergeWarnings } from './warnings.ts'

/** Fragments read at a time. */
const PORTION = 8

interface Draft {
  readonly claim: ExtractedClaim
  readonly fragment: Fragment
  readonly vector: Float32Array
  readonly method: Claim['extraction_method']
}

interface Known {
  readonly text: string
  readonly vector: Float32Array
}

export type ExtractDeps = Pick<
  ResearchParts,
  'claims' | 'embedder' | 'nli' | 'store' | 'clock' | 'settings' | 'calibrations'
>

type Extracted = Awaited<ReturnType<ResearchParts['claims']['extract']>>

/**
 * Claims of the kept fragments, best fragments first; what the task already claims in other words is not claimed again.
 * `question` is what the task wants to know. The returned function saves them; it belongs in a transaction.
 */
export async function extractClaims(
  deps: ExtractDeps,
  call: SearchCall,
  { kept, question }: { readonly kept: readonly Fragment[]; readonly question: string },
): Promise<() => { readonly claims: readonly Claim[]; readonly warnings: readonly string[] }> {
  const { store, embedder, clock } = deps
  call.progress(`Extracting claims from ${kept.length} fragments`)
  // As they are clustered now: of copies only the canonical one is a source of claims (REQ 3.3.1).
  const current = kept.map((fragment) => store.fragments.get(fragment.id) ?? fragment)
  const sources = oncePerCluster(inLanguageOf(call.query, current))
  const titles = new Map(
    store.pages.many([...new Set(sources.map(({ page_id: id }) => id))]).map(({ id, title }) => [id, title]),
  )
  const byId = new Map(sources.map((fragment) => [fragment.id, fragment]))
  const drafting = openDrafts(deps, call, byId)
  const corrections = calibrationsOf(deps, call)
  const extracted: Extracted[number][] = []
  let read = 0
  // Nearest first, and no further than one search takes: reading sentences is what costs.
  while (read < sources.length && !drafting.isFull()) {
    const portion = sources.slice(read, read + PORTION)
    const found = await deps.claims.extract(
      portion.map((fragment) => ({ ...toSource(fragment, titles), ...statedValues(store, fragment) })),
      question,
      call.signal,
      corrections.claim_adapter ?? null,
    )
    await drafting.add(found)
    extracted.push(...found)
    read += portion.length
  }
  const unread = sources.length - read
  const misleading = extracted.flatMap((one) => (one.misled === true ? (byId.get(one.fragmentId) ?? []) : []))
  const silenced = silencedWarnings(store, extracted, byId)
  const { drafts, repeated, cut } = drafting.result()
  const at = isoTime(clock)
  const fresh = drafts.map((draft) => ({ claim: toClaim(call, draft, corrections, at), vector: draft.vector }))
  const claims = fresh.map(({ claim }) => claim)
  return () => {
    const warnings = misleading.map((fragment) => flagMisleading(store.pages, fragment.page_id))
    store.claims.saveAll(claims)
    for (const { claim, vector } of fresh) store.vectors.save('claim', claim.id, embedder.modelId, vector, at)
    noteDropped(store, call, extracted, { 'said already': repeated, 'more than one search takes': cut })
    return { claims, warnings: [...mergeWarnings(warnings), ...cutWarning(deps, cut, unread), ...silenced] }
  }
}

/** A record that was asked for in two languages states each value twice: those of the question's language are taken. */
function inLanguageOf(query: string, fragments: readonly Fragment[]): readonly Fragment[] {
  const wanted = languageOfQuery(query)
  const isStated = ({ fragment_type: type }: Fragment) => type === 'statement'
  const told = new Set(fragments.filter((one) => isStated(one) && one.language === wanted).map((one) => one.page_id))
  return fragments.filter((one) => !isStated(one) || one.language === wanted || !told.has(one.page_id))
}

/** The values of its record that a statement holds. */
function statedValues({ records }: Pick<Store, 'records'>, fragment: Fragment): Pick<ClaimSource, 'values'> {
  if (fragment.fragment_type !== 'statement') return {}
  const attributes = records.ofPage(fragment.page_id).flatMap((record) => record.attributes)
  return { values: attributes.flatMap(({ value }) => (fragment.text_content.includes(value) ? [value] : [])) }
}

function toSource(fragment: Fragment, titles: ReadonlyMap<string, string | null>): ClaimSource {
  return {
    fragmentId: fragment.id,
    text: fragment.text_content,
    title: titles.get(fragment.page_id) ?? null,
    headingContext: fragment.heading_context,
    fragmentType: fragment.fragment_type,
    revisions: fragment.revisions ?? [],
  }
}

/** Told, since what was not taken is not in the graph. */
function cutWarning({ settings }: Pick<ExtractDeps, 'settings'>, cut: number, unread: number): readonly string[] {
  if (cut + unread === 0) return []
  const { claims_per_search: most } = settings.judgement
  const count = (some: number, what: string) => (some === 0 ? [] : [`${some} ${what}${some === 1 ? '' : 's'}`])
  const left = [...count(cut, 'statement'), ...count(unread, 'passage')].join(' and ')
  return [`claims: ${left} further from the query left out (judgement.claims_per_search is ${most})`]
}

/**
 * What is new among the extracted claims, up to `judgement.claims_per_search`; `repeated` counts those that were said
 * already, `cut` those that came after the last.
 */
function openDrafts(
  { claims, embedder, nli, store, settings }: Pick<ExtractDeps, 'claims' | 'embedder' | 'nli' | 'store' | 'settings'>,
  { taskId, signal }: SearchCall,
  byId: ReadonlyMap<string, Fragment>,
) {
  const { duplicate_similarity: alikeFrom, claims_per_search: most } = settings.judgement
  const drafts: Draft[] = []
  const known = claimedBefore(store, taskId, embedder.modelId)
  let repeated = 0
  let cut = 0
  const isKnown = async (one: Known) => {
    for (const other of known)
      if (dot(other.vector, one.vector) >= alikeFrom && !(await saysOtherwise(nli, one.text, other.text, signal)))
        return true
    return false
  }
  const take = async (draft: Omit<Draft, 'vector'>) => {
    if (drafts.length >= most) {
      cut += 1
      return
    }
    const { text } = draft.claim
    const [vector] = await embedder.embed([text], signal)
    if (vector === undefined) return
    if (await isKnown({ text, vector })) {
      repeated += 1
      return
    }
    known.push({ text, vector })
    drafts.push({ ...draft, vector })
  }
  return {
    isFull: () => drafts.length >= most,
    add: async (extracted: Extracted) => {
      for (const { fragmentId, claims: found, method = claims.method } of extracted) {
        const fragment = byId.get(fragmentId)
        if (fragment !== undefined) for (const claim of found) await take({ claim, fragment, method })
      }
    },
    result: () => ({ drafts, repeated, cut }),
  }
}

function claimedBefore(store: Pick<Store, 'claims' | 'vectors'>, taskId: string, modelId: string): Known[] {
  return store.claims.ofTask(taskId).flatMap((claim) => {
    const vector = store.vectors.get('claim', claim.id, modelId)
    return vector === null ? [] : [{ text: claim.claim_text, vector }]
  })
}

function noteDropped(
  { events }: Pick<Store, 'events'>,
  { taskId, searchId, causeId }: SearchCall,
  extracted: Extracted,
  counted: Readonly<Record<string, number>>,
): void {
  const reasons = Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0))
  for (const { dropped } of extracted) for (const { reason } of dropped) reasons[reason] = (reasons[reason] ?? 0) + 1
  events.append({
    kind: 'claims_dropped',
    taskId,
    subjectType: 'search',
    subjectId: searchId,
    data: reasons,
    causeId,
  })
}

function toClaim(
  { taskId, searchId, causeId }: SearchCall,
  { claim, fragment, method }: Draft,
  corrections: SearchCalibrations,
  at: string,
): Claim {
  return {
    id: stableId('claim', taskId, fragment.id, claim.text),
    task_id: taskId,
    search_id: searchId,
    claim_text: claim.text,
    claim_type: claim.type,
    expected_polarity: claim.polarity,
    granularity: claim.granularity,
    language: claim.language,
    source_fragment_id: fragment.id,
    span_start: claim.spanStart,
    span_end: claim.spanEnd,
    context: claim.context ?? null,
    extraction_method: method,
    extraction_quality: method === 'llm' ? calibrated(corrections.llm_extract, claim.quality) : claim.quality,
    confidence: PRIOR_CONFIDENCE,
    verification_status: 'pending',
    adopted: true,
    not_adopted_reason: null,
    no_refutation_found: false,
    created_at: at,
    cause_id: causeId,
  }
}
