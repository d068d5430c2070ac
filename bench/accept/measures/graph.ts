import { rmSync } from 'node:fs'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { isPrimarySource } from '../../../src/domain/trust.ts'
import { collectReportData } from '../../../src/report/report-data.ts'
import type { ReportedFinding } from '../../../src/report/reported-finding.ts'
import type { ClaimNode } from '../../../src/research/graph/task-graph.ts'
import { loadTaskGraph } from '../../../src/research/graph/task-graph.ts'
import { type Figure, type Measure, shareFigure } from '../measure.ts'
import { checkedReport, openPlayed, type PlayedTask, playTasks } from '../played-tasks.ts'

/** What one task adds to each figure: counts, so that tasks are added up before anything is divided. */
interface Counts {
  part: number
  whole: number
}
type TaskCounts = Readonly<Record<GraphRow, Counts>>

const ROWS = [
  'support.three_sources',
  'support.citations',
  'depth.satisfied',
  'harvest.useful',
  'harvest.category',
  'harvest.duplicates',
  'refutation.candidates',
  'coverage.two_sources',
  'coverage.both_sides',
  'coverage.edges',
  'osint.primary',
  'osint.timelines',
  'osint.narrative',
  'osint.aggregators',
] as const
type GraphRow = (typeof ROWS)[number]

/** Rows that ask for a count of what is wrong, not for a share. */
const COUNTED: readonly GraphRow[] = ['support.citations', 'coverage.edges']

const WORLDS =
  'Five tasks in replay by the real program (four invented webs of ' +
  '25 to 40 pages each, and the demo), without a language model.'
const HOW: Readonly<Record<GraphRow, string>> = {
  'support.three_sources':
    'Main findings are those of the report that answer the question, are in dispute or reach the main ' +
    'confidence; sources are independent origins, copies counted ' +
    'once. Many statements of these webs stand on one site alone.',
  'support.citations':
    'Findings of the report without a citation, and citations that ' +
    'do not lead back to their bytes (`lyra report --check`).',
  'depth.satisfied': 'By the score of a search (LYRA 2.3); `get_status` names every other one with its state.',
  'harvest.useful': 'Fragments that the ranking keeps, for each page fetched.',
  'harvest.category': 'Pages by the level of trust of their site; the most frequent one of each task.',
  'harvest.duplicates': 'MinHash clusters.',
  'refutation.candidates': 'Of the same main findings.',
  'coverage.two_sources': 'The page of the claim and the pages of supporting passages; sites are registrable domains.',
  'coverage.both_sides': 'Findings with refuting origins.',
  'coverage.edges':
    'Claims of all findings but those set aside, without a passage that supports or refutes them. The passage that a ' +
    'claim was taken from is none of these, though every claim names it.',
  'osint.primary':
    'Primary sources are those of the levels PRIMARY, GOVERNMENT and ACADEMIC; what a subject has is the subject’s.',
  'osint.timelines': 'A day of publication of the finding’s own page or of one that supports it.',
  'osint.narrative': 'Fragments that repeat each other are one narrative; the most frequent one of each task.',
  'osint.aggregators': 'Pages with the mark of the quality gate.',
}

/** REQ 7: what stands in the graph and the report of five tasks. */
export const measureGraph: Measure = async (context) => {
  const tasks = await playTasks(context)
  const each: { readonly task: PlayedTask; readonly counts: TaskCounts }[] = []
  for (const task of tasks) each.push({ task, counts: await countTask(context.root, task) })
  const figures: Record<string, Figure> = {}
  for (const row of ROWS) figures[row] = figureOf(row, each)
  const slowest = Math.max(...tasks.map(({ seconds }) => seconds))
  figures['time.cpu'] = {
    value: slowest / 60,
    shown: `${(slowest / 60).toFixed(1)} minutes`,
    how:
      `${WORLDS} Nothing waits for a site here: on the live web a domain is asked every ` +
      '6.5 to 10.5 seconds, and the default budget ends a task after 20 minutes of work.',
  }
  for (const { home } of tasks) rmSync(home, { recursive: true, force: true })
  return figures
}

function figureOf(row: GraphRow, each: readonly { readonly task: PlayedTask; readonly counts: TaskCounts }[]): Figure {
  const of = each.map(({ task, counts }) => ({ name: task.name, ...counts[row] }))
  const sum = (key: 'part' | 'whole') => of.reduce((total, one) => total + one[key], 0)
  const how = `${WORLDS} ${HOW[row]}`
  if (COUNTED.includes(row)) return { value: sum('part'), shown: `${sum('part')} of ${sum('whole')}`, how }
  const tasks = of.map(({ name, part, whole }) => `${name} ${whole === 0 ? '-' : (part / whole).toFixed(2)}`)
  const all = shareFigure(sum('part'), sum('whole'), how)
  return { ...all, shown: `${all.shown}; ${tasks.join(', ')}` }
}

export async function countTask(root: string, task: PlayedTask): Promise<TaskCounts> {
  const report = await checkedReport(root, task)
  const { store, trust } = openPlayed(task.home, root)
  try {
    const parts = { store, trust }
    const data = collectReportData(parts, task.taskId, defaultSettings.report)
    const nodes = loadTaskGraph(parts, task.taskId)
    const adopted = nodes.filter(({ claim }) => claim.adopted)
    const main = data.findings.filter(({ part }) => ['answer', 'disputed', 'supported'].includes(part))
    const told = data.findings.filter(({ part }) => part !== 'aside')
    const disputed = data.findings.filter(({ finding }) => finding.refuting_sources > 0)
    const searches = store.searches.ofTask(task.taskId).filter(({ status }) => status !== 'running')
    const pages = store.pages.ofTask(task.taskId)
    const fragments = store.fragments.ofTask(task.taskId)
    const clustered = fragments.filter(({ cluster_id: cluster }) => cluster !== null)
    const refuting = new Set(
      searches
        .filter(({ options }) => options.refute === true)
        .flatMap(({ id }) => store.searches.pagesOf(id).flatMap(({ page_id: page }) => page ?? [])),
    )
    const uncited = data.findings.filter(({ source }) => !report.markdown.includes(`[${source}]`)).length
    const claimsTold = told.flatMap(({ finding }) => finding.members)
    return {
      'support.three_sources': share(main, ({ finding }) => finding.supporting_sources >= 3),
      'support.citations': { part: uncited + report.broken, whole: data.findings.length + report.citations },
      'depth.satisfied': share(searches, ({ status }) => status === 'satisfied'),
      'harvest.useful': {
        part: searches.reduce((sum, search) => sum + search.useful_fragments, 0),
        whole: searches.reduce((sum, search) => sum + search.pages_fetched, 0),
      },
      'harvest.category': largest(pages, (page) => trust.ofPage(page).level),
      'harvest.duplicates': {
        part: clustered.length - new Set(clustered.map(({ cluster_id: cluster }) => cluster)).size,
        whole: fragments.length,
      },
      'refutation.candidates': share(main, (one) => wasTested(one, refuting)),
      'coverage.two_sources': share(adopted, hasTwoSources),
      'coverage.both_sides': share(
        disputed,
        ({ supports, refutes }) => supports.voices.length * refutes.voices.length > 0,
      ),
      'coverage.edges': {
        part: claimsTold.filter((node) => !hasEdge(node)).length,
        whole: claimsTold.length,
      },
      'osint.primary': share(adopted, ({ page }) => isPrimarySource(trust.ofPage(page).level)),
      'osint.timelines': share(main, isDated),
      'osint.narrative': largest(adopted, ({ fragment }) => fragment.cluster_id ?? fragment.id),
      'osint.aggregators': share(pages, ({ quality_flags: flags }) => flags.includes('aggregator')),
    }
  } finally {
    store.close()
  }
}

function share<T>(list: readonly T[], fits: (one: T) => boolean): Counts {
  return { part: list.filter(fits).length, whole: list.length }
}

function largest<T>(list: readonly T[], key: (one: T) => string): Counts {
  const sizes = [...Map.groupBy(list, key).values()].map((group) => group.length)
  return { part: Math.max(0, ...sizes), whole: list.length }
}

function wasTested({ finding }: ReportedFinding, refuting: ReadonlySet<string>): boolean {
  return finding.members
    .flatMap(({ evidence }) => evidence)
    .some(({ relation, page }) => relation === 'refutes' || refuting.has(page.id))
}

function hasTwoSources({ page, evidence }: ClaimNode): boolean {
  const supporting = [page, ...evidence.filter(({ relation }) => relation === 'supports').map((edge) => edge.page)]
  return new Set(supporting.map(({ id }) => id)).size >= 2 && new Set(supporting.map(({ domain }) => domain)).size >= 2
}

function hasEdge({ evidence }: ClaimNode): boolean {
  return evidence.some(({ relation }) => relation === 'supports' || relation === 'refutes')
}

function isDated({ finding }: ReportedFinding): boolean {
  return finding.members.some(
    ({ page, evidence }) =>
      page.published_at !== null ||
      evidence.some((edge) => edge.relation === 'supports' && edge.page.published_at !== null),
  )
}
