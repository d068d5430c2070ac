import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { PAPER_SECTIONS, type PaperSection } from '../domain/full-text.ts'
import type { Heading } from '../domain/page.ts'

const lexiconSchema = z.strictObject({
  longest_heading_words: z.int().min(1),
  sections: z.partialRecord(z.enum(PAPER_SECTIONS), z.array(z.string())),
})

export interface SectionLexicon {
  readonly longest: number
  readonly sections: readonly { readonly section: PaperSection; readonly words: readonly string[] }[]
}

export function readSectionLexicon(
  file = new URL('../../config/lexicons/paper-sections.yaml', import.meta.url),
): SectionLexicon {
  const read = lexiconSchema.parse(parse(readFileSync(file, 'utf8')))
  const sections = Object.entries(read.sections).map(([name, words]) => ({
    section: z.enum(PAPER_SECTIONS).parse(name),
    words: words.map(plain),
  }))
  return { longest: read.longest_heading_words, sections }
}

/** The part of a paper that stands under these headings: the innermost heading that names one decides. */
export function sectionUnder(lexicon: SectionLexicon, headings: readonly Heading[]): PaperSection | null {
  for (const { text } of headings.toReversed()) {
    const named = sectionNamed(lexicon, text)
    if (named !== null) return named
  }
  return null
}

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/

function sectionNamed({ longest, sections }: SectionLexicon, heading: string): PaperSection | null {
  const text = plain(heading.slice(0, LONGEST_READ))
  if (text === '' || text.split(' ').length > longest) return null
  const found = sections.find(({ words }) =>
    // A Japanese heading has no spaces: it is the word, or the word with a little around it.
    words.some((word) =>
      JAPANESE.test(word)
        ? text.includes(word) && text.length <= 2 * word.length + 2
        : ` ${text} `.includes(` ${word} `),
    ),
  )
  return found?.section ?? null
}

const LONGEST_READ = 200
/** "3.2", "IV.", "(a)" before the words. */
const NUMBERING = /^(?:第?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[章節]?|[ivx]{1,5}(?=[.\s])|[a-h](?=[.)]))[.):、．]?\s*/u

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[【】[\]()「」■●*:]/gu, ' ')
    .trim()
    .replace(NUMBERING, '')
    .replace(/[\s.,;&/-]+/gu, ' ')
    .trim()
}
