import type { Contradiction } from '../domain/claim.ts'
import type { Page } from '../domain/page.ts'
import type { Settings } from '../domain/settings.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import { readFindings, type ShownFinding } from '../research/findings/read-findings.ts'
import { type GraphParts, loadTaskGraph } from '../research/graph/task-graph.ts'
import { requireTask } from '../store/require-task.ts'
import { Citations } from './citations.ts'
import { collectChanges, type ReportedChanges } from './data/changes.ts'
import { collectGaps, type Gaps } from './data/gaps.ts'
import { collectMethods, type Methods, NO_PROGRAM, type ProgramFacts } from './data/methods.ts'
import { collectTimes, type ReportedTimes } from './data/times.ts'
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
  readonly pages: readonly Page[]
  readonly changes: ReportedChanges
  readonly gaps: Gaps
  readonly times: ReportedTimes
  readonly methods: Methods
}

/** Gathers what a report is written from; the assistant draws the conclusions (REQ 2.1). */
export function collectReportData(
  parts: GraphParts,
  taskId: string,
  settings: Settings['report'],
  program: ProgramFacts = NO_PROGRAM,
): ReportData {
  const { store } = parts
  const { main_confidence: mainConfidence, passages_per_claim: shown } = settings
  const task = requireTask(store, taskId)
  const searches = store.searches.ofTask(taskId)
  const citations = new Citations()
  const nodes = loadTaskGraph(parts, taskId)
  const found = readFindings(parts, taskId, nodes)
  const answers = new Set(nearestToQuestion(found))
  const part = (finding: ShownFinding) => (answers.has(finding) ? 'answer' : partOf(finding, mainConfidence))
  const findings = reportFindings(parts, { findings: found, part, citations, shown, weighing: program.weighing })
  const pages = store.pages.ofTask(taskId)
  return {
    task,
    mainConfidence,
    searches,
    findings,
    claims: nodes.length,
    contradictions: store.claims.contradictions(taskId),
    citations,
    pages,
    changes: collectChanges(parts, { id: taskId, nodes, pages }, citations),
    gaps: collectGaps(store, searches, pages),
    times: collectTimes(store, taskId),
    methods: collectMethods(parts, { task, nodes, searches }, program),
  }
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
