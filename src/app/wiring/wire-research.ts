import { join } from 'node:path'
import type { LocalArchive } from '../../archive/writer.ts'
import { loadThesaurus } from '../../engines/thesaurus.ts'
import { createExtract } from '../../extract/extract.ts'
import { judgedExtract } from '../../extract/quality-judge.ts'
import type { Extract } from '../../extract/types.ts'
import { isLoopbackEndpoint } from '../../guard/l1-network-isolation.ts'
import { enqueueAuth } from '../../human/auth-queue.ts'
import { systemDesktop } from '../../human/desktop.ts'
import type { HumanDeps } from '../../human/human-deps.ts'
import { notifyUser } from '../../human/notify.ts'
import { createSitemapReader } from '../../net/sitemap.ts'
import { systemResolve } from '../../net/ssrf-guard.ts'
import type { Gateway, PageFetcher } from '../../net/types.ts'
import { createUnarchivedGateway } from '../../net/unarchived-gateway.ts'
import { rankFragments } from '../../rank/rank.ts'
import { DomainTrust } from '../../research/domain-trust.ts'
import { staleAsRecorded, staleByAge } from '../../research/freshness.ts'
import type { ResearchParts } from '../../research/parts.ts'
import { paperIntake } from '../../research/stages/papers.ts'
import { createOpenCopyFinder } from '../../sources/open-copies.ts'
import { readOpenCopyTable } from '../../sources/open-copy-table.ts'
import { loadDescriptions } from '../../sources/records/load-descriptions.ts'
import { openPublicSources, type PublicSources } from '../../sources/records/open-records.ts'
import { loadPivots } from '../../sources/records/pivots.ts'
import { createSources } from '../../sources/sources.ts'
import { loadTargetTable } from '../../sources/target-table.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import { openDocumentCopies } from '../document-copies.ts'
import { judgingProgram } from '../judging-program.ts'
import { loadScopeTables } from '../load-scope-tables.ts'
import { openCalibrations } from '../open-calibrations.ts'
import { openClaimExtractor } from '../open-claim-extractor.ts'
import { openNameReader } from '../open-name-reader.ts'
import { openQualityJudge } from '../open-quality-judge.ts'
import { openQueryTranslation } from '../open-query-translation.ts'
import { PACKAGE_ROOT } from '../package-root.ts'
import { keyFromEnvironment, pivotFiles, sourceFolders } from '../public-sources.ts'
import { slottedGateway } from '../slots/network.ts'
import { slottedExtract, slottedRank } from '../slots/text.ts'
import { deadlinesOf, type WireInput } from './wire-input.ts'
import type { Models } from './wire-models.ts'

export interface ResearchNeeds {
  readonly gateway: Gateway
  readonly fetcher: PageFetcher
  readonly engines: Pick<ResearchParts, 'webSearch' | 'siteSearch'>
  readonly models: Models
  readonly human: HumanDeps
  readonly archive: LocalArchive
  readonly scheduler: Scheduler
}

export function wireResearch(input: WireInput, needs: ResearchNeeds): ResearchParts {
  const { settings, home, store, analyser, clock, ids, log } = input
  const { gateway, fetcher, engines, human, archive, scheduler } = needs
  const { llm, embedder, nli, reader, stance } = needs.models
  const api = slottedGateway(gateway, scheduler, deadlinesOf(settings).page)
  const trust = new DomainTrust([join(PACKAGE_ROOT, 'config', 'domains.yaml'), home.domainsFile], store.domains)
  const extract = slottedExtract(createExtract(settings.extract), scheduler)
  const notify = noticesTo(human, settings.human.notify)
  return {
    ...{ store, settings, clock, ids, log, scheduler, fetcher, embedder, nli, reader, stance },
    ...engines,
    program: judgingProgram(settings),
    ...openQueryTranslation(settings, llm, input.mirrors),
    ...(llm === null ? {} : { holdModel: llm.hold }),
    thesaurus: loadThesaurus(join(PACKAGE_ROOT, 'config', 'thesaurus.yaml'), join(home.root, 'thesaurus.yaml')),
    targets: loadTargetTable(join(PACKAGE_ROOT, 'config', 'targets.yaml'), join(home.root, 'targets.yaml')),
    scopeTables: () => loadScopeTables(home.root),
    sources: createSources({ settings: settings.sources, gateway: api, clock }),
    openCopies: createOpenCopyFinder({
      table: readOpenCopyTable(join(PACKAGE_ROOT, 'config', 'full-text.yaml')),
      settings: settings.sources,
      gateway: api,
    }),
    records: openRecords(input, api),
    entityOf: (id) => {
      const entity = store.entities.get(id)
      return entity === null ? null : { type: entity.kind, name: entity.name, identifiers: [] }
    },
    extract: judgedExtract(extract, openQualityJudge(llm)),
    documents: wireDocuments(input, needs, extract),
    analyser: async () => analyser,
    nameReader: openNameReader(analyser),
    rank: slottedRank(rankFragments, scheduler),
    claims: openClaimExtractor(settings, needs.models, llm),
    calibrations: openCalibrations(human, input.calibrations),
    stalePages: openStalePages(input),
    trust,
    works: paperIntake({ store, trust, settings, clock }),
    readBack: readFrom(archive),
    sitemaps: createSitemapReader(api),
    enqueueAuth: (request) => {
      const alert = enqueueAuth(human, request)?.newAlert ?? null
      if (alert !== null) notify('auth_required', alert)
    },
    notify,
  }
}

/**
 * Shipped sources and the user's own; keys are read from the environment and go nowhere but into requests. What the
 * user wrote is read at once, to say what is wrong with it; what ships, a fifth of a start, with the first search.
 */
function openRecords({ settings, home, ids, log }: WireInput, gateway: Gateway): PublicSources {
  const pivots = loadPivots(...pivotFiles(home.root))
  let opened: Pick<Gateway, 'fetch'> | null = null
  const unarchived: Pick<Gateway, 'fetch'> = {
    fetch: (request) => {
      opened ??= createUnarchivedGateway({ settings: settings.net, ids, log, resolve: systemResolve })
      return opened.fetch(request)
    },
  }
  const folders = sourceFolders(home.root)
  loadDescriptions(...folders.slice(1))
  let sources: PublicSources['sources'] | null = null
  return {
    pivots,
    get sources() {
      const context = { settings: settings.sources, gateway, unarchived, key: keyFromEnvironment }
      sources ??= openPublicSources(loadDescriptions(...folders), pivots, context).sources
      return sources
    },
  }
}

/** A local model that runs on another machine of the network is not asked about files of the user. */
function wireDocuments(
  { settings, replay }: WireInput,
  { archive, models }: Pick<ResearchNeeds, 'archive' | 'models'>,
  extract: Extract,
): ResearchParts['documents'] {
  const llm = isLoopbackEndpoint(settings.llm.endpoint) ? models.llm : null
  return {
    copies: openDocumentCopies(archive, replay),
    extract: judgedExtract(extract, openQualityJudge(llm)),
    claims: openClaimExtractor(settings, models, llm),
  }
}

function noticesTo(human: HumanDeps, wanted: boolean): ResearchParts['notify'] {
  return (event, message) => {
    if (wanted) void systemDesktop().then((desktop) => notifyUser(human, event, { message }, desktop))
  }
}

function readFrom(archive: LocalArchive): ResearchParts['readBack'] {
  return async ({ warc_file: file, warc_record_id: record, final_url: finalUrl, url }) => {
    const kept = file === null || record === null ? null : await archive.read(file, record)
    if (kept === null) return null
    return { status: kept.status, headers: kept.responseHeaders, body: kept.body, finalUrl: finalUrl ?? url }
  }
}

/** In a replay pages grow old where the recorded task asked for them again, and nowhere else. */
function openStalePages({ settings, clock, replay, revisits = new Set() }: WireInput): ResearchParts['stalePages'] {
  return replay === null ? staleByAge(settings.freshness, clock) : staleAsRecorded(revisits)
}
