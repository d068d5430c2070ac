import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Claim, Edge, StanceRelation } from '../../src/domain/claim.ts'
import { replayClock } from '../../src/domain/clock.ts'
import type { ConfidenceContribution } from '../../src/domain/confidence.ts'
import { seededIds } from '../../src/domain/ids.ts'
import type { Fragment, Page } from '../../src/domain/page.ts'
import type { Paper } from '../../src/domain/paper.ts'
import { markScreened, type Screened } from '../../src/domain/screened.ts'
import type { SearchRow, Task } from '../../src/domain/task.ts'
import type { TermSource } from '../../src/store/index-types.ts'
import { type OpenedStore, openStore } from '../../src/store/open-store.ts'
import { layMigratedCopy } from './migrated-copy.ts'

export const VIEW_FOLDER = fileURLToPath(new URL('../../config/views', import.meta.url))
/** As many as there are files: a new view is one file and nothing else. */
export const VIEW_COUNT = readdirSync(VIEW_FOLDER).filter((name) => name.endsWith('.sql')).length
export const AT = '2025-11-15T09:00:00.000Z'

export interface TestStore extends Disposable {
  readonly store: OpenedStore
  readonly folder: string
}

export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'lyra-store-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export function openAt(
  path: string,
  viewFolders: readonly string[] = [VIEW_FOLDER],
  terms: TermSource | null = null,
): OpenedStore {
  const clock = replayClock(Date.parse(AT))
  const ids = seededIds('store-test')
  return openStore({ path, clock, ids, viewFolders, terms })
}

/** A store in a folder of its own, removed with the test. */
export function testStore(terms?: TermSource): TestStore {
  const folder = temporaryFolder()
  const path = join(folder.path, 'lyra.db')
  layMigratedCopy(path, [VIEW_FOLDER])
  const store = openAt(path, undefined, terms)
  return {
    store,
    folder: folder.path,
    [Symbol.dispose]: () => {
      store.close()
      folder.remove()
    },
  }
}

export function task(id: string, over: Partial<Task> = {}): Task {
  return {
    id,
    query: 'DPP-4阻害薬の有効性と安全性',
    status: 'created',
    budget: { max_pages: 120, max_seconds: 1200 },
    priority_domains: ['pmda.go.jp'],
    scope: {},
    language: 'ja',
    seconds_used: 0,
    created_at: AT,
    updated_at: AT,
    stopped_at: null,
    stop_reason: null,
    final_status: null,
    cause_id: 'cause_test',
    ...over,
  }
}

export function search(id: string, taskId: string, over: Partial<SearchRow> = {}): SearchRow {
  return {
    id,
    task_id: taskId,
    query: 'sitagliptin HbA1c randomized trial',
    options: {},
    status: 'running',
    pages_fetched: 0,
    useful_fragments: 0,
    harvest_rate: 0,
    satisfaction_score: 0,
    novelty_score: 0,
    independent_sources: 0,
    has_primary_source: false,
    warnings: [],
    error: null,
    started_at: AT,
    finished_at: null,
    cause_id: 'cause_test',
    ...over,
  }
}

export function page(id: string, over: Partial<Page> = {}): Screened<Page> {
  return markScreened({
    id,
    url: `https://example.org/${id}`,
    final_url: null,
    canonical_url: null,
    domain: 'example.org',
    title: `Title of ${id}`,
    authors: ['山田 太郎'],
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
    quality_reasons: [],
    licence: null,
    identifiers: [],
    narrative_id: null,
    full_text_of: null,
    fetched_at: AT,
    checked_at: null,
    cause_id: 'cause_test',
    ...over,
  })
}

export function fragment(id: string, pageId: string, over: Partial<Fragment> = {}): Screened<Fragment> {
  return markScreened({
    id,
    page_id: pageId,
    fragment_type: 'paragraph',
    text_content: `シタグリプチンはHbA1cを0.7%低下させた (${id})。`,
    heading_context: '結果',
    heading_hierarchy: [{ level: 2, text: '結果' }],
    element_index: 0,
    position: 0,
    char_start: 0,
    char_end: 20,
    page_number: null,
    text_hash: `hash-${id}`,
    language: 'ja',
    extraction_method: 'html',
    quality_score: 0.9,
    cluster_id: null,
    is_irrelevant: false,
    post_id: null,
    post_author: null,
    revisions: [],
    section: null,
    told_from: null,
    superseded_at: null,
    warc_file: null,
    warc_record_id: null,
    created_at: AT,
    cause_id: 'cause_test',
    ...over,
  })
}

export function claim(id: string, taskId: string, fragmentId: string, over: Partial<Claim> = {}): Claim {
  return {
    id,
    task_id: taskId,
    search_id: 's_1',
    claim_text: `claim text of ${id}`,
    claim_type: 'fact',
    expected_polarity: 'affirm',
    granularity: 'atomic',
    language: 'en',
    source_fragment_id: fragmentId,
    span_start: 0,
    span_end: 10,
    context: null,
    extraction_method: 'builtin',
    extraction_quality: 0.8,
    confidence: 0.5,
    verification_status: 'pending',
    adopted: true,
    not_adopted_reason: null,
    no_refutation_found: false,
    created_at: AT,
    cause_id: 'cause_test',
    ...over,
  }
}

export function stance(
  fragmentId: string,
  claimId: string,
  relation: StanceRelation,
  confidence: number,
  over: Partial<Edge> = {},
): Edge {
  return {
    id: `edge_${fragmentId}_${claimId}`,
    source_type: 'fragment',
    source_id: fragmentId,
    target_type: 'claim',
    target_id: claimId,
    relation,
    nli_label: relation,
    nli_confidence: confidence,
    nli_raw_confidence: confidence,
    nli_model: 'test-nli',
    nli_notes: ['number_mismatch'],
    nli_supports: null,
    nli_refutes: null,
    nli_signals: null,
    nli_calibration: null,
    implied_by: null,
    read_as: null,
    rationale: null,
    citation_source: null,
    is_influential: false,
    human_corrected: false,
    created_at: AT,
    cause_id: 'cause_test',
    ...over,
  }
}

/** What the confidence of a claim counts, as `recompute` stores it; edges are named as `stance` names them. */
export function counted(
  claimId: string,
  parts: readonly (readonly [fragmentId: string, relation: 'supports' | 'refutes', counted?: boolean])[],
): readonly ConfidenceContribution[] {
  return parts.map(([fragmentId, relation, isCounted = true]) => ({
    edge_id: `edge_${fragmentId}_${claimId}`,
    relation,
    weight: 0.5,
    counted: isCounted,
    reliability: 0.9,
    reliability_parts: null,
    nli_confidence: 0.6,
    source_group: fragmentId,
    reason: isCounted ? null : 'its paper was retracted',
  }))
}

export function citation(citing: string, cited: string, source = 'openalex'): Edge {
  return {
    ...stance(citing, cited, 'neutral', 0),
    id: `edge_${citing}_${cited}_${source}`,
    source_type: 'page',
    target_type: 'page',
    relation: 'cites',
    nli_label: null,
    nli_confidence: null,
    nli_raw_confidence: null,
    nli_model: null,
    nli_notes: null,
    nli_supports: null,
    nli_refutes: null,
    nli_signals: null,
    nli_calibration: null,
    implied_by: null,
    read_as: null,
    citation_source: source,
  }
}

export function work(over: Partial<Paper> = {}): Screened<Paper> {
  return markScreened({
    source: 'openalex',
    identifiers: [{ type: 'doi', value: '10.1000/xyz123' }],
    title: 'Sitagliptin and cardiovascular outcomes in type 2 diabetes',
    abstract: 'Short abstract.',
    authors: ['Jennifer B. Green'],
    year: 2015,
    published_at: '2015-07-16',
    venue: 'NEJM',
    url: null,
    oa_url: null,
    licence: null,
    cited_by_count: 2100,
    reference_count: 40,
    is_preprint: false,
    is_retracted: false,
    retraction_notice: null,
    language: 'en',
    ...over,
  })
}

/** One search of the task looked at these pages. */
export function lookAt(store: OpenedStore, searchId: string, pages: readonly Page[], foundBy = 'duckduckgo'): void {
  for (const { id, url } of pages)
    store.searches.savePage({
      query_id: searchId,
      url,
      page_id: id,
      found_by: foundBy,
      outcome: 'ok',
      reason: null,
      attempts: [{ route: 'http', outcome: 'ok', reason: null }],
      counts_toward_budget: true,
      cause_id: 'cause_test',
    })
}
