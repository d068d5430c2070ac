import { calibrated, type SearchCalibrations } from '../../domain/calibration.ts'
import type { Claim } from '../../domain/claim.ts'
import { isoTime } from '../../domain/clock.ts'
import { stableId } from '../../domain/ids.ts'
import type { Fragment } from '../../domain/page.ts'
import { dot } from '../../domain/vector.ts'
import { saysOtherwise } from '../../judge/rules/repetition.ts'
import type { ExtractedClaim } from '../../judge/types.ts'
import { oncePerCluster } from '../../rank/duplicates.ts'
import type { SearchRun } from '../parts.ts'
import { calibrationsOf } from '../search-calibrations.ts'
import { reportMisled } from './report-danger.ts'

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

/**
 * Claims of the kept fragments, best fragments first; what the task already claims in other words is not claimed again.
 */
export async function extractClaims(run: SearchRun, kept: readonly Fragment[]): Promise<readonly Claim[]> {
  const { store, claims, embedder, settings, clock } = run.parts
  run.step(`Extracting claims from ${kept.length} fragments`)
  // As they are clustered now: of copies only the canonical one is a source of claims (REQ 3.3.1).
  const sources = oncePerCluster(kept.map((fragment) => store.fragments.get(fragment.id) ?? fragment))
  const extracted = await claims.extract(
    sources.map((fragment) => ({
      fragmentId: fragment.id,
      text: fragment.text_content,
      headingContext: fragment.heading_context,
      fragmentType: fragment.fragment_type,
    })),
    run.task.query,
    run.signal,
  )
  const byId = new Map(sources.map((fragment) => [fragment.id, fragment]))
  for (const { fragmentId, misled } of extracted)
    if (misled === true) reportMisled(run, (byId.get(fragmentId) as Fragment).page_id)
  const drafts: Draft[] = []
  const known = claimedBefore(run)
  const alike = (one: Known) => (other: Known) =>
    dot(other.vector, one.vector) >= settings.judgement.duplicate_similarity && !saysOtherwise(one.text, other.text)
  let repeated = 0
  for (const { fragmentId, claims: found, method = claims.method } of extracted) {
    const fragment = byId.get(fragmentId) as Fragment
    for (const claim of found) {
      if (drafts.length >= settings.judgement.claims_per_search) break
      const [vector] = await embedder.embed([claim.text], run.signal)
      if (vector === undefined) continue
      const said: Known = { text: claim.text, vector }
      if (known.some(alike(said))) {
        repeated += 1
        continue
      }
      known.push(said)
      drafts.push({ claim, fragment, vector, method })
    }
  }
  const corrections = calibrationsOf(run)
  const rows = drafts.map((draft) => toClaim(run, draft, corrections, isoTime(clock)))
  store.write(() => {
    store.claims.saveAll(rows)
    for (const [index, row] of rows.entries()) {
      store.vectors.save('claim', row.id, embedder.modelId, (drafts[index] as Draft).vector, isoTime(clock))
    }
  })
  noteDropped(run, extracted, repeated)
  return rows
}

function claimedBefore(run: SearchRun): Known[] {
  const { store, embedder } = run.parts
  return store.claims.ofTask(run.task.id).flatMap((claim) => {
    const vector = store.vectors.get('claim', claim.id, embedder.modelId)
    return vector === null ? [] : [{ text: claim.claim_text, vector }]
  })
}

function noteDropped(
  run: SearchRun,
  extracted: readonly { readonly dropped: readonly { reason: string }[] }[],
  repeated: number,
): void {
  const reasons: Record<string, number> = repeated === 0 ? {} : { 'said already': repeated }
  for (const { dropped } of extracted) for (const { reason } of dropped) reasons[reason] = (reasons[reason] ?? 0) + 1
  run.parts.store.events.append({
    kind: 'claims_dropped',
    taskId: run.task.id,
    subjectType: 'search',
    subjectId: run.row.id,
    data: reasons,
    causeId: run.causeId,
  })
}

function toClaim(
  run: SearchRun,
  { claim, fragment, method }: Draft,
  corrections: SearchCalibrations,
  at: string,
): Claim {
  return {
    id: stableId('claim', run.task.id, fragment.id, claim.text),
    task_id: run.task.id,
    search_id: run.row.id,
    claim_text: claim.text,
    claim_type: claim.type,
    expected_polarity: claim.polarity,
    granularity: claim.granularity,
    language: claim.language,
    source_fragment_id: fragment.id,
    span_start: claim.spanStart,
    span_end: claim.spanEnd,
    extraction_method: method,
    extraction_quality: method === 'llm' ? calibrated(corrections.llm_extract, claim.quality) : claim.quality,
    confidence: 0.5,
    verification_status: 'pending',
    adopted: true,
    not_adopted_reason: null,
    no_refutation_found: false,
    created_at: at,
    cause_id: run.causeId,
  }
}
