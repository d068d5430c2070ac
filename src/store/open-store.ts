import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import { cacheStore } from './caches.ts'
import { citationCandidateStore } from './citation-candidates.ts'
import { claimStore } from './claims.ts'
import { cleanupStore } from './cleanup.ts'
import { openConnection } from './connection.ts'
import { domainLocks } from './domain-locks.ts'
import { domainPolicyStore } from './domain-policy.ts'
import { domainStore } from './domains.ts'
import { edgeStore } from './edges.ts'
import { engineHealthStore } from './engines.ts'
import { entityStore } from './entities.ts'
import { eventStore } from './events.ts'
import { findingStore } from './findings.ts'
import { fragmentStore } from './fragments.ts'
import { textIndex } from './full-text.ts'
import { fullTextStore } from './full-texts.ts'
import type { TermSource } from './index-types.ts'
import { jobStore } from './jobs.ts'
import { migrate } from './migrate.ts'
import { networkStore } from './network.ts'
import { connectionTotals } from './network-totals.ts'
import { overrideStore } from './overrides.ts'
import { overviewStore } from './overview.ts'
import { pageStore } from './pages.ts'
import { paperStore } from './papers.ts'
import { peopleStore } from './people/people.ts'
import { primarySourceStore } from './primary-sources.ts'
import { pruneExpired } from './prune.ts'
import { recordStore } from './records.ts'
import { reviewStore } from './reviews.ts'
import { pageStatementStore, searchTrailStore } from './search-trail.ts'
import { searchStore } from './searches.ts'
import { sliceStore } from './slice/slice-store.ts'
import { prepareStatements } from './statements.ts'
import { asStoreError } from './store-error.ts'
import { taskStore } from './tasks.ts'
import { timeViewStore } from './time-views.ts'
import type { Store } from './types.ts'
import { updateStore } from './updates.ts'
import { vectorStore } from './vectors.ts'
import type { ViewProblem } from './view-files.ts'
import { installViews, listViews } from './views.ts'

interface OpenStoreOptions {
  readonly path: string
  readonly clock: Clock
  readonly ids: IdSource
  /** Folders of `v_*.sql` files, the user's last: a later file takes the place of an earlier one of the same name. */
  readonly viewFolders: readonly string[]
  /** Null: nothing is added to the full-text index; whoever opens the file with one makes up for it. */
  readonly terms: TermSource | null
}

export interface OpenedStore extends Store {
  /** The connection itself, for benchmarks and tests; the rooms use the repositories. */
  readonly db: DatabaseSync
  /** View files that could not be used, for the log and `lyra doctor`. */
  readonly viewProblems: readonly ViewProblem[]
}

export function openStore(options: OpenStoreOptions): OpenedStore {
  const { path, clock, ids } = options
  const db = openConnection(path)
  try {
    migrate(db)
    const viewProblems = installViews(db, options.viewFolders)
    const sql = prepareStatements(db, path)
    const texts = textIndex(sql, options.terms)
    return {
      path,
      db,
      viewProblems,
      tasks: taskStore(sql),
      searches: searchStore(sql),
      pages: pageStore(sql),
      fragments: fragmentStore(sql),
      claims: claimStore(sql, texts),
      findings: findingStore(sql),
      entities: entityStore(sql),
      reviews: reviewStore(sql),
      edges: edgeStore(sql),
      works: paperStore(sql),
      fullTexts: fullTextStore(sql),
      primarySources: primarySourceStore(sql),
      records: recordStore(sql),
      trails: searchTrailStore(sql),
      pageStatements: pageStatementStore(sql),
      timeViews: timeViewStore(sql),
      citationCandidates: citationCandidateStore(sql),
      domains: domainStore(sql),
      overrides: overrideStore(sql),
      vectors: vectorStore(sql),
      texts,
      events: eventStore(sql, clock, ids),
      engines: engineHealthStore(sql),
      caches: cacheStore(sql),
      jobs: jobStore(sql),
      people: peopleStore(sql),
      domainPolicy: domainPolicyStore(db),
      overview: overviewStore(sql),
      network: networkStore(sql),
      cleanup: cleanupStore(sql),
      slices: sliceStore(sql),
      updates: updateStore(sql),
      lanes: (process) => domainLocks(db, process),
      connectionTotals: () => connectionTotals(sql),
      pruneExpired: (now) => pruneExpired(sql, now),
      views: () => listViews(db),
      write: sql.write,
      writeIfFree: sql.writeIfFree,
      read: sql.read,
      version: () => Number(sql.get('PRAGMA data_version')?.data_version),
      attempt: sql.attempt,
      close: () => {
        if (db.isOpen) db.close()
      },
    }
  } catch (error) {
    db.close()
    throw asStoreError(error, path)
  }
}
