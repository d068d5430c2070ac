import { join } from 'node:path'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { loadWorld, worldFolders } from './worlds/load-world.ts'
import { playWorld } from './worlds/play-world.ts'
import { readGraph } from './worlds/read-graph.ts'
import { scoreWorld } from './worlds/score-world.ts'
import type { Share, WorldScore } from './worlds/world-score.ts'

/** `LYRA_WORLDS`: a folder of bench/worlds; `closed` for a final figure only, every look counted in docs. */
const WHICH = process.env.LYRA_WORLDS ?? 'open'

const MEASURES: readonly (readonly [keyof WorldScore, string, string])[] = [
  ['claimed', 'planted statements that became claims', '>= 0.80'],
  ['junk', 'claims that are listed junk', '<= 0.08'],
  ['unlisted', 'claims that are neither planted nor listed junk', ''],
  ['repeated', 'claims that repeat a finding', '<= 0.10'],
  ['findingsRepeated', 'findings that repeat a finding', '<= 0.10'],
  ['plantedFindingsRepeated', 'the same, of findings that the truth knows', ''],
  ['mergedRight', 'pairs of planted statements in one finding that say the same', '1.00'],
  ['supports', 'plain supports found', '>= 0.65 / 0.55'],
  ['refutes', 'plain contradictions found', '>= 0.60 / 0.50'],
  ['nearKept', 'near-topic pairs left neutral', '>= 0.93'],
  ['supportsRight', 'supports edges right, of those the truth tells', '>= 0.85'],
  ['refutesRight', 'refutes edges right, of those the truth tells', '>= 0.80'],
  ['supportsRead', 'supports edges right, read by a second hand or told by the truth', '>= 0.85'],
  ['refutesRead', 'refutes edges right, read by a second hand or told by the truth', '>= 0.80'],
  ['edgesTold', 'edges that decide and were read or told', ''],
  ['status', 'status right', '>= 0.65'],
  ['order', 'order of confidence right', '>= 0.80'],
  ['findingStatus', 'status of the finding right', '>= 0.65'],
  ['findingOrder', 'order of confidence of the findings right', '>= 0.80'],
  ['edgesPerClaim', 'edges that decide, per claim', ''],
]

async function run({ root, say }: BenchOptions): Promise<BenchResult> {
  const scores: { readonly language: string; readonly score: WorldScore }[] = []
  for (const folder of worldFolders(join(root, 'bench', 'worlds', WHICH))) {
    const world = loadWorld(folder)
    const score = scoreWorld(world, readGraph(await playWorld(world, root)))
    scores.push({ language: world.plan.language === 'en' ? 'english' : 'japanese', score })
    say(`${world.plan.name}: ${MEASURES.map(([key]) => `${key} ${text(asShare(score, key))}`).join(', ')}`)
  }
  const sum = (key: keyof WorldScore, language: string) =>
    scores
      .filter((one) => language === 'all' || one.language === language)
      .map(({ score }) => asShare(score, key))
      .reduce((total, share) => ({ of: total.of + share.of, hits: total.hits + share.hits }), { of: 0, hits: 0 })
  const numbers: Record<string, number | string | null> = { worlds: scores.length, which: WHICH }
  for (const [key] of MEASURES)
    for (const language of ['all', 'english', 'japanese']) numbers[`${key}_${language}`] = ratio(sum(key, language))
  numbers.wrong_blocks = scores.reduce((total, { score }) => total + score.wrongBlocks, 0)
  const rows = MEASURES.map(([key, what, target]) => ({
    what: `${scores.length} ${WHICH} worlds: ${what} (English / Japanese and mixed)`,
    measured: `${text(sum(key, 'english'))} / ${text(sum(key, 'japanese'))}`,
    ...{ baseline: '', target },
  }))
  const blocks = {
    what: `${scores.length} ${WHICH} worlds: domains blocked wrongly`,
    measured: String(numbers.wrong_blocks),
  }
  return { numbers, rows: [...rows, { ...blocks, baseline: '', target: '0' }] }
}

function asShare(score: WorldScore, key: keyof WorldScore): Share {
  const value = score[key]
  return typeof value === 'number' ? { of: 1, hits: value } : value
}

function ratio({ of, hits }: Share): number | null {
  return of === 0 ? null : Math.round((hits / of) * 1000) / 1000
}

function text(share: Share): string {
  const value = ratio(share)
  return value === null ? '-' : `${value.toFixed(2)} (${share.hits}/${share.of})`
}

export const worlds: Bench = {
  about: 'Invented internets with their truth written down first: claims, stance, status, confidence, blocks',
  run,
}
