import type { StanceRelation } from '../../domain/claim.ts'
import type { Fragment, Page } from '../../domain/page.ts'

export interface JudgedStance {
  readonly edgeId: string
  readonly claimId: string
  readonly relation: StanceRelation
}

/** What a correction sets going in the graph; done by the room that keeps it. */
export interface FeedbackEffects {
  recompute(claimIds: readonly string[]): void
  /** Everything the archived copy of a page says; null where there is none that can be read. */
  archivedText(page: Page): Promise<string | null>
  /** Embeds a passage and judges the claims of the task by it; the returned function saves that, in a transaction. */
  judgePassage(taskId: string, fragment: Fragment): Promise<(causeId: string) => readonly JudgedStance[]>
}
