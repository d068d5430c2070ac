import type { Page } from '../../domain/page.ts'
import type { PageStatement } from '../../domain/page-statement.ts'
import { type PageNews, pageNews } from '../../research/graph/page-rewrites.ts'
import type { ClaimNode, GraphParts } from '../../research/graph/task-graph.ts'
import type { FeedbackRow } from '../../store/people/feedback-rows.ts'
import type { Citations } from '../citations.ts'

/** What was once found and does not stand as it stood: withdrawn, replaced, rewritten, corrected. */
export interface ReportedChanges {
  /** One page a work. */
  readonly retracted: readonly { readonly page: Page; readonly notice: string | null }[]
  readonly superseded: readonly {
    readonly text: string
    readonly domain: string
    readonly reason: string
    readonly source: number
  }[]
  readonly news: readonly PageNews[]
  /** What archived versions of pages that still live said otherwise. */
  readonly before: readonly ReportedStatement[]
  readonly corrections: readonly ReportedCorrection[]
}

export interface ReportedStatement extends PageStatement {
  readonly page: Page
}

export interface ReportedCorrection {
  readonly row: FeedbackRow
  /** The words that it was about, where they are known. */
  readonly about: string | null
}

export function collectChanges(
  parts: GraphParts,
  task: { readonly id: string; readonly nodes: readonly ClaimNode[]; readonly pages: readonly Page[] },
  citations: Citations,
): ReportedChanges {
  const { nodes, pages } = task
  const withdrawn = pages.filter((page) => page.is_retracted)
  const superseded = nodes.filter(({ claim }) => claim.verification_status === 'superseded')
  return {
    retracted: [...new Map(withdrawn.map((page) => [page.work_id ?? page.id, page])).values()].map((page) => {
      const notice = page.paper_metadata?.retraction_notice
      return { page, notice: typeof notice === 'string' ? notice : null }
    }),
    superseded: superseded.map(({ claim, fragment, page }) => ({
      text: claim.claim_text,
      domain: page.domain,
      reason: claim.status_reason ?? claim.not_adopted_reason ?? '',
      source: citations.add(page, fragment, fragment.text_content.slice(claim.span_start, claim.span_end)),
    })),
    news: goneOnce(pageNews(parts, pages, nodes)),
    before: statementsBefore(parts, pages),
    corrections: parts.store.people.feedback
      .ofTask(task.id)
      .filter(({ action, copy_of }) => isCorrection(action) && copy_of === null)
      .map((row) => ({ row, about: wordsOf(row.target_id, nodes) })),
  }
}

function statementsBefore({ store }: GraphParts, pages: readonly Page[]): readonly ReportedStatement[] {
  const byId = new Map(pages.map((page) => [page.id, page]))
  return store.pageStatements.ofPages([...byId.keys()]).flatMap((one) => {
    const page = byId.get(one.page_id)
    return page === undefined ? [] : [{ ...one, page }]
  })
}

/** Every search that asks for a page that is gone finds out anew. */
function goneOnce(news: readonly PageNews[]): readonly PageNews[] {
  const gone = new Set<string>()
  return news.filter(({ kind, page }) => {
    const isTold = kind === 'gone' && gone.has(page.id)
    if (kind === 'gone') gone.add(page.id)
    return !isTold
  })
}

const CORRECT_NOTHING = ['add_note', 'rate_usefulness', 'undo']

function isCorrection(action: string): boolean {
  return !CORRECT_NOTHING.includes(action)
}

function wordsOf(targetId: string, nodes: readonly ClaimNode[]): string | null {
  for (const { claim, fragment, evidence } of nodes) {
    if (claim.id === targetId) return claim.claim_text
    const edge = evidence.find((one) => one.id === targetId || one.fragment.id === targetId)
    if (edge !== undefined) return edge.rationale ?? edge.fragment.text_content
    if (fragment.id === targetId) return fragment.text_content
  }
  return null
}

/** Corrections that hold, by whom; notes and ratings correct nothing. */
export interface CorrectionCounts {
  readonly assistant: number
  readonly person: number
  /** Followed from another correction. */
  readonly rule: number
  readonly undone: number
}

export function correctionCounts(rows: readonly FeedbackRow[]): CorrectionCounts {
  const corrections = rows.filter(({ action }) => isCorrection(action))
  const by = (actor: FeedbackRow['actor']) =>
    corrections.filter((row) => row.undone_at === null && row.actor === actor).length
  const undone = corrections.filter((row) => row.undone_at !== null && row.copy_of === null).length
  return { assistant: by('assistant'), person: by('person'), rule: by('rule'), undone }
}
