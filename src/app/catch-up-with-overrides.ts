import { applyOverrides, type OverrideParts } from '../research/graph/apply-overrides.ts'
import type { ResearchParts } from '../research/parts.ts'
import { StoreBusy } from '../store/store-error.ts'

/**
 * TRUST 4.2 before an answer that only reads: what the user wrote into domains.yaml holds from now on. A process that
 * writes for long does not keep anybody from reading: then the graph is told as it stands, and a later call catches up.
 */
export function catchUpWithOverrides(research: OverrideParts & Pick<ResearchParts, 'log'>): boolean {
  try {
    applyOverrides(research)
    return true
  } catch (error) {
    if (!(error instanceof StoreBusy)) throw error
    research.log.warn('overrides_not_applied', { message: error.message })
    return false
  }
}
