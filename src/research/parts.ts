import type { AuthRequest } from '../domain/auth-request.ts'
import type { SearchCalibrations } from '../domain/calibration.ts'
import type { Clock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { JudgingProgram } from '../domain/judging-program.ts'
import type { Logger } from '../domain/log.ts'
import type { Page } from '../domain/page.ts'
import type { Settings } from '../domain/settings.ts'
import type { TranslateQuery } from '../engines/query-translation.ts'
import type { SiteSearch } from '../engines/site-search.ts'
import type { Thesaurus } from '../engines/thesaurus.ts'
import type { WebSearch } from '../engines/types.ts'
import type { Extract } from '../extract/types.ts'
import type { PaperIntake } from '../intake/paper-pages.ts'
import type { ClaimExtractor, StanceJudge } from '../judge/types.ts'
import type { Embedder, NliModel, Reader } from '../models/types.ts'
import type { SitemapReading } from '../net/sitemap.ts'
import type { NetRequest, NetResponse, PageFetcher } from '../net/types.ts'
import type { rankFragments } from '../rank/rank.ts'
import type { Analyser } from '../rank/tokens.ts'
import type { NameReader } from '../sources/entities/recognise.ts'
import type { FindOpenCopies } from '../sources/open-copies.ts'
import type { PublicSources } from '../sources/records/open-records.ts'
import type { TargetTable } from '../sources/target-table.ts'
import type { AcademicSource } from '../sources/types.ts'
import type { Store } from '../store/types.ts'
import type { Scheduler } from '../work/scheduler.ts'
import type { DocumentCopies } from './documents/copy-files.ts'
import type { DomainTrust } from './domain-trust.ts'
import type { StalePages } from './freshness.ts'
import type { NamedThing } from './pivots/recognise-seed.ts'
import type { ScopeTables } from './scope/resolve-scope.ts'

/** Everything the conductor needs, handed in by the composition root. */
export interface ResearchParts {
  readonly store: Store
  readonly webSearch: WebSearch
  readonly sources: readonly AcademicSource[]
  /** Where papers can be read in full; without it abstracts stand alone. */
  readonly openCopies?: FindOpenCopies
  /** Registers, laws, filings... (config/sources); absent: none is asked. */
  readonly records?: PublicSources
  /** Where numbers of books, patents, laws and trials lead. */
  readonly targets: TargetTable
  /** Lenses and organisations, read when a search names one. */
  readonly scopeTables: () => ScopeTables
  readonly fetcher: PageFetcher
  readonly extract: Extract
  readonly analyser: () => Promise<Analyser>
  /** Finds names in text (REQ 3.1.2); absent: claims keep no scope, and nothing is told of entities. */
  readonly nameReader?: () => Promise<NameReader>
  readonly rank: typeof rankFragments
  readonly embedder: Embedder
  readonly nli: NliModel
  /** Reads sentences that may speak to a machine; without it the weights of L2 decide alone. */
  readonly reader?: Pick<Reader, 'readSpeech'> & Partial<Pick<Reader, 'readSentences'>>
  readonly stance: StanceJudge
  readonly claims: ClaimExtractor
  readonly trust: DomainTrust
  /** Where papers come in; a retraction is weighed at once. */
  readonly works: PaperIntake
  readonly scheduler: Scheduler
  /** The learned corrections for the task's search at this place, the first being 0 (REQ 3.3.4). */
  readonly calibrations: (search: number) => SearchCalibrations
  /** Which known pages a search asks for again, because they grew old. */
  readonly stalePages: StalePages
  /** The query in the other language; absent without a local model. */
  readonly mirror?: TranslateQuery
  /** Words that may stand in one another's place; absent: no query is expanded. */
  readonly thesaurus?: Thesaurus
  /** What an entity of the graph is, for a pivot that starts from it; absent: the graph has none. */
  readonly entityOf?: (id: string) => NamedThing | null
  /** Keeps the local model in memory until every search and chase has released it; absent without one. */
  readonly holdModel?: () => () => void
  readonly siteSearch: SiteSearch
  /** Files of the user: their copies, and readers that hand nothing of them to another machine. */
  readonly documents: {
    readonly copies: DocumentCopies
    readonly extract: Extract
    readonly claims: ClaimExtractor
  }
  /** The bytes of a page that was read, from the archive; null where it has none. */
  readonly readBack: (page: Page) => Promise<NetResponse | null>
  /** The addresses a site names itself. */
  readonly sitemaps: (origin: string, cause: NetRequest) => Promise<SitemapReading>
  readonly enqueueAuth: (request: AuthRequest) => void
  /** A desktop notification, or a log line without a desktop; not awaited. */
  readonly notify: (event: 'info' | 'warning' | 'auth_required', message: string) => void
  readonly settings: Settings
  /** What is told later of who judged; absent: nothing is. */
  readonly program?: () => Promise<JudgingProgram>
  readonly clock: Clock
  readonly ids: IdSource
  readonly log: Logger
}
