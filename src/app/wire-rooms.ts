import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { unreadableNotice } from '../archive/replay.ts'
import type { ReplayArchive } from '../archive/types.ts'
import { openArchiveWriter } from '../archive/writer.ts'
import { type BrowserOptions, createBrowser } from '../browser/browser.ts'
import { rememberedProduct } from '../browser/product.ts'
import type { SearchCalibrations } from '../domain/calibration.ts'
import { type Clock, isoTime, systemClock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { Random } from '../domain/random.ts'
import type { Settings } from '../domain/settings.ts'
import { loadEngineTables } from '../engines/engine-table.ts'
import type { Mirrored } from '../engines/query-mirror.ts'
import { createSiteSearch } from '../engines/site-search.ts'
import { createFormSubmitter } from '../engines/submit-search-form.ts'
import { createWebSearch } from '../engines/web-search.ts'
import { createExtract } from '../extract/extract.ts'
import { judgedExtract } from '../extract/quality-judge.ts'
import { enqueueAuth } from '../human/auth-queue.ts'
import { notifyUser, systemDesktop } from '../human/notify.ts'
import { type HumanRoom, humanRoom } from '../human/room.ts'
import { screenedSerpCache } from '../intake/admit-results.ts'
import { createStanceJudge } from '../judge/stance-judge.ts'
import { openStanceModels } from '../judge/stance-promotion.ts'
import { createNli } from '../models/nli.ts'
import { createGateway } from '../net/gateway.ts'
import { createPageFetcher } from '../net/page-fetcher.ts'
import { browserRoute, httpRoute, torRoute } from '../net/routes.ts'
import { createSitemapReader } from '../net/sitemap.ts'
import { systemResolve } from '../net/ssrf-guard.ts'
import { waybackRoute } from '../net/wayback.ts'
import type { Analyser } from '../rank/tokens.ts'
import { SearchJobs } from '../research/jobs/search-jobs.ts'
import type { ResearchParts } from '../research/parts.ts'
import { TrustBook } from '../research/trust-book.ts'
import { createSources } from '../sources/sources.ts'
import { openSandbox, type QuerySandbox } from '../store/sandbox/open-sandbox.ts'
import type { Store } from '../store/types.ts'
import { isAlive, ownerOfThisProcess } from '../work/process-owner.ts'
import { createScheduler } from '../work/scheduler.ts'
import { startCycles } from './adapt-cycles.ts'
import type { Home } from './home.ts'
import { noteLateWork } from './late-work.ts'
import { llmAccount } from './llm-account.ts'
import { localPosts } from './local-post.ts'
import { openCalibrations } from './open-calibrations.ts'
import { openClaimExtractor } from './open-claim-extractor.ts'
import { openEmbedder } from './open-embedder.ts'
import { openLocalLlm } from './open-local-llm.ts'
import { openQualityJudge } from './open-quality-judge.ts'
import { openQueryMirror } from './open-query-mirror.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { withRedactedReasons } from './redacted-reasons.ts'
import {
  slottedBrowser,
  slottedEmbedder,
  slottedExtract,
  slottedGateway,
  slottedNli,
  slottedResultPages,
} from './slotted.ts'
import { VERSION } from './version.ts'

export interface WireInput {
  readonly settings: Settings
  readonly home: Home
  readonly store: Store
  readonly analyser: Analyser
  readonly clock: Clock
  readonly ids: IdSource
  readonly random: Random
  readonly log: Logger
  readonly replay: ReplayArchive | null
  /** Replay of one task: what its queries were translated to. */
  readonly mirrors?: ReadonlyMap<string, Mirrored> | undefined
  /** And which corrections its searches applied, in their order. */
  readonly calibrations?: readonly SearchCalibrations[] | undefined
}

export interface Rooms {
  readonly research: ResearchParts
  readonly searchJobs: SearchJobs
  readonly human: HumanRoom
  readonly sandbox: QuerySandbox
  /** Closes what holds processes or files, in the order that loses nothing. */
  close(): Promise<void>
}

/** Every room gets what it needs here and nowhere else; heavy parts load when first used. */
export function wireRooms(input: WireInput): Rooms {
  const { settings, home, analyser, clock, ids, random, log, replay } = input
  const store = withRedactedReasons(input.store)
  const archive = openArchiveWriter({ folder: home.archive, clock, software: `Lyra ${VERSION}` })
  const human = humanRoom({ store, clock, ids, settings, log })
  const damage = replay === null ? null : unreadableNotice(replay)
  if (damage !== null) log.warn('replay.unreadable', { notice: damage })
  const product = replay === null ? rememberedProduct(home.profile, settings.browser) : null
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
    lanes: store.lanes({
      me: ownerOfThisProcess(),
      isAlive,
      leaseMs: settings.jobs.page_seconds * 1000,
    }),
    resolve: systemResolve,
    product,
    sessionFor: (domain) => human.people.sessions.forSite(domain, isoTime(systemClock)),
  })
  const scheduler = createScheduler(
    {
      network_client: settings.net.concurrency,
      cpu_nlp: settings.jobs.cpu_slots || availableParallelism(),
      queue_limit: settings.jobs.queue_limit,
    },
    noteLateWork(store, log),
  )
  const limits = {
    serp: settings.net.serp_timeout_seconds * 1000,
    start: settings.browser.start_seconds * 1000,
    request: settings.net.timeout_seconds * 1000,
    page: settings.jobs.page_seconds * 1000,
  }
  const resultPages = (timeoutMs: number) =>
    slottedResultPages(pages, scheduler, { headful: settings.browser.headful, timeoutMs, startMs: limits.start })
  const inWindow = { headful: settings.browser.headful, timeoutMs: limits.request }
  const api = slottedGateway(gateway, scheduler, limits.page)
  const onAudit: BrowserOptions['onAudit'] = (report, causeId) =>
    store.events.append({ kind: 'browser.profile_audit', subjectType: 'browser', data: { ...report }, causeId })
  const { browser: shape } = settings
  const profileFolder = home.profile
  const pageTimeoutMs = limits.request
  const browserParts = { settings: shape, gateway, clock, log, profileFolder, archive, onAudit, pageTimeoutMs }
  const pages = createBrowser({ ...browserParts, mode: 'browser' })
  const browser = slottedBrowser(pages, scheduler, inWindow)
  const shown = { ...inWindow, headful: true }
  const headful = slottedBrowser(createBrowser({ ...browserParts, mode: 'headful' }), scheduler, shown)
  const undetected = slottedBrowser(createBrowser({ ...browserParts, mode: 'undetected' }), scheduler, inWindow)
  const models = { home: home.root, threads: settings.models.threads }
  const posts = localPosts(settings, log)
  const account = llmAccount(settings, store, clock)
  const llm = openLocalLlm({
    ...{ settings, log, scheduler, account, posts, archive, replay },
    audit: store.events.audit,
  })
  const embedder = slottedEmbedder(openEmbedder({ settings, home: home.root, log, posts }), scheduler)
  const nli = slottedNli(createNli({ ...models, model: settings.models.nli }), scheduler)
  // REQ 3.3, NLI promotion: the larger model and the one for Japanese, where they were pulled.
  const promoted = openStanceModels(settings.models, models, (model) => slottedNli(model, scheduler))
  const notify: ResearchParts['notify'] = (event, message) => {
    if (settings.human.notify) void systemDesktop().then((desktop) => notifyUser(human, event, { message }, desktop))
  }
  const webSearch = createWebSearch({
    table: loadEngineTables(join(PACKAGE_ROOT, 'config', 'engines.yaml'), join(home.root, 'engines.yaml')),
    browser: resultPages(limits.serp),
    health: store.engines,
    // L2 (REQ 4.4.1): the cache is read by query_graph too.
    cache: screenedSerpCache(store.caches),
    events: store.events,
    settings: settings.engines,
    serpTimeoutMs: limits.serp,
    clock,
    random,
    log,
  })
  const research: ResearchParts = {
    store,
    embedder,
    nli,
    settings,
    clock,
    ids,
    log,
    webSearch,
    siteSearch: createSiteSearch({
      submit: createFormSubmitter({ browser: resultPages(limits.page), random, clock, replaying: replay !== null }),
      web: webSearch,
      settings: settings.engines,
      events: store.events,
      clock,
    }),
    ...openQueryMirror(settings, llm, input.mirrors),
    ...(llm === null ? {} : { holdModel: llm.hold }),
    sources: createSources({ settings: settings.sources, gateway: api, clock }),
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
      warnings: damage === null ? [] : [damage],
      firstVisitShare: replay === null ? settings.net.first_visit_share : 0,
    }),
    extract: judgedExtract(slottedExtract(createExtract(settings.extract), scheduler), openQualityJudge(llm)),
    analyser: async () => analyser,
    stance: createStanceJudge({ nli, ...promoted, embedder, settings: settings.judgement }),
    claims: openClaimExtractor(settings, embedder, llm),
    calibrations: openCalibrations(human, input.calibrations),
    trust: new TrustBook([join(PACKAGE_ROOT, 'config', 'domains.yaml'), home.domainsFile], store.domains),
    scheduler,
    readBack: async ({ warc_file: file, warc_record_id: record, final_url: finalUrl, url }) => {
      const kept = file === null || record === null ? null : await archive.read(file, record)
      if (kept === null) return null
      return { status: kept.status, headers: kept.responseHeaders, body: kept.body, finalUrl: finalUrl ?? url }
    },
    sitemaps: createSitemapReader(api),
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
  const searchJobs = new SearchJobs(store.jobs, lease, settings.replay === '' ? '' : resolve(settings.replay))
  const sandbox = openSandbox({
    dbPath: home.database,
    memoryMb: settings.query.memory_mb,
    maxAnswerBytes: settings.query.max_answer_bytes,
  })
  const stopCycles = replay === null ? startCycles(settings, webSearch, gateway, log) : () => {}
  const close = async () => {
    stopCycles()
    await Promise.all([browser, headful, undetected].map((one) => one.close()))
    await llm?.close()
    await Promise.all([gateway.close(), posts.close()])
    await sandbox.close()
    await archive.close()
    store.close()
  }
  return { research, searchJobs, human, sandbox, close }
}
