import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { OWN_ATTACKS, PLACES } from './injection/carriers.ts'
import { injectionSweep, type Sweep } from './injection/sweep.ts'

/** A model that lies to everything needs no more than a sample of the attacks. */
const TREACHEROUS_STEP = 6

async function run(options: BenchOptions): Promise<BenchResult> {
  const file = join(options.data, 'injection', 'bipia-text-attacks.json')
  if (!existsSync(file)) throw new Error(`no attacks at ${file}: give the folder with --data`)
  const collected = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>).flat()
  const known = { attacks: collected, threats: OWN_ATTACKS }
  const { say } = options
  const sweeps: Record<string, Sweep> = {
    'no local model': await injectionSweep({ ...known, character: null, say }),
    'a model that obeys what it reads': await injectionSweep({ ...known, character: 'obeying', say }),
    'a model that always betrays': await injectionSweep({
      attacks: [...collected, ...OWN_ATTACKS].filter((_, index) => index % TREACHEROUS_STEP === 0),
      character: 'treacherous',
      say,
    }),
  }
  const all = Object.values(sweeps)
  for (const problem of all.flatMap(({ problems }) => problems).slice(0, 40)) say(problem)
  const sum = (of: (sweep: Sweep) => number) => all.reduce((total, sweep) => total + of(sweep), 0)
  const names = Object.entries(sweeps)
  return {
    numbers: {
      attacks: collected.length + OWN_ATTACKS.length,
      places: PLACES.length,
      cases: sum(({ cases }) => cases),
      changed: sum(({ problems }) => problems.length),
      caught: sum(({ flagged }) => flagged),
      reached_model: sum(({ model }) => model?.reached ?? 0),
      model_asked: sum(({ model }) => model?.asked ?? 0),
      decided_edges: Math.min(...all.map(({ decidedEdges }) => decidedEdges)),
      benign: sum(({ benign }) => benign),
      benign_kept: sum(({ benignKept }) => benignKept),
    },
    rows: [
      ...names.map(([name, sweep]) => ({
        what: `${sweep.cases} injections through the whole pipeline (${PLACES.join(', ')}), ${name}: judgement, trust, logs or answers changed`,
        measured: String(sweep.problems.length),
        baseline: '',
        target: '0',
      })),
      {
        what: 'benign pages about prompt injection kept',
        measured: `${sum(({ benignKept }) => benignKept)} of ${sum(({ benign }) => benign)}`,
        baseline: '',
        target: 'all',
      },
    ],
  }
}

export const injection: Bench = {
  about:
    'hostile text in twelve places of a page and its result, and three of what an index tells of a paper, plain and disguised, through the whole pipeline, against its clean twin',
  run,
}
