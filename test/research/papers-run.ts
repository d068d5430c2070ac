import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replayClock } from '../../src/domain/clock.ts'
import type { CitedPaper, Identifier, Paper, SourceName } from '../../src/domain/paper.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import type { SearchRow, Task } from '../../src/domain/task.ts'
import type { FoundPaper, SavedPaper } from '../../src/intake/admit-paper.ts'
import type { ResearchParts } from '../../src/research/parts.ts'
import type { SearchCall } from '../../src/research/search-call.ts'
import { paperIntake, savePaper } from '../../src/research/stages/papers.ts'
import type { AcademicSource, SourceAnswer } from '../../src/sources/types.ts'
import type { OpenedStore } from '../../src/store/open-store.ts'
import type { StageCheckpoints } from '../../src/work/stage-checkpoints.ts'
import { claim, lookAt, search, stance, task, work } from '../store/graph-fixture.ts'
import { forgetfulMemo } from './forgetful-memo.ts'
import { openSmallWeb } from './small-web.ts'

/** What a stage is called with, for one search. */
export interface TestSearch {
  readonly deps: ResearchParts & { readonly memo: StageCheckpoints }
  readonly call: SearchCall
  readonly task: Task
  readonly row: SearchRow
}

export interface PaperRun extends Disposable {
  readonly parts: ResearchParts
  readonly store: OpenedStore
  readonly run: TestSearch
  /** Another search of another task over the same store. */
  other(taskId: string): TestSearch
}

export interface PaperRunOptions {
  readonly sources?: readonly AcademicSource[]
  readonly query?: string
  readonly settings?: Partial<Settings['sources']>
  readonly nli?: ResearchParts['nli']
}

/** One search over the real store and stages; models answer by rule. */
export function openPaperRun(options: PaperRunOptions = {}): PaperRun {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-papers-'))
  const settings = { ...defaultSettings, sources: { ...defaultSettings.sources, ...options.settings } }
  const { store, parts: world } = openSmallWeb({ path: join(folder, 'lyra.db'), settings })
  const clock = replayClock(Date.parse('2026-01-01T00:00:00Z'))
  const parts: ResearchParts = {
    ...world,
    clock,
    works: paperIntake({ ...world, clock }),
    sources: options.sources ?? [],
    ...(options.nli === undefined ? {} : { nli: options.nli }),
  }
  const begin = (taskId: string): TestSearch => {
    const searchId = `s_${taskId}`
    store.tasks.insert(task(taskId))
    store.searches.insert(search(searchId, taskId, { query: options.query ?? 'silverleaf tea blood pressure trial' }))
    const [row, owner] = [store.searches.get(searchId), store.tasks.get(taskId)]
    if (row === null || owner === null) throw new Error('the search was not saved')
    return { deps: { ...parts, memo: forgetfulMemo() }, call: callOf(row), task: owner, row }
  }
  return {
    parts,
    store,
    run: begin('task_tea'),
    other: begin,
    [Symbol.dispose]: () => {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A call for this search that nobody listens to. */
export function callOf(row: SearchRow, causeId = 'cause_test'): SearchCall {
  const { id, task_id, query } = row
  const signal = new AbortController().signal
  return { taskId: task_id, searchId: id, query, causeId, signal, progress: () => {} }
}

export function paper(key: string, over: Partial<Paper> = {}): Paper {
  return work({
    identifiers: [{ type: 'doi', value: `10.5555/${key}` }],
    title: `The silverleaf paper called ${key}`,
    abstract: `Silverleaf tea lowered systolic blood pressure in the trial called ${key}.`,
    authors: [`Author ${key}`],
    year: 2020,
    published_at: '2020-01-01',
    url: `https://journal.example/${key}`,
    ...over,
  })
}

export interface IndexEntry {
  readonly work: Paper
  readonly references?: readonly CitedPaper[]
  readonly citations?: readonly CitedPaper[]
}

/** An index that knows these papers; `asked` tells what it was asked, in order. */
export function index(name: SourceName, entries: readonly IndexEntry[]): AcademicSource & { readonly asked: string[] } {
  const asked: string[] = []
  const find = (wanted: Identifier) =>
    entries.find(({ work: one }) => one.identifiers.some((id) => id.type === wanted.type && id.value === wanted.value))
  const answer = <T>(items: readonly T[]): SourceAnswer<T> => ({ source: name, outcome: 'ok', reason: null, items })
  const told = (one: Paper): Paper => ({ ...one, source: name })
  const list = (what: 'references' | 'citations') => async (wanted: Identifier) => {
    asked.push(`${what} ${wanted.type}:${wanted.value}`)
    return answer((find(wanted)?.[what] ?? []).map((cited) => ({ ...cited, work: told(cited.work) })))
  }
  return {
    name,
    asked,
    search: async () => answer(entries.map(({ work: one }) => told(one))),
    lookUp: async (wanted) => {
      asked.push(`look up ${wanted.type}:${wanted.value}`)
      const found = find(wanted)
      return found === undefined
        ? { source: name, outcome: 'not_found', reason: 'not here', items: [] }
        : answer([told(found.work)])
    },
    references: list('references'),
    citations: list('citations'),
  }
}

export function cites(one: Paper, is_influential = false): CitedPaper {
  return { work: one, is_influential, direction: 'reference' }
}

export function citedBy(one: Paper): CitedPaper {
  return { work: one, is_influential: false, direction: 'citation' }
}

/** The paper as an index told it to this search. */
export function saveBy({ deps, call }: TestSearch, found: FoundPaper): SavedPaper {
  return savePaper(deps, call, found).paper
}

/** The paper becomes a page of the search, and its abstract a claim of the task. */
export async function claimOf({ store, parts }: PaperRun, run: TestSearch, one: Paper): Promise<string> {
  const { pageId } = saveBy(run, { work: one, archive: null })
  const page = store.pages.get(pageId ?? '')
  const [fragment] = store.fragments.ofPage(pageId ?? '')
  if (page === null || fragment === undefined) throw new Error('the paper became no page')
  lookAt(store, run.row.id, [page], 'openalex')
  const id = `claim_${run.task.id}_${page.id}`
  const text = fragment.text_content
  store.claims.saveAll([claim(id, run.task.id, fragment.id, { search_id: run.row.id, claim_text: text })])
  const [vector] = await parts.embedder.embed([text])
  if (vector !== undefined) store.vectors.save('claim', id, parts.embedder.modelId, vector, '2026-01-01T00:00:00Z')
  return id
}

/** The abstract of one paper takes a stance on a claim. */
export function judge({ store }: PaperRun, run: TestSearch, one: Paper, claimId: string): void {
  const { pageId } = saveBy(run, { work: one, archive: null })
  const page = store.pages.get(pageId ?? '')
  const [fragment] = store.fragments.ofPage(pageId ?? '')
  if (page === null || fragment === undefined) throw new Error('the paper became no page')
  lookAt(store, run.row.id, [page], 'openalex')
  store.edges.saveStance(stance(fragment.id, claimId, 'supports', 0.9))
}
