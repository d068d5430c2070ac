import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ODDS_SIGNALS } from '../src/research/review/odds-weights.ts'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { measureAdapters } from './learning/adapter.ts'
import type { Quality } from './learning/quality.ts'
import {
  added,
  average,
  meanOf,
  type Order,
  pairsFor,
  REVIEWED,
  reviewCurve,
  standardError,
} from './learning/review-curve.ts'
import { type ReviewOptions, reviewWorld } from './learning/reviewed-world.ts'
import { loadWorld, type World, worldFolders } from './worlds/load-world.ts'
import { type Played, playWorld } from './worlds/play-world.ts'

const RANDOM: readonly Order[] = ['random 1', 'random 2', 'random 3', 'random 4', 'random 5']
const MEASURE = 'mean of status right, disputes found, order right'
const IMPLIED = 'the same with every order that the truth implies'
const ORDERS: readonly Order[] = ['queue', 'uncertainty', ...RANDOM]

/** Worlds that were researched before, a line of JSON each (name, home, taskId): researching them takes minutes. */
const HOMES = process.env.LYRA_LEARNING_HOMES
/** The closed worlds are for figures that are published; each look is counted in docs/evidence.md. */
const WORLDS = process.env.LYRA_WORLDS === 'closed' ? 'closed' : 'open'
const playedLine = z.object({ name: z.string(), home: z.string(), taskId: z.string() })

/** Weights of the queue's odds by the world that their fit has not seen (`fit-odds.ts --out`); else those that ship. */
const FOLDS = process.env.LYRA_LEARNING_FOLDS
const weightRow = z.tuple([z.number(), z.number()])
const foldFile = z.record(z.string(), z.record(z.enum([...ODDS_SIGNALS, 'bias']), weightRow))

async function run(options: BenchOptions): Promise<BenchResult> {
  const { root, data, say, set, model } = options
  const adapters = set === 'queue' ? null : await measureAdapters({ root, data, model, worlds: WORLDS, say })
  const learned = { numbers: adapters?.numbers ?? {}, rows: adapters === null ? [] : adapterRows(adapters) }
  if (set === 'adapter') return learned
  const queue = await measureQueue(options)
  return { numbers: { ...queue.numbers, ...learned.numbers }, rows: [...queue.rows, ...learned.rows] }
}

type Curves = ReadonlyMap<Order, readonly Quality[]>

/** The curve of each order over all worlds together. */
async function allCurves({ root, say }: BenchOptions, among: ReviewOptions['among']): Promise<Curves> {
  const curves = new Map<Order, (readonly Quality[])[]>(ORDERS.map((order) => [order, []]))
  const folds = FOLDS === undefined ? {} : foldFile.parse(JSON.parse(readFileSync(FOLDS, 'utf8')))
  for (const folder of worldFolders(join(root, 'bench', 'worlds', WORLDS))) {
    const world = loadWorld(folder)
    const played = knownHome(world) ?? (await playWorld(world, root))
    for (const order of ORDERS) {
      using reviewed = reviewWorld(world, played, root, { among, weights: folds[world.plan.name] })
      const curve = await reviewCurve(reviewed, order)
      curves.get(order)?.push(curve)
      say(`${world.plan.name}, ${order}: ${curve.map((one) => meanOf(one).toFixed(3)).join(' ')}`)
    }
  }
  return new Map([...curves].map(([order, list]) => [order, REVIEWED.map((_, at) => added(atPlace(list, at)))]))
}

/** One measure of the curves: of random order the mean over its draws. */
function measured(whole: Curves, order: 'order' | 'implied') {
  const means = (of: Order) => (whole.get(of) ?? []).map((one) => meanOf(one, order))
  const draws = RANDOM.map(means)
  const random = REVIEWED.map((_, at) => average(draws.map((draw) => draw[at] ?? 0)))
  const error = REVIEWED.map((_, at) => standardError(draws.map((draw) => draw[at] ?? 0)))
  return { queue: means('queue'), uncertainty: means('uncertainty'), random, error }
}

type Measured = ReturnType<typeof measured>

function curveNumbers({ queue, uncertainty, random, error }: Measured, suffix: string) {
  const needed = REVIEWED.slice(1).map((count, at) => [
    `queue_pairs_for_gain_of_random_${count}${suffix}`,
    pairsFor(queue, random[at + 1] ?? 0),
  ])
  return {
    ...figures(`queue${suffix}`, queue),
    ...figures(`uncertainty${suffix}`, uncertainty),
    ...figures(`random${suffix}`, random),
    ...figures(`random_standard_error${suffix}`, error),
    ...Object.fromEntries(needed),
    [`uncertainty_pairs_for_gain_of_random_100${suffix}`]: pairsFor(uncertainty, random.at(-1) ?? 0),
  }
}

function curveRows({ queue, uncertainty, random, error }: Measured, about: string, measure: string) {
  const list = (curve: readonly number[]) => curve.map((value) => value.toFixed(3)).join(' / ')
  const row = (what: string, shown: string) => ({
    what: `${about}: ${measure} after 0, 10, 25, 50, 100 pairs, ${what}`,
    measured: shown,
    ...{ baseline: '', target: '' },
  })
  const needed = pairsFor(queue, random.at(-1) ?? 0)
  return [
    row('queue order', list(queue)),
    row('by bare uncertainty', list(uncertainty)),
    row('random order, mean of five and its standard error', `${list(random)} (${list(error)})`),
    {
      what: `${about}: ${measure}: pairs in queue order for the gain of 100 random ones`,
      measured: needed === null ? 'not reached' : needed.toFixed(0),
      ...{ baseline: '', target: '<= 50' },
    },
  ]
}

async function measureQueue(options: BenchOptions): Promise<BenchResult> {
  const among = options.set === 'all' ? 'all' : 'told'
  const whole = await allCurves(options, among)
  const [listed, implied] = [measured(whole, 'order'), measured(whole, 'implied')]
  const about = `${worldFolders(join(options.root, 'bench', 'worlds', WORLDS)).length} ${WORLDS} worlds`
  return {
    numbers: {
      ...curveNumbers(listed, ''),
      ...curveNumbers(implied, '_with_implied'),
      ...parts('queue', [whole.get('queue') ?? []]),
      ...parts('uncertainty', [whole.get('uncertainty') ?? []]),
      ...parts(
        'random',
        RANDOM.map((order) => whole.get(order) ?? []),
      ),
      among,
    },
    rows: [...curveRows(listed, about, MEASURE), ...curveRows(implied, about, IMPLIED)],
  }
}

function adapterRows({ numbers, subjects }: Awaited<ReturnType<typeof measureAdapters>>): BenchResult['rows'] {
  const shown = (name: string, part: string) => {
    const value = numbers[`${name}_${part}`] ?? 0
    return `${value > 0 ? '+' : ''}${value}`
  }
  return [50, 200].flatMap((count) =>
    ['', '_noisy'].map((noisy) => {
      const name = `adapter_${count}${noisy}`
      return {
        what:
          `adapter after ${count} corrections${noisy === '' ? '' : ', one in ten wrong'}, ` +
          `${subjects.length} subjects, three draws: taken; macro-F1 and loss on unseen claims of the same and of ` +
          'other subjects; worst fall of base',
        measured: [
          numbers[`${name}_taken`],
          `${shown(name, 'same_f1')} / ${shown(name, 'same_loss')}`,
          `${shown(name, 'other_f1')} / ${shown(name, 'other_loss')}`,
          shown(name, 'base_worst'),
        ].join('; '),
        ...{ baseline: '0', target: 'base >= -0.005' },
      }
    }),
  )
}

function atPlace(list: readonly (readonly Quality[])[], at: number): readonly Quality[] {
  return list.flatMap((curve) => curve.slice(at, at + 1))
}

function figures(name: string, curve: readonly number[]): Record<string, number> {
  return Object.fromEntries(REVIEWED.map((count, at) => [`${name}_${count}`, rounded(curve[at] ?? 0)]))
}

/** The shares by themselves; of several curves their sum. */
function parts(name: string, curves: readonly (readonly Quality[])[]): Record<string, number> {
  return Object.fromEntries(
    REVIEWED.flatMap((count, at) =>
      (['status', 'disputes', 'order', 'implied'] as const).map((key) => {
        const share = added(atPlace(curves, at))[key]
        return [`${name}_${key}_${count}`, rounded(share.of === 0 ? 0 : share.hits / share.of)]
      }),
    ),
  )
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function knownHome({ plan }: World): Played | null {
  if (HOMES === undefined) return null
  const lines = readFileSync(HOMES, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => playedLine.parse(JSON.parse(line))).find(({ name }) => name === plan.name) ?? null
}

export const learning: Bench = {
  about:
    'What reviewed pairs are worth in queue order, random order and by bare uncertainty, and what is learned from ' +
    'them (`--set all`: all pairs; `--set queue`: the order alone; `--set adapter`: the adapter alone)',
  run,
}
