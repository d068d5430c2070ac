import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isoTime, systemClock } from '../../src/domain/clock.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/types.ts'
import { vectorMatrix } from '../../src/store/vector-matrix.ts'
import { fragment, page } from '../../test/store/graph-fixture.ts'
import { median } from '../bench.ts'
import { residentMb } from '../growth.ts'
import { exactBest, vectorMaker } from './made.ts'
import { findSqliteVec, sqliteVec } from './sqlite-vec.ts'

const TOP = 20
const MODEL = 'bench-model'

export interface Measured {
  readonly p50: number
  readonly cpuP50: number
  readonly recall: number
  readonly baselineP50: number | null
  readonly baselineAbsent: string | null
  readonly loadMs: number
  readonly addP50: number
  readonly addMax: number
}

const idOf = (index: number) => `frag_${String(index).padStart(8, '0')}`
/** Rows added one by one after the searches. */
const ADDED = 50
const ROWS_AT_ONCE = 1000

/** The texts the vectors belong to: the store keeps no vector of a text it does not have. */
function fillFragments(store: Store, count: number): void {
  store.pages.save(page('page_1'))
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    store.fragments.saveAll(
      Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, index) =>
        fragment(idOf(from + index), 'page_1', { text_content: 'x' }),
      ),
    )
}

/** The store's own search over `count` rows, sqlite-vec's over the same in the same run, turn by turn. */
export function measureStore(count: number, dimension: number, runs: number, say: (line: string) => void): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-'))
  const open = () =>
    openStore({
      path: join(folder, 'lyra.db'),
      clock: systemClock,
      ids: seededIds('bench'),
      viewFolders: [],
      terms: null,
    })
  const vectorAt = vectorMaker(dimension)
  const at = isoTime(systemClock)
  try {
    let store = open()
    store.write(() => {
      fillFragments(store, count + ADDED)
      for (let index = 0; index < count; index += 1)
        store.vectors.save('fragment', idOf(index), MODEL, vectorAt(index), at)
    })
    store.close()
    store = open()
    const queryAt = (run: number) => vectorAt(count * 2 + run)
    const search = (vector: Float32Array) =>
      store.vectors.search({ target: 'fragment', modelId: MODEL, vector, topK: TOP, minSimilarity: -1 }).hits
    const loadMs = timed(() => search(queryAt(0))).ms
    const found = findSqliteVec()
    const baseline = 'path' in found ? sqliteVec(found.path, dimension, count, vectorAt) : null
    say(
      `${count} x ${dimension}: loaded in ${Math.round(loadMs)} ms; ${'absent' in found ? found.absent : 'sqlite-vec ready'}`,
    )
    const [own, cpu, other, hit]: number[][] = [[], [], [], []]
    for (let run = 0; run < runs; run += 1) {
      const query = queryAt(run)
      const mine = timed(() => search(query))
      own?.push(mine.ms)
      cpu?.push(mine.cpuMs)
      if (baseline !== null) other?.push(timed(() => baseline.search(query, TOP)).ms)
      if (run < 3) {
        const wanted = new Set(exactBest(query, count, vectorAt, TOP).map(idOf))
        hit?.push(mine.value.filter((one) => wanted.has(one.id)).length / TOP)
      }
    }
    const adds = Array.from({ length: ADDED }, (_, index) => {
      const vector = vectorAt(count + index)
      // The row is in the database and in the matrix when the next search is done.
      const added = timed(() => store.vectors.save('fragment', idOf(count + index), MODEL, vector, at)).ms
      const first = timed(() =>
        store.vectors.search({
          target: 'fragment',
          modelId: MODEL,
          vector,
          taskId: 'none',
          topK: 1,
          minSimilarity: -1,
        }),
      ).ms
      return added + first
    })
    const [newest] = search(vectorAt(count + ADDED - 1))
    if (newest?.id !== idOf(count + ADDED - 1)) throw new Error('a row that was added is not found')
    baseline?.close()
    store.close()
    return {
      p50: median(own ?? []),
      cpuP50: median(cpu ?? []),
      recall: (hit ?? []).reduce((sum, value) => sum + value, 0) / (hit?.length ?? 1),
      baselineP50: baseline === null ? null : median(other ?? []),
      baselineAbsent: 'absent' in found ? found.absent : null,
      loadMs,
      addP50: median(adds),
      addMax: Math.max(...adds),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A million int8 rows; the few exact vectors asked for are made again instead of read from a 1.5 GB database. */
export function measureMillion(count: number, dimension: number, runs: number) {
  const vectorAt = vectorMaker(dimension)
  const matrix = vectorMatrix({ dimension, stored: (id) => vectorAt(Number(id.slice(5))), floatBytes: 0 })
  const before = residentMb()
  const filled = timed(() => {
    for (let index = 0; index < count; index += 1) matrix.set(idOf(index), vectorAt(index))
  })
  const memoryMb = residentMb() - before
  const times: number[] = []
  const cpu: number[] = []
  let same = 0
  for (let run = 0; run < runs; run += 1) {
    const query = vectorAt(count * 2 + run)
    const { ms, cpuMs, value } = timed(() => matrix.search({ vector: query, topK: TOP, minSimilarity: -1, only: null }))
    times.push(ms)
    cpu.push(cpuMs)
    if (run === 0) {
      const wanted = new Set(exactBest(query, count, vectorAt, TOP).map(idOf))
      same = value.hits.filter((hit) => wanted.has(hit.id)).length / TOP
    }
  }
  const add = timed(() => matrix.set(idOf(count), vectorAt(count))).ms
  return { p50: median(times), cpuP50: median(cpu), recall: same, addMs: add, fillMs: filled.ms, memoryMb }
}

/** The processor time tells a busy machine from a slow search. */
function timed<T>(work: () => T): { readonly ms: number; readonly cpuMs: number; readonly value: T } {
  const cpu = process.cpuUsage()
  const from = performance.now()
  const value = work()
  const ms = performance.now() - from
  const { user, system } = process.cpuUsage(cpu)
  return { ms, cpuMs: (user + system) / 1000, value }
}
