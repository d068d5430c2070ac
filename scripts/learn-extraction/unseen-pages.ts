import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { blocksOf } from '../../src/extract/blocks.ts'
import { decodeHtml } from '../../src/extract/charset.ts'
import { KINDS } from '../../src/extract/choose-units.ts'
import { correctionsFor, overridesOf } from '../../src/extract/classifier-overrides.ts'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { readMetadata } from '../../src/extract/metadata.ts'
import { classifyPage } from '../../src/extract/page-type.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import type { PageToChoose } from '../../src/extract/profile.ts'
import { structuredUnits } from '../../src/extract/structured-text.ts'
import { unitsOf } from '../../src/extract/units.ts'
import { type LearningPage, learningPages } from './collection.ts'

interface UnseenPage {
  readonly page: LearningPage
  readonly toChoose: PageToChoose
  textOf(kept: readonly boolean[]): string
}

export function readOptions() {
  const { values } = parseArgs({
    options: {
      wcxb: { type: 'string' },
      data: { type: 'string', default: '../shared/data' },
      from: { type: 'string' },
    },
  })
  const { wcxb, data, from } = values
  if (wcxb === undefined || from === undefined) throw new Error('--wcxb and --from are needed')
  return { wcxb, data, from }
}

/** The pages learned from, judged by forests and networks that had not seen them (`unseen.f64` of learn.py). */
export async function* unseenPages({ wcxb, data, from }: ReturnType<typeof readOptions>): AsyncGenerator<UnseenPage> {
  const bytes = readFileSync(join(from, 'unseen.f64'))
  /** Page by page: the seven kind shares, then both judgements of each unit. */
  const judged = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
  let at = 0
  const take = (count: number): Float64Array => {
    at += count
    return judged.slice(at - count, at)
  }
  for (const page of learningPages(wcxb, data)) {
    const document = parseHtml(await decodeHtml(page.read(), null))
    const metadata = readMetadata(document, page.url)
    const visible = unitsOf(document, invisibleElements(document))
    const units = [...visible, ...structuredUnits(document, metadata, visible)]
    const kinds = [...take(KINDS.length)]
    const judgement = { first: take(units.length), second: take(units.length) }
    const pageType = classifyPage({ document, metadata, url: page.url, units, kinds })
    const correct = overridesOf({ units, ...correctionsFor(pageType) })
    const textOf = (kept: readonly boolean[]) =>
      blocksOf(units, kept, metadata.title, { ofPaper: pageType === 'paper' })
        .filter((block) => block.emitted)
        .map((block) => block.text)
        .join('\n\n')
    yield { page, toChoose: { units, judgement, kinds, correct }, textOf }
  }
  if (at !== judged.length)
    throw new Error(`${judged.length - at} judgements are left: the units are not those learned`)
}
