import { slottedFetcher } from '../../src/app/slots/network.ts'
import { slottedRank } from '../../src/app/slots/text.ts'
import { NO_CALIBRATIONS } from '../../src/domain/calibration.ts'
import type { Clock } from '../../src/domain/clock.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { randomIds, sha256 } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import type { EngineReport } from '../../src/engines/types.ts'
import type { Extract, ExtractedFragment } from '../../src/extract/types.ts'
import type { ClaimExtractor } from '../../src/judge/types.ts'
import type { PageFetch, PageFetcher } from '../../src/net/types.ts'
import { rankFragments } from '../../src/rank/rank.ts'
import { createAnalyser } from '../../src/rank/tokens.ts'
import { Conductor } from '../../src/research/conductor.ts'
import type { ConductorParts } from '../../src/research/conductor-parts.ts'
import type { DocumentCopies } from '../../src/research/documents/copy-files.ts'
import { DomainTrust } from '../../src/research/domain-trust.ts'
import { paperIntake } from '../../src/research/stages/papers.ts'
import type { AcademicSource } from '../../src/sources/types.ts'
import { type OpenedStore, openStore } from '../../src/store/open-store.ts'
import { JobQueue } from '../../src/work/job-queue.ts'
import { ownerOfThisProcess } from '../../src/work/process-owner.ts'
import { createScheduler } from '../../src/work/scheduler.ts'
import { layMigratedCopy, migratedFile } from '../store/migrated-copy.ts'

export interface SmallWeb {
  readonly store: OpenedStore
  readonly parts: ConductorParts
  readonly conductor: Conductor
  /** What was asked of the world outside, in order. */
  readonly asked: string[]
  readonly notices: string[]
}

export interface SmallWebOptions {
  /** Left out: a new store that nobody opens a second time. */
  readonly path?: string
  readonly owner?: string
  readonly settings?: Settings
  readonly waiting?: Clock
  /** Runs before each outside request is answered; may wait or throw. */
  readonly onAsk?: (what: string, signal?: AbortSignal) => Promise<void>
  readonly engineOutcome?: EngineReport['outcome']
  readonly sources?: readonly AcademicSource[]
  readonly pageOutcome?: (url: string) => 'ok' | 'cooling_down' | 'captcha' | 'offline'
}

/** The real store, jobs, conductor, pipeline and ranking; a web of three pages, and models that answer by rule. */
export function openSmallWeb(options: SmallWebOptions = {}): SmallWeb {
  const settings = options.settings ?? defaultSettings
  const ids = randomIds()
  const path = options.path ?? migratedFile()
  layMigratedCopy(path, [])
  const store = openStore({ path, clock: systemClock, ids, viewFolders: [], terms: null })
  const asked: string[] = []
  const notices: string[] = []
  const ask = async (what: string, signal?: AbortSignal) => {
    asked.push(what)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    await Promise.race([options.onAsk?.(what, signal), aborted])
    signal?.throwIfAborted()
  }
  const waiting = options.waiting ?? systemClock
  const lease = {
    owner: options.owner ?? ownerOfThisProcess(),
    leaseMs: settings.jobs.lease_seconds * 1000,
    clock: waiting,
  }
  const scheduler = createScheduler({ network_client: 4, cpu_nlp: 2, queue_limit: 100 }, () => {})
  const fetcher: PageFetcher = {
    warnings: [],
    fetchPage: async ({ url, signal }, onStart) => {
      onStart?.()
      await ask(`page ${url}`, signal)
      return fetched(url, options.pageOutcome?.(url) ?? 'ok')
    },
  }
  const trust = new DomainTrust([], store.domains)
  const extract: Extract = async ({ body }) => ({ ok: true, page: extracted(new TextDecoder().decode(body)) })
  const claims = everySentence()
  const parts: ConductorParts = {
    store,
    settings,
    ids,
    clock: systemClock,
    waiting,
    log: silentLogger,
    webSearch: {
      engines: ['mojeek'],
      search: async ({ query, signal }) => {
        await ask(`engine ${query}`, signal)
        return [report(query, options.engineOutcome ?? 'ok')]
      },
    },
    sources: options.sources ?? [],
    targets: [],
    scopeTables: () => ({ lenses: [], organisations: [] }),
    fetcher: slottedFetcher(fetcher, scheduler, settings.jobs.page_seconds * 1000),
    extract,
    documents: { copies: documentsInMemory(), extract, claims },
    analyser: createAnalyser,
    embedder: { modelId: 'letters', dimension: 26, embed: async (texts) => texts.map(letters) },
    nli: { modelId: 'none', judge: async (pairs) => pairs.map(() => ({ supports: 0, refutes: 0, neutral: 1 })) },
    stance: {
      modelId: 'none',
      judgeFragments: async (_claim, fragments) =>
        fragments.map(({ text }) => ({
          relation: 'supports' as const,
          confidence: 0.8,
          scores: { supports: 0.8, refutes: 0.1, neutral: 0.1 },
          rationale: text.slice(0, 40),
          notes: [],
          decidedBy: 'test-nli',
        })),
    },
    claims,
    trust,
    works: paperIntake({ store, trust, settings, clock: systemClock }),
    stalePages: () => false,
    calibrations: () => NO_CALIBRATIONS,
    // No site has a search of its own, a sitemap, or bytes in an archive that could be explored.
    siteSearch: {
      domainOf: () => null,
      search: async () => ({ via: 'operator', outcome: 'no_results', reason: null, items: [], url: null }),
    },
    readBack: async () => null,
    sitemaps: async () => ({ entries: [], read: [] }),
    scheduler,
    rank: slottedRank(rankFragments, scheduler),
    enqueueAuth: () => {},
    notify: (event, message) => void notices.push(`${event}: ${message}`),
    jobs: new JobQueue(store.jobs, lease, settings.replay),
  }
  return { store, parts, conductor: new Conductor(parts), asked, notices }
}

/** Three sites whose pages are about the query, each in its own words. */
const SITES = ['clinic.example', 'registry.example', 'journal.example']
const WORDS = [
  'reported a mean fall of four millimetres after eight weeks of daily use in adults',
  'lists twelve completed studies and withholds judgement until longer follow up exists',
  'found no difference against placebo among volunteers with normal readings at baseline',
]

function report(query: string, outcome: EngineReport['outcome']): EngineReport {
  const slug = query.toLowerCase().replace(/\W+/g, '-')
  const items = SITES.map((site, index) => ({
    title: `${query} at ${site}`,
    url: `https://${site}/${slug}`,
    snippet: query,
    date: null,
    engine: 'mojeek',
    rank: index + 1,
    source_tag: 'unknown',
  }))
  return { engine: 'mojeek', outcome, reason: null, items: outcome === 'ok' ? items : [], cached: false }
}

function fetched(url: string, outcome: 'ok' | 'cooling_down' | 'captcha' | 'offline'): PageFetch {
  if (outcome !== 'ok')
    return {
      result: { outcome, route: 'http', reason: 'refused', archive: null, elapsedMs: 1 },
      attempts: [],
      screenshot: null,
    }
  const site = SITES.findIndex((name) => url.includes(name))
  const text = `The ${SITES[site]} page on ${url.split('/').at(-1)?.replaceAll('-', ' ')} ${WORDS[site]}.`
  return {
    result: {
      outcome,
      route: 'http',
      response: { status: 200, headers: {}, body: new TextEncoder().encode(text), finalUrl: url },
      archive: null,
      elapsedMs: 1,
    },
    attempts: [],
    screenshot: null,
  }
}

function extracted(text: string) {
  const fragment: ExtractedFragment = {
    fragment_type: 'paragraph',
    text_content: text,
    heading_context: null,
    heading_hierarchy: [],
    element_index: 0,
    position: 0,
    char_start: 0,
    char_end: text.length,
    page_number: null,
    text_hash: sha256(text),
    language: 'en',
    extraction_method: 'html',
  }
  return {
    title: text.slice(0, 30),
    authors: [],
    publishedAt: null,
    updatedAt: null,
    canonicalUrl: null,
    language: 'en',
    pageType: 'article' as const,
    fragments: [fragment],
    identifiers: [],
    links: [],
    quality: 1,
    qualityFlags: [],
  }
}

/** How often each letter stands in the text, as a unit vector. */
function letters(text: string): Float32Array {
  const vector = new Float32Array(26)
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < 26) vector[at] = (vector[at] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

function everySentence(): ClaimExtractor {
  return {
    method: 'builtin',
    extract: async (sources) =>
      sources.map(({ fragmentId, text }) => ({
        fragmentId,
        dropped: [],
        claims: [
          {
            text,
            type: 'fact',
            polarity: 'affirm',
            granularity: 'atomic',
            language: 'en',
            spanStart: 0,
            spanEnd: text.length,
            quality: 1,
          },
        ],
      })),
  }
}

/** Files of the user, kept as long as the test runs. */
function documentsInMemory(): DocumentCopies {
  const bodies = new Map<string, Uint8Array>()
  return {
    save: async (_, copy, body) => {
      bodies.set(copy.url, body)
      return { ...copy, warc_file: null, warc_record_id: null }
    },
    read: async ({ url }) => bodies.get(url) ?? null,
  }
}
