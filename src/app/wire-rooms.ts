import { openRecordReader, type RecordReader } from '../archive/read-record.ts'
import { openArchiveWriter } from '../archive/writer.ts'
import type { PageBrowser } from '../browser/types.ts'
import { createPagePictures, type DrawPage } from '../extract/page-picture.ts'
import type { HumanDeps } from '../human/human-deps.ts'
import type { NetGateway } from '../net/gateway.ts'
import type { ResearchParts } from '../research/parts.ts'
import { openSandbox, type QuerySandbox } from '../store/sandbox/open-sandbox.ts'
import type { JobQueue } from '../work/job-queue.ts'
import { startPeriodicTuning } from './periodic-tuning.ts'
import { withRedactedReasons } from './redacted-reasons.ts'
import { VERSION } from './version.ts'
import { wireBrowsers } from './wiring/wire-browsers.ts'
import { wireEngines } from './wiring/wire-engines.ts'
import type { WireInput } from './wiring/wire-input.ts'
import type { Models } from './wiring/wire-models.ts'
import { wireModels } from './wiring/wire-models.ts'
import { wireFetcher, wireGateway } from './wiring/wire-net.ts'
import { wireResearch } from './wiring/wire-research.ts'
import { wireJobs, wireScheduler } from './wiring/wire-work.ts'

export interface Rooms {
  readonly research: ResearchParts
  readonly jobs: JobQueue
  readonly human: HumanDeps
  readonly models: Pick<Models, 'nli' | 'reader' | 'stance'>
  readonly sandbox: QuerySandbox
  /** The archive for showing: what was captured, by record and by address. */
  readonly records: RecordReader
  readonly drawPage: DrawPage
  /** The door and the browser by themselves, for checks of them; a search uses both by way of `research`. */
  readonly net: { readonly gateway: NetGateway; readonly browser: PageBrowser }
  /** Closes processes and files in an order that loses no data. */
  close(): Promise<void>
}

/** Every room gets what it needs here and nowhere else; heavy parts load when first used. */
export function wireRooms(given: WireInput): Rooms {
  const input: WireInput = { ...given, store: withRedactedReasons(given.store) }
  const { settings, home, store, clock, ids, log, replay } = input
  const archive = openArchiveWriter({ folder: home.archive, clock, software: `Lyra ${VERSION}` })
  const human = { store, clock, ids, settings, log }
  const scheduler = wireScheduler(input)
  const gateway = wireGateway(input, archive, human)
  const browsers = wireBrowsers(input, { gateway, archive, scheduler })
  const models = wireModels(input, { archive, scheduler })
  const engines = wireEngines(input, browsers)
  const fetcher = wireFetcher(input, { gateway, browsers, scheduler })
  const research = wireResearch(input, { gateway, fetcher, engines, models, human, archive, scheduler })
  const sandbox = openSandbox({
    dbPath: home.database,
    memoryMb: settings.query.memory_mb,
    maxAnswerBytes: settings.query.max_answer_bytes,
    maxAnswerTokens: settings.query.max_answer_tokens,
  })
  const records = openRecordReader(home.archive)
  const stopCycles = replay === null ? startPeriodicTuning(settings, engines.webSearch, gateway, log) : () => {}
  const close = async () => {
    stopCycles()
    await browsers.close()
    await models.closeLlm()
    await Promise.all([gateway.close(), models.closePosts()])
    await sandbox.close()
    await archive.close()
    await records.close()
    store.close()
  }
  const drawPage = createPagePictures()
  const net = { gateway, browser: browsers.plain }
  return { research, jobs: wireJobs(input), human, models, sandbox, records, drawPage, net, close }
}
