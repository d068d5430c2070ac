import type { Page } from '../../domain/page.ts'
import type { CanonicalPaper } from '../../domain/paper.ts'
import type { SearchRow, Task } from '../../domain/task.ts'
import { readFindings, type ShownFinding } from '../../research/findings/read-findings.ts'
import { type GraphParts, loadTaskGraph } from '../../research/graph/task-graph.ts'
import { requireTask } from '../../store/require-task.ts'

/** A work or a page that can be cited; pages of one work are one source. */
export interface CitedSource {
  /** Unique in an export, ASCII, made for citing: `green2015_9f2c41`. */
  readonly key: string
  /** The page that was read; of a work the first one. */
  readonly page: Page
  readonly paper: CanonicalPaper | null
}

export interface ExportData {
  readonly task: Task
  readonly searches: readonly SearchRow[]
  /** What answers the question first. */
  readonly findings: readonly ShownFinding[]
  readonly sources: readonly CitedSource[]
  /** The source of every page, by page id. */
  readonly sourceOf: ReadonlyMap<string, CitedSource>
}

export function collectExportData(parts: GraphParts, taskId: string): ExportData {
  const { store } = parts
  const nodes = loadTaskGraph(parts, taskId)
  const pages = new Map(store.pages.ofTask(taskId).map((page) => [page.id, page]))
  for (const { page, evidence } of nodes)
    for (const one of [page, ...evidence.map((edge) => edge.page)]) pages.set(one.id, one)
  const sources: CitedSource[] = []
  const sourceOf = new Map<string, CitedSource>()
  const byWork = new Map<string, CitedSource>()
  for (const page of [...pages.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const known = page.work_id === null ? undefined : byWork.get(page.work_id)
    const paper = page.work_id === null ? null : store.works.get(page.work_id)
    const source = known ?? { key: citeKey(page, paper), page, paper }
    if (known === undefined) sources.push(source)
    if (page.work_id !== null) byWork.set(page.work_id, source)
    sourceOf.set(page.id, source)
  }
  return {
    task: requireTask(store, taskId),
    searches: store.searches.ofTask(taskId),
    findings: readFindings(parts, taskId, nodes),
    sources,
    sourceOf,
  }
}

/** Family name where it is written in Latin letters, else the site; the end of the id keeps two apart. */
function citeKey(page: Page, paper: CanonicalPaper | null): string {
  const [first = ''] = paper?.authors ?? page.authors
  const family = first.includes(',') ? first.slice(0, first.indexOf(',')) : (first.split(' ').at(-1) ?? '')
  const ascii = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]/gu, '')
      .toLowerCase()
  const name = ascii(family) || ascii(page.domain.split('.', 1)[0] ?? '') || 'source'
  const year = paper?.year ?? page.year ?? page.published_at?.slice(0, 4) ?? ''
  return `${name.slice(0, 40)}${year}_${page.id.slice(-6)}`
}
