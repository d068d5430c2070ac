import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { StanceRelation } from '../../src/domain/claim.ts'
import type { ClaimNode } from '../../src/research/graph/task-graph.ts'
import { ODDS_SIGNALS } from '../../src/research/review/odds-weights.ts'
import { type ReviewGraph, readReviewGraph } from '../../src/research/review/review-graph.ts'
import { verdictOdds } from '../../src/research/review/verdict-odds.ts'
import { webOfVerdicts } from '../../src/research/review/web-of-verdicts.ts'
import type { EvidenceEdge } from '../../src/store/types.ts'
import { fitLogistic, probabilities, type Sample, type Weights } from '../stance/logistic.ts'
import { loadWorld } from '../worlds/load-world.ts'
import { drawOf, oracleOf, truthOf } from './oracle.ts'
import { openCopy } from './played-copy.ts'

/**
 * Fits src/research/review/odds-weights.ts: `node bench/learning/fit-odds.ts --homes homes.jsonl [--homes more.jsonl]
 * [--out folds.json]`. A line for each open world (name, home, taskId), researched by a reader that was not taught it
 * (unseen-homes.ts). Every home counts three times: as it is, and with a tenth and a quarter of its pairs corrected, so
 * that the weights hold before and during a review. Printed: log-loss of each world by the others, then the weights.
 */
const { values } = parseArgs({
  options: { homes: { type: 'string', multiple: true, default: [] }, out: { type: 'string' } },
})
const root = join(import.meta.dirname, '..', '..')
const CORRECTED = [0, 0.1, 0.25] as const
const RIDGE = 3
const STEPS = 600
const PLACES: Readonly<Record<StanceRelation, number>> = { supports: 0, refutes: 1, neutral: 2 }

interface Row extends Sample {
  readonly world: string
  readonly read: readonly [number, number, number]
}

function rowsOf(line: string): readonly Row[] {
  const { name, home, taskId } = JSON.parse(line) as Readonly<Record<'name' | 'home' | 'taskId', string>>
  const oracle = oracleOf(loadWorld(join(root, 'bench', 'worlds', 'open', name)))
  using copy = openCopy({ home }, root)
  const graph = readReviewGraph(copy.parts, taskId)
  const told = new Map<string, StanceRelation>()
  for (const node of graph.nodes.values())
    for (const edge of node.evidence) {
      const truth = truthOf(oracle, node, edge)
      if (truth !== null) told.set(edge.id, truth)
    }
  return CORRECTED.flatMap((share) => {
    const isCorrected = (id: string) => told.has(id) && drawOf(id, Math.round(share * 1000)) / 2 ** 32 < share
    const web = webOfVerdicts(withCorrections(graph, (id) => (isCorrected(id) ? (told.get(id) ?? null) : null)))
    return edgesOf(graph).flatMap((edge): readonly Row[] => {
      const truth = told.get(edge.id)
      if (truth === undefined || isCorrected(edge.id)) return []
      const read = verdictOdds(edge)
      const signals = web.signalsOf(edge, read)
      return [
        {
          world: name,
          x: ODDS_SIGNALS.map((signal) => signals[signal]),
          y: PLACES[truth],
          weight: 1,
          read: [read.supports, read.refutes, read.neutral],
        },
      ]
    })
  })
}

function edgesOf({ nodes }: ReviewGraph): readonly EvidenceEdge[] {
  return [...nodes.values()].flatMap(({ evidence }) => evidence)
}

function withCorrections(graph: ReviewGraph, answer: (id: string) => StanceRelation | null): ReviewGraph {
  const corrected = (edge: EvidenceEdge): EvidenceEdge => {
    const relation = answer(edge.id)
    return relation === null ? edge : { ...edge, relation, human_corrected: true }
  }
  const nodes = [...graph.nodes].map(([id, node]): [string, ClaimNode] => [
    id,
    { ...node, evidence: node.evidence.map(corrected) },
  ])
  return { ...graph, nodes: new Map(nodes) }
}

const fitted = (some: readonly Row[]): Weights =>
  fitLogistic(
    some,
    RIDGE,
    ODDS_SIGNALS.map(() => [0, 0] as const),
    STEPS,
  )
const loss = (some: readonly Row[], of: (row: Row) => readonly number[]) =>
  some.reduce((sum, row) => sum - Math.log((of(row)[row.y] ?? 0) + 1e-9), 0) / some.length
const named = (weights: Weights) =>
  Object.fromEntries([...ODDS_SIGNALS, 'bias'].map((name, at) => [name, weights[at] ?? [0, 0]]))
const print = (text: string) => process.stdout.write(`${text}\n`)

const rows = values.homes.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n').flatMap(rowsOf))
const worlds = [...new Set(rows.map(({ world }) => world))]
const folds = worlds.map((world) => {
  const weights = fitted(rows.filter((row) => row.world !== world))
  const own = rows.filter((row) => row.world === world)
  const after = loss(own, ({ x }) => probabilities(weights, x))
  print(`${world}, ${own.length} rows: log-loss ${loss(own, ({ read }) => read).toFixed(4)} > ${after.toFixed(4)}`)
  return [world, named(weights)] as const
})
if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(Object.fromEntries(folds), null, 1)}\n`)
for (const [name, [supports, refutes]] of Object.entries(named(fitted(rows))))
  print(`  ${name}: [${supports.toFixed(3)}, ${refutes.toFixed(3)}],`)
