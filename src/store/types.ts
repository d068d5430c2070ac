import type { CandidateState, CitationCandidate } from '../domain/citation-steering.ts'
import type { Claim, Contradiction, Edge, StanceRelation } from '../domain/claim.ts'
import type { ConfidenceContribution } from '../domain/confidence.ts'
import type { BlockKind } from '../domain/domain-block.ts'
import type { PaperSection } from '../domain/full-text.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Fragment, Page, PaperMetadata } from '../domain/page.ts'
import type { CanonicalPaper, Identifier, Paper } from '../domain/paper.ts'
import type { StoredRecord } from '../domain/public-record.ts'
import type { Screened } from '../domain/screened.ts'
import type { TargetRow } from '../domain/target.ts'
import type { FinalStatus, SearchRow, SerpItem, Task, TaskBudget, TaskStatus } from '../domain/task.ts'
import type { TrustLevel, TrustSource } from '../domain/trust.ts'
import type { VerificationStatus } from '../domain/verification.ts'
import type { CleanupStore } from './cleanup.ts'
import type { DomainLocks, LockHolder } from './domain-locks.ts'
import type { DomainPolicyStore } from './domain-policy.ts'
import type { EntityStore } from './entities.ts'
import type { FindingStore } from './findings.ts'
import type { FullTextStore } from './full-texts.ts'
import type { TextIndex, VectorStore } from './index-types.ts'
import type { JobStore } from './jobs.ts'
import type { NetworkStore } from './network.ts'
import type { ConnectionTotals } from './network-totals.ts'
import type { OverviewStore } from './overview.ts'
import type { People } from './people/people.ts'
import type { PrimarySourceStore } from './primary-sources.ts'
import type { ReviewStore } from './reviews.ts'
import type { SliceStore } from './slice/slice-store.ts'
import type { PageStatementStore, SearchTrailStore, TimeViewStore } from './trail-types.ts'
import type { UpdateStore } from './updates.ts'
import type { ViewEntry } from './views.ts'

/** All repositories over one connection. Methods are synchronous, as node:sqlite is; `write` is one transaction. */
export interface Store {
  readonly path: string
  readonly tasks: TaskStore
  readonly searches: SearchStore
  readonly pages: PageStore
  readonly fragments: FragmentStore
  readonly claims: ClaimStore
  readonly findings: FindingStore
  readonly entities: EntityStore
  readonly reviews: ReviewStore
  readonly edges: EdgeStore
  readonly works: PaperStore
  readonly fullTexts: FullTextStore
  readonly primarySources: PrimarySourceStore
  readonly records: RecordStore
  readonly trails: SearchTrailStore
  readonly pageStatements: PageStatementStore
  readonly timeViews: TimeViewStore
  readonly citationCandidates: CitationCandidateStore
  readonly domains: DomainStore
  readonly overrides: OverrideStore
  readonly vectors: VectorStore
  readonly texts: TextIndex
  readonly events: EventStore
  readonly engines: EngineHealthStore
  readonly caches: CacheStore
  readonly jobs: JobStore
  readonly people: People
  readonly domainPolicy: DomainPolicyStore
  readonly overview: OverviewStore
  readonly network: NetworkStore
  readonly cleanup: CleanupStore
  readonly slices: SliceStore
  readonly updates: UpdateStore
  /** The request lanes as one process sees them: `store.lanes({ me, isAlive, leaseMs }).take('example.org', now)`. */
  lanes(process: LockHolder): DomainLocks
  /** Counts of every connection the processes of this home opened, from the causal log. */
  connectionTotals(): ConnectionTotals
  /** Removes rows whose time is over; returns how many, by table. */
  pruneExpired(now: string): Readonly<Record<string, number>>
  /** The catalogue: name, purpose and columns of every view in the database. */
  views(): readonly ViewEntry[]
  /** BEGIN IMMEDIATE ... COMMIT, or everything undone. Nested calls join the outer transaction. */
  write<T>(work: () => T): T
  /** The same where no other process is writing at this moment; null where one is: nothing waits. */
  writeIfFree<T>(work: () => T): { readonly value: T } | null
  /** Everything as it is at one moment, however much other processes write meanwhile. Waits for nobody. */
  read<T>(work: () => T): T
  /** Differs from before where another process has written since. */
  version(): number
  /** Inside `write`: a part that is undone alone where it throws. */
  attempt<T>(work: () => T): T
  close(): void
}

export interface TaskStore {
  insert(task: Task): void
  get(id: string): Task | null
  list(limit: number): readonly Task[]
  setStatus(id: string, status: TaskStatus, at: string): void
  setBudget(id: string, budget: TaskBudget, at: string): void
  addSeconds(id: string, seconds: number): void
  stop(id: string, stopped: { status: TaskStatus; final_status: FinalStatus; reason: string; at: string }): void
  setMetric(taskId: string, name: string, value: number, at: string): void
  metrics(taskId: string): Readonly<Record<string, number>>
}

export interface SearchPageRow {
  readonly query_id: string
  readonly url: string
  readonly page_id: string | null
  /** Engine name, academic source, 'citation', 'link'. */
  readonly found_by: string
  readonly outcome: Outcome
  readonly reason: string | null
  readonly attempts: readonly { readonly route: string; readonly outcome: string; readonly reason: string | null }[]
  readonly counts_toward_budget: boolean
  readonly cause_id: string
}

export interface SearchFragmentRow {
  readonly query_id: string
  readonly fragment_id: string
  readonly bm25: number
  readonly embedding: number
  readonly final_score: number
  readonly kept: boolean
}

export interface SearchStore {
  insert(row: SearchRow): void
  update(row: SearchRow): void
  get(id: string): SearchRow | null
  ofTask(taskId: string): readonly SearchRow[]
  /** What L2 and L4 warned of in the searches of a task, or of all (null); newest first. */
  guardWarnings(
    taskId: string | null,
    limit: number,
  ): readonly { readonly search_id: string; readonly warning: string }[]
  addSerpItems(searchId: string, items: readonly Screened<SerpItem>[], causeId: string): void
  savePage(row: SearchPageRow): void
  pagesOf(searchId: string): readonly SearchPageRow[]
  /** Pages that count toward the task's budget, over all its searches. */
  pagesUsed(taskId: string): number
  saveFragments(rows: readonly SearchFragmentRow[]): void
  /** What the search was told to read; a row that is saved again replaces the one before. */
  saveTargets(rows: readonly TargetRow[]): void
  targetsOf(searchId: string): readonly TargetRow[]
  /** Fragments a search has kept so far; a running one has them from its ranking on. */
  keptFragmentCount(searchId: string): number
  /** How often each outcome was met over all searches of the home. */
  pageOutcomes(): Readonly<Record<string, number>>
}

export interface RecordStore {
  /** Replaces what was known of the record. */
  save(record: Screened<StoredRecord>): void
  get(id: string): StoredRecord | null
  ofPage(pageId: string): readonly StoredRecord[]
  /** Of the pages that the task has looked at, in the order in which they were saved. */
  ofTask(taskId: string): readonly StoredRecord[]
}

export interface CandidateFilter {
  readonly state?: CandidateState | undefined
  readonly direction?: CitationCandidate['direction'] | undefined
  readonly from_year?: number | undefined
  readonly to_year?: number | undefined
}

export interface CitationCandidateStore {
  /** Titles come from the indexes: only what was screened is taken. */
  saveAll(rows: readonly Screened<CitationCandidate>[]): void
  get(taskId: string, id: string): CitationCandidate | null
  /** Best first; those without a score last. */
  ofTask(taskId: string, filter: CandidateFilter): readonly CitationCandidate[]
  /** It was read because somebody named it. */
  markKept(taskId: string, id: string, reason: string): void
}

/** Of a page, what a citation is judged by. */
export interface CitingPage {
  readonly id: string
  readonly year: number | null
  readonly authors: readonly string[]
}

export interface PageStore {
  /** Inserts, or returns the page that already has this URL (GRAPH 1.3): `created` tells which. */
  save(page: Screened<Page>): { readonly page: Page; readonly created: boolean }
  get(id: string): Page | null
  byUrl(url: string): Page | null
  /** It was seen again, unchanged. */
  confirm(pageId: string, at: string): void
  /** It was read again and tells something else; what others found out about it stays. */
  revise(pageId: string, page: Screened<Page>): void
  byIdentifier(identifier: Identifier): Page | null
  index(identifier: Identifier, pageId: string, at: string): void
  markRetracted(pageId: string): void
  /** Adds a quality flag; nothing changes where the page has it. */
  flag(pageId: string, flag: string): void
  /**
   * Of every domain of any task the newest page with one of these flags and the newest of all; those with a flag first.
   */
  standing(flags: readonly string[], limit: number): readonly Page[]
  /** Pages of any task that tell one of these stories. */
  ofNarratives(narrativeIds: readonly string[]): readonly Page[]
  /** The page that told its story first; pages of one narrative are one voice (REQ 3.3.3). */
  setNarrative(pageId: string, narrativeId: string): void
  /** Every page a task has looked at. */
  ofTask(taskId: string): readonly Page[]
  citing(taskId: string): readonly CitingPage[]
  many(ids: readonly string[]): readonly Page[]
  ofDomain(domain: string): readonly Page[]
  /** One that the domain made itself, the first; any other where there is none. */
  oneOfDomain(domain: string): Page | null
  /** How many pages of the domain have this flag, or another of them. */
  countFlagged(domain: string, flags: readonly string[]): number
  /** Pages whose address mentions the text; the caller checks the host. */
  mentioning(text: string): readonly Page[]
  /** What is told of the paper on its pages follows what the sources know by now. */
  describePaper(workId: string, metadata: Screened<PaperMetadata>): void
  /** A page that was read on the web turns out to be this work's. */
  linkToPaper(pageId: string, workId: string, metadata: Screened<PaperMetadata>): void
  /** An index named this page as a copy of the work that is free to read. */
  setFullTextOf(pageId: string, workId: string, licence: Screened<{ readonly name: string | null }>): void
  /** Pages of this work, as preprint, article or web page, that do not say yet that it was retracted. */
  notYetRetracted(workId: string): readonly string[]
}

export interface FragmentStore {
  /** Saves those not yet there; returns all, in order, as they are in the database. */
  saveAll(fragments: readonly Screened<Fragment>[]): readonly Fragment[]
  get(id: string): Fragment | null
  many(ids: readonly string[]): readonly Fragment[]
  /** What the page says now; superseded fragments are left out. */
  ofPage(pageId: string): readonly Fragment[]
  /** The page no longer says this; the record it came from is kept with it. Saved again, it is there again. */
  supersede(
    ids: readonly string[],
    seen: { readonly at: string; readonly file: string | null; readonly recordId: string | null },
  ): void
  /** Fragments of every page the task has looked at; irrelevant and superseded ones left out. */
  ofTask(taskId: string): readonly Fragment[]
  /** Fragments of the pages a search has looked at, in the order it looked; irrelevant, superseded ones left out. */
  fetchedBy(searchId: string): readonly Fragment[]
  /** Fragments of the pages the search's task had looked at before the search's first; irrelevant ones left out. */
  knownBefore(searchId: string): readonly Fragment[]
  /** Of any task: copies are copies whoever found them. Irrelevant ones left out. */
  ofClusters(clusterIds: readonly string[]): readonly Fragment[]
  setCluster(fragmentId: string, clusterId: string): void
  /** Of a paper's full text: the part they stand in. */
  setSection(fragmentIds: readonly string[], section: PaperSection | null): void
  markIrrelevant(fragmentId: string): void
  markRelevant(fragmentId: string): void
}

export interface ClaimStore {
  /** Ignores a claim whose id is already there. */
  saveAll(claims: readonly Claim[]): void
  get(id: string): Claim | null
  ofTask(taskId: string): readonly Claim[]
  /** In the same order. */
  idsOfTask(taskId: string): readonly string[]
  many(ids: readonly string[]): readonly Claim[]
  /** Claims of any task to which the fragment has a stance edge. */
  touchedByFragment(fragmentId: string): readonly Claim[]
  /** Claims of the task drawn from this fragment. */
  fromFragment(taskId: string, fragmentId: string): readonly Claim[]
  /** Claims of any task drawn from pages of this domain. */
  fromDomain(domain: string): readonly Claim[]
  /** How many of them stand on either side of a contradiction; counted up to `most`. */
  countDisputed(domain: string, most: number): number
  /** Claims of any task that are drawn from one of these pages, or that a fragment of one takes a stance on. */
  restingOn(pageIds: readonly string[]): readonly string[]
  /** What the stored confidence is made of. */
  why(id: string): readonly ConfidenceContribution[]
  setConfidence(id: string, confidence: number, why: readonly ConfidenceContribution[]): void
  setVerification(
    id: string,
    outcome: { readonly status: VerificationStatus; readonly adopted: boolean; readonly reason: string },
  ): void
  setNoRefutationFound(id: string, value: boolean): void
  saveContradiction(row: Contradiction): void
  contradictions(taskId: string): readonly Contradiction[]
  /** Those in which the claim stands on either side. */
  contradictionsOf(claimId: string): readonly Contradiction[]
  dropContradiction(id: string): void
  dropContradictions(taskId: string): void
}

/** A stance edge joined with what confidence needs. */
export interface EvidenceEdge extends Edge {
  readonly relation: StanceRelation
  readonly fragment: Fragment
  readonly page: Page
}

/** What a verdict says, without how it was read. */
export type DecidedEdge = Pick<
  Edge,
  'id' | 'source_id' | 'target_id' | 'relation' | 'nli_confidence' | 'rationale' | 'implied_by' | 'human_corrected'
>

export interface EdgeStore {
  /** One stance edge per (fragment, claim): a new judgement replaces the old unless a person corrected it. */
  saveStance(edge: Edge): void
  /** Ignored when the same two pages are already linked by the same source. */
  saveCitation(edge: Edge): void
  removeCitation(citingPageId: string, citedPageId: string): boolean
  get(id: string): Edge | null
  correct(id: string, relation: StanceRelation, confidence: number): void
  /** What a model or nobody had said: the stance is no person's any more. */
  restore(id: string, relation: StanceRelation, confidence: number | null): void
  remove(id: string): void
  /** Stance edges of the task toward claims of exactly this text. */
  towardText(taskId: string, claimText: string): readonly Edge[]
  evidenceFor(claimId: string): readonly EvidenceEdge[]
  /** The same for many claims at once; a claim without evidence has no entry. */
  evidenceOf(claimIds: readonly string[]): ReadonlyMap<string, readonly EvidenceEdge[]>
  stancesOfTask(taskId: string): readonly Edge[]
  /** What a passage was judged to say of a claim. */
  between(fragmentId: string, claimId: string): Edge | null
  stancesToward(claimId: string): readonly DecidedEdge[]
  stancesFrom(fragmentId: string): readonly DecidedEdge[]
  /** Those that support or refute, of passages that nobody called irrelevant. */
  decidedOfTask(taskId: string): readonly DecidedEdge[]
  /** `fragment claim` of each pair that was left open, or is only implied, and read as a support with that share. */
  halfHeard(taskId: string, least: number): readonly string[]
  /** Relation, confidence, rationale and grounds of a pair; the rest of what was read of it stays. */
  imply(edge: Edge): void
  citationsAmong(pageIds: readonly string[]): readonly Edge[]
  /** Which page of the task cites which other of it. */
  citationsWithin(taskId: string): readonly (readonly [citing: string, cited: string])[]
  /** Replaces the task's communities: page id to the id its community is named by. */
  saveCommunities(taskId: string, communities: ReadonlyMap<string, string>): void
}

export interface PaperStore {
  /** Merges into the work that shares an identifier, or title and year; returns the merged record. */
  merge(work: Screened<Paper>, at: string, causeId: string): CanonicalPaper
  get(id: string): CanonicalPaper | null
  byIdentifier(identifier: Identifier): CanonicalPaper | null
}

export interface DomainRow {
  readonly domain: string
  readonly trust_level: TrustLevel
  readonly trust_source: TrustSource
  readonly category: string | null
  readonly blocked_at: string | null
  readonly blocked_reason: string | null
  readonly contradicting_claims: readonly string[]
  readonly original_trust_level: TrustLevel | null
}

/** A block that Lyra made by itself; kept when it has ended. */
export interface DomainBlock {
  readonly id: string
  readonly domain: string
  readonly kind: BlockKind
  readonly reason: string
  /** Claims or pages it rests on. */
  readonly evidence: readonly string[]
  readonly original_trust_level: TrustLevel
  readonly blocked_at: string
  readonly expires_at: string | null
  readonly lifted_at: string | null
  readonly lifted_reason: string | null
  readonly cause_id: string
}

export interface OverrideRow {
  readonly domain: string
  readonly trust_level: TrustLevel
  readonly reason: string
  readonly added_at: string | null
}

/** The user's overrides as last applied (TRUST 4.2). */
export interface OverrideStore {
  applied(): readonly OverrideRow[]
  save(row: OverrideRow, at: string, causeId: string): void
  drop(domain: string): void
}

export interface DomainStore {
  get(domain: string): DomainRow | null
  setTrust(row: DomainRow, at: string, causeId: string): void
  blocked(): readonly DomainRow[]
  /** New, or changed where the id is known. */
  saveBlock(row: DomainBlock): void
  /** Every block the domain ever had, oldest first. */
  blocksOf(domain: string): readonly DomainBlock[]
  standingBlocks(): readonly DomainBlock[]
  /** Net policy: cool-down and failure counts kept across processes. */
  cooldownUntil(domain: string): string | null
  setCooldown(domain: string, until: string | null, failures: number, at: string, causeId: string): void
  failures(domain: string): number
}

export interface EventInput {
  readonly kind: string
  readonly taskId?: string | null
  readonly subjectType?: string
  readonly subjectId?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly causeId: string
}

export interface EventStore {
  count(): number
  /** Number of the newest; it never falls below that of an opening, whatever was cleaned up since. */
  last(): number
  /** Appends to the causal log and returns the event's id, to be the cause of what follows. */
  append(event: EventInput): string
  decide(decision: { kind: string; taskId: string | null; inputs: unknown; outcome: unknown; causeId: string }): void
  audit(entry: {
    layer: string
    pattern: string
    position?: number
    subjectType?: string
    subjectId?: string
    causeId: string
  }): void
  ofTask(taskId: string, limit: number): readonly LoggedEvent[]
  /** Everything that happened to one claim, edge, domain..., oldest first. */
  about(subjectIds: readonly string[]): readonly LoggedEvent[]
}

export interface LoggedEvent {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly subject_id: string | null
  readonly data: Record<string, unknown>
  readonly cause_id: string
}

/** Of the circuit breaker of an engine: closed while it answers. */
export const CIRCUIT_STATES = ['closed', 'half-open', 'open'] as const
type CircuitState = (typeof CIRCUIT_STATES)[number]

export interface EngineHealth {
  readonly engine: string
  readonly state: CircuitState
  readonly consecutive_failures: number
  readonly success_rate_1h: number
  readonly success_rate_24h: number
  readonly captcha_rate: number
  readonly http_error_rate: number
  readonly median_latency_ms: number | null
  readonly ban_suspected: boolean
  readonly weight: number
  readonly open_until: string | null
  readonly last_used_at: string | null
}

export interface EngineHealthStore {
  get(engine: string): EngineHealth | null
  save(row: EngineHealth, at: string, causeId: string): void
  all(): readonly EngineHealth[]
}

/** A result page as the cache keeps it. */
export interface SerpEntry<Item> {
  readonly key: string
  readonly engine: string
  readonly items: readonly Item[]
  readonly outcome: string
  readonly createdAt: string
  readonly expiresAt: string
  /** Whose search asked for it; a hard cleanup of the only task that did removes it (GRAPH 2.2). */
  readonly taskId: string
}

export interface CacheStore {
  /** An unexpired result page; counts the hit, and the task among those that use it. */
  serp(
    key: string,
    now: string,
    taskId: string,
  ): { readonly items: readonly SerpItem[]; readonly outcome: string } | null
  saveSerp(entry: SerpEntry<Screened<SerpItem>>): void
  validators(url: string): {
    readonly etag: string | null
    readonly lastModified: string | null
    readonly warcFile: string | null
    readonly warcRecordId: string | null
  } | null
  saveValidators(entry: {
    url: string
    etag: string | null
    lastModified: string | null
    warcFile: string | null
    warcRecordId: string | null
    fetchedAt: string
  }): void
}
