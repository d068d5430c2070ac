import { openNameReader } from '../src/app/open-name-reader.ts'
import { createAnalyser } from '../src/rank/tokens.ts'
import type { NameReader } from '../src/sources/entities/recognise.ts'
import { compareNames } from '../src/sources/entities/same-name.ts'
import type { Bench, BenchOptions, BenchResult } from './bench.ts'
import { LABELS, type Label, type LabelledPair, readPairs, readSentences } from './entities/labelled.ts'
import { type Counts, precision, recall, rounded, type SentenceScore, scoreSentences } from './entities/score.ts'

type Numbers = Record<string, number | string | null>

/** Held back: a run after a change of the rules is a look, counted in docs/evidence.md. `--set open` is none. */
async function run({ root, say, set }: BenchOptions): Promise<BenchResult> {
  const which = set ?? 'held-back'
  const reader = await openNameReader(await createAnalyser())()
  reader.recognise('辞書を読み込む。')
  const numbers: Numbers = { set: which }
  const rows: BenchResult['rows'][number][] = []
  // Of a set that is held back nobody reads single sentences.
  const tell = which === 'open' ? say : () => undefined
  for (const language of ['en', 'ja'] as const) {
    const sentences = readSentences(root, which, language)
    const began = performance.now()
    const score = scoreSentences(sentences, reader.recognise, (text, missed, wrong) =>
      tell(`${text}\n  missed: ${missed.join('; ')}\n  wrong: ${wrong.join('; ')}`),
    )
    const ms = performance.now() - began
    Object.assign(numbers, sentenceNumbers(language, sentences.length, score))
    const characters = sentences.reduce((sum, { text }) => sum + text.length, 0)
    numbers[`${language}_ms_per_1000_characters`] = rounded((ms / characters) * 1000)
    rows.push(...sentenceRows(which, language, sentences.length, numbers))
  }
  Object.assign(numbers, pairNumbers(readPairs(root, which), reader, tell))
  rows.push(
    {
      what: `${numbers.pairs} ${which} pairs of names: merged rightly`,
      measured: String(numbers.merge_precision),
      target: '>= 0.98',
      baseline: String(numbers.baseline_precision),
    },
    {
      what: `${numbers.pairs} ${which} pairs of names: found of those that are one`,
      measured: String(numbers.merge_recall),
      target: '>= 0.9',
      baseline: String(numbers.baseline_recall),
    },
  )
  return { numbers, rows }
}

function sentenceNumbers(language: string, sentences: number, { exact, overlap, byKind }: SentenceScore): Numbers {
  const kinds = Object.keys(LABELS) as Label[]
  return {
    [`${language}_sentences`]: sentences,
    [`${language}_names`]: exact.right + exact.missed,
    [`${language}_precision`]: precision(exact),
    [`${language}_recall`]: recall(exact),
    [`${language}_overlap_precision`]: precision(overlap),
    [`${language}_overlap_recall`]: recall(overlap),
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        [`${language}_${kind}_names`, byKind[kind].right + byKind[kind].missed],
        [`${language}_${kind}_precision`, precision(byKind[kind])],
        [`${language}_${kind}_recall`, recall(byKind[kind])],
      ]),
    ),
  }
}

function sentenceRows(which: string, language: string, count: number, numbers: Numbers): BenchResult['rows'] {
  const row = (text: string, key: string) => ({
    ...{ what: `${count} ${which} sentences (${language}): ${text}`, measured: String(numbers[key]) },
    ...{ target: '', baseline: '' },
  })
  return [
    row('names, precision', `${language}_precision`),
    row('names, recall', `${language}_recall`),
    row('names, precision where a part of the name is enough', `${language}_overlap_precision`),
    row('names, recall where a part of the name is enough', `${language}_overlap_recall`),
  ]
}

/** The baseline takes names for the same that are the same in small letters without signs and spaces. */
function pairNumbers(pairs: readonly LabelledPair[], reader: NameReader, tell: (line: string) => void): Numbers {
  const own: Counts = { right: 0, wrong: 0, missed: 0 }
  const plain: Counts = { right: 0, wrong: 0, missed: 0 }
  const parts = new Map<string, Counts>()
  const bare = (name: string) =>
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  for (const { a, b, same, kind, lang } of pairs) {
    const merged = compareNames(LABELS[kind], a, b, reader.reading) !== 'apart'
    const part = parts.get(`${lang}_${kind}`) ?? { right: 0, wrong: 0, missed: 0 }
    parts.set(`${lang}_${kind}`, part)
    for (const counts of [own, part]) tally(counts, merged, same)
    tally(plain, bare(a) === bare(b), same)
    if (merged !== same) tell(`${same ? 'not merged' : 'merged'}: ${a} / ${b}`)
  }
  return {
    pairs: pairs.length,
    pairs_same: pairs.filter(({ same }) => same).length,
    merge_precision: precision(own),
    merge_recall: recall(own),
    baseline_precision: precision(plain),
    baseline_recall: recall(plain),
    ...Object.fromEntries(
      [...parts].flatMap(([part, counts]) => [
        [`merge_${part}_precision`, precision(counts)],
        [`merge_${part}_recall`, recall(counts)],
      ]),
    ),
  }
}

function tally(counts: Counts, merged: boolean, same: boolean): void {
  if (merged && same) counts.right += 1
  else if (merged) counts.wrong += 1
  else if (same) counts.missed += 1
}

export const entities: Bench = {
  about: 'Names in labelled sentences of both languages, and noisy pairs of names: what is found, what is merged',
  run,
}
