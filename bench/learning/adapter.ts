import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AdapterWeights, adapted } from '../../src/domain/adapter.ts'
import { STANCE_RELATIONS } from '../../src/domain/claim.ts'
import { inTurns } from '../../src/domain/in-turns.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { type Correction, type TriedAdapter, tryingAdapter } from '../../src/human/learning/accept-adapter.ts'
import { type Example, macroF1Of } from '../../src/human/learning/fit-adapter.ts'
import { readBaseExamples } from '../../src/human/learning/replayed-examples.ts'
import { isDecidedByCode, stanceFeatures } from '../../src/judge/learned-stance.ts'
import { NO_CONTEXT } from '../../src/judge/text-context.ts'
import type { StanceVerdict } from '../../src/judge/types.ts'
import { openPairJudge } from '../stance/judge-pairs.ts'
import { goldPairs, readScifact } from '../stance/scifact.ts'
import type { WebPair } from '../stance/webs.ts'
import { wholeWorldPairs } from '../stance/world-pairs.ts'

const SCIFACT = 'scifact'
const CORRECTIONS = [50, 200] as const
const DRAWS = [1, 2, 3] as const
const WRONG = 0.1

interface Judged extends Correction {
  readonly subject: string
  /** No model was asked, or words or figures decided: what is learned does not change it. */
  readonly fixed: boolean
}

interface Trial {
  readonly tried: TriedAdapter
  readonly subject: string
  /** Unseen claims of the same subject, and of the others, before and after; what was not taken changes nothing. */
  readonly same: Change
  readonly other: Change
}

interface Change {
  readonly f1: readonly [number, number]
  readonly loss: readonly [number, number]
}

interface AdapterBench {
  readonly root: string
  readonly data: string
  /** A reader's folder with its base examples; null: the shipped one. */
  readonly model: string | null
  readonly worlds: 'open' | 'closed'
  say(line: string): void
}

/** Adapters learned from so many corrections of one subject, measured on claims that none of them is about. */
export async function measureAdapters({ root, data, model, worlds, say }: AdapterBench) {
  const folder = model ?? join(root, 'models', 'lyra-reader-mini')
  const { stance: base } = readBaseExamples(readFileSync(join(folder, 'base-examples.json'), 'utf8'))
  const all = await judgeSubjects(folder, data, worlds, say)
  const subjects = [...new Set(all.map(({ subject }) => subject))]
  const numbers: Record<string, number> = {}
  for (const count of CORRECTIONS)
    for (const wrong of [0, WRONG]) {
      const trials: Trial[] = []
      const start = performance.now()
      for (const subject of subjects)
        for (const draw of DRAWS) trials.push(await tryOne(all, subject, { count, wrong, draw }, base))
      const name = `adapter_${count}${wrong === 0 ? '' : '_noisy'}`
      const figures = figuresOf(name, trials)
      const seconds = rounded((performance.now() - start) / 1000 / trials.length)
      Object.assign(numbers, figures, { [`${name}_fit_s`]: seconds })
      say(`${name}: ${JSON.stringify(figures)} ${seconds} s a fit`)
    }
  return { numbers, subjects }
}

async function judgeSubjects(
  model: string,
  data: string,
  worlds: 'open' | 'closed',
  say: (line: string) => void,
): Promise<readonly Judged[]> {
  const { embedder, judge } = openPairJudge(model)
  const pairs = [...(await wholeWorldPairs(embedder, worlds)), ...scifactPairs(data)]
  say(`judging ${pairs.length} pairs`)
  const judged: Judged[] = []
  for (const pair of pairs) {
    const verdict = await judge(pair)
    if (verdict !== null) judged.push(exampleOf(pair, verdict))
  }
  return judged
}

function scifactPairs(data: string): readonly WebPair[] {
  const scifact = readScifact(data)
  if (scifact === null) return []
  return goldPairs(scifact.dev, scifact.abstracts).map(({ evidence, claim, label }): WebPair => {
    const bare = (text: string) => ({ text, context: NO_CONTEXT })
    const y = STANCE_RELATIONS.indexOf(label) as WebPair['y']
    return { web: SCIFACT, language: 'en', kind: 'world', claim: bare(claim), passage: bare(evidence), y }
  })
}

function exampleOf({ y, web, claim }: WebPair, verdict: StanceVerdict): Judged {
  const { supports, refutes, neutral } = verdict.read ?? verdict.scores
  const { signals = null, hidden } = verdict
  return {
    ...{ read: [supports, refutes, neutral], features: stanceFeatures(signals ?? []), hidden: hidden?.values ?? [] },
    ...{ answer: y, weight: 1, group: claim.text, subject: web },
    fixed: signals === null || isDecidedByCode(verdict),
  }
}

interface Draw {
  readonly count: number
  readonly wrong: number
  readonly draw: number
}

async function tryOne(
  all: readonly Judged[],
  subject: string,
  { count, wrong, draw }: Draw,
  base: readonly Example[],
): Promise<Trial> {
  const random = seededRandom(draw * 1000 + count)
  const own = all.filter((one) => one.subject === subject)
  const claims = shuffled([...new Set(own.map(({ group }) => group))], random)
  const seen = new Set(claims.slice(0, Math.ceil(claims.length / 2)))
  const corrections = shuffled(
    own.filter(({ group, fixed }) => seen.has(group) && !fixed),
    random,
  )
    .slice(0, count)
    .map((one) =>
      random.next() < wrong ? { ...one, answer: (one.answer + 1 + Math.floor(random.next() * 2)) % 3 } : one,
    )
  const tried = await inTurns(tryingAdapter(corrections, base))
  const weights = tried.accepted ? tried.weights : null
  const changed = (some: readonly Judged[]): Change => ({
    f1: [f1(null, some), f1(weights, some)],
    loss: [loss(null, some), loss(weights, some)],
  })
  return {
    ...{ tried, subject },
    same: changed(own.filter(({ group }) => !seen.has(group))),
    other: changed(all.filter((one) => one.subject !== subject)),
  }
}

function saidOf(weights: AdapterWeights | null, { read, features, hidden, fixed }: Judged): readonly number[] {
  return weights === null || fixed ? read : adapted(weights, read, features, hidden)
}

function f1(weights: AdapterWeights | null, some: readonly Judged[]): number {
  const said = some.map((one) => saidOf(weights, one)).map((odds) => odds.indexOf(Math.max(...odds)))
  const meant = some.map(({ answer }) => answer)
  return macroF1Of(said, meant, STANCE_RELATIONS.length)
}

const NEAR_ZERO = 1e-4

function loss(weights: AdapterWeights | null, some: readonly Judged[]): number {
  const losses = some.map((one) => -Math.log(Math.max(NEAR_ZERO, saidOf(weights, one)[one.answer] ?? 0)))
  return losses.reduce((sum, one) => sum + one, 0) / Math.max(1, losses.length)
}

function shuffled<T>(list: readonly T[], random: { next(): number }): readonly T[] {
  return list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function figuresOf(name: string, trials: readonly Trial[]): Record<string, number> {
  const taken = trials.filter(({ tried }) => tried.accepted)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const gain = (of: (trial: Trial) => readonly [number, number]) => rounded(mean(trials.map(of).map(([a, b]) => b - a)))
  return {
    [`${name}_taken`]: rounded(taken.length / trials.length),
    [`${name}_same_before`]: rounded(mean(trials.map(({ same }) => same.f1[0]))),
    [`${name}_scifact_f1`]: rounded(
      mean(
        trials.filter(ofScifact).map(
          ({
            same: {
              f1: [a, b],
            },
          }) => b - a,
        ),
      ),
    ),
    [`${name}_same_f1`]: gain(({ same }) => same.f1),
    [`${name}_same_loss`]: gain(({ same }) => same.loss),
    [`${name}_other_f1`]: gain(({ other }) => other.f1),
    [`${name}_other_loss`]: gain(({ other }) => other.loss),
    [`${name}_base_worst`]: rounded(Math.min(0, ...taken.map(({ tried }) => tried.base_after - tried.base_before))),
  }
}

function ofScifact({ subject }: Trial): boolean {
  return subject === SCIFACT
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
