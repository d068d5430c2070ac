import type { FeedbackEffects } from '../human/feedback/effects.ts'
import { archivedText } from '../research/archived-text.ts'
import { recomputeClaims } from '../research/graph/recompute.ts'
import { judgePassage } from '../research/judge-passage.ts'
import type { ResearchParts } from '../research/parts.ts'

/** What a person's correction sets going in the graph that research keeps. */
export function feedbackEffects(research: ResearchParts, signal: AbortSignal): FeedbackEffects {
  return {
    recompute: (claimIds) => recomputeClaims(research, claimIds, research.ids.next('cause')),
    archivedText: (page) => archivedText(research, page),
    judgePassage: (taskId, fragment) => judgePassage(research, taskId, fragment, signal),
  }
}
