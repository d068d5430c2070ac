import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordF1 } from '../../bench/extraction/scorers.ts'
import { readWeights } from '../../src/extract/choose-units.ts'
import { isDescription } from '../../src/extract/html.ts'
import { choicesOf, chooseByProfile, FALLBACKS } from '../../src/extract/profile.ts'
import { readOptions, unseenPages } from './unseen-pages.ts'

/**
 * Third step of learning config/extract: what the whole extractor makes of pages its judgements had not seen, under
 * each profile, with the word F1 it reaches, for success.py.
 * `node scripts/learn-extraction/write-success.ts --wcxb <folder> --data <shared data> --from <folder of learn.py>`
 */
const options = readOptions()
const weights = readWeights()
const pages: unknown[] = []
for await (const { page, toChoose, textOf } of unseenPages(options)) {
  const { isEmpty, kept } = chooseByProfile(weights, toChoose)
  // What shows no text is a failure, which needs no flag.
  if (page.truth.trim() === '' || isEmpty || isDescription(toChoose.units, kept)) continue
  const { choose } = choicesOf(toChoose)
  const choices = [0, ...FALLBACKS].map((more) => {
    const { choice, features } = choose(more)
    return { features, f1: wordF1(textOf(choice.kept), page.truth) }
  })
  pages.push({ id: page.id, url: page.url, kind: page.kind, units: toChoose.units.length, choices })
}
writeFileSync(join(options.from, 'success-rows.json'), JSON.stringify(pages))
process.stdout.write(`${pages.length} pages\n`)
