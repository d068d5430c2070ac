import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isoTime, systemClock } from '../../src/domain/clock.ts'
import { seededIds, sha256 } from '../../src/domain/ids.ts'
import { markScreened } from '../../src/domain/screened.ts'
import { type Analyser, termSource } from '../../src/rank/tokens.ts'
import { openStore } from '../../src/store/open-store.ts'
import { median } from '../bench.ts'

interface Document {
  readonly id: string
  readonly text: string
}

export interface FullText {
  /** Ids, best first. */
  search(query: string, count: number): string[]
  readonly secondsToIndex: number
  /** Size of the index beside the size of the texts. */
  readonly sizeShare: number
  close(): void
}

/** The documents as fragments of a real store, indexed and searched as `lyra find` does. */
export function openFullText(documents: readonly Document[], analyser: Analyser): FullText {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-'))
  const store = openStore({
    path: join(folder, 'lyra.db'),
    clock: systemClock,
    ids: seededIds('bench'),
    viewFolders: [],
    terms: termSource(analyser),
  })
  const at = isoTime(systemClock)
  store.write(() => {
    store.pages.save(markScreened(benchPage(at)))
    store.fragments.saveAll(documents.map((document, position) => markScreened(benchFragment(document, position, at))))
  })
  const started = performance.now()
  const AT_ONCE = 512
  for (let from = 0; from < documents.length; from += AT_ONCE)
    store.texts.save('fragment', store.texts.prepare('fragment', documents.slice(from, from + AT_ONCE)))
  const secondsToIndex = (performance.now() - started) / 1000
  const index = store.db.prepare('SELECT sum(length(block)) AS bytes FROM fragment_terms_data').get()?.bytes
  const texts = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return {
    search: (query, count) => store.texts.search({ target: 'fragment', query, topK: count }).hits.map((hit) => hit.id),
    secondsToIndex,
    sizeShare: Number(index) / texts,
    close: () => {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Median milliseconds of one query each way, after a first round that warms both. */
export function timeBoth(
  queries: readonly string[],
  ways: { readonly fts: (query: string) => unknown; readonly memory: (query: string) => unknown },
): { readonly fts: number; readonly memory: number } {
  const time = (work: (query: string) => unknown) =>
    queries.map((query) => {
      const started = performance.now()
      work(query)
      return performance.now() - started
    })
  time(ways.fts)
  time(ways.memory)
  return { fts: median(time(ways.fts)), memory: median(time(ways.memory)) }
}

function benchPage(at: string) {
  return {
    id: 'page_bench',
    url: 'https://bench.example/',
    final_url: null,
    canonical_url: null,
    domain: 'bench.example',
    title: null,
    authors: [],
    published_at: null,
    updated_at: null,
    year: null,
    language: null,
    page_type: 'other' as const,
    route: 'http' as const,
    outcome: 'ok' as const,
    http_status: 200,
    content_type: null,
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
    cause_id: 'bench',
  }
}

function benchFragment({ id, text }: Document, position: number, at: string) {
  return {
    id,
    page_id: 'page_bench',
    fragment_type: 'paragraph' as const,
    text_content: text,
    heading_context: null,
    heading_hierarchy: [],
    element_index: 0,
    position,
    char_start: 0,
    char_end: text.length,
    page_number: null,
    text_hash: sha256(text),
    language: null,
    extraction_method: 'html' as const,
    quality_score: 1,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: 'bench',
  }
}
