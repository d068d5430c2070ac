import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { ReplayArchive } from '../archive/types.ts'
import { openArchiveWriter } from '../archive/writer.ts'
import { createBrowser } from '../browser/browser.ts'
import { type Clock, isoTime, systemClock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import { loadEngineTable } from '../engines/engine-table.ts'
import { createWebSearch } from '../engines/web-search.ts'
import { createExtract } from '../extract/extract.ts'
import { enqueueAuth } from '../human/auth-queue.ts'
import { notifyUser, systemDesktop } from '../human/notify.ts'
import { type HumanRoom, humanRoom } from '../human/room.ts'
import { createNli } from '../infer/nli.ts'
import { createStanceJudge } from '../infer/stance-judge.ts'
import { createGateway } from '../net/gateway.ts'
import { createPageFetcher } from '../net/page-fetcher.ts'
import { browserRoute, httpRoute, torRoute, waybackRoute } from '../net/routes.ts'
import { createAnalyser } from '../rank/tokens.ts'
import { ownerOfThisProcess } from '../research/jobs/owner.ts'
import { createScheduler } from '../research/jobs/scheduler.ts'
import { SearchJobs } from '../research/jobs/search-jobs.ts'
import type { ResearchParts } from '../research/parts.ts'
import { TrustBook } from '../research/trust-book.ts'
import { createSources } from '../sources/sources.ts'
import { jobStore } from '../store/jobs.ts'
import { openSandbox, type QuerySandbox } from '../store/sandbox/open-sandbox.ts'
import type { Store } from '../store/types.ts'
import type { Home } from './home.ts'
import { openClaimExtractor } from './open-claim-extractor.ts'
import { openEmbedder } from './open-embedder.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { slottedBrowser, slottedEmbedder, slottedNli } from './slotted.ts'
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
  readonly searchJobs: SearchJobs
  readonly human: HumanRoom
  readonly sandbox: QuerySandbox
  /** Closes what holds processes or files, in the order that loses nothing. */
  close(): Promise<void>
}

const TUNED_NLI = 'lyra-stance-mini'
const PARENT_NLI = 'lyra-nli-mini'

/** Every room gets what it needs here and nowhere else; heavy parts load when first used. */
export function wireRooms(input: WireInput): Rooms {
  const { settings, home, store, clock, ids, random, log, replay } = input
  const archive = openArchiveWriter({ folder: home.archive, clock, software: `Lyra ${VERSION}` })
  const human = humanRoom({ store, clock, ids, settings, log })
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
    sessionFor: (domain) => human.people.sessions.forSite(domain, isoTime(systemClock)),
  })
  const scheduler = createScheduler({
    network_client: settings.net.concurrency,
    cpu_nlp: settings.jobs.cpu_slots || availableParallelism(),
    queue_limit: settings.jobs.queue_limit,
  })
  const browserParts = { settings: settings.browser, gateway, clock, log, profileFolder: home.profile, archive }
  const browser = slottedBrowser(createBrowser(browserParts), scheduler, settings.browser.headful)
  const headful = slottedBrowser(createBrowser({ ...browserParts, mode: 'headful' }), scheduler, true)
  const undetected = createBrowser({ ...browserParts, mode: 'undetected' })
  const models = { home: home.root, threads: settings.models.threads }
  const embedder = slottedEmbedder(openEmbedder({ settings, home: home.root, log }), scheduler)
  const nli = slottedNli(createNli({ ...models, model: settings.models.nli }), scheduler)
  // The tuned model refutes too easily when asked alone: its parent gives the second opinion.
  const second =
    settings.models.nli === TUNED_NLI ? slottedNli(createNli({ ...models, model: PARENT_NLI }), scheduler) : null
  const notify: ResearchParts['notify'] = (event, message) => {
    if (settings.human.notify) void systemDesktop().then((desktop) => notifyUser(human, event, { message }, desktop))
  }
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
    sources: createSources(settings.sources, gateway, clock),
    fetcher: createPageFetcher({
      routes: [
        httpRoute(gateway),
        torRoute(gateway),
        browserRoute(browser),
        browserRoute(headful, 'headful'),
        browserRoute(undetected, 'undetected'),
        waybackRoute(gateway, { url: settings.net.wayback_url, share: settings.net.wayback_share }),
      ],
      log,
      events: store.events,
    }),
    extract: createExtract(),
    analyser: () => {
      analyser ??= createAnalyser()
      return analyser
    },
    stance: createStanceJudge({ nli, ...(second === null ? {} : { second }), embedder, settings: settings.judgement }),
    claims: openClaimExtractor(settings, embedder, log),
    trust: new TrustBook([join(PACKAGE_ROOT, 'config', 'domains.yaml'), home.domainsFile], store.domains),
    scheduler,
    enqueueAuth: (request) => {
      const alert = enqueueAuth(human, request).newAlert
      if (alert !== null) notify('auth_required', alert)
    },
    notify,
  }
  const lease = {
    owner: ownerOfThisProcess(),
    leaseMs: settings.jobs.lease_seconds * 1000,
    clock: systemClock,
  }
  const searchJobs = new SearchJobs(jobStore(store), lease, settings.replay === '' ? '' : resolve(settings.replay))
  const sandbox = openSandbox({
    dbPath: home.database,
    memoryMb: settings.query.memory_mb,
    maxAnswerBytes: settings.query.max_answer_bytes,
  })
  const close = async () => {
    await Promise.all([browser, headful, undetected].map((one) => one.close()))
    await gateway.close()
    await sandbox.close()
    await archive.close()
    store.close()
  }
  return { research, searchJobs, human, sandbox, close }
}
