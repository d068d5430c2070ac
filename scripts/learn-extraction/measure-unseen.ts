import { compareShingles, mean, type ShingleCounts, shingleF1, wordF1 } from '../../bench/extraction/scorers.ts'
import { KINDS, readWeights } from '../../src/extract/choose-units.ts'
import { chooseByProfile } from '../../src/extract/profile.ts'
import { readOptions, unseenPages } from './unseen-pages.ts'

/**
 * The whole extractor on the pages it learns from, with judgements by forests that had not seen the page (`unseen.f64`
 * of learn.py): the measure to change things by, since the pages of the benchmark stay shut.
 * `node scripts/learn-extraction/measure-unseen.ts --wcxb <folder> --data <shared data> --from <folder of learn.py>`
 */
const weights = readWeights()
const words = new Map<string, number[]>()
const shingles: ShingleCounts[] = []
for await (const { page, toChoose, textOf } of unseenPages(readOptions())) {
  const text = textOf(chooseByProfile(weights, toChoose).kept)
  if (page.truth.trim() === '') continue
  if (page.set === 'articles') shingles.push(compareShingles(page.truth, text))
  else words.set(page.kind, [...(words.get(page.kind) ?? []), wordF1(text, page.truth)])
}
const figure = (value: number) => value.toFixed(4)
for (const kind of KINDS) process.stdout.write(`${kind} ${figure(mean(words.get(kind) ?? []))}\n`)
process.stdout.write(`all kinds ${figure(mean([...words.values()].flat()))}\n`)
const { precision, recall, f1 } = shingleF1(shingles)
process.stdout.write(`articles, half A ${figure(f1)} (precision ${figure(precision)}, recall ${figure(recall)})\n`)
