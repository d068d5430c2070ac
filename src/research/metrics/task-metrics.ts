import type { TaskMetrics } from '../../api/get-status.ts'
import { uniqueNgramShare } from '../../domain/novelty.ts'
import { isSuccess } from '../../domain/outcome.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { citationDamping } from '../citation-rings.ts'
import { type ClaimNode, loadTaskGraph } from '../graph/task-graph.ts'
import type { ResearchParts } from '../parts.ts'

/** What each figure is, for the pages that show it. */
export const TASK_METRICS: Readonly<Record<keyof TaskMetrics, string>> = {
  harvest_rate: 'Useful fragments for each page that was read',
  novelty_latest: 'Novelty of the latest search',
  unique_ngram_share: 'Of the last 20 fragments read, the share of three-word runs not seen shortly before',
  satisfied_share: 'Searches that are satisfied',
  duplicate_share: 'Fragments that repeat another one',
  domain_diversity: 'Different domains for each page',
  narrative_diversity: 'Different texts behind each adopted claim: copies count once',
  refused_share: 'Pages that a site refused: blocked, rate-limited, captcha or login',
  blocked_share: 'Pages that a site refused outright (403 and the like)',
  withheld_share: 'Pages that Lyra did not ask for: a blocked domain, robots.txt, a cool-down',
  captcha_share: 'Pages behind a challenge',
  primary_share: 'Adopted claims from primary sources',
  disputed_share: 'Claims that another source contradicts',
  dated_share: 'Adopted claims whose source has a date',
  aggregator_share: 'Pages that only gather excerpts of others',
  citation_loop_share: 'Pages that cite each other in a circle',
  largest_source_share: 'Adopted claims from the source with the most of them',
  archived_share: 'Pages whose bytes are in the archive',
  browser_share: 'Pages read through a browser, with a window or without',
  headful_share: 'Pages that needed a browser with a window, or an undetected one',
  tor_share: 'Pages read through Tor',
  not_modified_share: 'Successful answers that said 304',
}
export type TaskMetricName = keyof TaskMetrics

export type TaskMetricParts = Pick<ResearchParts, 'store' | 'trust' | 'settings'>

/** REQ 4.6: harvest, novelty, duplicates, diversity, refusals and source quality of one task, from what is stored. */
export function taskMetrics(
  parts: TaskMetricParts,
  taskId: string,
  nodes: readonly ClaimNode[] = loadTaskGraph(parts, taskId),
): TaskMetrics {
  const { store, trust } = parts
  const searches = store.searches.ofTask(taskId)
  const looked = searches.flatMap((search) => store.searches.pagesOf(search.id))
  const ended = searches.filter((search) => search.status !== 'running')
  const pages = store.pages.ofTask(taskId)
  const fragments = store.fragments.ofTask(taskId)
  const adopted = nodes.filter((node) => node.claim.adopted)
  const disputed = new Set(store.claims.contradictions(taskId).map((row) => row.claim_id))
  const clustered = fragments.filter((fragment) => fragment.cluster_id !== null)
  const clusters = new Set(clustered.map((fragment) => fragment.cluster_id))
  const successes = looked.filter((page) => isSuccess(page.outcome))
  const groups = Map.groupBy(adopted, (node) => node.group)
  return {
    harvest_rate: share(sum(ended.map((row) => row.useful_fragments)), sum(ended.map((row) => row.pages_fetched))),
    novelty_latest: ended.at(-1)?.novelty_score ?? 0,
    unique_ngram_share: uniqueNgramShare(fragments.slice(-SHORTLY).map((fragment) => fragment.text_content)),
    satisfied_share: share(ended.filter((row) => row.status === 'satisfied').length, ended.length),
    duplicate_share: share(clustered.length - clusters.size, fragments.length),
    domain_diversity: share(new Set(pages.map((page) => page.domain)).size, pages.length),
    narrative_diversity: share(new Set(adopted.map(narrativeOf)).size, adopted.length),
    refused_share: share(looked.filter((page) => REFUSED.has(page.outcome)).length, looked.length),
    blocked_share: share(looked.filter((page) => page.outcome === 'blocked').length, looked.length),
    withheld_share: share(looked.filter((page) => WITHHELD.has(page.outcome)).length, looked.length),
    captcha_share: share(looked.filter((page) => page.outcome === 'captcha').length, looked.length),
    primary_share: share(
      adopted.filter((node) => isPrimarySource(trust.ofPage(node.page).level)).length,
      adopted.length,
    ),
    disputed_share: share(nodes.filter((node) => disputed.has(node.claim.id)).length, nodes.length),
    dated_share: share(adopted.filter((node) => node.page.published_at !== null).length, adopted.length),
    aggregator_share: share(pages.filter((page) => page.quality_flags.includes('aggregator')).length, pages.length),
    citation_loop_share: share(citationDamping(store, taskId, parts.settings.sources).size, pages.length),
    largest_source_share: share(Math.max(0, ...[...groups.values()].map((group) => group.length)), adopted.length),
    archived_share: share(pages.filter((page) => page.warc_record_id !== null).length, pages.length),
    browser_share: share(pages.filter((page) => BY_BROWSER.has(page.route)).length, pages.length),
    headful_share: share(pages.filter((page) => WINDOWED.has(page.route)).length, pages.length),
    tor_share: share(pages.filter((page) => page.route.includes('tor')).length, pages.length),
    not_modified_share: share(successes.filter((page) => page.outcome === 'not_modified').length, successes.length),
  }
}

const WINDOWED: ReadonlySet<string> = new Set(['headful', 'undetected'])
const BY_BROWSER: ReadonlySet<string> = new Set(['browser', ...WINDOWED])
/** Fragments compared for the n-grams of the last twenty; all of a large task would take too long for a status. */
const SHORTLY = 100

const REFUSED: ReadonlySet<string> = new Set(['blocked', 'rate_limited', 'captcha', 'login_wall'])
const WITHHELD: ReadonlySet<string> = new Set(['domain_blocked', 'robots_denied', 'cooling_down'])

function narrativeOf({ fragment }: ClaimNode): string {
  return fragment.cluster_id ?? fragment.id
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
