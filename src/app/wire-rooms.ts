import { join } from 'node:path'
import type { ReplayArchive } from '../archive/types.ts'
import { openArchiveWriter } from '../archive/writer.ts'
import { createBrowser } from '../browser/browser.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import { loadEngineTable } from '../engines/engine-table.ts'
import { createWebSearch } from '../engines/web-search.ts'
import { createExtract } from '../extract/extract.ts'
import { enqueueAuth } from '../human/auth-queue.ts'
import { type HumanRoom, humanRoom } from '../human/room.ts'
import { createClaimExtractor } from '../infer/claim-extractor.ts'
import { createEmbedder } from '../infer/embedder.ts'
import { createNli } from '../infer/nli.ts'
import { createStanceJudge } from '../infer/stance-judge.ts'
import { createGateway } from '../net/gateway.ts'
import { createPageFetcher } from '../net/page-fetcher.ts'
import { browserRoute, httpRoute, torRoute, waybackRoute } from '../net/routes.ts'
import { createAnalyser } from '../rank/tokens.ts'
import type { ResearchParts } from '../research/parts.ts'
import { TrustBook } from '../research/trust-book.ts'
import { createSources } from '../sources/sources.ts'
import { openSandbox, type QuerySandbox } from '../store/sandbox/open-sandbox.ts'
import type { Store } from '../store/types.ts'
import type { Home } from './home.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { VERSION } from './version.ts'

export interface WireInput {
  readonly settings: Settings
  readonly home: Home
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly random: Random
  readonly log: Logger
  readonly replay: ReplayArchive | null
}

export interface Rooms {
  readonly research: ResearchParts
  readonly human: HumanRoom
  readonly sandbox: QuerySandbox
  /** Closes what holds processes or files, in the order that loses nothing. */
  close(): Promise<void>
}

/** Every room gets what it needs here and nowhere else; heavy parts load when first used. */
export function wireRooms(input: WireInput): Rooms {
  const { settings, home, store, clock, ids, random, log, replay } = input
  const archive = openArchiveWriter({ folder: home.archive, clock, software: `Lyra ${VERSION}` })
  const gateway = createGateway({
    settings: settings.net,
    store,
    clock,
    random,
    ids,
    log,
    archive,
    replay,
    events: store.events,
  })
  const browser = createBrowser({
    settings: settings.browser,
    gateway,
    clock,
    log,
    profileFolder: home.profile,
    archive,
  })
  const human = humanRoom({ store, clock, ids, settings, log })
  const models = { home: home.models, threads: settings.models.threads }
  const embedder = createEmbedder({ ...models, model: settings.models.embedding })
  const nli = createNli({ ...models, model: settings.models.nli })
  let analyser: ReturnType<typeof createAnalyser> | null = null
  const research: ResearchParts = {
    store,
    embedder,
    nli,
    settings,
    clock,
    ids,
    log,
    webSearch: createWebSearch({
      table: loadEngineTable(join(PACKAGE_ROOT, 'config', 'engines.yaml')),
      browser,
      health: store.engines,
      cache: store.caches,
      events: store.events,
      settings: settings.engines,
      serpTimeoutMs: settings.net.serp_timeout_seconds * 1000,
      clock,
      random,
      log,
    }),
    sources: createSources(settings.sources, gateway),
    fetcher: createPageFetcher({
      routes: [httpRoute(gateway), torRoute(), browserRoute(browser), waybackRoute(gateway)],
      log,
      events: store.events,
    }),
    extract: createExtract(),
    analyser: () => {
      analyser ??= createAnalyser()
      return analyser
    },
    stance: createStanceJudge({ nli, embedder, settings: settings.judgement }),
    claims: createClaimExtractor({ embedder, settings: settings.judgement }),
    trust: new TrustBook([join(PACKAGE_ROOT, 'config', 'domains.yaml'), home.domainsFile], store.domains),
    enqueueAuth: (request) => enqueueAuth(human, request),
  }
  const sandbox = openSandbox({
    dbPath: home.database,
    memoryMb: settings.query.memory_mb,
    maxAnswerBytes: settings.query.max_answer_bytes,
  })
  const close = async () => {
    await browser.close()
    await sandbox.close()
    await archive.close()
    store.close()
  }
  return { research, human, sandbox, close }
}
