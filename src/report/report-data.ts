import type { Contradiction } from '../domain/claim.ts'
import type { Page } from '../domain/page.ts'
import type { Settings } from '../domain/settings.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import { readFindings, type ShownFinding } from '../research/findings/read-findings.ts'
import { type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'
import type { FeedbackRow } from '../store/people/feedback-rows.ts'
import { requireTask } from '../store/require-task.ts'
import type { SearchPageRow } from '../store/types.ts'
import { Citations } from './citations.ts'
import { type Part, type ReportedFinding, reportFindings } from './reported-finding.ts'

export interface ReportData {
  readonly task: Task
  /** Confidence from which a finding stands in the main part. */
  readonly mainConfidence: number
  readonly searches: readonly SearchRow[]
  readonly findings: readonly ReportedFinding[]
  readonly claims: number
  readonly contradictions: readonly Contradiction[]
  readonly citations: Citations
  readonly retracted: readonly Page[]
  readonly unread: readonly SearchPageRow[]
  readonly pages: readonly Page[]
  readonly corrections: CorrectionCounts
}

/** Corrections that hold, by whom; notes and ratings correct nothing. */
export interface CorrectionCounts {
  readonly assistant: number
  readonly person: number
  /** Followed from another correction. */
  readonly rule: number
  readonly undone: number
}

/** Gathers what a report is written from; the assistant draws the conclusions (REQ 2.1). */
export function collectReportData(parts: GraphParts, taskId: string, settings: Settings['report']): ReportData {
  const { store } = parts
  const { main_confidence: mainConfidence, passages_per_claim: shown } = settings
  const task = requireTask(store, taskId)
  const searches = store.searches.ofTask(taskId)
  const citations = new Citations()
  const nodes = loadTaskGraph(parts, taskId)
  const found = readFindings(parts, taskId, nodes)
  const answers = new Set(nearestToQuestion(found))
  const part = (finding: ShownFinding) => (answers.has(finding) ? 'answer' : partOf(finding, mainConfidence))
  const findings = reportFindings(parts, { findings: found, part, citations, shown })
  const pages = store.pages.ofTask(taskId)
  const read = new Set(pages.map((page) => page.url))
  const looked = searches.flatMap((search) => store.searches.pagesOf(search.id))
  return {
    task,
    mainConfidence,
    searches,
    findings,
    claims: nodes.length,
    contradictions: store.claims.contradictions(taskId),
    citations,
    retracted: pages.filter((page) => page.is_retracted),
    unread: onePerUrl(looked.filter((row) => row.page_id === null && !read.has(row.url))),
    pages,
    corrections: correctionCounts(store.people.feedback.ofTask(taskId)),
  }
}

const CORRECT_NOTHING = ['add_note', 'rate_usefulness', 'undo']

function correctionCounts(rows: readonly FeedbackRow[]): CorrectionCounts {
  const corrections = rows.filter(({ action }) => !CORRECT_NOTHING.includes(action))
  const by = (actor: FeedbackRow['actor']) =>
    corrections.filter((row) => row.undone_at === null && row.actor === actor).length
  const undone = corrections.filter((row) => row.undone_at !== null && row.copy_of === null).length
  return { assistant: by('assistant'), person: by('person'), rule: by('rule'), undone }
}

/** What answers the question is told first, whatever speaks against it: the first in rank of those near to it. */
const NEARLY_AS_NEAR = 0.2
const MOST_ANSWERS = 5

function nearestToQuestion(findings: readonly ShownFinding[]): readonly ShownFinding[] {
  const standing = findings.filter(({ shown, relevance }) => shown.claim.adopted && relevance !== null)
  const nearest = Math.max(...standing.map(({ relevance }) => relevance ?? 0))
  return standing.filter(({ relevance }) => (relevance ?? 0) >= nearest - NEARLY_AS_NEAR).slice(0, MOST_ANSWERS)
}

/** Findings below the main confidence carry a caution (REQ 4.5). */
function partOf({ shown, verification_status: status, confidence }: ShownFinding, mainConfidence: number): Part {
  if (!shown.claim.adopted) return 'aside'
  if (status === 'contested') return 'disputed'
  return confidence >= mainConfidence ? 'supported' : 'weaker'
}

function onePerUrl(rows: readonly SearchPageRow[]): readonly SearchPageRow[] {
  return [...new Map(rows.map((row) => [row.url, row])).values()]
}
