import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../../src/domain/random.ts'
import type { StanceJudge } from '../../../src/judge/types.ts'
import type { NliModel, StanceScore } from '../../../src/models/types.ts'
import { calibrationError, type Forecast, figuresOf, type Judged, likeliest, RELATIONS } from '../score.ts'
import { ENGLISH_SETS } from './english.ts'
import { JAPANESE_SETS } from './japanese.ts'
import { folded, type Odds, type OwnAnswers, ownOdds, scoresAt } from './leave-one-out.ts'
import { drawPairs, type PublicPair, type PublicSet } from './pairs.ts'

export const PUBLIC_SETS: readonly PublicSet[] = [...ENGLISH_SETS, ...JAPANESE_SETS]

const MOST_PAIRS = 250
const SEED = 'public-sets-1'

export type PublicVerdict = Judged &
  Forecast & {
    /** The class without bars. */
    readonly likeliest: Judged['said']
    /** What the scores of a pair without titles follow from; null where they follow from more. */
    readonly odds: Odds | null
  }

export interface PublicResult {
  readonly set: PublicSet
  readonly pairs: readonly PublicPair[]
  /** The model on claim and evidence as they stand, likeliest class. */
  readonly bare: readonly PublicVerdict[]
  /** The model on what of a pair without titles may speak, as the judge reads it; else as `bare`. */
  readonly screened: readonly PublicVerdict[]
  /** The product's judge, at its bars. */
  readonly judged: readonly PublicVerdict[]
  /** Pairs no sentence of which may speak (L2), or that plainly have nothing to do with each other. */
  readonly setAside: number
}

export interface SkippedSet {
  readonly set: PublicSet
  readonly reason: string
}

/** A set that is there is read whole or fails; one that is not there is named. */
export function readPublicSet(folder: string, set: PublicSet): readonly PublicPair[] | SkippedSet {
  const missing = set.files.filter((name) => !existsSync(join(folder, set.name, name)))
  if (missing.length > 0) return { set, reason: `no ${missing.join(', ')} under public/${set.name} (from ${set.from})` }
  const { restore = (text: string) => text } = set
  return drawPairs(
    set.read((name) => readFileSync(join(folder, set.name, name), 'utf8')),
    MOST_PAIRS,
    SEED,
  ).map((pair) => ({ ...pair, claim: restore(pair.claim), evidence: restore(pair.evidence) }))
}

/** Where a set tells only supports from the rest, so does the score. */
function verdict(
  { labels }: PublicSet,
  label: Judged['label'],
  said: Judged['said'],
  scores: StanceScore,
  odds: Odds | null = null,
): PublicVerdict {
  const fold = (one: Judged['said']) => (labels === 'supports or not' && one === 'refutes' ? 'neutral' : one)
  const sides = { said: fold(said), likeliest: fold(likeliest(scores)) }
  return { label, ...sides, scores: folded(labels, scores), odds }
}

/** The answers of a set by a sharpness that was fitted without it; as they are where there is none. */
export function atSharpness({ set, judged, ...rest }: PublicResult, sharpness: number | null): PublicResult {
  const again = judged.map((row) => {
    const { odds } = row
    return odds === null || sharpness === null ? row : { ...row, scores: folded(set.labels, scoresAt(odds, sharpness)) }
  })
  return { ...rest, set, judged: again }
}

/** The pairs of a set whose confidence is the model's own. */
export function ownAnswers({ set: { labels }, judged }: PublicResult): OwnAnswers {
  return { labels, rows: judged.flatMap(({ label, odds }) => (odds === null ? [] : [{ label, odds }])) }
}

/** Of the classes that the set has. */
export function macroF1Present(judged: readonly Judged[]): number {
  const present = RELATIONS.filter((relation) => judged.some(({ label }) => label === relation))
  return present.reduce((sum, relation) => sum + figuresOf(judged, relation).f1, 0) / Math.max(present.length, 1)
}

export async function measurePublicSet(
  set: PublicSet,
  pairs: readonly PublicPair[],
  { nli, judge }: { readonly nli: NliModel; readonly judge: StanceJudge },
): Promise<PublicResult> {
  const bare: PublicVerdict[] = []
  const judged: PublicVerdict[] = []
  const screened: PublicVerdict[] = []
  let setAside = 0
  for (const { claim, evidence, title, label } of pairs) {
    const [own] = await nli.judge([{ evidence, claim }])
    const [said] = await judge.judgeFragments({ text: claim, language: set.language }, [
      { id: 'public', text: evidence, context: { title, heading: null } },
    ])
    if (own === undefined || said === undefined) throw new Error(`no answer to a pair of ${set.name}`)
    bare.push(verdict(set, label, likeliest(own), own))
    const odds = ownOdds(title, said)
    judged.push(verdict(set, label, said.relation, said.scores, odds))
    const heard = said.decidedBy === null && title === null ? said.scores : own
    const read = odds === null ? heard : scoresAt(odds, 1)
    screened.push(verdict(set, label, likeliest(read), read))
    if (said.decidedBy === null) setAside += 1
  }
  return { set, pairs, bare, screened, judged, setAside }
}

/** As if the judge had no bars. */
export function withoutBars(rows: readonly PublicVerdict[]): readonly PublicVerdict[] {
  return rows.map((row) => ({ ...row, said: row.likeliest }))
}

const DRAWS = 300

/** 95 % of the difference in macro-F1 between the judge and the model alone, over draws of the same pairs. */
export function differenceInterval(
  bare: readonly Judged[],
  judged: readonly Judged[],
): { readonly low: number; readonly high: number } {
  const random = seededRandom(1)
  const differences = Array.from({ length: DRAWS }, () => {
    const drawn = judged.map(() => Math.floor(random.next() * judged.length))
    const of = (rows: readonly Judged[]) => macroF1Present(drawn.flatMap((at) => rows.slice(at, at + 1)))
    return of(judged) - of(bare)
  }).sort((a, b) => a - b)
  const at = (share: number) => differences[Math.floor(share * (DRAWS - 1))] ?? 0
  return { low: at(0.025), high: at(0.975) }
}

export function publicFigures({
  set,
  bare,
  screened,
  judged,
  setAside,
}: PublicResult): Readonly<Record<string, number>> {
  const name = `public_${set.name.replaceAll('-', '_')}`
  const sides = { bare, judge: judged }
  const { low, high } = differenceInterval(bare, judged)
  const figures: Record<string, number> = {
    [`${name}_pairs`]: judged.length,
    [`${name}_set_aside`]: setAside,
    [`${name}_difference_low`]: low,
    [`${name}_difference_high`]: high,
    [`${name}_judge_no_bars_macro_f1`]: macroF1Present(withoutBars(judged)),
    [`${name}_screened_macro_f1`]: macroF1Present(screened),
  }
  for (const [side, rows] of Object.entries(sides)) {
    figures[`${name}_${side}_macro_f1`] = macroF1Present(rows)
    figures[`${name}_${side}_ece`] = calibrationError(rows)
    for (const relation of ['supports', 'refutes'] as const) {
      const { precision, recall } = figuresOf(rows, relation)
      figures[`${name}_${side}_${relation}_precision`] = precision
      figures[`${name}_${side}_${relation}_recall`] = recall
    }
  }
  return figures
}
