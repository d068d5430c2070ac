import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings } from '../src/domain/settings.ts'
import type { Bench, BenchResult } from './bench.ts'
import { growthRows, sideBySide } from './growth.ts'
import { benchTexts, taskSearch, throughput } from './vectors/embedding.ts'
import { type Measured, measureMillion, measureStore } from './vectors/large.ts'

const COUNT = 100_000
const MILLION = 1_000_000

/**
 * vector_search in memory (EXPLORE 4.4.8) against sqlite-vec, and the embedder against the bare runtime, each in one
 * run.
 */
export const vectors: Bench = {
  about: 'vector_search on 100,000 and a million vectors, adding rows, embedding throughput',
  run: async (options) => {
    const { data, runs, model, say } = options
    if ((options.size ?? 1) > 1) return growth(options.size ?? 1, Math.max(runs, 5), say)
    if (!existsSync(join(data, 'scifact'))) throw new Error(`No scifact in ${data}; give the folder with --data`)
    const searches = Math.max(runs, 5)
    const small = await taskSearch(data, 30)
    say(`333 claims + 67 fragments: ${small.p50.toFixed(2)} ms`)
    const speed = await throughput(benchTexts(data, 200), model ?? defaultSettings.models.embedding, Math.min(runs, 5))
    say(`embedding ${speed.own.toFixed(0)} texts/s, bare ${speed.bare.toFixed(0)}`)
    const narrow = measureStore(COUNT, 384, searches, say)
    const wide = measureStore(COUNT, 768, searches, say)
    const million = measureMillion(MILLION, 384, searches)
    const ratio = (measured: Measured) => (measured.baselineP50 === null ? null : measured.p50 / measured.baselineP50)
    return {
      numbers: {
        task_search_ms_p50: fixed(small.p50),
        task_search_ms_max: fixed(small.max),
        task_search_cpu_ms_p50: fixed(small.cpuP50),
        embed_per_second: fixed(speed.own, 1),
        embed_bare_per_second: fixed(speed.bare, 1),
        embed_of_bare: fixed(speed.own / speed.bare),
        embed_cpu_of_bare: fixed(speed.cpuOfBare),
        baseline: narrow.baselineAbsent === null ? 'sqlite-vec' : `absent: ${narrow.baselineAbsent}`,
        ...storeNumbers('x384', narrow),
        ...storeNumbers('x768', wide),
        million_int8_ms_p50: fixed(million.p50),
        million_int8_cpu_ms_p50: fixed(million.cpuP50),
        million_int8_recall20: million.recall,
        million_add_ms: fixed(million.addMs, 4),
      },
      rows: [
        storeRow('100,000 x 384', narrow, ratio(narrow)),
        storeRow('100,000 x 768', wide, ratio(wide)),
        {
          what: '1,000,000 x 384 int8, rescored exactly, ms p50 (recall@20)',
          measured: `${fixed(million.p50)} (${million.recall}); processor ${fixed(million.cpuP50)}`,
          baseline: '-',
          target: '< 120',
        },
        {
          what: 'add a row to 100,000 x 768: write and first look, ms p50 (max of 50)',
          measured: `${fixed(wide.addP50, 3)} (${fixed(wide.addMax, 3)})`,
          baseline: '-',
          target: '< 1',
        },
        {
          what: 'embedding, texts/s (200 claims, 2 threads)',
          measured: `${fixed(speed.own, 0)}; processor time ${fixed(speed.cpuOfBare)} of bare`,
          baseline: `bare runtime ${fixed(speed.bare, 0)}`,
          target: '>= 0.9 of bare',
        },
        {
          what: 'vector_search, task of 333 claims and 67 fragments, warm, with query embedding, ms p50 (max of 30)',
          measured: `${fixed(small.p50)} (${fixed(small.max)}); processor ${fixed(small.cpuP50)}`,
          baseline: '-',
          target: '< 15',
        },
      ],
    }
  },
}

/** int8 rows alone: what a graph beyond the limit of float32 in memory is searched by (ADR 0007). */
function growth(times: number, searches: number, say: (line: string) => void): BenchResult {
  const at = (count: number) => {
    const measured = measureMillion(count, 384, searches)
    const numbers = {
      vectors: count,
      search_ms_p50: fixed(measured.p50),
      search_cpu_ms_p50: fixed(measured.cpuP50),
      recall20: measured.recall,
      add_ms: fixed(measured.addMs, 4),
      fill_s: fixed(measured.fillMs / 1000, 1),
      memory_mb: measured.memoryMb,
    }
    say(JSON.stringify(numbers))
    return numbers
  }
  const usual = at(MILLION)
  const large = at(MILLION * times)
  return {
    numbers: sideBySide('vectors', times, usual, large),
    rows: growthRows(`${times} times: ${large.vectors} x 384 int8`, usual, large, [
      { what: 'search of the best 20, rescored exactly, p50', key: 'search_ms_p50', unit: 'ms', target: 'as the rows' },
      { what: 'recall@20', key: 'recall20', unit: 'of 1', target: '1' },
      { what: 'memory', key: 'memory_mb', unit: 'MB', target: 'as the rows' },
      { what: 'adding one', key: 'add_ms', unit: 'ms', target: 'flat' },
      { what: 'filling, with the making of the vectors', key: 'fill_s', unit: 's', target: 'as the rows' },
    ]),
  }
}

function fixed(value: number, places = 2): number {
  return Number(value.toFixed(places))
}

function storeNumbers(name: string, measured: Measured): Record<string, number | null> {
  const { baselineP50 } = measured
  return {
    [`${name}_ms_p50`]: fixed(measured.p50),
    [`${name}_cpu_ms_p50`]: fixed(measured.cpuP50),
    [`${name}_baseline_ms_p50`]: baselineP50 === null ? null : fixed(baselineP50),
    [`${name}_of_baseline`]: baselineP50 === null ? null : fixed(measured.p50 / baselineP50, 4),
    [`${name}_recall20`]: measured.recall,
    [`${name}_load_ms`]: fixed(measured.loadMs, 0),
    [`${name}_add_ms_p50`]: fixed(measured.addP50, 4),
    [`${name}_add_ms_max`]: fixed(measured.addMax, 4),
  }
}

function storeRow(what: string, measured: Measured, ratio: number | null): BenchResult['rows'][number] {
  const { baselineP50 } = measured
  return {
    what: `${what}, search of the best 20, ms p50 (recall@20)`,
    measured: `${fixed(measured.p50)} (${measured.recall})`,
    baseline:
      baselineP50 === null
        ? `absent: ${measured.baselineAbsent}`
        : `sqlite-vec ${fixed(baselineP50)}; ratio ${fixed(ratio ?? 0, 3)}`,
    target: 'at most 1/5 of sqlite-vec, recall 1.0',
  }
}
