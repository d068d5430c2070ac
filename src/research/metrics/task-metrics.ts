import { isSuccess } from '../../domain/outcome.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { loadTaskGraph } from '../graph/task-graph.ts'
import type { ResearchParts } from '../parts.ts'

/** Every figure is a share between 0 and 1 unless its name says otherwise. */
export type TaskMetrics = Readonly<Record<TaskMetricName, number>>

export const TASK_METRICS = {
  harvest_rate: 'Useful fragments for each page that was read',
  novelty_latest: 'Novelty of the latest search',
  satisfied_share: 'Searches that are satisfied',
  duplicate_share: 'Fragments that repeat another one',
  domain_diversity: 'Different domains for each page',
  refused_share: 'Pages refused: blocked, rate-limited, captcha, login or cooling down',
  captcha_share: 'Pages behind a challenge',
  primary_share: 'Adopted claims from primary sources',
  disputed_share: 'Claims that another source contradicts',
  dated_share: 'Adopted claims whose source has a date',
  largest_source_share: 'Adopted claims from the source with the most of them',
  archived_share: 'Pages whose bytes are in the archive',
  browser_share: 'Pages read through the browser',
  tor_share: 'Pages read through Tor',
  not_modified_share: 'Successful answers that said 304',
} as const
export type TaskMetricName = keyof typeof TASK_METRICS

/** REQ 4.6: harvest, novelty, duplicates, diversity, refusals and source quality of one task, from what is stored. */
export function taskMetrics(parts: ResearchParts, taskId: string): TaskMetrics {
  const { store, trust } = parts
  const searches = store.searches.ofTask(taskId)
  const looked = searches.flatMap((search) => store.searches.pagesOf(search.id))
  const ended = searches.filter((search) => search.status !== 'running')
  const pages = store.pages.ofTask(taskId)
  const fragments = store.fragments.ofTask(taskId)
  const nodes = loadTaskGraph(parts, taskId)
  const adopted = nodes.filter((node) => node.claim.adopted)
  const disputed = new Set(store.claims.contradictions(taskId).map((row) => row.claim_id))
  const clustered = fragments.filter((fragment) => fragment.cluster_id !== null)
  const clusters = new Set(clustered.map((fragment) => fragment.cluster_id))
  const successes = looked.filter((page) => isSuccess(page.outcome))
  const groups = Map.groupBy(adopted, (node) => node.group)
  return {
    harvest_rate: share(sum(ended.map((row) => row.useful_fragments)), sum(ended.map((row) => row.pages_fetched))),
    novelty_latest: ended.at(-1)?.novelty_score ?? 0,
    satisfied_share: share(ended.filter((row) => row.status === 'satisfied').length, ended.length),
    duplicate_share: share(clustered.length - clusters.size, fragments.length),
    domain_diversity: share(new Set(pages.map((page) => page.domain)).size, pages.length),
    refused_share: share(looked.filter((page) => REFUSED.has(page.outcome)).length, looked.length),
    captcha_share: share(looked.filter((page) => page.outcome === 'captcha').length, looked.length),
    primary_share: share(
      adopted.filter((node) => isPrimarySource(trust.ofPage(node.page).level)).length,
      adopted.length,
    ),
    disputed_share: share(nodes.filter((node) => disputed.has(node.claim.id)).length, nodes.length),
    dated_share: share(adopted.filter((node) => node.page.published_at !== null).length, adopted.length),
    largest_source_share: share(Math.max(0, ...[...groups.values()].map((group) => group.length)), adopted.length),
    archived_share: share(pages.filter((page) => page.warc_record_id !== null).length, pages.length),
    browser_share: share(pages.filter((page) => page.route.startsWith('browser')).length, pages.length),
    tor_share: share(pages.filter((page) => page.route.includes('tor')).length, pages.length),
    not_modified_share: share(successes.filter((page) => page.outcome === 'not_modified').length, successes.length),
  }
}

const REFUSED: ReadonlySet<string> = new Set(['blocked', 'rate_limited', 'captcha', 'login_wall', 'cooling_down'])

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
