import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sha256 } from '../src/domain/ids.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'

/**
 * The whole demo of this checkout, and of an earlier one (`--before <checkout>`) in turn with it: a busy moment of the
 * machine meets both. Both must come to the same conclusions, or the time says nothing.
 */
export const demoTime: Bench = {
  about: 'wall and CPU time of the demo; with --before <checkout> held against that one, which must conclude the same',
  run: async (options) => {
    const folder = mkdtempSync(join(tmpdir(), 'lyra-bench-demo-'))
    try {
      const trees = [...(options.before == null ? [] : [options.before]), options.root]
      const runs = new Map<string, DemoRun[]>(trees.map((tree) => [tree, []]))
      for (let turn = 0; turn < options.runs; turn += 1)
        for (const [at, tree] of trees.entries()) {
          const run = await playDemo(tree, join(folder, `${turn}-${at}`))
          runs.get(tree)?.push(run)
          options.say(`${tree}: ${run.seconds.toFixed(1)} s, ${run.cpuSeconds.toFixed(1)} s of CPU, ${run.conclusions}`)
        }
      return told(options, runs)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface DemoRun {
  readonly seconds: number
  /** Of the program and its browser. */
  readonly cpuSeconds: number
  readonly conclusions: string
}

function told(options: BenchOptions, runs: ReadonlyMap<string, readonly DemoRun[]>): BenchResult {
  const figures = (tree: string) => {
    const some = runs.get(tree) ?? []
    return { wall: median(some.map((run) => run.seconds)), cpu: median(some.map((run) => run.cpuSeconds)) }
  }
  const now = figures(options.root)
  const kinds = new Set([...runs.values()].flat().map(({ conclusions }) => conclusions))
  if (kinds.size > 1) throw new Error(`The runs do not conclude the same: ${[...kinds].join(', ')}`)
  const numbers = { bench: 'demo-time', runs: options.runs, seconds: tenth(now.wall), cpu_seconds: tenth(now.cpu) }
  const what = 'the whole demo'
  const measured = `${tenth(now.wall)} s, ${tenth(now.cpu)} s of CPU`
  if (options.before == null) return { numbers, rows: [{ what, measured, baseline: '', target: 'under 240 s' }] }
  const before = figures(options.before)
  const wallRatio = Math.round((now.wall / before.wall) * 100) / 100
  const cpuRatio = Math.round((now.cpu / before.cpu) * 100) / 100
  const baseline = `${tenth(before.wall)} s, ${tenth(before.cpu)} s of CPU (the checkout before, same run)`
  return {
    numbers: { ...numbers, seconds_before: tenth(before.wall), cpu_before: tenth(before.cpu), wallRatio, cpuRatio },
    rows: [
      {
        what: `${what}, against an earlier checkout with the same conclusions`,
        measured: `${measured}: ${wallRatio} of its time, ${cpuRatio} of its CPU`,
        baseline,
        target: 'half the time',
      },
    ],
  }
}

async function playDemo(tree: string, home: string): Promise<DemoRun> {
  const started = performance.now()
  const before = cpuOfEnded()
  const child = spawn(process.execPath, [join(tree, 'bin', 'lyra'), 'demo', '--json', '--home', home], {
    stdio: 'ignore',
    cwd: tree,
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`lyra demo of ${tree} ended with ${code}`)
  const seconds = (performance.now() - started) / 1000
  return { seconds, cpuSeconds: cpuOfEnded() - before, conclusions: conclusionsIn(home) }
}

/** Seconds of CPU of all children that have ended and of theirs; 0 where the system does not tell. */
function cpuOfEnded(): number {
  const file = '/proc/self/stat'
  if (!existsSync(file)) return 0
  const [user = 0, system = 0] = (readFileSync(file, 'utf8').split(') ')[1] ?? '').split(' ').slice(13, 15).map(Number)
  return (user + system) / TICKS
}

/** Of the system's clock, in a second. */
const TICKS = 100

/** Claims with their confidence, and stances with theirs, by ids that follow from the content. */
function conclusionsIn(home: string): string {
  using db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  const claims = db.prepare('SELECT id, claim_text, confidence, verification_status, adopted FROM claims ORDER BY id')
  const edges = db.prepare('SELECT id, relation, nli_confidence, rationale FROM edges ORDER BY id')
  return sha256(JSON.stringify([claims.all(), edges.all()])).slice(0, 16)
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
