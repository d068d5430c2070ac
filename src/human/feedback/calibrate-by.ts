import { nliSource } from '../../domain/calibration.ts'
import type { Claim, Edge, StanceRelation } from '../../domain/claim.ts'
import { stableId } from '../../domain/ids.ts'
import { samePairKey } from '../../domain/same-pair.ts'
import { keepSample } from '../calibration-versions.ts'
import type { HumanDeps } from '../human-deps.ts'

/**
 * REQ 3.3.4: what a person says of a verdict is a sample of how sure its model was, at once: for all stances, and for
 * those of its language and model. A pair is one sample, its copies included; null takes the sample back.
 */
export function calibrateBy(
  deps: HumanDeps,
  { edge, claim }: { readonly edge: Edge; readonly claim: Claim },
  relation: StanceRelation | null,
  causeId: string,
): void {
  const prediction = edge.nli_raw_confidence ?? null
  const { nli_label: said, nli_model: model } = edge
  if (said === null || prediction === null) return
  const subject = stableId('cal', claim.task_id, samePairKey(edge.rationale ?? edge.id, claim.claim_text))
  const sources = ['nli_judge', ...(model == null ? [] : [nliSource(claim.language, model)])]
  for (const source of sources) {
    if (relation === null) deps.store.people.calibration.dropSample(source, subject)
    else {
      const context = JSON.stringify({ edge_id: edge.id })
      keepSample(deps, { source, subject, prediction, actual: said === relation ? 1 : 0, context }, causeId)
    }
  }
}
