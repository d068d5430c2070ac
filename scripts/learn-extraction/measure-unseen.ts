import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareShingles, mean, type ShingleCounts, shingleF1, wordF1 } from '../../bench/extraction/scorers.ts'
import { blocksOf } from '../../src/extract/blocks.ts'
import { decodeHtml } from '../../src/extract/charset.ts'
import { KINDS, readWeights } from '../../src/extract/choose-units.ts'
import { correctionsFor, overridesOf } from '../../src/extract/classifier-overrides.ts'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { readMetadata } from '../../src/extract/metadata.ts'
import { classifyPage } from '../../src/extract/page-type.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { chooseByProfile } from '../../src/extract/profile.ts'
import { structuredUnits } from '../../src/extract/structured-text.ts'
import { unitsOf } from '../../src/extract/units.ts'
import { type LearningPage, learningPages } from './collection.ts'

/**
 * The whole extractor on the pages it learns from, with judgements by forests that had not seen the page (`unseen.f64`
 * of learn.py): the measure to change things by, since the pages of the benchmark stay shut.
 * `node scripts/learn-extraction/measure-unseen.ts --wcxb <folder> --data <shared data> --from <folder of learn.py>`
 */
const { values } = parseArgs({
  options: { wcxb: { type: 'string' }, data: { type: 'string', default: '../shared/data' }, from: { type: 'string' } },
})
const { wcxb, data, from } = values
if (wcxb === undefined || from === undefined) throw new Error('--wcxb and --from are needed')

const weights = readWeights()
const bytes = readFileSync(join(from, 'unseen.f64'))
/** Page by page: the seven kind shares, then both judgements of each unit. */
const judged = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
let at = 0
const take = (count: number): Float64Array => {
  at += count
  return judged.slice(at - count, at)
}

async function textOf(page: LearningPage): Promise<string> {
  const document = parseHtml(await decodeHtml(page.read(), null))
  const metadata = readMetadata(document, page.url)
  const visible = unitsOf(document, invisibleElements(document))
  const units = [...visible, ...structuredUnits(document, metadata, visible)]
  const kinds = [...take(KINDS.length)]
  const judgement = { first: take(units.length), second: take(units.length) }
  const pageType = classifyPage({ document, metadata, url: page.url, units, kinds })
  const correct = overridesOf({ units, ...correctionsFor(pageType) })
  const { kept } = chooseByProfile(weights, units, judgement, kinds, correct)
  return blocksOf(units, kept, metadata.title, { ofPaper: pageType === 'paper' })
    .filter((block) => block.emitted)
    .map((block) => block.text)
    .join('\n\n')
}

const words = new Map<string, number[]>()
const shingles: ShingleCounts[] = []
for (const page of learningPages(wcxb, data)) {
  const text = await textOf(page)
  if (page.truth.trim() === '') continue
  if (page.set === 'articles') shingles.push(compareShingles(page.truth, text))
  else words.set(page.kind, [...(words.get(page.kind) ?? []), wordF1(text, page.truth)])
}
if (at !== judged.length) throw new Error(`${judged.length - at} judgements are left: the units are not those learned`)
const figure = (value: number) => value.toFixed(4)
for (const kind of KINDS) process.stdout.write(`${kind} ${figure(mean(words.get(kind) ?? []))}\n`)
process.stdout.write(`all kinds ${figure(mean([...words.values()].flat()))}\n`)
const { precision, recall, f1 } = shingleF1(shingles)
process.stdout.write(`articles, half A ${figure(f1)} (precision ${figure(precision)}, recall ${figure(recall)})\n`)
