import type { TestContext } from 'node:test'
import type { Claim, Edge } from '../../src/domain/claim.ts'
import type { Clock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import type { Fragment, Page } from '../../src/domain/page.ts'
import { markScreened } from '../../src/domain/screened.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import type { SearchRow, Task } from '../../src/domain/task.ts'
import type { HumanDeps } from '../../src/human/human-deps.ts'
import { openStore } from '../../src/store/open-store.ts'
import { migratedFile } from '../store/migrated-copy.ts'

export const START = Date.parse('2025-01-15T10:00:00.000Z')

/** Moves only when a test says so. */
export function handClock(): Clock & { advance(ms: number): void } {
  let time = START
  return {
    now: () => time,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      time += ms
    },
    advance: (ms) => {
      time += ms
    },
  }
}

/** What the human room needs, over a real SQLite store in memory. */
export function openDeps(t: TestContext, settings: Settings = defaultSettings) {
  const clock = handClock()
  const ids = seededIds('human')
  const store = openStore({ path: migratedFile(), clock, ids, viewFolders: [], terms: null })
  t.after(() => store.close())
  return { deps: { store, clock, ids, settings, log: silentLogger }, clock }
}

const at = new Date(START).toISOString()

export function addTask(deps: HumanDeps, id = 'task_1'): Task {
  const task: Task = {
    id,
    query: '鎮静下内視鏡の安全性',
    status: 'exploring',
    budget: { max_pages: 120, max_seconds: 1200 },
    priority_domains: [],
    scope: {},
    language: 'ja',
    seconds_used: 0,
    created_at: at,
    updated_at: at,
    stopped_at: null,
    stop_reason: null,
    final_status: null,
    cause_id: 'cause_0',
  }
  deps.store.tasks.insert(task)
  return task
}

export function addSearch(deps: HumanDeps, taskId: string, id: string): void {
  const row: SearchRow = {
    id,
    task_id: taskId,
    query: '鎮静 偶発症',
    options: {},
    status: 'partial',
    pages_fetched: 0,
    useful_fragments: 0,
    harvest_rate: 0,
    satisfaction_score: 0,
    novelty_score: 0,
    independent_sources: 0,
    has_primary_source: false,
    warnings: [],
    error: null,
    started_at: at,
    finished_at: null,
    cause_id: 'cause_0',
  }
  deps.store.searches.insert(row)
}

export function addPage(deps: HumanDeps, id: string, url: string): Page {
  const page: Page = {
    id,
    url,
    final_url: null,
    canonical_url: null,
    domain: new URL(url).hostname,
    title: '鎮静ガイドライン',
    authors: [],
    published_at: null,
    updated_at: null,
    year: null,
    language: 'ja',
    page_type: 'article',
    route: 'http',
    outcome: 'ok',
    http_status: 200,
    content_type: 'text/html',
    content_hash: null,
    warc_file: null,
    warc_record_id: null,
    screenshot_path: null,
    work_id: null,
    paper_metadata: null,
    is_retracted: false,
    quality_score: 1,
    quality_flags: [],
    fetched_at: at,
    cause_id: 'cause_0',
  }
  return deps.store.pages.save(markScreened(page)).page
}

export function addFragment(deps: HumanDeps, id: string, pageId: string, text: string): Fragment {
  const fragment: Fragment = {
    id,
    page_id: pageId,
    fragment_type: 'paragraph',
    text_content: text,
    heading_context: null,
    heading_hierarchy: [],
    element_index: 0,
    position: 4,
    char_start: 0,
    char_end: text.length,
    page_number: null,
    text_hash: id,
    language: 'ja',
    extraction_method: 'html',
    quality_score: 1,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: 'cause_0',
  }
  deps.store.fragments.saveAll([markScreened(fragment)])
  return fragment
}

export function addClaim(deps: HumanDeps, id: string, taskId: string, fragmentId: string, text: string): Claim {
  const claim: Claim = {
    id,
    task_id: taskId,
    search_id: 's_1',
    claim_text: text,
    claim_type: 'fact',
    expected_polarity: 'affirm',
    granularity: 'atomic',
    language: 'ja',
    source_fragment_id: fragmentId,
    span_start: 0,
    span_end: text.length,
    extraction_method: 'builtin',
    extraction_quality: 1,
    confidence: 0.5,
    verification_status: 'pending',
    adopted: true,
    not_adopted_reason: null,
    no_refutation_found: false,
    created_at: at,
    cause_id: 'cause_0',
  }
  deps.store.claims.saveAll([claim])
  return claim
}

export function addStance(
  deps: HumanDeps,
  id: string,
  fragmentId: string,
  claimId: string,
  relation: 'supports' | 'refutes' | 'neutral',
): Edge {
  const edge: Edge = {
    id,
    source_type: 'fragment',
    source_id: fragmentId,
    target_type: 'claim',
    target_id: claimId,
    relation,
    nli_label: relation,
    nli_confidence: 0.7,
    rationale: `偶発症はまれである (${fragmentId})。`,
    citation_source: null,
    is_influential: false,
    human_corrected: false,
    created_at: at,
    cause_id: 'cause_0',
  }
  deps.store.edges.saveStance(edge)
  return edge
}
