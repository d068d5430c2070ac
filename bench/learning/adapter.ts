import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STANCE_RELATIONS } from '../../src/domain/claim.ts'
import { inTurns } from '../../src/domain/in-turns.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { type Correction, type TriedAdapter, tryingAdapter } from '../../src/human/learning/accept-adapter.ts'
import { type Example, macroF1, meanLoss } from '../../src/human/learning/fit-adapter.ts'
import { readBaseExamples } from '../../src/human/learning/replayed-examples.ts'
import { stanceExample } from '../../src/human/learning/stance-examples.ts'
import { signalsOf } from '../../src/judge/stance-features.ts'
import { NO_CONTEXT } from '../../src/judge/text-context.ts'
import { openPairReader, type ReadPair } from '../stance/read-pairs.ts'
import { goldPairs, readScifact } from '../stance/scifact.ts'
import type { WebPair } from '../stance/webs.ts'
import { openWorldPairs } from '../stance/world-pairs.ts'

const CORRECTIONS = [50, 200] as const
const DRAWS = [1, 2, 3] as const
const WRONG = 0.1

interface Judged extends Correction {
  readonly subject: string
}

interface Trial {
  readonly tried: TriedAdapter
  /** Unseen claims of the same subject, and of the others, before and after; what was not taken changes nothing. */
  readonly same: Change
  readonly other: Change
}

interface Change {
  readonly f1: readonly [number, number]
  readonly loss: readonly [number, number]
}

/** Adapters learned from so many corrections of one subject, measured on claims that none of them is about. */
export async function measureAdapters(root: string, data: string, say: (line: string) => void) {
  const file = join(root, 'models', 'lyra-reader-mini', 'base-examples.json')
  const { stance: base } = readBaseExamples(readFileSync(file, 'utf8'))
  const all = await readSubjects(data, say)
  const subjects = [...new Set(all.map(({ subject }) => subject))]
  const numbers: Record<string, number> = {}
  for (const count of CORRECTIONS)
    for (const wrong of [0, WRONG]) {
      const trials: Trial[] = []
      for (const subject of subjects)
        for (const draw of DRAWS) trials.push(await tryOne(all, subject, { count, wrong, draw }, base))
      const name = `adapter_${count}${wrong === 0 ? '' : '_noisy'}`
      Object.assign(numbers, figuresOf(name, trials))
      say(`${name}: ${JSON.stringify(figuresOf(name, trials))}`)
    }
  return { numbers, subjects }
}

async function readSubjects(data: string, say: (line: string) => void): Promise<readonly Judged[]> {
  const { embedder, read } = openPairReader()
  const pairs = [...(await openWorldPairs(embedder)), ...scifactPairs(data)]
  say(`reading ${pairs.length} pairs`)
  const judged: Judged[] = []
  for (const pair of pairs) {
    const one = await read(pair)
    if (one !== null) judged.push(exampleOf(one))
  }
  return judged
}

function scifactPairs(data: string): readonly WebPair[] {
  const scifact = readScifact(data)
  if (scifact === null) return []
  return goldPairs(scifact.dev, scifact.abstracts).map(({ evidence, claim, label }): WebPair => {
    const bare = (text: string) => ({ text, context: NO_CONTEXT })
    const y = STANCE_RELATIONS.indexOf(label) as WebPair['y']
    return { web: 'scifact', language: 'en', kind: 'world', claim: bare(claim), passage: bare(evidence), y }
  })
}

function exampleOf({ features, y, web, claim }: ReadPair): Judged {
  return { ...stanceExample(signalsOf(features), y), group: claim.text, subject: web }
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
    own.filter(({ group }) => seen.has(group)),
    random,
  )
    .slice(0, count)
    .map((one) =>
      random.next() < wrong ? { ...one, answer: (one.answer + 1 + Math.floor(random.next() * 2)) % 3 } : one,
    )
  const tried = await inTurns(tryingAdapter(corrections, base))
  const weights = tried.accepted ? tried.weights : null
  const changed = (some: readonly Judged[]): Change => ({
    f1: [macroF1(null, some), macroF1(weights, some)],
    loss: [meanLoss(null, some), meanLoss(weights, some)],
  })
  return {
    tried,
    same: changed(own.filter(({ group }) => !seen.has(group))),
    other: changed(all.filter((one) => one.subject !== subject)),
  }
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
    [`${name}_same_f1`]: gain(({ same }) => same.f1),
    [`${name}_same_loss`]: gain(({ same }) => same.loss),
    [`${name}_other_f1`]: gain(({ other }) => other.f1),
    [`${name}_other_loss`]: gain(({ other }) => other.loss),
    [`${name}_base_worst`]: rounded(Math.min(0, ...taken.map(({ tried }) => tried.base_after - tried.base_before))),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
